"""Where in the raw bytes of a record a JSON pointer points."""

import re
from typing import Final

import msgspec

from validation.decoding.refusals import value_end
from validation.decoding.values import REFUSED

SPACE: Final = re.compile(rb"[ \t\r\n]*+")
AFTER_VALUE: Final = re.compile(rb"[ \t\r\n]*+,[ \t\r\n]*+")
COLON: Final = re.compile(rb"[ \t\r\n]*+:[ \t\r\n]*+")
DATA: Final = re.compile(rb"\xef?\xbb?\xbf?data: ?")
_PLAIN = rb'(?:"[^"\\\x00-\x1f]*+"|null|true|false|-?(?:0|[1-9][0-9]*+)(?![0-9.eE]))[ \t\r\n]*+'
PLAIN: Final = re.compile(_PLAIN)
"""A value that ends where it is easily seen: a text without escapes, a word, a whole number."""

PLAIN_MEMBER: Final = re.compile(rb'"([^"\\\x00-\x1f]*+)"[ \t\r\n]*+:[ \t\r\n]*+' + _PLAIN + rb",[ \t\r\n]*+")
"""A member with such a value, and another one after it."""

read_key: Final = msgspec.json.Decoder(str).decode

Range = tuple[int, int]


def locate(token: bytes, pointer: str) -> Range:
    """The half-open byte range, relative to `token`, of the smallest raw JSON text that `pointer` (RFC 6901) names.

    `token` is one raw JSON value, or the text of an event with its `data:`. Where a step leads nowhere the range is that of the deepest
    ancestor that exists; where nothing can be told (several data lines, a text that is not JSON) it is the whole. Never raises.
    """
    low, high = content(token)
    if value_end(memoryview(token)[low:high]) != high - low:
        return 0, len(token)
    found = trimmed(token, low, high) if pointer.startswith("/") else (0, len(token))
    for step in pointer.split("/")[1:]:
        child = child_of(token, found, step.replace("~1", "/").replace("~0", "~"))
        if child is None:
            break
        found = child
    return found


def content(token: bytes) -> Range:
    """Where the JSON stands in `token`: after the `data:` of an event, or everywhere."""
    prefix = DATA.match(token)
    return (prefix.end() if prefix else 0), len(token)


def trimmed(token: bytes, low: int, high: int) -> Range:
    """The range without white space around it."""
    low = SPACE.match(token, low, high).end()  # type: ignore[union-attr]
    while high > low and token[high - 1 : high] in (b" ", b"\t", b"\r", b"\n"):
        high -= 1
    return low, high


def child_of(token: bytes, parent: Range, step: str) -> Range | None:
    """The member or element `step` of the object or array at `parent`; the last one where a key stands twice, as every reader takes it."""
    opening = token[parent[0] : parent[0] + 1]
    if opening == b"[":
        return element(token, parent, int(step)) if step.isascii() and step.isdigit() and len(step) < 10 else None
    return member(token, parent, step) if opening == b"{" else None


def size_of_value(token: bytes, low: int, high: int) -> int | None:
    """How many bytes the value at `low` has, white space after it included; None if none stands there that is whole."""
    plain = PLAIN.match(token, low, high)
    return plain.end() - low if plain else value_end(memoryview(token)[low:high])


def element(token: bytes, parent: Range, number: int) -> Range | None:
    """The element `number` of an array."""
    low, high = trimmed(token, parent[0] + 1, parent[1] - token.endswith(b"]", 0, parent[1]))
    while low < high:
        size = size_of_value(token, low, high)
        if size is None:
            return None
        if not number:
            return trimmed(token, low, low + size)
        number -= 1
        comma = AFTER_VALUE.match(token, low + size, high)
        if comma is None:
            return None
        low = comma.end()
    return None


def member(token: bytes, parent: Range, name: str) -> Range | None:
    """The member `name` of an object; one that stops with the file reaches to its end."""
    low, high = trimmed(token, parent[0] + 1, parent[1] - 1)
    found: Range | None = None
    wanted = name.encode(errors="surrogatepass")
    while low < high:
        plain = PLAIN_MEMBER.match(token, low, high)
        if plain is not None and plain[1] != wanted:
            low = plain.end()
            continue
        size = size_of_value(token, low, high)
        colon = COLON.match(token, low + size, high) if size is not None else None
        if size is None or colon is None:
            return found
        key = key_of(token[low : low + size])
        low = colon.end()
        size = size_of_value(token, low, high)
        if size is None:
            return (low, parent[1]) if key == name else found
        if key == name:
            found = trimmed(token, low, low + size)
        comma = AFTER_VALUE.match(token, low + size, high)
        if comma is None:
            return found
        low = comma.end()
    return found


def key_of(raw: bytes) -> str | None:
    """A raw key as text; None if it is none (a lone surrogate)."""
    try:
        return read_key(raw)
    except REFUSED:
        return None
