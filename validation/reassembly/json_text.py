"""What a joined text is as JSON, told by the grammar of RFC 8259 alone.

msgspec answers for the usual, valid text. Everything it refuses goes through a scanner of our own, because a decoder's error does not tell
a text that merely stops too early from one that is broken, and decoders refuse texts that are JSON (lone surrogates, 1e999).
"""

import re
from typing import Any, Final

import msgspec

from validation.facts.json_text import Json, JsonText

MAX_DEPTH: Final = 512

REFUSED: Final = object()
"""What `decode` gives for a text that it does not read."""

_decode = msgspec.json.Decoder().decode
_KINDS: Final = {dict: "object", list: "array", str: "string", int: "number", float: "number", bool: "boolean", type(None): "null"}
_VALID: Final = {kind: JsonText(Json.VALID, kind=name) for kind, name in _KINDS.items()}

_SPACE = re.compile(r"[ \t\n\r]*")
_STRING_BODY = re.compile(r'[^"\\\x00-\x1f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*)*')
_ESCAPE_BEGUN = re.compile(r"\\(?:u[0-9a-fA-F]{0,3})?$")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_NUMBER_BEGUN = re.compile(r"-?(?:(?:0|[1-9][0-9]*)(?:\.[0-9]*)?(?:[eE][+-]?[0-9]*)?)?$")
_LITERALS: Final = {"t": ("true", "boolean"), "f": ("false", "boolean"), "n": ("null", "null")}


def decode(text: str) -> Any:
    """The value of `text`, or `REFUSED`: it is no JSON, nested too deep, or JSON that this decoder does not take."""
    if text.count("[") + text.count("{") > MAX_DEPTH:
        return REFUSED
    try:
        return _decode(text)
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError, ValueError):
        return REFUSED


def described(value: object) -> JsonText:
    """What a text is that was decoded to `value`."""
    return _VALID[type(value)]


def describe(text: str) -> JsonText:
    """What `text` is: one JSON value, none, the beginning of one, one and more, or something else. Never raises."""
    if not text.strip(" \t\n\r"):
        return JsonText(Json.EMPTY)
    value = decode(text)
    return described(value) if value is not REFUSED else _Scanner(text).scan()


def is_complete(text: str) -> bool:
    """True when `text` already holds a whole object or array, so that more of the same call cannot follow.

    Only asked where two ids meet in one slot; a text that does not end in a bracket is not parsed.
    """
    return text.rstrip(" \t\n\r").endswith(("}", "]")) and describe(text).state in (Json.VALID, Json.TRAILING)


class _Stop(Exception):  # noqa: N818 - a way out of the scan, not an error
    def __init__(self, state: Json, char: int, reason: str) -> None:
        self.found = (state, char, reason)


class _Scanner:
    """Reads one text from left to right with a stack of its own, so that depth costs no recursion."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.end = len(text)
        self.at = 0

    def scan(self) -> JsonText:
        kind = ""
        try:
            self._space()
            kind = self._kind_here()
            self._value()
            self._space()
            if self.at < self.end:
                raise _Stop(Json.TRAILING, self.at, "text after the end of the value")
        except _Stop as stop:
            state, char, reason = stop.found
            return JsonText(state, char, reason, kind)
        return JsonText(Json.VALID, kind=kind)

    def _value(self) -> None:
        """One value with everything in it. `stack` holds the closing brackets that are still owed."""
        stack: list[str] = []
        self._open(stack)
        while stack:
            self._space()
            here = self._here("the end of an object" if stack[-1] == "}" else "the end of an array")
            if here == stack[-1]:
                self.at += 1
                stack.pop()
            elif here == ",":
                self.at += 1
                self._space()
                if self._here("a value after a comma") == stack[-1]:
                    raise _Stop(Json.INVALID, self.at, "a comma before the closing bracket")
                self._member(stack)
            else:
                raise _Stop(Json.INVALID, self.at, f"expected a comma or {stack[-1]}")

    def _open(self, stack: list[str]) -> None:
        """Reads scalars to their end and opens brackets until a scalar or an empty bracket is read."""
        while True:
            here = self._here("a value")
            if here not in "{[":
                self._scalar(here)
                return
            self.at += 1
            stack.append("}" if here == "{" else "]")
            if len(stack) > MAX_DEPTH:
                raise _Stop(Json.TOO_DEEP, self.at, f"nested more than {MAX_DEPTH} levels")
            self._space()
            if self._here("the end of an object" if here == "{" else "the end of an array") == stack[-1]:
                return
            if here == "{":
                self._key()

    def _member(self, stack: list[str]) -> None:
        if stack[-1] == "}":
            self._key()
        self._open(stack)

    def _key(self) -> None:
        if self._here("a key") != '"':
            raise _Stop(Json.INVALID, self.at, "expected a key in double quotes")
        self._string()
        self._space()
        if self._here("a colon") != ":":
            raise _Stop(Json.INVALID, self.at, "expected a colon after the key")
        self.at += 1
        self._space()

    def _scalar(self, here: str) -> None:
        if here == '"':
            self._string()
        elif here == "-" or here.isdecimal():
            self._number()
        elif here in _LITERALS:
            self._literal(_LITERALS[here][0])
        else:
            raise _Stop(Json.INVALID, self.at, "expected a value")

    def _string(self) -> None:
        start = self.at
        body = _STRING_BODY.match(self.text, start + 1)
        self.at = body.end() if body else start + 1
        if self.at >= self.end or _ESCAPE_BEGUN.match(self.text, self.at):
            raise _Stop(Json.TRUNCATED, self.end, "the text stops inside a string")
        if self.text[self.at] == "\\":
            raise _Stop(Json.INVALID, self.at, "an escape that JSON does not have")
        if self.text[self.at] != '"':
            raise _Stop(Json.INVALID, self.at, "a raw control character inside a string")
        self.at += 1

    def _number(self) -> None:
        if _NUMBER_BEGUN.match(self.text, self.at) and not _NUMBER.fullmatch(self.text, self.at):
            raise _Stop(Json.TRUNCATED, self.end, "the text stops inside a number")
        number = _NUMBER.match(self.text, self.at)
        if number is None:
            raise _Stop(Json.INVALID, self.at, "not a number")
        self.at = number.end()
        if self.at < self.end and (self.text[self.at] in ".eE" or self.text[self.at].isdecimal()):
            raise _Stop(Json.INVALID, self.at, "not a number")

    def _literal(self, word: str) -> None:
        part = self.text[self.at : self.at + len(word)]
        if part != word:
            if word.startswith(part) and self.at + len(part) == self.end:
                raise _Stop(Json.TRUNCATED, self.end, f"the text stops inside {word}")
            raise _Stop(Json.INVALID, self.at, "expected a value")
        self.at += len(word)

    def _space(self) -> None:
        space = _SPACE.match(self.text, self.at)
        if space:
            self.at = space.end()

    def _here(self, wanted: str) -> str:
        if self.at >= self.end:
            raise _Stop(Json.TRUNCATED, self.end, f"the text stops before {wanted}")
        return self.text[self.at]

    def _kind_here(self) -> str:
        here = self.text[self.at : self.at + 1]
        if here in _LITERALS:
            return _LITERALS[here][1]
        return {"{": "object", "[": "array", '"': "string"}.get(here, "number" if here == "-" or here.isdecimal() else "")
