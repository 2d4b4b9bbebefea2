"""What a slow path hands to a hot loop, which alone numbers the records."""

from typing import Final

from validation.facts.carriage import Remark

Entry = tuple[int, int, int, object, int]
"""Line, first byte, byte after the last, what stands there (a value, `DONE`, a `Remark`), and 1 if it takes a record number; with 0 it is
said of the record that comes next."""

EXCERPT: Final = 120


def excerpt(text: bytes, length: int = EXCERPT) -> str:
    """The start of `text` as characters; bytes that are not UTF-8 become U+FFFD."""
    shown = text[: 4 * length].decode("utf-8", "replace")
    return shown if len(shown) <= length else shown[: length - 1] + "…"


def remark(kind: str, detail: str, line: int, start: int, end: int, numbered: int = 1) -> Entry:
    """An entry that is a remark."""
    return (line, start, end, Remark(kind, detail), numbered)
