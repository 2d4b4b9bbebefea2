"""Where something stands, and the tally: the two small words under all facts."""

from typing import NamedTuple, Self

At = tuple[int, int, int, int]
"""Where a record stands in the upload: (record from 0, line from 1, first byte, byte after the last). A plain tuple: one a line."""

NOWHERE: At = (0, 0, 0, 0)
WHOLE_TEXT: At = (0, 1, 0, 0)
"""Somewhere in a text that a wrapper holds: which bytes, only a pointer tells."""

TALLY_VALUES = 16
TALLY_TEXT = 200


def step_of(key: object) -> str:
    """A key or a number as one step of a JSON pointer (RFC 6901), without the slash before it."""
    return str(key).replace("~", "~0").replace("/", "~1")


class Spot(NamedTuple):
    """A place inside a stream: `chunk` from 0 in its stream, `at` its record, `pointer` a JSON pointer into that record."""

    chunk: int
    at: At
    pointer: str = ""


class MessageSpot(NamedTuple):
    """A place inside a history: `message` from 0, `at` the record that holds the history, `pointer` a JSON pointer into that record."""

    message: int
    at: At
    pointer: str = ""
    call_id: str | None = None


class Origin(NamedTuple):
    """Where a segment stands that came out of a wrapper: `at` the record of the upload, `pointer` to it inside that record.

    `via`: "" when the wrapper holds it as JSON, "json-string" or "base64" when it holds it as text of its own. `outer`: the origin of the
    body that holds the wrapper, where that is a text inside another wrapper.
    """

    at: At
    pointer: str
    via: str = ""
    outer: "Origin | None" = None


class Source(NamedTuple):
    """Where a part of a history stands that a wrapper holds in another form: `pointer` inside the record `at`, None for its own record.

    `text`: how many characters of `pointer` lead to a text that holds the rest as JSON, 0 for none. `alike`: what lies beneath the part
    stands beneath `pointer` under the same keys; else nothing beneath it can be pointed at.
    """

    pointer: str
    at: At | None = None
    text: int = 0
    alike: bool = True


class Sources:
    """Where the parts of a history stand that was put together: `places` from a JSON pointer into what is read to its source.

    `numbers`: what people call each message in the wrapper, where one of its messages is read as several.
    """

    __slots__ = ("numbers", "places")

    def __init__(self) -> None:
        self.places: dict[str, Source] = {}
        self.numbers: list[int] = []

    def of(self, pointer: str) -> tuple[Source, str] | None:
        """The source of the nearest part around `pointer`, and the rest of the way from there."""
        around = pointer
        while (source := self.places.get(around)) is None and around:
            around = around.rpartition("/")[0]
        return None if source is None else (source, pointer[len(around) :])

    def number(self, message: int) -> int:
        """The number of a message as people count in the wrapper."""
        return self.numbers[message] if message < len(self.numbers) else message


class Within(tuple[int, int, int, int]):
    """Where a record stands that a wrapper holds: as an `At` that of the wrapper's own record, with the way into it.

    `around`: the place of the wrapper's record. `pointer`: into that record. `via`: how it holds a text, as for `Origin`; `inner` then says
    where in that text, WHOLE_TEXT when only pointers tell.
    """

    around: At
    pointer: str
    via: str
    inner: At

    def __new__(cls, around: At, pointer: str, via: str = "", inner: At = WHOLE_TEXT) -> Self:
        """The place `around` with the way into it."""
        within = super().__new__(cls, around)
        within.around, within.pointer, within.via, within.inner = around, pointer, via, inner
        return within


def nearest(at: At) -> At:
    """`at` as it counts in the text right around it: the upload, or the text that a wrapper holds."""
    if not isinstance(at, Within):
        return at
    return at.inner if at.via else nearest(at.around)


def in_the_file(at: At, origin: Origin) -> At:
    """`at`, which counts in the body at `origin`, as a place in the upload."""
    if isinstance(at, Within):
        return Within(in_the_file(at.around, origin), at.pointer, at.via, at.inner)
    around = origin.at if origin.outer is None else in_the_file(origin.at, origin.outer)
    return Within(around, origin.pointer, origin.via, at)


class Scope(NamedTuple):
    """What a judged thing is part of. Causes link where scopes agree; fingerprints are built from it.

    `choice` and `slot` are labels ("0", "0b", "?"), `turn` and `call` the n-th turn with calls of a history and the n-th call in it.
    """

    choice: str | None = None
    slot: str | None = None
    tool_index: int | None = None
    call_id: str | None = None
    turn: int | None = None
    call: int | None = None


WHOLE: Scope = Scope()


class Seen:
    """Something that may occur often: where first, where last, how many times. It has no opinion on whether it should."""

    __slots__ = ("count", "first", "last")

    def __init__(self, spot: Spot) -> None:
        self.first = spot
        self.last = spot
        self.count = 1

    def again(self, spot: Spot) -> None:
        """Count one more occurrence at `spot`."""
        self.last = spot
        self.count += 1


_FORMS = {"dict": "an object", "list": "an array", "bool": "true or false"}
_LITERALS = {"True": "true", "False": "false", "None": "null"}


def short(value: object, limit: int = 40) -> str:
    """Any JSON value as a short text that never raises: a scalar as it is, cut; a huge number, an array or an object as words."""
    if isinstance(value, str):
        return value[:limit]
    if isinstance(value, list | dict):
        return "an object" if isinstance(value, dict) else "an array"
    if isinstance(value, int) and value.bit_length() > 256:
        return "a huge number"
    return _LITERALS.get(str(value), repr(value))[:limit]


def quoted(value: object, limit: int = 120) -> str:
    """A scalar as it stands on the wire, a text in quotes; an array or an object, also what a tally keeps of one, as words."""
    if isinstance(value, str):
        return f'"{value}"'[:limit]
    if isinstance(value, tuple):
        return _FORMS.get(value[-1], "a number")
    return short(value)


def index_label(index: object) -> str:
    """An index that is no usable number, as a label: a text in quotes, […] for an array and {…} for an object."""
    if isinstance(index, list | dict):
        return "[…]" if isinstance(index, list) else "{…}"
    return quoted(index, 40)


def again(seen: Seen | None, spot: Spot) -> Seen:
    """`seen` with one more occurrence at `spot`; a new one when it is None."""
    if seen is None:
        return Seen(spot)
    seen.again(spot)
    return seen


class Tally(dict[object, Seen]):
    """Distinct values with their first place and count: 16 values of at most 200 characters are kept, the rest is counted (`others`)."""

    others = 0

    def add(self, value: object, spot: Spot) -> None:
        """Count `value` (any hashable) at `spot`; long texts are cut before they are compared."""
        if type(value) is str and len(value) > TALLY_TEXT:
            value = value[:TALLY_TEXT]
        known = self.get(value)
        if known is not None:
            known.again(spot)
        elif len(self) < TALLY_VALUES:
            self[value] = Seen(spot)
        else:
            self.others += 1

    def extend(self, value: object, first: Spot, last: Spot, count: int) -> None:
        """Count `value` as seen `count` times from `first` to `last`."""
        self.add(value, first)
        known = self.get(value[:TALLY_TEXT] if type(value) is str else value)
        if known is None:
            self.others += count - 1
        elif count > 1:
            known.count += count - 1
            known.last = last

    @property
    def first(self) -> Seen | None:
        """The value that came first, or None."""
        return next(iter(self.values()), None)

    @property
    def total(self) -> int:
        """How many values were added, those beyond the limit too."""
        return sum(seen.count for seen in self.values()) + self.others
