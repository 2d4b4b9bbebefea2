"""Blocks into lines. A line ends at CRLF, LF or CR and nowhere else: U+2028, U+0085, VT and FF are content."""

import re
from collections.abc import Iterable, Iterator
from io import BytesIO
from typing import Final, NamedTuple

MAX_LINE: Final = 16 << 20
"""A longer line is skipped without being held."""

BLANK: Final = b" \t\r\n"
NOT_BLANK: Final = re.compile(rb"[^ \t\r\n][^\r\n]*+")
"""A line that is not blank, from its first character that is not white."""


class Run(NamedTuple):
    """Lines that follow each other, each with one byte after it in place of its end; `start` is where the first one begins.

    Where a CR is among the ends, `raw` has the bytes as they are. Every CR and every LF counts as an end there, so that after each CRLF
    comes a lone end that is no line: `is_half(raw, at)` tells, `at` being its place in `raw`. So files with LF alone pay nothing for the
    others. A line that is too long is a run of its own: no lines, `skipped` is the byte after it. `passed`: so many lines before this run
    were records that were taken by somebody else; `alone`: what stops inside a value here does not go on in a later line.
    """

    lines: Iterable[bytes]
    start: int
    raw: bytes = b""
    skipped: int = 0
    passed: int = 0
    alone: bool = False


class Lines:
    """The runs of a file. `open_end`: the last line, in the run given last, has no line end; it is given with one all the same."""

    def __init__(self, blocks: Iterable[bytes], start: int = 0) -> None:
        self.blocks = blocks
        self.start = start
        self.open_end = False

    def __iter__(self) -> Iterator[Run]:
        rest: list[bytes] = []
        size = 0
        start = self.start
        after_return = False
        for whole in self.blocks:
            block = whole
            if after_return and block.startswith(b"\n"):
                block = block[1:]
                start += 1
            after_return = block.endswith(b"\r")
            if size and (first := first_end(block)) >= 0 and size + first > MAX_LINE:
                yield Run((), start, skipped=start + size + first)
                after = first + (2 if block.startswith(b"\r\n", first) else 1)
                start += size + after
                block = block[after:]
                rest, size = [], 0
            cut = max(block.rfind(b"\n"), block.rfind(b"\r")) + 1 if b"\r" in block else block.rfind(b"\n") + 1
            if cut:
                raw = b"".join([*rest, memoryview(block)[:cut]])
                yield run_of(raw, start)
                start += len(raw)
                block = block[cut:]
                rest, size = [], 0
            size += len(block)
            if size > MAX_LINE:
                rest = []
            elif block:
                rest.append(block)
        if size:
            self.open_end = True
            yield Run((b"".join([*rest, b"\n"]),), start) if size <= MAX_LINE else Run((), start, skipped=start + size)


def run_of(raw: bytes, start: int) -> Run:
    """The run of lines in `raw`, which ends with a line end.

    A line after the other out of a buffer: `bytes.split` is three times slower, and keeps them all.
    """
    if b"\r" in raw:
        return Run(BytesIO(raw.replace(b"\r", b"\n")), start, raw)
    return Run(BytesIO(raw), start)


def is_half(raw: bytes, at: int) -> bool:
    """Whether the line end at `at` is the LF of a CRLF."""
    return raw[at] == 10 and at > 0 and raw[at - 1] == 13


def first_end(block: bytes) -> int:
    """Where the first line of `block` ends, or -1 when it does not."""
    feed = block.find(b"\n")
    back = block.find(b"\r", 0, feed) if feed >= 0 else block.find(b"\r")
    return back if back >= 0 else feed


def count_ends(text: bytes, start: int = 0, end: int | None = None) -> int:
    """How many line ends stand in `text[start:end]`; a CRLF is one."""
    stop = len(text) if end is None else end
    feeds = text.count(b"\n", start, stop)
    returns = text.count(b"\r", start, stop)
    return feeds if not returns else feeds + returns - text.count(b"\r\n", start, stop)


def count_feeds(text: bytes, start: int, end: int) -> int:
    """The same where the text has no CR."""
    return text.count(b"\n", start, end)


def ends_of(raw: bytes) -> str:
    """How the lines at the start of `raw` end: "LF", "CRLF", "CR", "mixed", or "" where it cannot be told."""
    both = raw.count(b"\r\n")
    feeds = raw.count(b"\n") - both
    returns = raw.count(b"\r") - both - raw.endswith(b"\r")  # the last one may be the first half of a CRLF
    found = [name for name, count in (("CRLF", both), ("CR", returns), ("LF", feeds)) if count]
    return "mixed" if len(found) > 1 else "".join(found)
