"""The request ids that a log writes beside its chunks: what streams go by where the ids of chunks are equal, empty or changing."""

from collections import Counter
from typing import Any, Final

from validation.segmenting.chunk import finishes, has_role, id_of, tells_of_prompt

SEPARATOR: Final = "\x1f"

Wire = dict[str, Any]
Asked = tuple[Wire, str]
"""A chunk, and the request that a log says it answers; "" where it names none."""


def name_of(wire: Wire, request: str) -> str:
    """What leads to the stream of a chunk: its request and its id. "" when it has no id."""
    id = id_of(wire)
    return f"{request}{SEPARATOR}{id}" if request and id else id


def tell_apart(chunks: list[Asked], behind: str) -> bool:
    """True when the request ids beside these chunks tell streams apart: they come back, or most of those seen stand first by a role.

    One that is new on each record numbers the records, and one under which answers go on that began under others numbers what carried them.
    `behind`: the request of the record behind these chunks.
    """
    named = [request for _, request in chunks if request]
    counts = Counter([*named, behind] if behind else named)
    once = sum(1 for times in counts.values() if times == 1)
    come_back = len(counts) < counts.total() and (once * 2 <= len(counts) or _opened(chunks) * 2 > len(counts))
    return come_back and not _part_answers([(wire, request) for wire, request in chunks if request], behind)


def _part_answers(chunks: list[Asked], behind: str) -> bool:
    """True when more answers go on under a request that is new to them than begin under one: those have a role in their first chunk.

    Of two chunks with the same id it is known that they are of one answer; else the one before is asked, if its request does not come back.
    """
    if not any(has_role(wire) for wire, _ in chunks):
        return False
    newest = {request: number for number, (_, request) in enumerate(chunks)} | {behind: len(chunks)}
    of_id: dict[str, Wire] = {}
    known: set[str] = set()
    gone_on = {True: 0, False: 0}
    for number, (wire, request) in enumerate(chunks):
        id, name = id_of(wire), name_of(wire, request)
        before, asked = chunks[number - 1]
        is_known = id in of_id
        if (name if is_known else request) not in known and number:
            if has_role(wire) or tells_of_prompt(wire):
                gone_on[is_known] -= 1
            elif not finishes(of_id[id] if is_known else before):
                gone_on[is_known] += is_known or newest[asked] < number
        known |= {name, request}
        if id:
            of_id[id] = wire
    return max(gone_on.values()) > 0


def _opened(chunks: list[Asked]) -> int:
    """How many requests came first with a role."""
    first: dict[str, Wire] = {}
    for wire, request in chunks:
        if request:
            first.setdefault(request, wire)
    return sum(map(has_role, first.values()))


def ids_change(chunks: list[Asked]) -> bool:
    """True when a chunk that goes on with the answer to its request mostly has an id that is new there.

    One with a role begins another answer to it, unless every chunk has one.
    """
    always = all(has_role(wire) for wire, _ in chunks)
    last: dict[str, Wire] = {}
    seen: set[str] = set()
    on = fresh = 0
    for wire, request in chunks:
        name = name_of(wire, request)
        if id_of(wire) and request in last and not finishes(last[request]) and (always or not has_role(wire)):
            on += 1
            fresh += name not in seen
        seen.add(name)
        last[request] = wire
    return fresh * 2 > on
