"""The beaten path: a chunk that is like the one before it, but for its delta. Nearly all chunks of nearly all streams go along it.

What goes along leaves next to nothing behind; it is brought into the facts when the path is left. Whatever is not exactly usual is refused
and recorded in full. `fragments` and `texts` are the paths of deltas that carry one piece; this one takes any delta.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

from validation.facts.exact import Exact, as_dicts
from validation.facts.places import At, Spot
from validation.reassembly.choices import ChoiceRecorder
from validation.reassembly.key_sets import Census, KeySet

ROLE = "/choices/0/delta/role"

Wire = dict[str, Any]


def is_still(key: str, value: object) -> bool:
    """True for what may stand beside the piece of a delta and brings nothing: null, an empty text, the role that comes with every chunk.

    An empty text is something under `function_call`, which has no business there.
    """
    return value is None or (key == "role" and type(value) is str) or (value == "" and key != "function_call")


class Lane:
    """The keys of a chunk, its choice and its delta, and what follows from them for all paths of this kind.

    `exact`: by what stands beside the piece of a delta and stays what it is, the type of chunks that were decoded by their exact shape.
    """

    __slots__ = ("choice_keys", "delta_keys", "exact", "head_of", "keys", "logprobs", "sets", "usage")

    def __init__(self, *sets: KeySet) -> None:
        chunk, choice, delta = self.sets = sets
        self.keys, self.choice_keys, self.delta_keys = chunk.keys, choice.keys, delta.keys
        self.head_of = chunk.head
        self.usage = chunk.usage
        self.logprobs = choice.logprobs
        self.exact: dict[tuple[object, ...], type[Exact]] = {}


lane_of = lru_cache(maxsize=256)(Lane)


class Path:
    """What one chunk after another has in common: the keys (`lane`), the envelope, the choice.

    `constant`: the values beside the piece of a delta that stay what they are. `exact`: the type of chunks that were decoded by the exact
    shape of this path, None until one came. `first`, `number`: the chunks that went along. `role`: the role that comes with each of them
    and is not recorded one by one.
    `last_at`: the newest chunk of the stream. `follows`: it is worth while to let it `follow`.
    """

    __slots__ = ("created", "exact", "first", "follows", "head", "id", "index", "lane", "last_at", "model", "number", "recorder", "role")

    constant: tuple[object, ...] = ()

    def __init__(self, lane: Lane, head: tuple[object, ...], choice: Wire, recorder: ChoiceRecorder, number: int) -> None:
        self.lane = lane
        self.head = head
        self.id, _, self.created, self.model = head
        self.index = choice["index"]
        self.recorder = recorder
        self.exact = lane.exact.get(self.constant)
        self.follows = False
        self.role: str | None = None
        self.begin(number)
        self.last_at: At = recorder.facts.last_at

    def begin(self, number: int) -> None:
        """The next chunk that goes along is that with this number."""
        self.first = self.number = number

    def walks(self, chunk: Any, at: At) -> bool:
        """Record a chunk, untyped or of an exact shape not met on this path yet, if it is like the one before it.

        False, and nothing recorded, if not.
        """
        if type(chunk) is dict:
            return self.walk(chunk, at)
        walked = self.exact is None and self.walk(as_dicts(chunk), at)
        if walked:
            self.known_as(type(chunk))
        return walked

    def known_as(self, exact: type[Exact]) -> None:
        """Chunks of the exact shape `exact` have the keys of this path."""
        self.exact = self.lane.exact[self.constant] = exact

    def walk(self, wire: Wire, at: At) -> bool:
        """Record `wire` if it is like the chunk before it; False, and nothing recorded, if not. What fails soonest is asked first."""
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
        return self.take(delta, at)

    def walk_exact(self, chunk: Any, at: At) -> bool:
        """`walk` for a chunk that was decoded by its exact shape, which is the shape of this path (`exact`): keys and types are proven."""
        if chunk.id != self.id or chunk.created != self.created or chunk.model != self.model:
            return False
        (choice,) = chunk.choices
        return choice.index == self.index and self.take_exact(choice.delta, at)

    def take(self, delta: Wire, at: At) -> bool:
        """Record a delta with the keys of this path; False, and nothing recorded, if it cannot go along."""
        self.recorder.delta(delta, self.number, at, 0)
        self.number += 1
        self.last_at = at
        return True

    def take_exact(self, delta: Any, at: At) -> bool:
        """The same for a delta of an exact shape."""
        return self.take(as_dicts(delta), at)

    def follow(self, values: Iterator[Any]) -> tuple[int, bool]:
        """Take chunks of the exact shape of the one before, as long as they are like it in all else.

        How many, and whether one more was asked for and not taken.
        """
        return 0, False

    def took(self, place_of: Callable[[int], At]) -> None:
        """`place_of(0)`, `place_of(1)` ... is where the chunks stood that `follow` took."""

    def leave(self, census: Census) -> int:
        """Bring what was counted into the facts of the choice and the census of the stream. How many chunks went along."""
        times = self.number - self.first
        if times:
            counts = census.counts
            for known in self.lane.sets:
                if known in counts:
                    counts[known] += times
            facts = self.recorder.facts
            facts.last_at = self.last_at
            facts.last_chunk = self.number - 1
            if self.role is not None:
                facts.roles.extend(self.role, Spot(self.first, self.last_at, ROLE), Spot(self.number - 1, self.last_at, ROLE), times)
        return times
