"""A document that stops inside a value, and holds messages: what of it is whole."""

from typing import Any, Final

from validation.decoding.arrays import SPACE, raw_decode, walk
from validation.decoding.values import deep

MESSAGES: Final = "messages"


def whole_characters(text: bytes) -> bytes:
    """`text` without the beginning of a character at its end; anything else that is not UTF-8 stays."""
    try:
        text.decode()
    except UnicodeDecodeError as error:
        return text[: error.start] if error.end == len(text) and error.start > len(text) - 4 else text
    return text


def whole_part(text: bytes) -> tuple[dict[str, Any], int] | None:
    """The whole members of the object that `text` begins with, and of its `messages`, if the text stops there, the whole ones.

    And where in the text the last of all these ends. None for an object without messages.
    """
    try:
        found, end = _members(text.decode())
    except (ValueError, RecursionError):
        return None
    return (found, end) if found.get(MESSAGES) and not deep(text, found) else None


def _members(text: str) -> tuple[dict[str, Any], int]:
    found: dict[str, Any] = {}
    end, at = 1, 1
    while True:
        try:
            key, colon = raw_decode(text, _blank(text, at))
            begin = _blank(text, _blank(text, colon) + 1)
        except ValueError:
            break
        if not isinstance(key, str) or text[begin - 1 : begin] not in (":", " ", "\n", "\r", "\t"):
            break
        try:
            found[key], stop = raw_decode(text, begin)
        except ValueError:
            if key == MESSAGES and text.startswith("[", begin):
                inside = text[begin:].encode()
                values, _ = walk(inside)
                found[key] = [value for value, _, _ in values]
                end = begin + len(inside[: values[-1][2]].decode()) if values else end
            break
        end, at = stop, _blank(text, stop) + 1
        if text[at - 1 : at] != ",":
            break
    return found, len(text[:end].encode())


def _blank(text: str, at: int) -> int:
    """Where the blanks that begin at `at` end."""
    return SPACE.match(text, at).end()  # type: ignore[union-attr]
