"""Lines that their reader takes itself: where one chunk is like the other, the way through this room is longer than the rest."""

from collections.abc import Callable, Iterator
from io import BytesIO
from itertools import islice
from typing import Any, Protocol

from validation.decoding.exact import Read
from validation.facts.places import At


class Taker(Protocol):
    """Who takes what comes next."""

    def follow(self, values: Iterator[Any]) -> tuple[int, bool]:
        """Take values, all of the exact shape of the last one, as long as they are like it. How many, and whether one more was asked for.

        One that was asked for and not taken comes again. One that has another shape raises msgspec.DecodeError, and counts as asked for.
        """

    def took(self, place_of: Callable[[int], At]) -> None:
        """What was taken stood at `place_of(0)`, `place_of(1)` ... Soonest are found the last ones, and one before that asked for last."""


class Ahead:
    """What the reader of records says between two of them: that `taker` takes up to `most` of the next ones, if they are plain lines."""

    __slots__ = ("most", "taker")

    def __init__(self) -> None:
        self.taker: Taker | None = None
        self.most = 0

    def go(self, taker: Taker, lines: BytesIO, read: Read, record: int, line: int, base: int) -> tuple[int, int]:
        """Let `taker` have what is left of `lines`, which begin at byte `base`. How many lines it took, and at which byte it stopped."""
        self.taker = None
        times, asked = taker.follow(map(read, islice(lines, self.most)))
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

        if times:
            taker.took(place_of)
        return times, base + end
