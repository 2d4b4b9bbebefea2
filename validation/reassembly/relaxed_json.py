"""What a forgiving reader must forgive to read a text that is no JSON: commas, comments, words.

The text is written anew, token by token, as strict JSON would have it. Only when that is one JSON value is anything said; a text that is
broken in another way, as by single quotes or keys without quotes, stays simply broken.
"""

import re
from typing import Final

from validation.facts.json_text import Json
from validation.reassembly.json_text import describe

MAX_SIZE: Final = 1 << 20
"""Longer texts are not read a second time."""

TRAILING_COMMA: Final = "a trailing comma"
COMMENTS: Final = "comments"
NOT_A_NUMBER: Final = "NaN or Infinity"
PYTHON_WORDS: Final = "True, False or None"

_TOKEN = re.compile(
    r"""(?P<space>[ \t\n\r]+)
    | (?P<comment>//[^\n]*+ | /\*(?:[^*]++|\*(?!/))*+\*/)
    | (?P<text>"[^"\\]*+(?:\\.[^"\\]*+)*+")
    | (?P<mark>[,:\[\]{}])
    | (?P<word>-?[A-Za-z_$][A-Za-z0-9_$]*+)
    | (?P<number>-?[0-9][0-9.eE+-]*+)""",
    re.VERBOSE | re.DOTALL,
)
_INSTEAD: Final = {"NaN": "0", "Infinity": "0", "-Infinity": "0", "True": "true", "False": "false", "None": "null"}


def relaxations(text: str) -> tuple[str, ...]:
    """What must be forgiven to read `text`, in the order it comes; nothing when forgiving does not help. Linear in its length."""
    if len(text) > MAX_SIZE:
        return ()
    writer = _Writer()
    at = 0
    while at < len(text):
        token = _TOKEN.match(text, at)
        if token is None:
            return ()
        writer.token(str(token.lastgroup), token[0])
        at = token.end()
    return tuple(writer.forgiven) if describe("".join(writer.tokens)).state is Json.VALID else ()


class _Writer:
    """Takes the tokens of a text and keeps those that strict JSON would have, with all that was forgiven on the way."""

    def __init__(self) -> None:
        self.tokens: list[str] = []
        self.forgiven: dict[str, None] = {}

    def token(self, kind: str, token: str) -> None:
        """Take one token; `kind` is the group of `_TOKEN` that found it."""
        if kind == "space":
            return
        if kind == "comment":
            self.forgiven[COMMENTS] = None
        elif kind == "mark":
            self._mark(token)
        elif kind == "word" and token in _INSTEAD:
            self.forgiven[NOT_A_NUMBER if _INSTEAD[token] == "0" else PYTHON_WORDS] = None
            self.tokens.append(_INSTEAD[token])
        else:
            self.tokens.append(token)

    def _mark(self, mark: str) -> None:
        last = self.tokens[-1] if self.tokens else ""
        if mark in "}]" and last == "," and self.tokens[-2:-1] not in ([], ["{"], ["["], [","]):
            self.forgiven[TRAILING_COMMA] = None
            self.tokens.pop()
        self.tokens.append(mark)
