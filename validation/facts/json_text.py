"""What a text is, read as JSON: the words in which joined arguments are described."""

from enum import StrEnum
from typing import NamedTuple


class Json(StrEnum):
    """What a joined text turned out to be."""

    VALID = "valid"
    EMPTY = "empty"
    TRUNCATED = "truncated"
    TRAILING = "trailing"
    INVALID = "invalid"
    TOO_DEEP = "too-deep"


class JsonText(NamedTuple):
    """What a text is as JSON.

    `char`: where it stops being JSON (INVALID), where the text behind the first value begins (TRAILING), or its length (TRUNCATED).
    `reason`: a few plain words.
    `kind`: the JSON type of the (first) value, "object", "array", "string", "number", "boolean", "null" or "".
    """

    state: Json
    char: int = 0
    reason: str = ""
    kind: str = ""
