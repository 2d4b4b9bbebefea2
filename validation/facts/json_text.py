"""What a text is, read as JSON: the words in which joined arguments are described."""

from enum import StrEnum
from typing import Final, NamedTuple


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


class Mark(NamedTuple):
    """Something in a text: the character where it stands first, what stands there (at most 80 characters), and how many times."""

    char: int
    text: str
    times: int


class Quirks(NamedTuple):
    """What readers of a text do not agree on, although it is JSON, or would be. Nearly every text has none of it (`NO_QUIRKS`).

    `relaxed`: what a reader must forgive to read a text that is INVALID ("a trailing comma", "comments" ...); empty when that does
    not help. `levels`: how many times an object was encoded again as a text. `duplicate`: a key that its object has already.
    `surrogate`: half of a surrogate pair; `halves`: pairs whose halves came in two fragments and were joined. `number`: a number that not
    every reader keeps, and why in `number_kind`: "precision", "range" (more than a double holds) or "length" (more than 4,300 digits).
    `replacement`: U+FFFD; `at_seam` when one stands at the edge of two fragments.
    """

    relaxed: tuple[str, ...] = ()
    levels: int = 0
    duplicate: Mark | None = None
    surrogate: Mark | None = None
    halves: Mark | None = None
    number: Mark | None = None
    number_kind: str = ""
    replacement: Mark | None = None
    at_seam: bool = False


NO_QUIRKS: Final = Quirks()
