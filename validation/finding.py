"""A finding: a rule's complaint. Kind, places, params; no prose and no severity."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple, Protocol

import msgspec
from msgspec.structs import replace

from validation.facts.places import At, MessageSpot, Scope, Spot, Within, nearest

Param = str | int | None


class Judged(Protocol):
    """Anything that a rule judges: it knows what it is part of."""

    @property
    def scope(self) -> Scope: ...


class Place(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where something stands. Lines from 1; records, chunks and messages from 0; bytes half-open over the stored upload.

    The byte range is that of the whole record until the report narrows it to the token that `pointer` names.
    """

    line: int = 0
    byte_start: int = 0
    byte_end: int = 0
    record: int = 0
    chunk: int | None = None
    message: int | None = None
    pointer: str = ""
    choice: str | None = None
    tool_index: int | None = None
    call_id: str | None = None
    via: str = ""
    """How the text that `inner` counts in is held: "json-string" or "base64"; "" when there is no inner place."""
    inner: "Place | None" = None

    @property
    def way(self) -> str:
        """The pointers from the record in the upload to what is meant, one after the other."""
        return self.pointer + (self.inner.way if self.inner is not None else "")

    def seen_from(self, at: At) -> "Place":
        """This place, which counts in the text right around `at`, seen from the upload.

        What a wrapper holds as JSON is named by a longer pointer. What it holds as text is a place of its own, `inner`, whose line and
        bytes count in that text; around it stands the place of the text.
        """
        if not isinstance(at, Within):
            return self
        if not at.via:
            return replace(self, pointer=at.pointer + self.pointer).seen_from(at.around)
        inner = replace(self, chunk=None, message=None, choice=None, tool_index=None, call_id=None)
        record, line, start, end = nearest(at.around)
        place = replace(self, record=record, line=line, byte_start=start, byte_end=end, pointer=at.pointer, via=at.via, inner=inner)
        return place.seen_from(at.around)


class Found(NamedTuple):
    """What a rule yields. `places`: the primary one first. `times`: how often it was seen. `scope`: for cause links and the fingerprint.

    `slots`: the calls that it is about, where these are not the one of its scope; None: the one of its scope, or any.
    """

    variant: str
    certainty: str
    places: tuple[Place, ...]
    params: dict[str, Param]
    times: int
    scope: Scope
    slots: frozenset[str] | None = None

    @property
    def calls(self) -> frozenset[str] | None:
        """The slots of the calls that it is about, None where it may be about any."""
        if self.slots is not None or self.scope.slot is None:
            return self.slots
        return frozenset({self.scope.slot})


Findings = Iterator[Found]

CERTAIN = "certain"
INFERRED = "inferred"
NEEDS_CONTEXT = "needs-context"


def found(
    judged: Judged,
    at: Spot | MessageSpot | At,
    *,
    pointer: str | None = None,
    related: tuple[Spot | MessageSpot | At, ...] = (),
    variant: str = "",
    certainty: str = CERTAIN,
    count: int = 1,
    slots: Iterable[str] | None = None,
    **params: Param,
) -> Found:
    """A finding about `judged`, primary place `at`.

    `pointer` is appended to the pointer of `at` (give the part inside the entry, as "/index"). `count` says how often it was seen. `slots`
    are given where a finding is about some calls of a choice, or about more than its own: it explains nothing of other calls.
    """
    scope = judged.scope
    places = (_place(at, scope, pointer or ""), *[_place(other, scope, "") for other in related])
    return Found(variant, certainty, places, params, count, scope, None if slots is None else frozenset(slots))


def _place(where: Spot | MessageSpot | At, scope: Scope, inner: str) -> Place:
    at = where.at if isinstance(where, Spot | MessageSpot) else where
    record, line, start, end = nearest(at)
    if isinstance(where, Spot):
        place = Place(
            line, start, end, record, chunk=where.chunk, pointer=where.pointer + inner,
            choice=scope.choice, tool_index=scope.tool_index, call_id=scope.call_id,
        )  # fmt: skip
    elif isinstance(where, MessageSpot):
        call_id = where.call_id or scope.call_id
        place = Place(line, start, end, record, message=where.message, pointer=where.pointer + inner, call_id=call_id)
    else:
        place = Place(line, start, end, record, pointer=inner, choice=scope.choice)
    return place.seen_from(at)


class Finding(msgspec.Struct, omit_defaults=True):
    """A finding as the report stamps and stores it. `segment`: its number, or None for the file. `caused_by`: a fingerprint.

    `places`: the primary one first; none where the finding is about the file as a whole.
    """

    rule: str
    variant: str
    certainty: str
    segment: int | None
    dialect: str | None
    places: tuple[Place, ...]
    params: dict[str, Param]
    count: int
    fingerprint: str
    caused_by: str | None = None
    cause: str | None = None
    """The kind ("rule" or "rule:variant") of the finding that caused it."""

    @property
    def kind(self) -> str:
        """The rule and its variant: "name" or "name:variant"."""
        return kind_of(self.rule, self.variant)


def kind_of(rule: str, variant: str) -> str:
    """The word for a rule and its variant: "name", or "name:variant"."""
    return f"{rule}:{variant}" if variant else rule
