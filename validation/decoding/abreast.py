"""Lines of streams that run abreast: sorted by stream before they are decoded, so that the lines of each can be taken in runs.

The first bytes of a line hold the id in most dialects, so lines that begin alike belong to one stream. Sorting changes nothing of what is
told: the lines of a stream keep their order, every line that is not taken comes out in its own, and at the first one that may concern
several streams the sorting ends.
"""

from bisect import bisect_left
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from heapq import heapify, heappop, heappush
from io import BytesIO
from itertools import accumulate, chain, count
from operator import itemgetter
from typing import Final

from validation.decoding.ahead import Ahead, Taker
from validation.decoding.exact import HEAD, MAX_GUESSES, ExactShapes, Read
from validation.decoding.lines import Run
from validation.decoding.slow_lines import SlowLines
from validation.decoding.values import REFUSED
from validation.facts.carriage import Input
from validation.facts.places import At

HELD: Final = 800 << 10
"""So many bytes are held to be sorted at once: more would leave the cache before they are decoded."""
FEW: Final = 6
"""Where the streams have fewer lines than this each, sorting costs more than it saves."""
PAUSE: Final = 16
"""So many blocks are read line by line then, before it is tried again."""


class Share:
    """The lines of one stream among those that are sorted, by their `numbers`. `done`: how many of them are over; `taken`: taken in runs.

    `taker` took those that came last; where they stood it is told before the next one comes out.
    """

    __slots__ = ("_since", "_untold", "done", "head", "numbers", "taken", "taker")

    def __init__(self, head: bytes, numbers: list[int]) -> None:
        self.head = head
        self.numbers = numbers
        self.done = self.taken = 0
        self.taker: Taker | None = None
        self._since = 0
        self._untold = False

    @property
    def next(self) -> int | None:
        """The number of the line that comes next, None when all are over."""
        return self.numbers[self.done] if self.done < len(self.numbers) else None

    def follow(self, taker: Taker, value: object, read: Read, texts: list[bytes]) -> None:
        """Let `taker` have the lines that come next, the first of which was decoded to `value`."""
        rest = map(texts.__getitem__, self.numbers[self.done + 1 :])
        times, _ = taker.follow(chain((value,), map(read, rest)))
        if times:
            self.taker, self._since, self._untold = taker, self.done, True
            self.done += times
            self.taken += times

    def touch(self, at: At) -> None:
        """The record at `at` is not older than what the taker took."""
        if self._untold and self.taker is not None:
            self.taker.last_at = at

    def tell(self, place_of: Callable[[int], At]) -> None:
        """Tell the taker where the lines stood that it took; `place_of` is asked by their numbers."""
        if self._untold and self.taker is not None:
            self._untold = False
            numbers, since = self.numbers, self._since
            self.taker.took(lambda number: place_of(numbers[since + number]))


