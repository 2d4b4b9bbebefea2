"""The bytes as sent: lines, records and the surroundings of a place, found by seeking and never by reading the whole file."""

from collections.abc import Iterator
from typing import BinaryIO

from uploads import storage
from uploads.models import Part, Validation
from uploads.results.evidence import mark_before
from uploads.results.shapes import Excerpt, RawLine
from validation.finding import Place

MOST_LINES = 1_000
SHOWN_BYTES = 64 << 10
_BLOCK = 1 << 20
_MARKED_BYTES = 8_000


def open_trace(validation: Validation) -> BinaryIO | None:
    """The trace or history as sent, content coding removed; None once it is gone."""
    part = main_part(validation)
    if part is None or not validation.upload.has_raw:
        return None
    try:
        return storage.path(str(part.file.name)).open("rb")
    except FileNotFoundError:
        return None


def main_part(validation: Validation) -> Part | None:
    """The part that was validated."""
    parts = {part.role: part for part in validation.upload.parts.all()}
    return parts.get(Part.Role.TRACE) or parts.get(Part.Role.HISTORY)


def request_part(validation: Validation) -> bytes | None:
    """The request as sent beside the trace; None when there was none or it is gone."""
    part = next((part for part in validation.upload.parts.all() if part.role == Part.Role.REQUEST), None)
    if part is None or not validation.upload.has_raw:
        return None
    try:
        return storage.path(str(part.file.name)).read_bytes()
    except FileNotFoundError:
        return None


def lines(validation: Validation, first: int, last: int) -> list[RawLine]:
    """Lines `first` to `last` (from 1, both included, at most 1,000). Empty once the raw bytes are gone."""
    file = open_trace(validation)
    if file is None:
        return []
    first = max(1, first)
    last = min(last, first + MOST_LINES - 1)
    with file:
        _, line, byte = mark_before(validation, line=first)
        found = []
        for raw in lines_from(file, byte, line):
            if raw.number > last:
                break
            if raw.number >= first:
                found.append(raw)
        return found


def lines_from(file: BinaryIO, byte: int, line: int) -> Iterator[RawLine]:
    """The lines from `byte` on, the start of line number `line`. A line ends at CRLF, LF or CR; of a long one the start is held."""
    file.seek(byte)
    held, start, at = b"", byte, byte
    while block := file.read(_BLOCK):
        if block.endswith(b"\r"):
            # Whether it is half of a CRLF stands in the next byte.
            block += file.read(1)
        *whole, rest = _pieces(block)
        for text, ended in whole:
            yield _raw_line(line, start, at + len(text), held + text)
            at += len(text) + len(ended)
            held, start, line = b"", at, line + 1
        held = (held + rest[0])[: SHOWN_BYTES + 1]
        at += len(rest[0])
    if at > start:
        yield _raw_line(line, start, at, held)


def _pieces(block: bytes) -> list[tuple[bytes, bytes]]:
    pieces = []
    for piece in block.splitlines(keepends=True):
        text = piece.rstrip(b"\r\n")
        pieces.append((text, piece[len(text) :]))
    if not pieces or pieces[-1][1]:
        pieces.append((b"", b""))
    return pieces


def _raw_line(number: int, start: int, end: int, text: bytes) -> RawLine:
    return RawLine(number, start, end, readable(text[:SHOWN_BYTES]), end - start > SHOWN_BYTES)


def readable(text: bytes) -> str:
    """Bytes as text; those that are not UTF-8 are written out as `\\xff`."""
    return text.decode("utf-8", "backslashreplace")


def line_of(validation: Validation, byte: int) -> int:
    """The number of the line that holds `byte`; 0 once the raw bytes are gone."""
    file = open_trace(validation)
    if file is None:
        return 0
    with file:
        return _line_of(validation, file, byte)


def _line_of(validation: Validation, file: BinaryIO, byte: int) -> int:
    _, line, start = mark_before(validation, byte=byte)
    file.seek(start)
    before = b""
    while start < byte and (block := file.read(min(_BLOCK, byte - start))):
        ends = block.count(b"\n") + block.count(b"\r") - block.count(b"\r\n")
        line += ends - (before == b"\r" and block.startswith(b"\n"))
        before = block[-1:]
        start += len(block)
    return line


def excerpt(validation: Validation, place: Place, around: int = 2_000) -> Excerpt | None:
    """The line around `place` with its byte range marked, at most `around` bytes on either side; None once the raw bytes are gone."""
    file = open_trace(validation)
    if file is None:
        return None
    with file:
        from_byte = max(0, place.byte_start - around)
        file.seek(from_byte)
        before = file.read(place.byte_start - from_byte)
        size = max(0, place.byte_end - place.byte_start)
        marked = file.read(min(size, _MARKED_BYTES))
        file.seek(max(place.byte_end, place.byte_start))
        after = file.read(around)
        more = bool(file.read(1))
        line = _line_of(validation, file, place.byte_start)
    line_start = max(before.rfind(b"\n"), before.rfind(b"\r")) + 1
    ends = [end for end in (after.find(b"\n"), after.find(b"\r")) if end >= 0]
    return Excerpt(
        line, readable(_whole_start(before[line_start:])), readable(marked), readable(_whole_end(after[: min(ends, default=len(after))])),
        cut_before=not line_start and from_byte > 0, cut_marked=size > _MARKED_BYTES, cut_after=not ends and more,
    )  # fmt: skip


def _whole_start(text: bytes) -> bytes:
    """`text` without the rest of a character whose first byte was cut away."""
    skipped = 0
    while skipped < min(3, len(text)) and text[skipped] & 0xC0 == 0x80:
        skipped += 1
    return text[skipped:]


def _whole_end(text: bytes) -> bytes:
    """`text` without the start of a character whose last bytes were cut away."""
    for back in range(1, min(4, len(text)) + 1):
        byte = text[-back]
        if byte & 0xC0 == 0xC0:
            needed = 2 if byte < 0xE0 else 3 if byte < 0xF0 else 4
            return text if back >= needed else text[:-back]
        if byte < 0x80:
            break
    return text
