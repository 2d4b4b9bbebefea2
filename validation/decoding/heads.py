"""What stands before a body or around it, an HTTP head, the lines of a terminal or prose: skipped, but for credentials in it, which
whoever gets the file can use."""

import re
from typing import Final

from validation.decoding.lines import count_ends
from validation.facts.carriage import Input

FIRST_EVENT: Final = re.compile(rb"^(?:data|event|id|retry):", re.MULTILINE)
LINE: Final = re.compile(rb"^[^\r\n]{1,8192}", re.MULTILINE)
FIELD: Final = re.compile(rb"^([!-9;-~]{1,80}):[ \t]*([^\r\n]{1,8192})", re.MULTILINE)


def note_keys_of_head(head: bytes, facts: Input) -> None:
    """Note the credentials that the fields of `head` (status lines and header fields) hold."""
    for field in FIELD.finditer(head):
        line = 1 + head.count(b"\n", 0, field.start())
        name = field[1].decode("ascii")
        facts.note_keys((0, line, *field.span(2)), name, f"{name}: {field[2].decode('utf-8', 'replace')}")


def note_keys_of_lines(body: bytes, facts: Input, first_line: int, start: int) -> None:
    """Note the credentials in the lines before the first event of `body`: a command, or what `curl -v` says of its request."""
    event = FIRST_EVENT.search(body)
    note_keys_of_text(body[: event.start()] if event else b"", facts, first_line, start, "the lines before the stream")


def note_keys_of_text(text: bytes, facts: Input, first_line: int, start: int, name: str) -> None:
    """Note the credentials in the lines of `text`, which is called `name`."""
    line, before = first_line, 0
    for found in LINE.finditer(text):
        low, high = found.span()
        line += count_ends(text, before, low)
        before = low
        facts.note_keys((0, line, start + low, start + high), name, found[0].decode("utf-8", "replace"))