class Sorted:
    """Lines that follow each other, sorted by stream."""

    def __init__(self, texts: list[bytes], start: int, facts: Input, ahead: Ahead, exact: ExactShapes) -> None:
        self._texts = texts
        self._starts = list(accumulate(map(len, texts), initial=start))
        self._facts = facts
        self._record, self._line = facts.records, facts.lines + 1
        self._shift = 0
        self._shifts: list[tuple[int, int]] = []
        self._ahead = ahead
        self._exact = exact
        self._shares: dict[bytes, Share] = {}
        self._end = len(texts)

    def runs(self) -> Iterator[Run]:
        """The lines that no stream has taken, one by one, and at last those that were not sorted."""
        self._share_out()
        left = [(number, share) for share in self._shares.values() if (number := share.next) is not None]
        heapify(left)
        passed = 0
        while left:
            number, share = heappop(left)
            self._look_around(number)
            share.tell(self._place_of)
            self._ahead.before = self._before(passed, number)
            yield Run((self._texts[number],), self._starts[number], b"", 0, number - passed, alone=True)
            passed = number + 1
            self._note_shift(passed)
            share.done += 1
            if (following := self._go_on(share)) is not None:
                heappush(left, (following, share))
        self._look_around(self._end)
        for share in self._shares.values():
            share.tell(self._place_of)
        self._ahead.before = self._before(passed, self._end)
        self._ahead.catch_up()
        yield Run(self._texts[self._end :], self._starts[self._end], passed=self._end - passed)

    def _share_out(self) -> None:
        """Sort the lines by their beginnings, up to the first that may concern several streams, and let them be taken."""
        numbers_of: dict[bytes, list[int]] = defaultdict(list)
        lists = map(numbers_of.__getitem__, map(itemgetter(slice(HEAD)), self._texts))
        deque(map(list.append, lists, count()), maxlen=0)
        if len(self._texts) < FEW * len(numbers_of):
            self._end = 0
            return
        owners = set()
        takers = []
        for beginning, numbers in numbers_of.items():
            value, read = self._decoded(self._texts[numbers[0]], beginning)
            owner, id, taker = self._ahead.owner_of(value)
            if owner is None or owner in owners or len(id) > HEAD or not _says_id(beginning, id):
                self._end = numbers[0]
                break
            owners.add(owner)
            share = self._shares[beginning] = Share(beginning, numbers)
            if taker is not None:
                takers.append((share, taker, value, read))
        if self._end < len(self._texts):
            for share in self._shares.values():
                del share.numbers[bisect_left(share.numbers, self._end) :]
        for share, taker, value, read in takers:
            share.follow(taker, value, read, self._texts)

    def _go_on(self, share: Share) -> int | None:
        """Let the lines of `share` be taken that come after one that came out. The number of the next one that does."""
        number = share.next
        read = self._exact.guesses.get(share.head)
        walked = self._ahead.walked
        if number is None or read is None or (walked is not None and not walked.follows):
            return number
        try:
            value = read(self._texts[number])
        except REFUSED:
            return number
        _, _, taker = self._ahead.owner_of(value)
        if taker is None:
            return number
        share.follow(taker, value, read, self._texts)
        return share.next

    def _decoded(self, text: bytes, beginning: bytes) -> tuple[object, Read]:
        """The value of a line, None for one that is refused, and what reads it. Nothing is learned from it: it may come out later."""
        read = self._exact.guesses.get(beginning, self._exact.decode)
        try:
            return read(text), read
        except REFUSED:
            try:
                return self._exact.decode(text), read
            except REFUSED:
                return None, read

    def _before(self, passed: int, number: int) -> tuple[Taker, Callable[[int], At], int] | None:
        """Who took the line before `number`, and where it stands, if it was taken: all from `passed` on were."""
        taker = self._shares[self._texts[number - 1][:HEAD]].taker if number > passed else None
        return None if taker is None else (taker, self._place_of, number - 1)

    def _look_around(self, number: int) -> None:
        """Let the reader look around at each record before line `number` that asks for it, as if none had been taken."""
        while (looked_at := self._ahead.until - self._record - self._shift) < number:
            at = self._place_of(looked_at)
            for share in self._shares.values():
                share.touch(at)
            self._ahead.look(at)

    def _note_shift(self, passed: int) -> None:
        """Note where lines were not one record each, by which the numbers of those behind are off."""
        shift = self._facts.records - self._record - passed
        if shift != self._shift:
            self._shift = shift
            self._shifts.append((passed, shift))

    def _place_of(self, number: int) -> At:
        record = self._record + number
        if self._shifts:
            record += next((shift for since, shift in reversed(self._shifts) if since <= number), 0)
        return record, self._line + number, self._starts[number], self._starts[number + 1] - 1

    @property
    def was_worth_it(self) -> bool:
        """Whether the streams had lines enough, and most of them could be taken."""
        taken = sum(share.taken for share in self._shares.values())
        return self._end >= FEW * len(self._shares) > 0 and taken * 2 > self._end


class Abreast:
    """The runs of a file, sorted where streams take turns: then lines that were taken are missing (`Run.passed`)."""

    def __init__(self, runs: Iterable[Run], facts: Input, ahead: Ahead, exact: ExactShapes, slow: SlowLines) -> None:
        self._runs = runs
        self._facts = facts
        self._ahead = ahead
        self._exact = exact
        self._slow = slow
        self._held: list[bytes] = []
        self._start = 0
        self._turns = self._records = 0
        self._worth = False
        self._pause = 0

    def __iter__(self) -> Iterator[Run]:
        for run in self._runs:
            if run.raw or not isinstance(run.lines, BytesIO) or not (self._held or self._take_turns()):
                yield from self._sorted()
                yield run
                continue
            if not self._held:
                self._start = run.start
            self._held += run.lines.readlines()
            if run.start + run.lines.tell() - self._start >= HELD:
                yield from self._sorted()
        yield from self._sorted()

    def _take_turns(self) -> bool:
        """Whether the streams of the records read last took turns, so often that it is worth while to sort the next ones."""
        turns, self._turns = self._ahead.turns - self._turns, self._ahead.turns
        records, self._records = self._facts.records - self._records, self._facts.records
        if self._pause:
            self._pause -= 1
            return False
        return self._worth or turns * 4 > records

    def _sorted(self) -> Iterator[Run]:
        """Sort the lines held. One that may go on with a value over several lines comes out by itself before."""
        while self._held and self._slow.held:
            text = self._held.pop(0)
            yield Run((text,), self._start)
            self._start += len(text)
        if self._held:
            lines = Sorted(self._held, self._start, self._facts, self._ahead, self._exact)
            self._held = []
            yield from lines.runs()
            self._worth = lines.was_worth_it
            self._pause = 0 if self._worth else PAUSE


@lru_cache(maxsize=MAX_GUESSES)
def _says_id(beginning: bytes, id: str) -> bool:
    """True when a line that begins like this has this id and no other."""
    return b'"id":"%b"' % (name := id.encode(errors="replace")) in beginning or b'"id": "%b"' % name in beginning
