"""Credentials that a wrapper holds beside what is checked: in headers, cookies, query strings and settings."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from validation.facts.carriage import Wrapped
from validation.facts.credentials import credentials_in
from validation.facts.places import step_of

SHORTEST: Final = 16
LONGEST: Final = 8_192
"""Of a longer text only the beginning is looked at."""
DEEPEST: Final = 4
MAX_MEMBERS: Final = 2_000
HELD: Final = frozenset(
    {
        "attributes", "choices", "content", "data", "events", "functions", "input", "llmSchema", "log", "message", "messages",
        "observations", "output", "parts", "payload", "request_body", "response", "response_body", "spans", "system", "toolUseResult",
        "tools", "values",
    }
)  # fmt: skip
"""Names of what is checked itself, or is no setting."""


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


def headers_beside(value: Mapping[str, Any], pointer: str = "") -> Iterator[Wrapped]:
    """The credentials among the settings and headers of a request or a log: beside what is checked in it, never inside.

    `pointer` leads to `value`.
    """
    waiting: list[tuple[Mapping[str, Any], str, int]] = [(value, pointer, 1)]
    members = 0
    while waiting:
        holder, pointer, depth = waiting.pop()
        for name, member in holder.items():
            members += 1
            if members > MAX_MEMBERS:
                return
            if name in HELD:
                continue
            at = f"{pointer}/{step_of(name)}"
            if isinstance(member, str):
                header = header_of(name, member, at)
                if header is not None:
                    yield header
            elif isinstance(member, dict) and depth < DEEPEST:
                waiting.append((member, at, depth + 1))
