"""What a text that is not JSON was probably meant to be. The caller says which recovery was used; nothing is repaired silently.

Tried in the order of the rule `json-invalid-line`: a trailing comma, Python literals, several values on one line, a `data:` prefix in
front. (One value over several lines is the fifth; only the reader of lines can see it.)
"""

import json
import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from validation.decoding.values import STRING, Decode, parsed, value_end

TRAILING_COMMA: Final = re.compile(rb",(?=\s*+[}\]])")
STRINGS_APART: Final = re.compile(rb"(" + STRING + rb")", re.DOTALL)
LITERAL: Final = re.compile(r"""('[^'\\]*+(?:\\.[^'\\]*+)*+(?:'|\\?\Z)|"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\\?\Z))""", re.DOTALL)
ESCAPE: Final = re.compile(r"\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|U(000[0-9A-Fa-f]{5}|0010[0-9A-Fa-f]{4})|(.))", re.DOTALL)
SIMPLE: Final = {"n": "\n", "r": "\r", "t": "\t", "\\": "\\", "'": "'", '"': '"', "b": "\b", "f": "\f", "a": "\a", "v": "\v", "0": "\0"}
SEPARATOR: Final = re.compile(rb"[ \t\r\n]*+,?[ \t\r\n]*+")

MAX_VALUES: Final = 100_000
"""Values taken from one line at most."""

Values = list[tuple[object, int, int]]
"""Values with the half-open byte range each was read from."""


class Recovered(NamedTuple):
    """How the text was read, in a few words, and what was read."""

    how: str
    values: Values


def recover(text: bytes, decode: Decode) -> Recovered | None:
    """Read `text`, UTF-8 that is not JSON, as what it was probably meant to be; None if no recovery works."""
    for how, attempt in (
        ("read without the trailing comma", without_trailing_comma),
        ("read as Python literals", python_literals),
    ):
        changed = attempt(text)
        if changed is not None and (value := parsed(changed, decode)):
            return Recovered(how, [(value[0], 0, len(text))])
    values = list(several(text, decode))
    if len(values) == 1:
        return Recovered("the value before that was read", values)
    if values:
        rest = text[values[-1][2] :].strip(b" \t\r\n,")
        return Recovered(f"{len(values)} values on one line were read{', the rest was not' if rest else ''}", values)
    return after_prefix(text, decode)


def without_trailing_comma(text: bytes) -> bytes | None:
    """`text` without commas before a closing bracket or at its end."""
    bare = text.rstrip()
    shorter = bare.rstrip(b",")
    if not TRAILING_COMMA.search(shorter):
        return shorter if len(shorter) < len(bare) else None
    parts = STRINGS_APART.split(shorter)
    parts[::2] = TRAILING_COMMA.sub(b"", b'"'.join(parts[::2])).split(b'"')
    return b"".join(parts)


def python_literals(text: bytes) -> bytes | None:
    """`text` with Python's strings, None, True and False as JSON has them; None if there is nothing of the kind."""
    shown = text.decode()
    if "'" not in shown and "None" not in shown and "True" not in shown and "False" not in shown:
        return None
    if "\\" not in shown and "'" in shown:
        # The printed dict without an escape is the usual case, and as cheap as a decode: every second part is inside quotes.
        parts = shown.split("'")
        outside = "'".join(parts[::2])
        if '"' not in outside:
            parts[::2] = json_words(outside).split("'")
            parts[1::2] = "'".join(parts[1::2]).replace('"', '\\"').split("'")
            return '"'.join(parts).encode()
    parts = LITERAL.split(shown)
    parts[::2] = [json_words(part) for part in parts[::2]]
    parts[1::2] = [json_string(part) for part in parts[1::2]]
    return "".join(parts).encode("utf-8", "replace")


def json_words(text: str) -> str:
    """Python's three constants as JSON's."""
    return text.replace("None", "null").replace("True", "true").replace("False", "false")


def json_string(literal: str) -> str:
    """One quoted Python string as a JSON string."""
    inner = literal[1:-1]
    return json.dumps(ESCAPE.sub(unescaped, inner) if "\\" in inner else inner)


def unescaped(escape: re.Match[str]) -> str:
    """The character that an escape of Python means; an unknown escape stands for itself."""
    code = escape[1] or escape[2] or escape[3]
    return chr(int(code, 16)) if code else SIMPLE.get(escape[4], escape[0])


def several(text: bytes, decode: Decode) -> Iterator[tuple[object, int, int]]:
    """The objects and arrays that `text` begins with, apart from each other by nothing, white space or one comma."""
    view = memoryview(text)
    start = 0
    for _ in range(MAX_VALUES):
        if text[start : start + 1] not in (b"{", b"["):
            return
        size = value_end(view[start:])
        if size is None:
            return
        raw = bytes(view[start : start + size]).rstrip()
        value = parsed(raw, decode)
        if value is None:
            return
        yield value[0], start, start + len(raw)
        start = SEPARATOR.match(text, start + size).end()  # type: ignore[union-attr]


def after_prefix(text: bytes, decode: Decode) -> Recovered | None:
    """What stands after a `data:` that does not belong there."""
    if not text.startswith(b"data:"):
        return None
    value = parsed(text[5:], decode)
    return Recovered("read after its data: prefix", [(value[0], 5, len(text))]) if value else None
