"""The beaten path: a chunk that is like the one before it, but for its delta. Nearly all chunks of nearly all streams go along it.

This is the one place where speed is bought with length: everything stands in one function, in the order in which it fails soonest, and a
chunk leaves two list items and a few numbers behind. Whatever is not exactly usual is refused and recorded in full.
"""

from typing import Any

from validation.facts.exact import as_dicts
from validation.facts.places import At, Spot
from validation.reassembly.calls import CONTINUATION, MAX_ARGUMENTS
from validation.reassembly.choices import ChoiceRecorder
from validation.reassembly.key_sets import KeySet

Wire = dict[str, Any]


TEXTS = (("content",), ("reasoning",), ("reasoning_content",))
"""The keys of a delta that only carries a piece of text."""


class Path:
    """What one chunk after another has in common: keys on three levels, the envelope, the choice. `last_at`: its newest chunk.

    `exact`: the type of chunks with these keys that were decoded by their exact shape, None until one came. `text`: the key of a delta that
    only carries a piece of text, "" for any other. `constant`: keys of the delta beside `tool_calls` whose values must stay what they are
    (a role that comes with every chunk).
    """

    __slots__ = (
        "choice_keys", "constant", "delta_keys", "exact", "first", "head", "head_of", "index", "keys", "last_at", "logprobs", "number",
        "recorder", "sets", "text", "tools", "usage",
    )  # fmt: skip

    def __init__(
        self,
        sets: tuple[KeySet, KeySet, KeySet],
        keys: tuple[str, ...],
        head: tuple[object, ...],
        choice: Wire,
        recorder: ChoiceRecorder,
        number: int,
    ) -> None:
        delta = choice["delta"]
        self.sets = sets
        self.keys = keys
        self.head = head
        self.head_of = sets[0].head
        self.usage = sets[0].usage
        self.logprobs = sets[1].logprobs
        self.choice_keys = tuple(choice)
        self.delta_keys = tuple(delta)
        self.index = choice["index"]
        self.tools = "tool_calls" in delta
        self.constant = tuple((key, delta[key]) for key in delta if key != "tool_calls")
        self.text = self.delta_keys[0] if self.delta_keys in TEXTS else ""
        self.recorder = recorder
        self.exact: type | None = None
        self.first = number
        self.number = number
        self.last_at: At = recorder.facts.last_at
        if any(value and (key != "role" or type(value) is not str) for key, value in self.constant):
            self.tools = False

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

    def walk(self, wire: Wire, at: At) -> bool:  # noqa: C901, PLR0911 - the hot path, see above
        """Record `wire` if it is like the chunk before it; False, and nothing recorded, if not."""
        if tuple(wire) != self.keys or self.head_of(wire) != self.head:
            return False
        choices = wire["choices"]
        if type(choices) is not list or len(choices) != 1 or (self.usage and wire["usage"] is not None):
            return False
        choice = choices[0]
        if type(choice) is not dict or tuple(choice) != self.choice_keys or choice["finish_reason"] is not None:
            return False
        if self.logprobs and choice["logprobs"] is not None:
            return False
        index = choice["index"]
        delta = choice["delta"]
        if index != self.index or type(index) is not int or type(delta) is not dict or tuple(delta) != self.delta_keys:
            return False
        number = self.number
        if not self.tools:
            self.recorder.delta(delta, number, at, 0)
            self.number = number + 1
            self.last_at = at
            return True
        entries = delta["tool_calls"]
        if type(entries) is not list or len(entries) != 1:
            return False
        for key, value in self.constant:
            if delta[key] != value:
                return False
        entry = entries[0]
        if type(entry) is not dict or tuple(entry) != CONTINUATION:
            return False
        slots = self.recorder.slots
        index = entry["index"]
        function = entry["function"]
        call = slots.current.get(index) if type(index) is int else None
        if call is None or type(function) is not dict or len(function) != 1:
            return False
        arguments = function.get("arguments")
        if type(arguments) is not str or not arguments or slots.size >= MAX_ARGUMENTS:
            return False
        if call is not slots.last:
            slots.switched(call, Spot(number, at, "/choices/0/delta/tool_calls/0"))
        call.pieces.append(arguments)
        call.seams.append(number)
        call.entries += 1
        call.last_at = at
        slots.size += len(arguments)
        self.number = number + 1
        self.last_at = at
        return True

    def walk_exact(self, chunk: Any, at: At) -> bool:
        """`walk` for a chunk that was decoded by its exact shape, which is the shape of this path (`exact`): keys and types are proven."""
        head = self.head
        if chunk.id != head[0] or chunk.created != head[2] or chunk.model != head[3] or chunk.object != head[1]:
            return False
        choices = chunk.choices
        if len(choices) != 1 or choices[0].index != self.index:
            return False
        delta = choices[0].delta
        number = self.number
        if not self.tools:
            if self.text:
                self.recorder.text(self.text, getattr(delta, self.text), number, at)
            else:
                self.recorder.delta(as_dicts(delta), number, at, 0)
            self.number = number + 1
            self.last_at = at
            return True
        entries = delta.tool_calls
        if len(entries) != 1:
            return False
        for key, value in self.constant:
            if getattr(delta, key, self) != value:
                return False
        entry = entries[0]
        slots = self.recorder.slots
        call = slots.current.get(entry.index)
        arguments = entry.function.arguments
        if call is None or not arguments or slots.size >= MAX_ARGUMENTS:
            return False
        if call is not slots.last:
            slots.switched(call, Spot(number, at, "/choices/0/delta/tool_calls/0"))
        call.pieces.append(arguments)
        call.seams.append(number)
        call.entries += 1
        call.last_at = at
        slots.size += len(arguments)
        self.number = number + 1
        self.last_at = at
        return True

    def leave(self) -> int:
        """Bring what was counted into the facts of the choice and the key sets. How many chunks went along."""
        times = self.number - self.first
        if not times:
            return 0
        for known in self.sets:
            known.count += times
        facts = self.recorder.facts
        facts.last_at = self.last_at
        facts.last_chunk = self.number - 1
        if self.tools:
            facts.deltas += times
            self.recorder.slots.walked += times
            role = dict(self.constant).get("role")
            if role:
                facts.roles.extend(role, Spot(self.first, self.last_at), Spot(self.number - 1, self.last_at), times)
        return times
