"""Text from a trace on its way into the database: the one place that makes it storable.

PostgreSQL refuses NUL and lone surrogates, SQLite stores what no JSON renderer can print, and either may cut an integer.
"""

import re
from typing import Any

LONGEST_ERROR = 2_500
"""Longest error text that is looked up. It comes in an address, where a character may become three, and servers take 8 kB of one."""
WORD = 200
"""Longest id, name or reason, in characters."""
TEXT = 2_000
"""Longest text inside a stored structure, in characters."""
DEEPEST = 32
MOST_NODES = 1_000_000
ELLIPSIS = "…"

_HARMFUL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")
_UNSTORABLE = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")
_SHORT = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}
_LOWEST, _HIGHEST = -(2**63), 2**63 - 1


def visible(text: str, limit: int = TEXT, *, lines: bool = False) -> str:
    """`text` with NUL, control characters and lone surrogates written out (`\\u0000` is six characters), at most `limit` characters.

    `lines`: it may have several, so line ends and tabs stay. What was cut ends in an ellipsis. Applying it twice changes nothing.
    """
    if text.isprintable() and len(text) <= limit:
        # Nearly all texts: a printable one holds nothing that would have to be written out.
        return text
    shown = (_HARMFUL if lines else _UNSTORABLE).sub(_written_out, text[: limit + 1])
    return shown if len(shown) <= limit else shown[: limit - 1] + ELLIPSIS


def word(value: object, limit: int = WORD) -> str:
    """Anything as one storable word; None becomes an empty text."""
    return "" if value is None else visible(str(value)[: limit + 1], limit)


def number(value: object) -> int | None:
    """`value` if an integer column of 64 bits can hold it, else None. A bool is no number."""
    if type(value) is int and _LOWEST <= value <= _HIGHEST:
        return value
    return None


def can_match(value: str | int) -> bool:
    """Whether any stored text or number can equal `value`; PostgreSQL answers a NUL or a number beyond its column with an error."""
    return number(value) is not None if isinstance(value, int) else visible(value) == value


def storable(value: Any) -> Any:
    """A JSON structure with every text and key made visible and every number one that JSON readers agree on.

    Integers beyond 64 bits and floats that are not finite become texts; what lies deeper than 32 levels or beyond a million values becomes
    an ellipsis.
    """
    return _Cleaning().clean(value, 0)


class _Cleaning:
    def __init__(self) -> None:
        self.left = MOST_NODES

    def clean(self, value: Any, depth: int) -> Any:
        self.left -= 1
        if self.left < 0 or depth > DEEPEST:
            return ELLIPSIS
        if isinstance(value, str):
            return visible(value, lines=True)
        if isinstance(value, dict):
            return {visible(str(key), WORD): self.clean(inner, depth + 1) for key, inner in self._some(value.items())}
        if isinstance(value, (list, tuple)):
            return [self.clean(inner, depth + 1) for inner in self._some(value)]
        return _scalar(value)

    def _some(self, entries: Any) -> list[Any]:
        return [entry for entry, _ in zip(entries, range(max(self.left, 0)), strict=False)]


def _scalar(value: Any) -> Any:
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int):
        return value if _LOWEST <= value <= _HIGHEST else _digits(value)
    if isinstance(value, float):
        return value if value - value == 0 else str(value)
    return visible(str(value))


def _digits(value: int) -> str:
    try:
        return visible(str(value), WORD)
    except ValueError:
        # Python refuses to print more than some thousand digits.
        return f"an integer of {value.bit_length()} bits"


def _written_out(match: re.Match[str]) -> str:
    character = match[0]
    return _SHORT.get(character) or f"\\u{ord(character):04x}"
