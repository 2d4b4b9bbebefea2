"""The request ids that a log writes beside its chunks: what streams go by where the ids of chunks are equal, empty or changing."""

from collections import Counter
from typing import Any, Final

from validation.segmenting.chunk import finishes, has_role, id_of

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

    One that is new on each record numbers the records. `behind`: the request of the record behind these chunks.
    """
    named = [request for _, request in chunks if request]
    counts = Counter([*named, behind] if behind else named)
    once = sum(1 for times in counts.values() if times == 1)
    return len(counts) < counts.total() and (once * 2 <= len(counts) or _opened(chunks) * 2 > len(counts))


def _opened(chunks: list[Asked]) -> int:
    """How many requests came first with a role."""
    first: dict[str, Wire] = {}
    for wire, request in chunks:
        if request:
            first.setdefault(request, wire)
    return sum(map(has_role, first.values()))


def ids_change(chunks: list[Asked]) -> bool:
    """True when a chunk that goes on with the answer to its request mostly has an id that is new there."""
    last: dict[str, Wire] = {}
    seen: set[str] = set()
    on = fresh = 0
    for wire, request in chunks:
        name = name_of(wire, request)
        if id_of(wire) and request in last and not finishes(last[request]):
            on += 1
            fresh += name not in seen
        seen.add(name)
        last[request] = wire
    return fresh * 2 > on
