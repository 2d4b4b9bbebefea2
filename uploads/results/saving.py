"""A Report becomes rows, all at once or not at all.

The last write is fenced by the attempt that made the report: when the validation was deleted, or was given to another worker meanwhile,
nothing is saved. Readers look at results only once the row says `done`, which is the last thing that is written.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Any

import msgspec
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from uploads import storage
from uploads.models import Finding, Segment, Validation, Verdict
from uploads.results import at_hand
from uploads.results.evidence import Entry, Spool, plain
from uploads.results.rows import insert
from uploads.text import number, storable, word
from validation import finding as words
from validation.profiles import PROFILES
from validation.report import Report

BATCH = 2_000
MOST_PLACES = 100
Row = tuple[Any, ...]

FINDING_COLUMNS = (
    "validation_id", "number", "rule", "variant", "kind", "certainty", "cause", "caused_by", "segment", "dialect",
    "line", "byte_start", "byte_end", "record", "chunk", "message", "pointer", "choice", "tool_index", "call_id",
    "places", "params", "count", "fingerprint",
)  # fmt: skip
SEGMENT_COLUMNS = (
    "validation_id", "number", "kind", "wire_id", "model", "dialect", "place", "first_line", "last_line", "facts", "evidence_at",
)  # fmt: skip
VERDICT_COLUMNS = ("validation_id", "profile", "word", "errors", "warnings", "infos")


class Lost(Exception):  # noqa: N818  nobody's fault
    """The validation was deleted, or is another worker's by now; nothing was saved."""


def save(row: QuerySet[Validation], attempt: int, validation: Validation, report: Report, spool: Spool) -> None:
    """Save `report`. `row` selects the validation as long as `attempt` is the one that may write. Raises Lost, and OSError of the storage.

    Everything is prepared before the transaction begins. More segments than one batch are written before it, in short transactions of
    their own, each fenced, so that no reader and no other writer waits for a million of them.
    """
    index_at = spool.close_with_index()
    few = spool.segments <= BATCH
    segments = _segment_rows(validation.pk, spool, index_at)
    first = list(segments) if few else []
    findings = [_finding_row(validation.pk, place, finding) for place, finding in enumerate(report.findings)]
    evidence = storage.evidence_name(validation.upload.folder, f"{validation.public_id}-{attempt}")
    if not few:
        _save_many_segments(row, validation, segments)
    spool.keep(evidence, durable=spool.durable)
    final = _fields(report) | {"evidence": evidence, "index_at": index_at}
    verdicts = _verdict_rows(validation.pk, report)
    try:
        with transaction.atomic():
            if not row.update(**final):
                raise Lost
            if few:
                _forget_former(validation, attempt)
                insert(Segment, SEGMENT_COLUMNS, first)
            insert(Finding, FINDING_COLUMNS, findings)
            insert(Verdict, VERDICT_COLUMNS, verdicts)
    except Lost:
        storage.remove_file(evidence)
        raise
    for name, value in final.items():
        setattr(validation, name, value)
    if few:
        _have_at_hand(validation, first, findings, verdicts)


def _have_at_hand(validation: Validation, segments: list[Row], findings: list[Row], verdicts: list[Row]) -> None:
    if len(segments) > at_hand.MOST or len(findings) > at_hand.MOST:
        return
    saved = at_hand.AtHand(
        at_hand.instances(Finding, FINDING_COLUMNS, findings),
        sorted(at_hand.instances(Segment, SEGMENT_COLUMNS, segments), key=lambda segment: segment.number),
        {profile: said for _, profile, said, *_ in verdicts},
    )
    at_hand.keep(validation, saved)


def _forget_former(validation: Validation, attempt: int) -> None:
    """Remove what an attempt before this one has written before it died."""
    if attempt > 1:
        validation.segments.all().delete()


def _save_many_segments(row: QuerySet[Validation], validation: Validation, segments: Iterator[Row]) -> None:
    with transaction.atomic():
        _fenced(row)
        validation.segments.all().delete()
    while batch := list(islice(segments, BATCH)):
        with transaction.atomic():
            _fenced(row)
            insert(Segment, SEGMENT_COLUMNS, batch)


def _fenced(row: QuerySet[Validation]) -> None:
    """Hold the row, or raise Lost. Inside a transaction nobody else can claim it before that ends."""
    if not row.update(heartbeat=timezone.now()):
        raise Lost


def _fields(report: Report) -> dict[str, Any]:
    """The columns of a validation that is done."""
    return {
        "state": Validation.State.DONE, "finished": timezone.now(), "heartbeat": None, "trouble": "",
        "progress": number(report.input.get("bytes")) or 0, "progress_records": number(report.input.get("records")) or 0,
        "engine": word(report.engine, 20), "ruleset": word(report.ruleset, 20), "judged_purpose": word(report.purpose, 10),
        "verdict": report.verdict(), "looks_like": word(report.looks_like, 40), "complete": report.complete,
        "input": plain(report.input), "letters": plain(report.letters), "omitted": plain(report.omitted),
        "counts": [[count.kind, count.cause, count.dialect, count.number, count.segment] for count in report.counts],
        "segment_count": report.segments, "stream_count": report.streams, "history_count": report.histories,
        "chunk_count": report.chunks, "message_count": report.messages,
    }  # fmt: skip


def _verdict_rows(validation_id: int, report: Report) -> list[Row]:
    rows = []
    for profile in PROFILES:
        letters = report.letter_counts(profile)
        rows.append((validation_id, profile, report.verdict(profile), letters["error"], letters["warning"], letters["info"]))
    return rows


def _segment_rows(validation_id: int, spool: Spool, end: int) -> Iterator[Row]:
    for at, entry in spool.entries(end):
        yield _segment_row(validation_id, at, entry)


def _segment_row(validation_id: int, at: int, entry: Entry) -> Row:
    segment = entry.segment
    return (
        validation_id, segment.number, word(segment.kind, 20), _optional(segment.id), _optional(segment.model),
        _optional(segment.dialect, 40), _json(plain(segment.place)), segment.first_line, segment.last_line, _json(plain(segment.facts)), at,
    )  # fmt: skip


def _finding_row(validation_id: int, place: int, finding: words.Finding) -> Row:
    primary = finding.places[0] if finding.places else words.Place()
    return (
        validation_id, place, word(finding.rule, 80), word(finding.variant, 40), word(finding.kind, 121), word(finding.certainty, 16),
        _optional(finding.cause, 121), finding.caused_by, finding.segment, _optional(finding.dialect, 40),
        primary.line, primary.byte_start, primary.byte_end, primary.record, number(primary.chunk), number(primary.message),
        word(primary.pointer, 400), _optional(primary.choice, 40), number(primary.tool_index), _optional(primary.call_id),
        _json(plain(list(finding.places[:MOST_PLACES]))), _json(storable(finding.params)), number(finding.count) or 1,
        finding.fingerprint,
    )  # fmt: skip


def _optional(value: str | None, limit: int = 200) -> str | None:
    return None if value is None else word(value, limit)


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
