"""A log that prints its JSON over several lines behind the words of a line, as servers on a desktop do: where the values stand in it."""

import re
from collections.abc import Iterator
from typing import Final

from validation.decoding.kind import HEAD, LOG_LINES
from validation.decoding.lines import NOT_BLANK
from validation.decoding.refusals import TRUNCATED, refusal_of, value_end
from validation.decoding.values import skip

BEFORE: Final = re.compile(rb"(?:\A|(?<=[\r\n]))([^\r\n{\"]{1,200}+)\{")
"""A line up to its first bracket."""
SAID: Final = re.compile(rb"\d\d:\d\d|\b(?:DEBUG|ERROR|INFO|TRACE|VERBOSE|WARN)", re.IGNORECASE)
"""What the words of a log have: a time or a level."""
REST: Final = re.compile(rb"[^\r\n]*+")
BEGUN: Final = re.compile(rb"\{\s*+\"")
OPEN: Final = re.compile(rb"\{[ \t]*+[\r\n]")
ATTEMPTS: Final = 64
"""So many values may have no end before a file is no longer searched for them."""


def is_log_of_values(body: bytes) -> bool:
    """Whether one of the first lines opens a value that goes on over the next ones, and closes."""
    lines = [found for found, _ in zip(NOT_BLANK.finditer(body[:HEAD]), range(LOG_LINES), strict=False)]
    end = lines[-1].end() if lines else 0
    view = memoryview(body)
    return any(OPEN.match(body, low) and value_end(view[low:]) is not None for low in _opened(body, end))


def values_in(text: bytes) -> Iterator[tuple[int, int]]:
    """Where the values stand that lines of the log open, with the words behind them, and the one that the log was cut in."""
    view = memoryview(text)
    high = failed = 0
    cut = -1
    for low in _opened(text, len(text)):
        if low < high:
            continue
        size = value_end(view[low:])
        if size is not None:
            last = low + len(text[low : low + size].rstrip())
            high, cut = REST.match(text, last).end(), -1  # type: ignore[union-attr]
            yield low, high
            continue
        cut = low if BEGUN.match(text, low) and refusal_of(skip, text[low:]) == TRUNCATED else -1
        failed += 1
        if failed == ATTEMPTS:
            return
    if cut >= 0:
        yield cut, len(text)


def _opened(text: bytes, end: int) -> Iterator[int]:
    """Where a bracket opens behind the words of a log."""
    for found in BEFORE.finditer(text, 0, end):
        if found[1][-1:] in b" \t:=>" and SAID.search(found[1]):
            yield found.end() - 1
