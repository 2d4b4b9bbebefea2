"""What a text that is not JSON was probably meant to be. The caller says which recovery was used; nothing is repaired silently.

In the order of the rule `json-invalid-line`: a trailing comma, Python literals, several values on one line, and a `data:` prefix in
front. (One value over several lines is the fifth; only the reader of lines can see it.) What the decoder said tells which are worth trying.
"""

import json
import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from validation.decoding.refusals import COMMA, end_of_value, parsed, stop_of
from validation.decoding.values import REFUSED, STRING, Decode

TRAILING_COMMA: Final = re.compile(rb",(?=\s*+[}\]])")
STRINGS_APART: Final = re.compile(rb"(" + STRING + rb")", re.DOTALL)
LITERAL: Final = re.compile(r"""('[^'\\]*+(?:\\.[^'\\]*+)*+(?:'|\\?\Z)|"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\\?\Z))""", re.DOTALL)
ESCAPE: Final = re.compile(r"\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|U(000[0-9A-Fa-f]{5}|0010[0-9A-Fa-f]{4})|(.))", re.DOTALL)
SIMPLE: Final = {"n": "\n", "r": "\r", "t": "\t", "\\": "\\", "'": "'", '"': '"', "b": "\b", "f": "\f", "a": "\a", "v": "\v", "0": "\0"}
BYTES: Final = (b"b'", b'b"')
SEPARATOR: Final = re.compile(rb"[ \t\r\n]*+,?[ \t\r\n]*+")

MAX_VALUES: Final = 100_000
"""Values taken from one line at most."""

Values = list[tuple[object, int, int]]
"""Values with the half-open byte range each was read from."""


class Recovered(NamedTuple):
    """How the text was read, in a few words, and what was read."""

    how: str
    values: Values


def recover(text: bytes, said: str, decode: Decode) -> Recovered | None:
    """Read `text`, UTF-8 that is not JSON, as what it was probably meant to be; None if no recovery works. `said`: the refusal."""
    if said.startswith(COMMA):
        return one("read without the trailing comma", without_trailing_commas(text), text, decode)
    if end_of_value(said) is None:
        if text.startswith(BYTES):
            return one("read as Python literals", bytes_literal(text), text, decode)
        if stop_of(text, said) in (b"'", b"N", b"T", b"F"):
            changed = python_literals(text)
            how = "read as Python literals"
            return one(how, changed, text, decode) or one(how, without_trailing_commas(changed), text, decode)
        return after_prefix(text, decode)
    bare = text.rstrip()
    shorter = bare.rstrip(b",")
    if len(shorter) < len(bare) and (found := one("read without the trailing comma", shorter, text, decode)):
        return found
    values = list(several(text, said, decode))
    if len(values) < 2:
        return Recovered("the value before that was read", values) if values else None
    rest = text[values[-1][2] :].strip(b" \t\r\n,")
    return Recovered(f"{len(values)} values on one line were read{', the rest was not' if rest else ''}", values)


def one(how: str, changed: bytes, text: bytes, decode: Decode) -> Recovered | None:
    """The value of the `changed` text, said of the whole `text`."""
    value = parsed(changed, decode)
    return Recovered(how, [(value[0], 0, len(text))]) if value else None


def without_trailing_commas(text: bytes) -> bytes:
    """`text` without commas before a closing bracket."""
    parts = STRINGS_APART.split(text)
    parts[::2] = TRAILING_COMMA.sub(b"", b'"'.join(parts[::2])).split(b'"')
    return b"".join(parts)


def python_literals(text: bytes) -> bytes:
    """`text` with Python's strings, None, True and False as JSON has them."""
    shown = text.decode()
    if "\\" not in shown:
        # The printed dict without an escape is the usual case, and as cheap as a decode: every second part is inside quotes.
        parts = shown.split("'")
        outside = "'".join(parts[::2])
        if '"' not in outside:
            parts[::2] = json_words(outside).split("'")
            if len(parts) > 1:
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


def bytes_literal(text: bytes) -> bytes:
    """The line of bytes that Python prints with a `b` in front as a JSON string; `text` itself where the line is more or less than that."""
    bare = text.rstrip()
    literal = LITERAL.fullmatch(bare[1:].decode())
    if literal is None or bare[-1:] != bare[1:2]:
        return text
    inner = ESCAPE.sub(unescaped, literal[0][1:-1])
    return json.dumps(inner.encode("latin-1", "replace").decode("utf-8", "replace")).encode()


def unescaped(escape: re.Match[str]) -> str:
    """The character that an escape of Python means; an unknown escape stands for itself."""
    code = escape[1] or escape[2] or escape[3]
    return chr(int(code, 16)) if code else SIMPLE.get(escape[4], escape[0])


def several(text: bytes, said: str, decode: Decode) -> Iterator[tuple[object, int, int]]:
    """The objects and arrays that `text` begins with, apart from each other by nothing, white space or one comma.

    Each time the decoder says where the value ended that it has read.
    """
    view = memoryview(text)
    start = 0
    for _ in range(MAX_VALUES):
        size = end_of_value(said)
        if size is None or text[start : start + 1] not in (b"{", b"["):
            return
        raw = text[start : start + size].rstrip()
        value = parsed(raw, decode)
        if value is None:
            return
        yield value[0], start, start + len(raw)
        start = SEPARATOR.match(text, start + size).end()  # type: ignore[union-attr]
        try:
            last = decode(view[start:])
        except REFUSED as error:
            said = str(error)
        else:
            if isinstance(last, dict | list):
                yield last, start, len(text)
            return


def after_prefix(text: bytes, decode: Decode) -> Recovered | None:
    """What stands after a `data:` that does not belong there."""
    if not text.startswith(b"data:"):
        return None
    value = parsed(text[5:], decode)
    return Recovered("read after its data: prefix", [(value[0], 5, len(text))]) if value else None
