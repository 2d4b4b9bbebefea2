"""Text into values: the one door to a JSON decoder.

Tier 1, decoders of exact shapes, belongs behind `decoder`. Tier 2, msgspec without types, is the definition of what a line means.
Tier 3, the standard library, is asked only about a text that msgspec refuses: it accepts lone surrogates, numbers out of range, and NaN.
"""

import json
import re
from collections.abc import Callable
from typing import Final

import msgspec

from validation.facts.exact import Exact, as_dicts

MAX_DEPTH: Final = 512
TOO_DEEP_DETAIL: Final = f"more than {MAX_DEPTH} levels"
LONG: Final = 2 * MAX_DEPTH
"""A shorter text cannot be nested too deep."""

MAX_DIGITS: Final = 4_300
"""Python prints no longer integers; the digits after these are dropped, the number stays huge."""

REFUSED: Final = (msgspec.DecodeError, RecursionError)

Decode = Callable[[bytes | memoryview], object]

STRING: Final = rb'"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\\?\Z)'
"""A string, or a string that the text ends in: a search that failed there would begin anew at every quote after it."""

STRINGS: Final = re.compile(STRING, re.DOTALL)
BRACKETS: Final = re.compile(rb"[\[{\]}]")
CONSTANT: Final = re.compile(STRING + rb"|(-?Infinity|NaN)", re.DOTALL)

skip: Final = msgspec.json.Decoder(msgspec.Raw).decode
"""Reads over one value without building it."""


def decoder() -> Decode:
    """The decoder for the hot loops: bytes in, dicts, lists and scalars out. Raises one of `REFUSED`."""
    return msgspec.json.Decoder().decode


def integer(digits: str) -> int:
    """An integer of any length, as near as can be handled."""
    return int(digits if len(digits) <= MAX_DIGITS else digits[:MAX_DIGITS])


tolerant: Final = json.JSONDecoder(parse_int=integer).decode
"""Text to a value as the standard library reads it. Raises json.JSONDecodeError or RecursionError."""


def deep(text: bytes, value: object) -> bool:
    """Whether a decoded `value` is nested more than 512 levels. `text` is what it was decoded from; cheap if that has few brackets."""
    if text.count(b"[") + text.count(b"{") <= MAX_DEPTH:
        return False
    level = [as_dicts(value) if isinstance(value, Exact) else value]
    for _ in range(MAX_DEPTH):
        level = [
            child
            for node in level
            if type(node) is dict or type(node) is list
            for child in (node.values() if type(node) is dict else node)
            if type(child) is dict or type(child) is list
        ]
        if not level:
            return False
    return True


def opens_deep(text: bytes) -> bool:
    """Whether `text`, which need not be JSON, opens more than 512 levels."""
    if text.count(b"[") + text.count(b"{") <= MAX_DEPTH:
        return False
    depth = 0
    for bracket in BRACKETS.finditer(STRINGS.sub(b"", text)):
        depth += 1 if bracket[0] in b"[{" else -1
        if depth > MAX_DEPTH:
            return True
    return False


def constant(text: bytes) -> tuple[int, str] | None:
    """Where the first NaN or Infinity stands outside of strings, and its word; None if there is none."""
    if b"NaN" in text or b"Infinity" in text:
        for found in CONSTANT.finditer(text):
            if found[1]:
                return found.start(), found[1].decode()
    return None


def in_string(text: bytes) -> bool:
    """Whether `text`, a part of JSON from outside a string, ends inside one."""
    if b"\\" not in text:
        return text.count(b'"') & 1 == 1
    plain = text.replace(b"\\\\", b"")
    return (plain.count(b'"') - plain.count(b'\\"')) & 1 == 1


def levels(text: bytes) -> int:
    """How many brackets `text` opens minus how many it closes, outside of strings."""
    bare = STRINGS.sub(b"", text) if b'"' in text else text
    return bare.count(b"{") + bare.count(b"[") - bare.count(b"}") - bare.count(b"]")
