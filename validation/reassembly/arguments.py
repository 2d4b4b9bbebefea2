"""Joined arguments -> what they are as JSON, and what readers of them do not agree on.

One decode, as before, and one walk over what it gave: the usual text is then known to have no quirk. Only a text whose colons outnumber its
keys, or that holds a long number or a character that stands for a lost one, is read token by token.
"""

import itertools
import json
import math
import re
from collections.abc import Sequence
from typing import Any, Final

from validation.facts.json_text import NO_QUIRKS, Json, JsonText, Mark, Quirks
from validation.reassembly.json_text import REFUSED, decode, describe, described
from validation.reassembly.relaxed_json import relaxations

MAX_SAFE: Final = 1 << 53
"""Beyond this a double, and with it every number in JavaScript, no longer holds each integer."""
MAX_DIGITS: Final = 17
MAX_PYTHON_DIGITS: Final = 4_300
MAX_LEVELS: Final = 8
SHOWN: Final = 80

LOST: Final = "\ufffd"
_KEY_END = re.compile(r'"[ \t\n\r]*:')
_NO_KEY_END = re.compile(r'\\"[ \t\n\r]*:')
_LONG_NUMBER = re.compile(r"[0-9][0-9.]{17}")
_TOKEN = re.compile(r'"([^"\\]*+(?:\\.[^"\\]*+)*+)"([ \t\n\r]*:)?|[{}\[\]]|-?[0-9][0-9.eE+-]*', re.DOTALL)
_NUMBER = re.compile(r"-?([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?")
_HALF = re.compile(r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(\\u[dD][89a-fA-F][0-9a-fA-F]{2}|[\ud800-\udfff])|\\.")
_LOST = re.compile(r"(\ufffd|\\u[fF]{3}[dD])|\\.")
_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")


def read_arguments(text: str, pieces: Sequence[str] = ()) -> tuple[str, JsonText, Quirks]:
    """The text, what it is as JSON, and its quirks. `pieces`: the fragments it was joined from. Never raises.

    The text comes back changed in one case only: halves of a surrogate pair that came in two fragments are one character in it.
    """
    value = decode(text)
    if value is not REFUSED:
        return text, described(value), _quirks(text, value, pieces)
    whole = _PAIR.sub(_joined, text) if not text.isascii() else text
    known = describe(whole)
    quirks = NO_QUIRKS
    if known.state is Json.INVALID:
        quirks = Quirks(relaxed=relaxations(whole))
    elif known.state is Json.VALID:
        levels = _levels(json.loads(whole)) if known.kind == "string" else 0
        quirks = _with_lost(_read_tokens(whole), whole, pieces)._replace(levels=levels, surrogate=_first(_HALF, whole))
    return whole, known, quirks if whole is text else quirks._replace(halves=_first(_PAIR, text))


def whole_characters(pieces: Sequence[str]) -> list[str]:
    """The fragments with no surrogate pair cut by a seam: its character goes to the fragment that holds the first half."""
    moved = list(pieces)
    for place in range(len(moved) - 1):
        if _PAIR.match(moved[place][-1:] + moved[place + 1][:1]):
            moved[place] += moved[place + 1][0]
            moved[place + 1] = moved[place + 1][1:]
    return [_PAIR.sub(_joined, piece) for piece in moved]


def _quirks(text: str, value: Any, pieces: Sequence[str]) -> Quirks:
    """The quirks of a text that was decoded."""
    quirks = NO_QUIRKS
    if type(value) is dict or type(value) is list:
        keys, huge, fractions = _census(value)
        if huge or _has_twins(text, keys) or (fractions and _LONG_NUMBER.search(text)):
            quirks = _read_tokens(text)
    elif type(value) is str:
        quirks = Quirks(levels=_levels(value))
    elif value is not None and type(value) is not bool:
        quirks = _read_tokens(text)
    if LOST in text or ("\\u" in text and "\\ufffd" in text.lower()):
        quirks = _with_lost(quirks, text, pieces)
    return quirks


def _census(value: Any) -> tuple[int, bool, bool]:
    """How many keys all objects in `value` have, whether it holds an integer that a double does not, whether it holds a fraction."""
    keys = 0
    huge = fractions = False
    nodes = [value]
    while nodes:
        node = nodes.pop()
        if type(node) is dict:
            keys += len(node)
            node = node.values()
        for child in node:
            kind = type(child)
            if kind is str:
                continue
            if kind is dict or kind is list:
                nodes.append(child)
            elif kind is int:
                huge = huge or not -MAX_SAFE <= child <= MAX_SAFE
            elif kind is float:
                fractions = True
    return keys, huge, fractions


def _has_twins(text: str, keys: int) -> bool:
    """False when `text` surely names no key twice: each key has a colon, and no more colons stand behind quotes than keys were decoded."""
    if text.count(":") == keys:
        return False
    ends = len(_KEY_END.findall(text))
    return ends != keys and ('\\\\"' in text or ends - len(_NO_KEY_END.findall(text)) != keys)


def _read_tokens(text: str) -> Quirks:
    """Keys that are named twice and numbers that not every reader keeps. `text` is JSON."""
    twin: Mark | None = None
    numbers: dict[str, Mark] = {}
    objects: list[set[str]] = []
    for token in _TOKEN.finditer(text):
        start = token.start()
        first = text[start]
        if first == '"':
            if token[2]:
                key = json.loads(text[start : token.end(1) + 1]) if "\\" in token[1] else token[1]
                if key in objects[-1]:
                    twin = twin._replace(times=twin.times + 1) if twin else Mark(start, _shown(key), 1)
                objects[-1].add(key)
        elif first in "{[":
            objects.append(set())
        elif first in "}]":
            objects.pop()
        else:
            kind = _number_kind(token[0])
            if kind:
                known = numbers.get(kind) or Mark(start, _shown(token[0]), 0)
                numbers[kind] = known._replace(times=known.times + 1)
    worst = next((kind for kind in ("length", "range", "precision") if kind in numbers), "")
    return Quirks(duplicate=twin, number=numbers.get(worst), number_kind=worst)


def _number_kind(literal: str) -> str:
    """Why not every reader keeps this number, "" when every one does."""
    if len(literal) < MAX_DIGITS - 1 and "e" not in literal and "E" not in literal:
        return ""
    parts = _NUMBER.fullmatch(literal)
    if parts is None:
        return ""
    whole, fraction, exponent = parts[1], parts[2], parts[3]
    plain = fraction is None and exponent is None
    if plain and len(whole) > MAX_PYTHON_DIGITS:
        return "length"
    if math.isinf(float(literal)):
        return "range"
    digits = (whole + (fraction or "").rstrip("0")).lstrip("0")
    return "precision" if len(digits) > MAX_DIGITS or (plain and int(whole) > MAX_SAFE) else ""


def _levels(value: object) -> int:
    """How many times an object was encoded again as a text; 0 when there is no object at the bottom."""
    for level in range(1, MAX_LEVELS):
        value = decode(value) if type(value) is str else REFUSED
        if type(value) is dict:
            return level
    return 0


def _with_lost(quirks: Quirks, text: str, pieces: Sequence[str]) -> Quirks:
    """`quirks`, and the characters in `text` that stand for a lost one."""
    at_seam = any(
        before.endswith(LOST) or behind.startswith(LOST)
        for before, behind in itertools.pairwise(pieces)
        if LOST in before or LOST in behind
    )
    return quirks._replace(replacement=_first(_LOST, text), at_seam=at_seam)


def _first(pattern: re.Pattern[str], text: str) -> Mark | None:
    """The first thing that `pattern` holds in its group (or as a whole, without one), and how many there are."""
    group = 1 if pattern.groups else 0
    first: re.Match[str] | None = None
    times = 0
    for match in pattern.finditer(text):
        if match[group]:
            first = first or match
            times += 1
    return Mark(first.start(), _shown(first[0]), times) if first else None


def _shown(text: str) -> str:
    """A short text that can be stored: halves of pairs written as escapes."""
    return text[:SHOWN].encode(errors="backslashreplace").decode()


def _joined(pair: re.Match[str]) -> str:
    return pair[0].encode("utf-16-le", "surrogatepass").decode("utf-16-le")
