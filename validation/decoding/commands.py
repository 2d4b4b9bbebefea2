"""The command for curl that stands before an answer, where both were copied from a terminal: skipped, but for the request that it sends."""

import re
import shlex
from typing import Any, Final, NamedTuple

from validation.decoding.lines import BLANK
from validation.decoding.values import REFUSED, decoder, deep

COMMAND: Final = "shell-command"
"""The name of the wrapper."""
CURL: Final = re.compile(
    rb"[ \t\r\n]*(?:[^\r\n'\"{]{0,80}[$#%>][ \t]+)?curl(?:\.exe)?[ \t]"
    rb"(?:[^\r\n'\"\\]++|\\(?:\r\n|.)|'[^']*+'|\"(?:[^\"\\]++|\\.)*+\")*+[\r\n]++",
    re.DOTALL,
)
"""A whole command: its line, those that go on behind a backslash, and those inside of quotes."""
CONTINUED: Final = re.compile(r"\\\r?\n")
DATA: Final = re.compile(r"(?:-[A-Za-z]{0,8}d|--json|--data(?:-raw|-binary|-ascii)?)(?:=|$|(?=\{))")
"""The option that the body follows, perhaps behind others of one letter, or that it is a part of."""

_OF_REQUESTS: Final = frozenset({"input", "messages"})
"""A request for an answer of a model has one of these; the body for another service says nothing of what the model was asked."""


class Command(NamedTuple):
    """A command: where it ends, and the request that it sends, None for none that stands in it."""

    end: int
    request: dict[str, Any] | None


def command_at(text: bytes, at: int) -> Command | None:
    """The command that `text` has at `at`, if something stands behind it. None where its quotes may end elsewhere than it seems."""
    found = CURL.match(text, at)
    if found is None or not text[found.end() :].strip(BLANK):
        return None
    sent = _sent(found[0].decode(errors="replace"))
    if not sent.startswith("{"):
        return Command(found.end(), None)
    body = sent.encode()
    try:
        request = decoder()(body)
    except REFUSED:
        return None
    if not isinstance(request, dict) or _OF_REQUESTS.isdisjoint(request) or deep(body, request):
        return Command(found.end(), None)
    return Command(found.end(), request)


def _sent(command: str) -> str:
    """The text that is given to curl as the body; "" for none."""
    try:
        words = shlex.split(CONTINUED.sub(" ", command))
    except ValueError:
        return ""
    for number, word in enumerate(words):
        if option := DATA.match(word):
            attached = word[option.end() :]
            return (attached or "".join(words[number + 1 : number + 2])).strip()
    return ""
