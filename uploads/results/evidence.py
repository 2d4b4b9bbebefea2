"""The evidence file: joined texts, fragment seams and the record index of a validation. It stands beside the upload and goes with it.

One JSON line a segment, in the order in which they ended, and the record index as the last line.
"""

import json
import os
from bisect import bisect_right
from collections.abc import Iterator
from typing import Any, BinaryIO

import msgspec

from uploads import storage
from uploads.models import Validation
from uploads.storage import Draft
from uploads.text import storable
from validation.report.segments import Evidence, Segment

Mark = tuple[int, int, int]
"""A record's number, line and first byte."""


class Entry(msgspec.Struct):
    """One line: a segment, its content apart from its content-free facts."""

    segment: Segment
    evidence: Evidence


class Spool(Draft):
    """The sink of a run: writes the evidence file while the run goes on. `records` says how far the run is.

    `durable` costs two writes to the disk that somebody may be waiting for. Without, a power cut may take the evidence, never the upload.
    """

    def __init__(self, *, durable: bool = True) -> None:
        super().__init__()
        self.durable = durable
        self.records = 0
        self.segments = 0
        self._marks: list[Mark] = []

    def segment(self, segment: Segment, evidence: Evidence) -> None:
        """A segment is finished."""
        self.file.write(_line(Entry(segment, evidence)))
        self.segments += 1

    def record(self, record: int, line: int, byte: int) -> None:
        """Every 1,024th record."""
        self.records = record
        self._marks.append((record, line, byte))

    def close_with_index(self) -> int:
        """Write the record index; the file can then be read. Returns the byte where the index stands."""
        at = self.file.tell()
        self.file.write(msgspec.json.encode(self._marks) + b"\n")
        self.file.flush()
        return at

    def entries(self, end: int) -> Iterator[tuple[int, Entry]]:
        """Every segment with the byte where its line begins, read back from the file up to the byte `end`."""
        self.file.seek(0)
        at = 0
        while at < end:
            line = self.file.readline()
            yield at, _entry(line)
            at += len(line)


def _line(entry: Entry) -> bytes:
    """`entry` in one line. Lone surrogates and numbers beyond 64 bits are legal JSON that the fast encoder refuses."""
    try:
        return msgspec.json.encode(entry) + b"\n"
    except (UnicodeEncodeError, OverflowError, ValueError):
        pass
    plain = msgspec.to_builtins(entry)
    try:
        return json.dumps(plain).encode() + b"\n"
    except (ValueError, RecursionError):
        return json.dumps(storable(plain)).encode() + b"\n"


def _entry(line: bytes) -> Entry:
    try:
        return msgspec.json.decode(line, type=Entry)
    except msgspec.DecodeError:
        return msgspec.convert(json.loads(line), Entry)


def open_evidence(validation: Validation) -> BinaryIO | None:
    """The evidence file, or None once it is gone, before there is one, or where a power cut took its end."""
    if not validation.evidence or not validation.upload.has_raw:
        return None
    try:
        file = storage.path(validation.evidence).open("rb")
    except FileNotFoundError:
        return None
    if _is_whole(file, validation.index_at):
        return file
    file.close()
    return None


def _is_whole(file: BinaryIO, index_at: int) -> bool:
    size = os.fstat(file.fileno()).st_size
    if size <= index_at:
        return False
    file.seek(size - 1)
    last = file.read(1)
    file.seek(0)
    return last == b"\n"


def first_entries(validation: Validation, most: int) -> list[Entry] | None:
    """The first segments that ended, at most `most`; None once the file is gone."""
    file = open_evidence(validation)
    if file is None:
        return None
    with file:
        entries: list[Entry] = []
        while len(entries) < most and file.tell() < validation.index_at:
            entries.append(_entry(file.readline()))
        return entries


def entry_at(validation: Validation, byte: int) -> Entry | None:
    """The segment whose line begins at `byte`; None once the file is gone."""
    file = open_evidence(validation)
    if file is None:
        return None
    with file:
        file.seek(byte)
        return _entry(file.readline())


def mark_before(validation: Validation, *, record: int | None = None, line: int | None = None, byte: int | None = None) -> Mark:
    """The last mark of the index that is not after `record`, `line` or `byte` (one of them); the start of the file when there is none."""
    column, wanted = next((place, value) for place, value in enumerate((record, line, byte)) if value is not None)
    marks = _marks(validation)
    found = bisect_right(marks, wanted, key=lambda mark: mark[column])
    return marks[found - 1] if found else (0, 1, 0)


def _marks(validation: Validation) -> list[Mark]:
    cached: list[Mark] | None = validation.__dict__.get("_record_marks")
    if cached is None:
        file = open_evidence(validation)
        if file is None:
            return []
        with file:
            file.seek(validation.index_at)
            cached = msgspec.json.decode(file.readline(), type=list[Mark])
        validation.__dict__["_record_marks"] = cached
    return cached


def plain(value: Any) -> Any:
    """An engine's struct as dicts and lists that can be stored."""
    return storable(msgspec.to_builtins(value))
