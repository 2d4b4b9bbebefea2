"""Segments: their content-free facts from rows, their content from the evidence file while it is there."""

from typing import Any

import msgspec

from uploads.models import Segment, Validation
from uploads.results import at_hand
from uploads.results.evidence import Entry, entry_at, first_entries
from uploads.text import can_match
from validation.finding import Place
from validation.report import SEGMENTS_SHOWN
from validation.report.segments import Evidence, Segment as EngineSegment, document

MOST_A_PAGE = 500


def segments(validation: Validation, *, after: int = -1, limit: int = 50, kind: str | None = None) -> list[Segment]:
    """The next `limit` segments with a number above `after`, in order; only those of `kind` when given."""
    if not can_match(after) or not can_match(kind or ""):
        return []
    most = max(1, min(limit, MOST_A_PAGE))
    kept = at_hand.saved(validation)
    if kept is not None:
        return [one for one in kept.segments if one.number > after and kind in (None, one.kind)][:most]
    rows = validation.segments.filter(number__gt=after).order_by("number")
    if kind is not None:
        rows = rows.filter(kind=kind)
    return list(rows[:most])


def segment(validation: Validation, number: int) -> Segment | None:
    """One segment by its number, or None."""
    return validation.segments.filter(number=number).first() if can_match(number) else None


def evidence(validation: Validation, segment: Segment) -> Evidence | None:
    """The content of a segment; None once it is gone."""
    entry = entry_at(validation, segment.evidence_at)
    return entry.evidence if entry is not None else None


def segment_document(validation: Validation, segment: Segment, *, content: bool = True) -> dict[str, Any]:
    """The segment as the report shows it, with its content while that is still there (and `content` is True)."""
    entry = entry_at(validation, segment.evidence_at) if content else None
    if entry is not None:
        return document(entry.segment, entry.evidence)
    return document(engine_segment(segment), None)


def calls(validation: Validation, segment: Segment) -> list[dict[str, Any]]:
    """The reassembled calls of a segment: its facts, `choice` (None in a history), `arguments`, and `pieces`, cut at the fragment seams.

    `pieces` are [chunk, text] in a stream and a single [message, text] in a history. `arguments` and `pieces` are None once the content is
    gone.
    """
    content = evidence(validation, segment)
    if segment.kind == "history":
        return _history_calls(segment, content)
    texts = {(choice["index"], call["slot"]): call for choice in (content.choices if content else []) for call in choice["calls"]}
    found = []
    for choice in segment.facts["choices"]:
        for call in choice["calls"]:
            text = texts.get((choice["index"], call["slot"]))
            arguments = text["arguments"] if text else None
            pieces = cut(arguments, text["seams"]) if text and arguments is not None else None
            found.append({**call, "choice": choice["index"], "arguments": arguments, "pieces": pieces})
    return found


def cut(text: str, seams: list[list[int]]) -> list[tuple[int, str]]:
    """`text` in pieces: `seams` are [chunk, character where its fragment begins]."""
    starts = [character for _, character in seams]
    ends = [*starts[1:], len(text)][: len(starts)]
    return [(chunk, text[start:end]) for (chunk, start), end in zip(seams, ends, strict=True)]


def engine_segment(row: Segment) -> EngineSegment:
    """A stored segment as the engine's word."""
    place = msgspec.convert(row.place, Place)
    return EngineSegment(row.number, row.kind, row.wire_id, row.model, row.dialect, place, row.first_line, row.last_line, row.facts)


def shown(validation: Validation, most: int = SEGMENTS_SHOWN) -> list[tuple[EngineSegment, Evidence | None]]:
    """The segments that a report shows, those that ended first, in the order of their numbers; without content once it is gone."""
    most = min(most, SEGMENTS_SHOWN)
    entries: list[Entry] | None = first_entries(validation, most)
    pairs: list[tuple[EngineSegment, Evidence | None]]
    if entries is not None:
        pairs = [(entry.segment, entry.evidence) for entry in entries]
    else:
        pairs = [(segment, None) for segment in without_content(validation, most)]
    return sorted(pairs, key=lambda pair: pair[0].number)


def without_content(validation: Validation, most: int = SEGMENTS_SHOWN) -> list[EngineSegment]:
    """The segments of `shown`, those that ended first first, from rows alone."""
    kept = at_hand.saved(validation)
    rows = validation.segments.order_by("evidence_at") if kept is None else sorted(kept.segments, key=lambda row: row.evidence_at)
    return [engine_segment(row) for row in rows[:most]]


def _history_calls(segment: Segment, content: Evidence | None) -> list[dict[str, Any]]:
    texts = [call.get("arguments") for call in content.calls] if content else []
    found = []
    for place, call in enumerate(segment.facts["calls"]):
        arguments = texts[place] if place < len(texts) else None
        pieces = [(call["message"], arguments)] if isinstance(arguments, str) else None
        found.append({**call, "choice": None, "arguments": arguments, "pieces": pieces})
    return found
