"""The beaten path: a chunk that is like the one before it, but for its delta. Nearly all chunks of nearly all streams go along it.

A fragment that goes along leaves one list item and two attributes behind; everything else is brought into the facts when the path is left.
Whatever is not exactly usual is refused and recorded in full.
"""

from functools import lru_cache
from typing import Any

from validation.facts.exact import LONGEST_PIECE, as_dicts
from validation.facts.places import At, Spot
from validation.facts.streams import Call
from validation.reassembly.calls import CONTINUATION, MAX_ARGUMENTS
from validation.reassembly.choices import ChoiceRecorder
from validation.reassembly.key_sets import Census, KeySet

Wire = dict[str, Any]

TEXTS = (("content",), ("reasoning",), ("reasoning_content",))
"""The keys of a delta that only carries a piece of text."""

LONGEST = 2_048
"""Chunks that go along before the path is laid anew, so that the size of the arguments is looked at from time to time."""

ENTRIES = "/choices/0/delta/tool_calls"


class Lane:
    """The keys of a chunk, its choice and its delta, and what follows from them for all paths of this kind.

    `text`: the key of a delta that only carries a piece of text, "" for any other. `beside`: the keys of a delta beside `tool_calls`.
    """

    __slots__ = ("beside", "choice_keys", "delta_keys", "head_of", "keys", "logprobs", "sets", "text", "tools", "usage")

    def __init__(self, *sets: KeySet) -> None:
        chunk, choice, delta = self.sets = sets
        self.keys, self.choice_keys, self.delta_keys = chunk.keys, choice.keys, delta.keys
        self.head_of = chunk.head
        self.usage = chunk.usage
        self.logprobs = choice.logprobs
        self.tools = "tool_calls" in delta.keys
        self.text = delta.keys[0] if delta.keys in TEXTS else ""
        self.beside = tuple(key for key in delta.keys if key != "tool_calls")


lane_of = lru_cache(maxsize=256)(Lane)


