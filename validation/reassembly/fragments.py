"""The beaten path of calls: every delta carries one fragment of the arguments of a call that was opened before."""

from collections.abc import Callable, Iterator
from itertools import islice
from operator import attrgetter
from typing import Any

import msgspec

from validation.facts.exact import LONGEST_PIECE
from validation.facts.places import At, Spot
from validation.facts.streams import Call
from validation.reassembly.calls import CONTINUATION
from validation.reassembly.choices import ChoiceRecorder
from validation.reassembly.key_sets import Census
from validation.reassembly.path import Lane, Path, Wire

LONGEST = 2_048
"""Chunks that go along before the path is laid anew, so that the size of the arguments is looked at from time to time."""

ENTRIES = "/choices/0/delta/tool_calls"
FIRST_ENTRY = f"{ENTRIES}/0"

Turn = tuple[Call, int, int]
"""A call whose fragments came one after the other, from the first chunk to behind the last one."""


class FragmentPath(Path):
    """The path of deltas that carry one fragment.

    `beside`: what stands beside `tool_calls` and must stay what it is. `call`, `slot`: the call whose fragments came last, since chunk
    `since`, and its index; `keep` takes one. `end`: the chunk that may not go along. `followed`: from where on `follow` took what came;
    `left`: the calls whose fragments came before those of others there.
    """

    __slots__ = ("beside", "call", "constant", "end", "followed", "keep", "left", "since", "slot")

    def __init__(self, lane: Lane, head: tuple[object, ...], choice: Wire, recorder: ChoiceRecorder, number: int) -> None:
        delta = choice["delta"]
        self.beside = [(key, value) for key, value in delta.items() if key != "tool_calls"] if len(delta) > 1 else []
        self.constant = tuple([value for _, value in self.beside]) if self.beside else ()
        super().__init__(lane, head, choice, recorder, number)
        self.follows = True
        self.role = delta.get("role")
        self.left: set[Call] = set()

    def begin(self, number: int) -> None:
        """As in any path; the call that came last is expected to go on, if its index still leads to it."""
        super().begin(number)
        self.call: Call | None = None
        self.slot: int | None = None
        self.since = self.followed = number
        last = self.recorder.slots.last
        if last is not None and last.index is not None and self.recorder.slots.current.get(last.index) is last:
            self._begin(last, last.index, number)
        self.end = number + min(self.recorder.slots.room(LONGEST * LONGEST_PIECE) // LONGEST_PIECE, LONGEST)

    def take(self, delta: Wire, at: At) -> bool:
        """Keep the fragment of a delta that has one and nothing else that is new."""
        entries = delta["tool_calls"]
        if type(entries) is not list or len(entries) != 1 or any(delta[key] != value for key, value in self.beside):
            return False
        entry = entries[0]
        if type(entry) is not dict or tuple(entry) != CONTINUATION.keys:
            return False
        index = entry["index"]
        function = entry["function"]
        if type(index) is not int or type(function) is not dict or len(function) != 1:
            return False
        piece = function.get("arguments")
        return type(piece) is str and 0 < len(piece) <= LONGEST_PIECE and self._take(index, piece, at)

    def walk_exact(self, chunk: Any, at: At) -> bool:
        """As in any path; in one function, since most lines of streams that alternate go through it."""
        if chunk.id != self.id or chunk.created != self.created or chunk.model != self.model:
            return False
        (choice,) = chunk.choices
        (entry,) = choice.delta.tool_calls
        number = self.number
        if choice.index != self.index or entry.index != self.slot or number == self.end:
            return choice.index == self.index and self._take(entry.index, entry.function.arguments, at)
        self.keep(entry.function.arguments)
        self.number = number + 1
        self.last_at = at
        return True

    def _take(self, index: int, piece: str, at: At) -> bool:
        """Keep a piece of the arguments of the call under `index`; False when there is no such call, or no room on this path."""
        if self.number == self.end or (index != self.slot and not self._turn_to(index, at)):
            return False
        self.keep(piece)
        self.number += 1
        self.last_at = at
        return True

    def follow(self, values: Iterator[Any]) -> tuple[int, bool]:
        """Take one fragment after the other: most lines of most files go through this loop."""
        call = self.call
        if call is None or self.exact is None:
            return 0, False
        id, created, model, index, slot, keep = self.id, self.created, self.model, self.index, self.slot, self.keep
        others = self.recorder.slots.current if self.recorder.facts.switch is not None else {}
        turns: list[Turn] = []
        since, number, kept = self.since, self.number, len(call.pieces)
        self.followed = number
        stopped = False
        try:
            for value in islice(values, self.end - number):
                if value.id == id and value.created == created and value.model == model:
                    (choice,) = value.choices
                    (entry,) = choice.delta.tool_calls
                    if choice.index == index and entry.index == slot:
                        keep(entry.function.arguments)
                        continue
                    other = others.get(entry.index) if choice.index == index else None
                    if other is not None:
                        number += len(call.pieces) - kept
                        turns.append((call, since, number))
                        call, slot, since, kept = other, entry.index, number, len(other.pieces)
                        keep = call.pieces.append
                        keep(entry.function.arguments)
                        continue
                stopped = True
                break
        except msgspec.DecodeError:
            stopped = True
        self.number = number + len(call.pieces) - kept
        if turns:
            self._took_turns(turns, call, slot, since)
        return self.number - self.followed, stopped

    def _took_turns(self, turns: list[Turn], call: Call, slot: int | None, since: int) -> None:
        """Bring the fragments of calls that alternated into their facts, all but those of `call`, which came last, since chunk `since`."""
        switch = self.recorder.facts.switch
        times: dict[Call, int] = {}
        for one, start, end in turns:
            one.rows.append(range(start, end))
            times[one] = times.get(one, 0) + end - start
            one.last_chunk = end - 1
        for one, number in times.items():
            self._bring(one, number, len(one.pieces) - (self.number - since if one is call else 0))
            self.left.add(one)
        if switch is not None:
            switch.count += len(turns)
        self.recorder.slots.last = call
        self._begin(call, slot, since)

    def took(self, place_of: Callable[[int], At]) -> None:
        """Where the chunks stood that `follow` took: of each call the last one is of interest."""
        self.last_at = place_of(self.number - 1 - self.followed)
        if self.left:
            for call in sorted(self.left, key=attrgetter("last_chunk"), reverse=True):
                if call.last_chunk >= self.followed:
                    call.last_at = place_of(call.last_chunk - self.followed)
            self.left.clear()

    def _turn_to(self, index: int, at: At) -> bool:
        """Keep the fragments of the call under `index` from now on; False when there is no such call."""
        slots = self.recorder.slots
        call = slots.current.get(index)
        if call is None:
            return False
        if call is not slots.last:
            slots.switched(call, Spot(self.number, at, FIRST_ENTRY))
        self._settle()
        self._begin(call, index, self.number)
        return True

    def _begin(self, call: Call, slot: int | None, since: int) -> None:
        """The fragments from chunk `since` on are those of `call`."""
        self.call, self.slot, self.keep, self.since = call, slot, call.pieces.append, since

    def _settle(self) -> None:
        """Bring the fragments of the call that came last into its facts."""
        call = self.call
        times = self.number - self.since
        if call is None or not times:
            return
        call.rows.append(range(self.since, self.number))
        call.last_chunk = self.number - 1
        self._bring(call, times, len(call.pieces))

    def _bring(self, call: Call, times: int, behind: int) -> None:
        """Bring `times` fragments, the pieces of `call` before the one numbered `behind`, into its facts."""
        self.recorder.slots.kept(call, behind - times, behind)
        call.entries += times
        call.last_at, call.last_entries, call.last_place = self.last_at, ENTRIES, 0

    def leave(self, census: Census) -> int:
        """As in any path, and the fragments."""
        times = super().leave(census)
        if times:
            self._settle()
            census.add(CONTINUATION, times)
            facts = self.recorder.facts
            facts.deltas += times
            facts.tool_entries += times
        return times
