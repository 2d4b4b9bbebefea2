"""The beaten path of text: every delta carries a piece of content or of reasoning, and nothing else that is new."""

from collections.abc import Callable, Iterator
from itertools import islice
from operator import attrgetter, itemgetter
from typing import Any

import msgspec

from validation.facts.exact import TWINS
from validation.facts.places import At
from validation.reassembly.choices import MANY, ChoiceRecorder
from validation.reassembly.key_sets import Census, key_set
from validation.reassembly.path import Lane, Path, Wire, is_still

KEYS = ("content", "reasoning", "reasoning_content")
STILL = (*KEYS, "role", "refusal", "function_call")
"""Keys that may stand beside a piece, still (`is_still`), and bring nothing new as long as they stay what they are."""


def key_of_piece(delta: Wire) -> str | None:
    """The key of the one piece of text in a delta; None if it has none or several, or anything else that may be new in the next one.

    A list of `reasoning_details` beside a piece mirrors it.
    """
    if len(delta) == 1:
        (only,) = delta
        return only if only in KEYS else None
    keys = [key for key in KEYS if key in delta]
    if len(keys) > 1:
        keys = [key for key in keys if delta[key]]
    if len(keys) != 1 or "tool_calls" in delta:
        return None
    if "reasoning_details" in delta and not (delta["reasoning_details"] and type(delta["reasoning_details"]) is list):
        return None
    return keys[0] if all(key == keys[0] or is_still(key, delta.get(key)) for key in STILL) else None


class TextPath(Path):
    """The path of deltas with one piece of text, under `key`, or under its twin where the exact shape lets both of them come in turns.

    `followed`: how many chunks `follow` took last, `twins` of them with their piece under the twin; `turned`: how many chunks that went
    along had it there.
    `beside`: what stands beside the piece and must stay what it is. `beside_of` takes it from a delta of an exact shape, `beside_in` from a
    dict; both are None where nothing does.
    """

    __slots__ = ("beside", "beside_in", "beside_of", "followed", "key", "turned", "twins")

    def __init__(self, lane: Lane, head: tuple[object, ...], choice: Wire, recorder: ChoiceRecorder, number: int, key: str) -> None:
        super().__init__(lane, head, choice, recorder, number)
        self.follows = True
        self.key = key
        self.turned = 0
        self.beside: object = None
        self.beside_of: Callable[[Any], object] | None = None
        self.beside_in: Callable[[Wire], object] | None = None
        delta = choice["delta"]
        still = [name for name in STILL if name in delta and name != key] if len(delta) > 1 else []
        if still:
            self.beside_of = attrgetter(*still)
            self.beside_in = itemgetter(*still)
            self.beside = self.beside_in(delta)
            self.role = delta.get("role")

    def take(self, delta: Wire, at: At) -> bool:
        """Record a piece of text; False, and nothing recorded, if anything beside it is new."""
        if self.beside_in is not None and self.beside_in(delta) != self.beside:
            return False
        if "reasoning_details" in delta and type(delta["reasoning_details"]) is not list:
            return False
        return self._take(self.key, delta[self.key], at)

    def take_exact(self, delta: Any, at: At) -> bool:
        """The same for a delta of an exact shape."""
        if self.beside_of is not None and self.beside_of(delta) != self.beside:
            return False
        if type(delta) is not dict:
            return self._take(self.key, getattr(delta, self.key), at)
        ((key, text),) = delta.items()
        self.turned += key != self.key
        return self._take(key, text, at)

    def _take(self, key: str, text: object, at: At) -> bool:
        self.recorder.text(key, text, self.number, at)
        self.number += 1
        if not self.follows:
            room = self.recorder.plain_texts(self.key)
            self.follows = room is not None and not room[-1].growing
        self.last_at = at
        return True

    def follow(self, values: Iterator[Any]) -> tuple[int, bool]:
        """Take chunks as long as their pieces need not be looked at singly."""
        room = self.recorder.plain_texts(self.key)
        if room is None or self.exact is None:
            self.follows = False
            return 0, False
        plain, short, watch = room
        id, created, model, index, keep, beside_of = self.id, self.created, self.model, self.index, plain.append, self.beside_of
        key, text_of, in_turns = self.key, attrgetter(self.key), self.exact.in_turns
        kept, growing, twins = len(plain), watch.growing, 0
        stopped = False
        try:
            for value in islice(values, MANY):
                if value.id == id and value.created == created and value.model == model:
                    (choice,) = value.choices
                    delta = choice.delta
                    if in_turns:
                        ((key, text),) = delta.items()
                    else:
                        text = text_of(delta)
                    if (
                        choice.index == index and type(text) is str and 0 < len(text) < short and "<" not in text and "[" not in text
                        and (beside_of is None or beside_of(delta) == self.beside) and not (growing and text.startswith(plain[-1]))
                    ):  # fmt: skip
                        keep(text)
                        growing = False
                        if in_turns and key != self.key:
                            twins += 1
                        continue
                stopped = True
                break
        except msgspec.DecodeError:
            stopped = True
        self.followed, self.twins = len(plain) - kept, twins
        watch.growing, self.follows = growing, not growing
        return self.followed, stopped

    def took(self, place_of: Callable[[int], At]) -> None:
        """Count what `follow` took."""
        self.recorder.took(self.key, self.followed, self.twins)
        self.turned += self.twins
        self.number += self.followed
        self.last_at = place_of(self.followed - 1)

    def leave(self, census: Census) -> int:
        """As in any path; deltas with the twin of its key are counted as what they are."""
        times = super().leave(census)
        keys = self.lane.sets[-1]
        if self.turned:
            if keys in census.counts:
                census.counts[keys] -= self.turned
            census.add(key_set("delta", (TWINS[self.key],)), self.turned)
            self.turned = 0
        return times
