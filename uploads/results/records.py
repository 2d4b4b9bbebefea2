"""Records by their numbers: seek to the last mark of the index before them and decode from there, as the engine did."""

from collections.abc import Iterator
from dataclasses import replace
from typing import BinaryIO

from uploads.models import Upload, Validation
from uploads.results.evidence import Mark, mark_before
from uploads.results.raw import MOST_LINES, SHOWN_BYTES, open_trace, readable
from uploads.results.shapes import RawLine
from validation import decoding
from validation.decoding import jsonl, sse
from validation.decoding.blocks import Blocks
from validation.decoding.lines import Lines
from validation.decoding.values import decoder
from validation.facts.carriage import Input, Remark
from validation.facts.places import At

MOST_RECORDS = MOST_LINES


def records(validation: Validation, first: int, last: int) -> list[RawLine]:
    """Records `first` to `last` (from 0, both included, at most 1,000) as they stand in the upload. Empty once the raw bytes are gone."""
    file = open_trace(validation)
    if file is None:
        return []
    first = max(0, first)
    wanted = range(first, min(last, first + MOST_RECORDS - 1) + 1)
    with file:
        places = _places(validation, file, wanted)
        return [_record(file, at) for at in places]


def record_of_line(validation: Validation, line: int) -> int | None:
    """The number of the record that stands on `line`, or the next one; None past the last record or once the raw bytes are gone."""
    file = open_trace(validation)
    if file is None:
        return None
    with file:
        mark = mark_before(validation, line=max(1, line))
        return next((at[0] for at, _ in _decoded(validation, file, mark) if at[1] >= line), None)


def around(validation: Validation, record: int, before: int = 2, after: int = 2) -> list[RawLine]:
    """The records around `record`, itself included."""
    return records(validation, record - before if record > before else 0, record + after)


def _places(validation: Validation, file: BinaryIO, wanted: range) -> list[At]:
    found: dict[int, At] = {}
    if not wanted:
        return []
    for at, value in _decoded(validation, file, mark_before(validation, record=wanted[0])):
        if at[0] > wanted[-1]:
            break
        # A remark may stand before the record it is about, under the same number.
        if at[0] >= wanted[0] and (at[0] not in found or not isinstance(value, Remark)):
            found[at[0]] = at
    return list(found.values())


def _decoded(validation: Validation, file: BinaryIO, mark: Mark) -> Iterator[tuple[At, object]]:
    """What decoding gives from `mark` on, numbered as in the whole file."""
    facts = Input(pasted=validation.upload.origin == Upload.Origin.PASTE)
    first, line, byte = mark
    container = validation.input.get("container")
    if not first or container == "json":
        # A document is held whole by the engine too, and is never large.
        file.seek(0)
        yield from decoding.records(file, facts)
        return
    facts.wrappers = list(validation.input.get("wrappers", []))
    file.seek(byte)
    of_lines = sse.records if container == "sse" else jsonl.records
    for (record, started, low, high), value in of_lines(Lines(Blocks(file, facts), byte), facts, decoder(), line):
        yield (record + first, started, low, high), value


def _record(file: BinaryIO, at: At) -> RawLine:
    record, line, start, end = at
    file.seek(start)
    text = file.read(min(end - start, SHOWN_BYTES))
    return replace(RawLine(line, start, end, readable(text), end - start > SHOWN_BYTES), record=record)
