"""On which line of a long text many places stand: lines are counted once a block, and for each place only inside its block."""

from itertools import accumulate, pairwise
from typing import Final

from validation.decoding.lines import count_ends

BLOCK: Final = 1 << 16


class LineNumbers:
    """The line ends of one text. Nothing is counted before the first question."""

    def __init__(self, text: bytes) -> None:
        self.text = text
        self._starts: list[int] = []
        self._before: list[int] = []

    def before(self, place: int) -> int:
        """How many lines end before the byte `place`."""
        if place <= BLOCK:
            return count_ends(self.text, 0, place)
        if not self._starts:
            # A block never begins between the halves of one line end.
            size = len(self.text)
            self._starts = [at + (self.text[at - 1 : at + 1] == b"\r\n") for at in range(0, size + 1, BLOCK)]
            self._before = list(accumulate((count_ends(self.text, low, high) for low, high in pairwise(self._starts)), initial=0))
        block = min(place // BLOCK, len(self._starts) - 1)
        if self._starts[block] > place:
            block -= 1
        return self._before[block] + count_ends(self.text, self._starts[block], place)
