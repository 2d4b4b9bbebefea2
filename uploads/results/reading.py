"""Whose validation it is, what stands at its top, and the engine's report, rebuilt."""

import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, cast

from django.db.models import QuerySet

from uploads.models import Upload, Validation
from uploads.owners import of_owner
from uploads.results import at_hand
from uploads.results.finding_queries import counts, engine_finding, heaviest_root
from uploads.results.raw import main_part
from uploads.results.segment_queries import shown, without_content
from validation.finding import Finding
from validation.rendering import prose
from validation.report import SEGMENTS_SHOWN, Report
from validation.report.portability import Target
from validation.report.segments import Evidence, Segment
from validation.report.weighing import letter_counts, verdict

if TYPE_CHECKING:
    from uploads.owners import Person

_LONGEST_ID = 32


def find(public_id: str, owner_keys: Iterable[str | None], user: "Person" = None) -> Validation | None:
    """The validation with its upload if it is the asker's; None for another's and for a missing one alike, after the same one query."""
    if len(public_id) > _LONGEST_ID or not (public_id.isascii() and public_id.isalnum()):
        public_id = ""
    mine_only = Upload.objects.filter(of_owner(owner_keys, user))
    return Validation.objects.select_related("upload").filter(public_id=public_id, upload__in=mine_only).first()


def mine(owner_keys: Iterable[str | None], user: "Person" = None) -> QuerySet[Validation]:
    """The asker's validations with upload, parts and verdicts at hand, the newest first. Derived copies behind shares are left out."""
    found = Validation.objects.filter(upload__in=Upload.objects.filter(of_owner(owner_keys, user)), derived_for=None)
    return found.select_related("upload").prefetch_related("upload__parts", "verdicts").order_by("-created", "-pk")


def head(validation: Validation, profile: str | None = None) -> dict[str, Any]:
    """What stands at the top of a result, without findings, summary and addresses.

    id, status, verdict, verdicts, counts, complete, profile, purpose, looks_like, input, progress, trouble, created, finished, expires,
    raw_expires. Before it is done `verdict` and `complete` are None, `verdicts` and `counts` empty, and `input` has what the upload tells.
    `profile` None means the validation's own.
    """
    profile = profile or validation.profile
    done = validation.state == Validation.State.DONE
    stored = counts(validation) if done else []
    return {
        "id": validation.public_id,
        "status": validation.state,
        "verdict": verdict(validation.letters, stored, profile, complete=validation.complete) if done else None,
        "verdicts": at_hand.verdicts(validation) if done else {},
        "counts": letter_counts(validation.letters, stored, profile) if done else {},
        "complete": validation.complete if done else None,
        "profile": profile,
        "purpose": validation.judged_purpose or validation.purpose or None,
        "looks_like": validation.looks_like or None,
        "input": validation.input if done else _input_before(validation),
        "progress": {
            "bytes": validation.progress,
            "of": validation.size,
            "records": validation.progress_records,
            "percent": validation.percent,
        },
        "trouble": validation.trouble or None,
        "created": validation.created,
        "finished": validation.finished,
        "expires": validation.expires,
        "raw_expires": validation.upload.raw_expires if validation.upload.has_raw else None,
    }


def report(validation: Validation, segments: int = SEGMENTS_SHOWN) -> Report:
    """The engine's report, rebuilt from rows and evidence: exports of it equal those of the terminal.

    At most `segments` of its segments come with it. Once the raw bytes are gone they come without content.
    """
    return _report(validation, _stored(validation), shown(validation, segments))


def portability(validation: Validation) -> dict[str, Target]:
    """profile -> verdict and deciding rules, for every endpoint that a history of it can be sent to; equal to that of the rebuilt report.

    Empty without a history, and until it is done.
    """
    if not validation.history_count:
        return {}
    return _report(validation, [], [(segment, None) for segment in without_content(validation)]).portability()


def _stored(validation: Validation) -> list[Finding]:
    return [engine_finding(row) for row in validation.findings.order_by("number")]


def _report(validation: Validation, findings: list[Finding], pairs: list[tuple[Segment, Evidence | None]]) -> Report:
    return Report(
        engine=validation.engine,
        ruleset=validation.ruleset,
        profile=validation.profile,
        purpose=validation.judged_purpose or None,
        looks_like=validation.looks_like or None,
        complete=validation.complete,
        input=validation.input,
        letters=validation.letters,
        counts=counts(validation),
        findings=findings,
        omitted=validation.omitted,
        segments=validation.segment_count,
        streams=validation.stream_count,
        histories=validation.history_count,
        chunks=validation.chunk_count,
        messages=validation.message_count,
        # A segment without content is one whose evidence is None, which `document` takes.
        shown=cast(list[tuple[Segment, Evidence]], pairs),
    )


def summary(validation: Validation, profile: str | None = None, translate: Callable[[str], str] = str) -> str:
    """The one plain sentence, equal to that of the rebuilt report, made from the one finding that it is about."""
    first = heaviest_root(validation, profile or validation.profile)
    return prose.summary(_report(validation, [] if first is None else [first], []), profile, translate)


def wait_until_finished(validation: Validation, seconds: float) -> bool:
    """Wait at most `seconds` for the end of `validation`, refreshing it. True when it is finished; False also when it was deleted."""
    until = time.monotonic() + seconds
    pause = 0.02
    while True:
        try:
            validation.refresh_from_db(fields=["state"])
        except Validation.DoesNotExist:
            return False
        if validation.is_finished:
            validation.refresh_from_db()
            return True
        left = until - time.monotonic()
        if left <= 0:
            return False
        time.sleep(min(pause, left))
        pause = min(pause * 1.5, 0.25)


def _input_before(validation: Validation) -> dict[str, Any]:
    part = main_part(validation)
    return {"name": part.name, "bytes": part.size, "sha256": part.sha256} if part is not None else {}
