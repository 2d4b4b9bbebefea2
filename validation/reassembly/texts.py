"""The beaten path of text: every delta has one key, of content or of reasoning, and carries a piece of it."""

from collections.abc import Callable, Iterator
from itertools import islice
from operator import attrgetter
from typing import Any

import msgspec

from validation.facts.places import At
from validation.reassembly.choices import MANY
from validation.reassembly.path import Path, Wire

AGAIN = 8
"""So many pieces that are looked at singly until it is asked again whether they must be."""

KEYS = (("content",), ("reasoning",), ("reasoning_content",))


class TextPath(Path):
    """The path of deltas with one of `KEYS`. `followed`: how many chunks `follow` took last."""

    __slots__ = ("followed",)

    def take(self, delta: Wire, at: At) -> bool:
        """Record a piece of text."""
        ((key, text),) = delta.items()
        self.recorder.text(key, text, self.number, at)
        self.number += 1
        if not self.number % AGAIN:
            self.follows = self.recorder.plain_texts(key) is not None
        self.last_at = at
        return True

    def take_exact(self, delta: Any, at: At) -> bool:
        """The same for a delta of an exact shape."""
        (key,) = self.lane.delta_keys
        return self.take({key: getattr(delta, key)}, at)

    def follow(self, values: Iterator[Any]) -> tuple[int, bool]:
        """Take chunks as long as their pieces need not be looked at singly."""
        (key,) = self.lane.delta_keys
        room = self.recorder.plain_texts(key)
        if room is None or self.exact is None:
            self.follows = False
            return 0, False
        plain, short = room
        id, created, model, index, keep = self.id, self.created, self.model, self.index, plain.append
        text_of = attrgetter(key)
        kept = len(plain)
        stopped = False
        try:
            for value in islice(values, MANY):
                if value.id == id and value.created == created and value.model == model:
                    (choice,) = value.choices
                    text = text_of(choice.delta)
                    if choice.index == index and type(text) is str and 0 < len(text) < short and "<" not in text and "[" not in text:
                        keep(text)
                        continue
                stopped = True
                break
        except msgspec.DecodeError:
            stopped = True
        self.followed = len(plain) - kept
        return self.followed, stopped

    def took(self, place_of: Callable[[int], At]) -> None:
        """Count what `follow` took."""
        (key,) = self.lane.delta_keys
        self.recorder.took(key, self.followed)
        self.number += self.followed
        self.last_at = place_of(self.followed - 1)
