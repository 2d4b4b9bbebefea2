"""Why the decoder refuses a text, in its own words, which are read here and nowhere else.

A refusal is a plain text: `TRUNCATED` for the beginning of a value, else what the decoder said. Tests hold these words against it.
"""

import re
from typing import Final

from validation.decoding.values import REFUSED, Decode, skip, tolerant

TRUNCATED: Final = "Input data was truncated"
SURROGATE: Final = "lone surrogate at the end"
PREFIX: Final = "JSON is malformed: "
INVALID: Final = "JSON is malformed: invalid character ("
COMMA: Final = "JSON is malformed: trailing comma in "
NUMBER: Final = "JSON is malformed: invalid number ("
ESCAPED: Final = re.compile(rb"\\u[dD][89a-fA-F]")
TRAILING: Final = "JSON is malformed: trailing characters ("


def refusal_of(decode: Decode, text: bytes) -> str | None:
    """Why `text` is not JSON, or None if it is."""
    try:
        decode(text)
    except REFUSED as error:
        return why(text, error)
    return None


def why(text: bytes, error: BaseException) -> str:
    """The refusal that the decoder raised for `text`.

    An escaped lone surrogate near the end is no truncation, although the decoder calls it one; a number that could go on is one.
    """
    said = str(error)
    if said == TRUNCATED:
        return SURROGATE if ESCAPED.search(text[-16:]) and tolerable(text) else said
    return TRUNCATED if said.startswith(NUMBER) and byte_of(said) >= len(text) else said


def why_line(text: bytes, error: BaseException, decode: Decode) -> str:
    """The refusal of `text`, when the decoder refused it with a line end behind it: it then calls a cut string invalid at the line end."""
    said = str(error)
    if said == TRUNCATED or byte_of(said) < len(text) or end_of_value(said) is not None:
        return why(text, error)
    if said.startswith(INVALID) and byte_of(said) == len(text):
        return TRUNCATED
    return refusal_of(decode, text) or said


def byte_of(said: str) -> int:
    """The byte that a refusal names, or -1."""
    at = said.rfind("(byte ")
    return int(said[at + 6 : -1]) if at >= 0 else -1


def stop_of(text: bytes, said: str) -> bytes:
    """The byte of `text` that a refusal names; empty if it names none."""
    at = byte_of(said)
    return text[at : at + 1] if at >= 0 else b""


def end_of_value(said: str) -> int | None:
    """Where the value ended (white space after it included) that more text follows; None if that is not the refusal."""
    return byte_of(said) - 1 if said.startswith(TRAILING) else None


def value_end(view: memoryview) -> int | None:
    """Where the JSON value that `view` begins with ends, white space after it included; None if `view` begins with none that is whole."""
    try:
        skip(view)
    except REFUSED as error:
        return end_of_value(str(error))
    return len(view)


def may_be_tolerated(text: bytes, said: str) -> bool:
    """Whether the standard library might accept what was refused; asking it costs as much as three lines.

    Only for a number out of range, an escaped lone surrogate, NaN and Infinity.
    """
    if said.startswith(INVALID):
        return stop_of(text, said) in (b"N", b"I")
    return "out of range" in said or "escape" in said or "surrogate" in said


def in_words(said: str) -> str:
    """A refusal as a reason for readers, without its place."""
    return said.removeprefix(PREFIX).partition(" (byte")[0]


def parsed(text: bytes, decode: Decode) -> tuple[object] | None:
    """The value of `text` in a tuple of one, or None; what only the standard library accepts counts too."""
    try:
        return (decode(text),)
    except REFUSED as error:
        if not may_be_tolerated(text, why(text, error)):
            return None
    return tolerable(text)


def tolerable(text: bytes) -> tuple[object] | None:
    """The value that the standard library reads from `text`, in a tuple of one, or None."""
    try:
        return (tolerant(text.decode()),)
    except (ValueError, RecursionError):
        return None
