"""What was found, saved once and read many times: the named queries that pages and API need."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db.models import QuerySet

from uploads.models import Segment, Validation
from validation import finding as words
from validation.report import Report

if TYPE_CHECKING:
    from uploads.owners import Person


@dataclass(frozen=True)
class Weighed:
    """A finding as the engine knows it, with what it weighs under the profile asked for.

    `root`: it counts; else it is shown beneath its cause.
    """

    number: int
    finding: words.Finding
    letter: str
    root: bool


@dataclass(frozen=True)
class Page:
    """A page of findings and the cursor of the next one, or None after the last. `total`: exact number that match, not stored ones too."""

    findings: list[Weighed]
    next: str | None
    total: int


@dataclass(frozen=True)
class RawLine:
    """A line of the upload. `number` from 1, `byte` where it starts; `record` where it is one.

    `text` has invalid bytes and control characters written out and is cut to 64 KiB.
    """

    number: int
    byte: int
    text: str
    cut: bool
    record: int | None


@dataclass(frozen=True)
class Excerpt:
    """The line around a place, in three pieces: what stands before, the range itself, what follows. `cut_*`: more stands there."""

    line: int
    before: str
    marked: str
    after: str
    cut_before: bool
    cut_after: bool


@dataclass(frozen=True)
class Group:
    """All findings of one rule: heaviest letter, exact number of roots, of caused ones, and how many are stored."""

    rule: str
    letter: str
    number: int
    caused: int
    stored: int


def find(public_id: str, owner_keys: Iterable[str | None], user: "Person" = None) -> Validation | None:
    """The validation with its upload if it is the asker's; None for another's and for a missing one alike."""
    raise NotImplementedError


def mine(owner_keys: Iterable[str | None], user: "Person" = None) -> QuerySet[Validation]:
    """The asker's validations with upload, trace parts and verdicts at hand, the newest first."""
    raise NotImplementedError


def head(validation: Validation, profile: str | None = None) -> dict[str, Any]:
    """What stands at the top of a result, without findings and addresses.

    id, status, verdict, verdicts, counts, complete, profile, looks_like, input, created, expires, progress, trouble.

    Before it is done `verdict` is None and `verdicts` empty. `profile` None means the validation's own.
    """
    raise NotImplementedError


def findings(  # noqa: PLR0913  these are the filters of the query string, one word each
    validation: Validation,
    *,
    profile: str | None = None,
    severity: Iterable[str] | None = None,
    rule: str | None = None,
    segment: int | None = None,
    choice: str | None = None,
    tool_index: int | None = None,
    caused_by: str | None = None,
    roots: bool | None = None,
    order: str = "severity",
    cursor: str | None = None,
    limit: int = 50,
) -> Page:
    """A page of stored findings that are not off under `profile`. `order`: "severity" (heaviest first, then file order) or "file".

    `roots`: True for those that count, False for caused ones. Raises ValueError for a cursor that is none of ours or an unknown letter.
    """
    raise NotImplementedError


def groups(validation: Validation, profile: str | None = None) -> list[Group]:
    """Rules that have findings under `profile`, heaviest letter first, then catalogue order."""
    raise NotImplementedError


def segments(validation: Validation, *, after: int = -1, limit: int = 50, kind: str | None = None) -> list[Segment]:
    """The next `limit` segments with a number above `after`, in order."""
    raise NotImplementedError


def segment_document(validation: Validation, segment: Segment, *, content: bool = True) -> dict[str, Any]:
    """The segment as the report shows it, with its content while that is still there (and `content` is True)."""
    raise NotImplementedError


def calls(validation: Validation, segment: Segment) -> list[dict[str, Any]]:
    """The reassembled calls of a segment: its facts, `choice`, `arguments`, and `pieces` [[chunk, text], ...] cut at the fragment seams.

    `arguments` and `pieces` are None once the content is gone.
    """
    raise NotImplementedError


def records(validation: Validation, first: int, last: int) -> list[RawLine]:
    """The lines of records `first` to `last` (from 0, both included, at most 1,000), found through the sparse index.

    Empty once the raw bytes are gone.
    """
    raise NotImplementedError


def lines(validation: Validation, first: int, last: int) -> list[RawLine]:
    """Lines `first` to `last` (from 1, both included, at most 1,000). Empty once the raw bytes are gone."""
    raise NotImplementedError


def excerpt(validation: Validation, place: words.Place, around: int = 2_000) -> Excerpt | None:
    """The line around `place` with its byte range marked, at most `around` bytes on either side; None once the raw bytes are gone."""
    raise NotImplementedError


def report(validation: Validation) -> Report:
    """The engine's report, rebuilt from rows and evidence: exports of it equal those of the terminal."""
    raise NotImplementedError


def wait_until_finished(validation: Validation, seconds: float) -> bool:
    """Wait at most `seconds` for the end of `validation`, refreshing it. True when it is finished."""
    raise NotImplementedError


def delete(validation: Validation) -> None:
    """Remove it and everything of it; files too when it was the last to need them. A run in progress stops."""
    raise NotImplementedError