class Path:
    """What one chunk after another has in common: the keys (`lane`), the envelope, the choice. `last_at`: its newest chunk.

    `exact`: the type of chunks with these keys that were decoded by their exact shape, None until one came. `tools`: fragments of arguments
    may go along. `constant`: what stands beside them in the delta and must stay what it is (a role that comes with every chunk). `slot`:
    the index of the call whose fragments came last, since chunk `since`; `keep` takes one.
    """

    __slots__ = (
        "call", "constant", "created", "end", "exact", "first", "head", "id", "index", "keep", "lane", "last_at", "model", "number",
        "recorder", "since", "slot", "tools",
    )  # fmt: skip

    def __init__(self, lane: Lane, head: tuple[object, ...], choice: Wire, recorder: ChoiceRecorder, number: int) -> None:
        self.lane = lane
        self.head = head
        self.id, _, self.created, self.model = head
        self.index = choice["index"]
        self.recorder = recorder
        self.exact: type | None = None
        self.first = self.number = self.since = number
        self.last_at: At = recorder.facts.last_at
        self.call: Call | None = None
        self.slot: int | None = None
        self.tools = lane.tools and self._may_carry_fragments(choice["delta"])

    def _may_carry_fragments(self, delta: Wire) -> bool:
        """True when nothing beside `tool_calls` brings anything new, and there is room for more arguments."""
        self.constant = [(key, delta[key]) for key in self.lane.beside]
        for key, value in self.constant:
            if value and (key != "role" or type(value) is not str):
                return False
        room = (MAX_ARGUMENTS - self.recorder.slots.size) // LONGEST_PIECE
        self.end = self.number + min(room, LONGEST)
        return room > 0

    def walks(self, chunk: Any, at: At) -> bool:
        """Record a chunk, untyped or of an exact shape not met on this path yet, if it is like the one before it.

        False, and nothing recorded, if not.
        """
        if type(chunk) is dict:
            return self.walk(chunk, at)
        walked = self.walk(as_dicts(chunk), at)
        if walked:
            self.exact = type(chunk)
        return walked

    def walk(self, wire: Wire, at: At) -> bool:
        """Record `wire` if it is like the chunk before it; False, and nothing recorded, if not."""
        lane = self.lane
        if tuple(wire) != lane.keys or lane.head_of(wire) != self.head:
            return False
        choices = wire["choices"]
        if type(choices) is not list or len(choices) != 1 or (lane.usage and wire["usage"] is not None):
            return False
        choice = choices[0]
        if type(choice) is not dict or tuple(choice) != lane.choice_keys or choice["finish_reason"] is not None:
            return False
        if lane.logprobs and choice["logprobs"] is not None:
            return False
        index = choice["index"]
        delta = choice["delta"]
        if index != self.index or type(index) is not int or type(delta) is not dict or tuple(delta) != lane.delta_keys:
            return False
        return self._fragment(delta, at) if self.tools else self._delta(delta, at)

    def walk_exact(self, chunk: Any, at: At) -> bool:
        """`walk` for a chunk that was decoded by its exact shape, which is the shape of this path (`exact`): keys and types are proven.

        Speed is bought with length here: what `_take` does stands once more in its usual form, which most lines of most files take.
        """
        if chunk.id != self.id or chunk.created != self.created or chunk.model != self.model:
            return False
        (choice,) = chunk.choices
        if choice.index != self.index:
            return False
        if not self.tools:
            text = self.lane.text
            return self._text(getattr(choice.delta, text), at) if text else self._delta(as_dicts(choice.delta), at)
        (entry,) = choice.delta.tool_calls
        number = self.number
        if entry.index != self.slot or number == self.end:
            return self._take(entry.index, entry.function.arguments, at)
        self.keep(entry.function.arguments)
        self.number = number + 1
        self.last_at = at
        return True

    def _text(self, text: object, at: At) -> bool:
        self.recorder.text(self.lane.text, text, self.number, at)
        self.number += 1
        self.last_at = at
        return True

    def _delta(self, delta: Wire, at: At) -> bool:
        self.recorder.delta(delta, self.number, at, 0)
        self.number += 1
        self.last_at = at
        return True

    def _fragment(self, delta: Wire, at: At) -> bool:
        """Take the fragment of a delta that has one and nothing else that is new."""
        entries = delta["tool_calls"]
        if type(entries) is not list or len(entries) != 1 or any(delta[key] != value for key, value in self.constant):
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

    def _take(self, index: int, piece: str, at: At) -> bool:
        """Keep a piece of the arguments of the call under `index`; False when there is no such call, or no room on this path."""
        if self.number == self.end or (index != self.slot and not self._turn_to(index, at)):
            return False
        self.keep(piece)
        self.number += 1
        self.last_at = at
        return True

    def _turn_to(self, index: int, at: At) -> bool:
        slots = self.recorder.slots
        call = slots.current.get(index)
        if call is None:
            return False
        self._settle()
        if call is not slots.last:
            slots.switched(call, Spot(self.number, at, f"{ENTRIES}/0"))
        self.call = call
        self.slot = index
        self.keep = call.pieces.append
        self.since = self.number
        return True

    def _settle(self) -> None:
        """Bring the fragments of the call that came last into its facts."""
        call = self.call
        times = self.number - self.since
        if call is None or not times:
            return
        self.recorder.slots.size += sum(map(len, call.pieces[-times:]))
        call.seams.extend(range(self.since, self.number))
        call.entries += times
        call.last_at, call.last_chunk, call.last_entries, call.last_place = self.last_at, self.number - 1, ENTRIES, 0

    def leave(self, census: Census) -> int:
        """Bring what was counted into the facts of the choice and the census of the stream. How many chunks went along."""
        times = self.number - self.first
        if not times:
            return 0
        for known in self.lane.sets:
            census.add(known, times)
        facts = self.recorder.facts
        facts.last_at = self.last_at
        facts.last_chunk = self.number - 1
        if self.tools:
            self._settle()
            census.add(CONTINUATION, times)
            facts.deltas += times
            facts.tool_entries += times
            role = dict(self.constant).get("role")
            if role:
                facts.roles.extend(role, Spot(self.first, self.last_at), Spot(self.number - 1, self.last_at), times)
        return times
