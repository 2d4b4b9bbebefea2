"""Credentials that a wrapper holds beside what is checked: in headers, cookies, query strings and settings."""

from typing import Final

from validation.facts.carriage import Wrapped
from validation.facts.credentials import credentials_in

SHORTEST: Final = 16
LONGEST: Final = 8_192
"""Of a longer text only the beginning is looked at."""


def header_of(name: str, value: str, pointer: str, *, shown: str = "") -> Wrapped | None:
    """The member `name` with the text `value`, if that is a credential: judged is the value, so masks and placeholders are none.

    `shown`: what it is called, when that is not its name.
    """
    if len(value) < SHORTEST:
        return None
    value = value[:LONGEST]
    for part in value.split(";") if name.lower() in ("cookie", "set-cookie") else (value,):
        text = f"{name[:80]}: {part.strip()}"
        if credentials_in(text):
            return Wrapped(Wrapped.HEADER, text, pointer, detail=shown[:80] or name[:80])
    return None
