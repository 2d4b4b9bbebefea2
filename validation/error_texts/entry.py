"""One known error."""

from typing import NamedTuple


class ErrorText(NamedTuple):
    """One known error: its wordings (`{}` is a value of the sender), who says it, what it means, and the rules that find the cause,
    the likeliest first."""

    wordings: tuple[str, ...]
    senders: tuple[str, ...]
    means: str
    rules: tuple[str, ...]
