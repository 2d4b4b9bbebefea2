"""The head of an HTTP response before a body: skipped, but for credentials in it, which whoever gets the file can use."""

import re
from typing import Final

from validation.facts.carriage import Input

FIELD: Final = re.compile(rb"^([!-9;-~]{1,80}):[ \t]*([^\r\n]{1,8192})", re.MULTILINE)


def note_keys_of_head(head: bytes, facts: Input) -> None:
    """Note the credentials that the fields of `head` (status lines and header fields) hold."""
    for field in FIELD.finditer(head):
        line = 1 + head.count(b"\n", 0, field.start())
        name = field[1].decode("ascii")
        facts.note_keys((0, line, *field.span(2)), name, f"{name}: {field[2].decode('utf-8', 'replace')}")
