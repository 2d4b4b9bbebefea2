"""The chunks that are held back until they show how a body is read: by the ids of its chunks, or by their position."""

from collections import Counter
from itertools import groupby
from typing import Any

from validation.facts.places import At
from validation.segmenting.chunk import brings_role, choices_of, finishes, has_role, id_of

HELD_BACK = 64
HELD_LONGEST = 10_000
MANY = 8
"""An event stream is one response; more ids than this, each opened by a role, are a log of many."""

Wire = dict[str, Any]
Note = tuple[str, At, str]
Held = tuple[Wire | None, At, Note | None, str]


class Window:
    """What is held back. `records`: chunks with their places and the requests that a log names beside them, between them notes on the
    carriage, in their order; it stays one list."""

    def __init__(self) -> None:
        self.records: list[Held] = []
        self._chunks = 0
        self._ids: set[tuple[str, str]] = set()

    def hold(self, wire: Wire, at: At, request: str) -> bool:
        """Hold a chunk back. True when there are enough of them to tell how the body is read."""
        self.records.append((wire, at, None, request))
        self._chunks += 1
        return self._chunks >= HELD_BACK and not self._only_openings(wire, request)

    def _only_openings(self, wire: Wire, request: str) -> bool:
        """True while every chunk held back has a role and an id of its own: either many interleaved streams, each of which has only begun,
        or one whose id changes. The first id that comes back tells, or the first finish; so it pays to wait."""
        if self._chunks == HELD_BACK:
            chunks = [(held, asked) for held, _, _, asked in self.records if held is not None]
            self._ids = {(id_of(chunk), asked) for chunk, asked in chunks if has_role(chunk) and not finishes(chunk)}
            return len(self._ids) == len(chunks)
        id = id_of(wire), request
        fresh = has_role(wire) and not finishes(wire) and id not in self._ids
        self._ids.add(id)
        return fresh and self._chunks < HELD_LONGEST

    def note(self, note: Note) -> None:
        """Hold a note back behind the chunks before it."""
        self.records.append((None, note[1], note, ""))

    def empty(self) -> list[Held]:
        """Give everything out."""
        records = list(self.records)
        self.records.clear()
        self._chunks = 0
        return records


def by_position(chunks: list[Wire], before: list[str], framed: bool) -> bool:
    """True when only the order of these chunks tells streams apart, not their ids.

    An event stream: unless at least two ids each come back after another one, or bodies were written one behind another. Else: when most
    ids occur once and no finish lies between.
    Neither holds where ids come back and most of them were opened by a role: then many streams, interleaved, have only begun.
    """
    ids = [*before, *filter(None, map(id_of, chunks))]
    if not ids:
        return True
    counts = Counter(ids)
    if (not framed or len(counts) > MANY) and len(counts) < len(ids) and _opened(chunks) * 2 > len(counts):
        return False
    if framed:
        if _one_behind_another(chunks, before):
            return False
        runs = Counter(id for id, _ in groupby(ids))
        return sum(1 for times in runs.values() if times > 1) < 2
    once = sum(1 for times in counts.values() if times == 1)
    return len(counts) > 1 and once * 2 > len(counts) and not any(finishes(chunk) for chunk in chunks[:-1])


def _one_behind_another(chunks: list[Wire], before: list[str]) -> bool:
    """True when each id has its chunks in a row, of which the first alone brings the role, and one of these rows but the last has no end:
    bodies that were cut short, written one behind another. Those that ended are told apart by position too."""
    runs = [(id, list(run)) for id, run in groupby(filter(id_of, chunks), key=id_of)]
    if runs and [runs[0][0]] == before:
        runs = runs[1:]
    ids = {id for id, _ in runs}
    if len(ids) < len(runs) or len(ids) + len(before) < 2 or not ids.isdisjoint(before):
        return False
    cut_short = bool(before) or any(not any(map(finishes, run)) for _, run in runs[:-1])
    return cut_short and all(len(run) > 1 and _opens(run) for _, run in runs)


def _opens(run: list[Wire]) -> bool:
    """True when a role comes with the first of these chunks, and never again in the same choice."""
    given = [choice.get("index") for chunk in run for choice in choices_of(chunk) if brings_role(choice)]
    return has_role(run[0]) and len(given) == len({str(index) for index in given})


def _opened(chunks: list[Wire]) -> int:
    """How many ids came first with a role."""
    seen: set[str] = set()
    opened = 0
    for chunk in chunks:
        id = id_of(chunk)
        if id and id not in seen:
            seen.add(id)
            opened += has_role(chunk)
    return opened
