"""Which record is which chunk: counted from where a segment begins, since only every 1,024th record is indexed."""

from collections.abc import Iterator
from dataclasses import dataclass

import msgspec

from uploads import results
from uploads.models import Segment, Validation
from uploads.results import RawLine

FARTHEST = 10_000
"""Records that may be walked for one page."""
A_BATCH = 1_000
EVENT_FORMATS = frozenset({"anthropic-messages", "responses-api"})
"""Dialects whose every event counts as a chunk."""
SEGMENTS_READ = 200


@dataclass(frozen=True)
class Label:
    """A record's place in its segment."""

    segment: int
    chunk: int


def labels(validation: Validation, first: int, last: int) -> dict[int, Label]:
    """Record -> segment and chunk for records `first` to `last`; none where the count would begin too far away."""
    near = [segment for segment in _streams(validation) if _first_record(segment) <= last]
    near = [segment for segment in near if first - _first_record(segment) <= FARTHEST]
    if not near:
        return {}
    start = min(_first_record(segment) for segment in near)
    return {record: label for record, label in _walk(validation, near, start, last) if record >= first}


def record_of(validation: Validation, number: int, chunk: int) -> int | None:
    """The record of a chunk of a segment; its first record where the chunk is too far from it, None for an unknown segment."""
    found = next((segment for segment in results.segments(validation, after=number - 1, limit=1) if segment.number == number), None)
    if found is None:
        return None
    start = _first_record(found)
    if found.kind != "stream" or chunk <= 0:
        return start
    streams = _streams(validation)
    if len(streams) == 1 and chunk > FARTHEST:
        return start + chunk
    for record, label in _walk(validation, streams, start, start + FARTHEST):
        if label.segment == number and label.chunk == chunk:
            return record
    return start


def _streams(validation: Validation) -> list[Segment]:
    return results.segments(validation, limit=SEGMENTS_READ, kind="stream")


def _first_record(segment: Segment) -> int:
    return int(segment.place.get("record") or 0)


def _walk(validation: Validation, streams: list[Segment], first: int, last: int) -> Iterator[tuple[int, Label]]:
    """Chunks of `streams` in records `first` to `last`, counted from the beginning of each stream inside that range."""
    seen = {segment.number: 0 for segment in streams if _first_record(segment) >= first}
    for start in range(first, last + 1, A_BATCH):
        lines = results.records(validation, start, min(last, start + A_BATCH - 1))
        if not lines:
            return
        for line in lines:
            owner = _owner(line, streams)
            if owner is not None and owner.number in seen and line.record is not None:
                yield line.record, Label(owner.number, seen[owner.number])
                seen[owner.number] += 1


def _owner(line: RawLine, streams: list[Segment]) -> Segment | None:
    """The stream that a line is a chunk of: the only one around it, or the one with its id."""
    text = line.text.removeprefix("data:").strip()
    around = [segment for segment in streams if segment.first_line <= line.number <= segment.last_line]
    events = any(segment.dialect in EVENT_FORMATS for segment in around)
    if not (text.startswith("{") if events else '"choices"' in text or '"usage"' in text):
        return None
    if len(around) < 2:
        return around[0] if around else None
    wire_id = _id(text)
    return next((segment for segment in around if segment.wire_id == wire_id), None)


class _Head(msgspec.Struct):
    id: str | None = None


def _id(text: str) -> str | None:
    try:
        return msgspec.json.decode(text, type=_Head).id
    except (msgspec.MsgspecError, ValueError):
        return None
