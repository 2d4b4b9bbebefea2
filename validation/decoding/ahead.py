"""Lines that their reader takes itself: where one chunk is like the other, the way through this room is longer than the rest."""

from collections.abc import Callable, Iterator
from io import BytesIO
from itertools import islice
from typing import Any, Final, Protocol

from validation.decoding.exact import Read
from validation.facts.exact import Exact
from validation.facts.places import At

LOOK_EVERY: Final = 1_024
"""So many records apart are those at which the reader looks around."""


class Taker(Protocol):
    """Who takes what comes next. `follows`: it is worth while to let it `follow`. `last_at`: the newest record that it took."""

    follows: bool
    last_at: At

    def follow(self, values: Iterator[Any]) -> tuple[int, bool]:
        """Take values, all of the exact shape of the last one, as long as they are like it. How many, and whether one more was asked for.

        One that was asked for and not taken comes again. One that has another shape raises msgspec.DecodeError, and counts as asked for.
        """

    def took(self, place_of: Callable[[int], At]) -> None:
        """What was taken stood at `place_of(0)`, `place_of(1)` ... Soonest are found the last ones, and one before that asked for last."""


Owned = tuple[object | None, str, Taker | None]
"""Whose a record is, whatever comes before it: the stream, or the one it opens, its id, and who takes this record and what comes after it.

All of it is empty for a record of which that cannot be told.
"""

NOBODY: Final[Owned] = (None, "", None)


class Reader(Protocol):
    """Who reads the records, and knows whose they are."""

    def owner_of(self, value: object) -> Owned:
        """Whose record `value` is."""

    def turn_to(self, taker: Taker) -> None:
        """What `taker` took was the newest record."""

    def look_around(self, at: At) -> None:
        """What is done from time to time, as of the record at `at`."""


class Ahead:
    """What the reader of records says between two of them.

    That `taker` takes the next ones, if they are plain lines; that in its stream the shape `expected` follows a line that had none.
    `walked`: the taker that took the record before, None if none did; `eager`: the last taker took something, so that it is worth while
    to ask one sooner. `turns`: how often a record was not that of the taker before. And
    what it is told: that the record before the one that comes out was taken by somebody else, by whom, and how to find its place
    (`before`). At the record with the number `until` it looks around.
    """

    __slots__ = ("_look_around", "_turn_to", "before", "eager", "expected", "owner_of", "taker", "turns", "until", "walked")

    def __init__(self, reader: Reader) -> None:
        self.taker: Taker | None = None
        self.walked: Taker | None = None
        self.expected: type[Exact] | None = None
        self.before: tuple[Taker, Callable[[int], At], int] | None = None
        self.eager = True
        self.until = self.turns = 0
        self.owner_of, self._turn_to, self._look_around = reader.owner_of, reader.turn_to, reader.look_around

    def look(self, at: At) -> None:
        """Look around at the record at `at`."""
        self.until = at[0] + LOOK_EVERY
        self._look_around(at)

    def catch_up(self) -> None:
        """Turn to who took the record before, if somebody else did: it matters to a record that does not go straight along."""
        if self.before is not None:
            taker, place_of, number = self.before
            self.before = None
            taker.last_at = place_of(number)
            self._turn_to(taker)

    def go(self, taker: Taker, lines: BytesIO, read: Read, record: int, line: int, base: int) -> tuple[int, int]:
        """Let `taker` have what is left of `lines`, which begin at byte `base`. How many lines it took, and at which byte it stopped."""
        self.taker = None
        times, asked = taker.follow(map(read, islice(lines, self.until - record)))
        whole, end = lines.getvalue(), lines.tell()
        if asked:
            end = whole.rfind(b"\n", 0, end - 1) + 1
            lines.seek(end)

        last, stop = times - 1, end - 1

        def place_of(number: int) -> At:
            nonlocal last, stop
            if number > last:
                last, stop = times - 1, end - 1
            for _ in range(last - number):
                stop = whole.rfind(b"\n", 0, stop)
            last = number
            return record + number, line + number, base + whole.rfind(b"\n", 0, stop) + 1, base + stop

        self.eager = times > 0
        if times:
            taker.took(place_of)
        return times, base + end
