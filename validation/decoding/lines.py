"""Blocks into lines. A line ends at CRLF, LF or CR and nowhere else: U+2028, U+0085, VT and FF are content."""

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

MAX_LINE: Final = 16 << 20
"""A longer line is skipped without being held."""

BLANK: Final = b" \t\r\n"
NOT_BLANK: Final = re.compile(rb"[^ \t\r\n][^\r\n]*+")
"""A line that is not blank, from its first character that is not white."""


class Run(NamedTuple):
    """Whole lines that follow each other, without their ends. `ends`: "LF", "CR", "CRLF", "mixed", or "" when there are none or it cannot be told.

    An end is one byte, with "CRLF" two. With "mixed" every CR and every LF counts as an end, so that between the two of a CRLF stands an empty
    piece which is no line: a reader asks `raw[at - 1 : at + 1] == b"\\r\\n"`, `at` being the place of the empty piece in `raw`, the
    same lines with their ends, which is only given then. A line that is too long is a run of its own: no pieces, `skipped` is the byte after it.
    """

    pieces: list[bytes]
    start: int
    ends: str = ""
    raw: bytes = b""
    skipped: int = 0


class Lines:
    """The runs of a file. `open_end`: the last line had no line end (known when the runs are used up)."""

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
                yield Run([], start, skipped=start + size + first)
                after = first + (2 if block.startswith(b"\r\n", first) else 1)
                start += size + after
                block = block[after:]
                rest, size = [], 0
            cut = max(block.rfind(b"\n"), block.rfind(b"\r")) + 1 if b"\r" in block else block.rfind(b"\n") + 1
            if cut:
                raw = b"".join([*rest, block[:cut]])
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
            yield Run([b"".join(rest)], start) if size <= MAX_LINE else Run([], start, skipped=start + size)


def run_of(raw: bytes, start: int) -> Run:
    """The run of lines in `raw`, which ends with a line end."""
    if b"\r" not in raw:
        return Run(raw[:-1].split(b"\n"), start, "LF")
    both = raw.count(b"\r\n")
    feeds = raw.count(b"\n") - both
    returns = raw.count(b"\r") - both - raw.endswith(b"\r")  # the last one may be the first half of a CRLF
    if not feeds and not returns:
        return Run(raw.removesuffix(b"\n").removesuffix(b"\r").split(b"\r\n"), start, "CRLF" if both else "")
    if not feeds and not both:
        return Run(raw[:-1].split(b"\r"), start, "CR")
    return Run(raw[:-1].replace(b"\r", b"\n").split(b"\n"), start, "mixed", raw)


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
