"""Where in the upload a finding stands: places inside a wrapper become chains, whole records become the token that is meant."""

from typing import BinaryIO

import msgspec

from validation.decoding.located import Located
from validation.facts.places import Origin
from validation.finding import Finding, Found, Place


def in_the_upload(found: Found, origin: Origin) -> Found:
    """A finding of a segment that came out of a wrapper, with its places seen from the upload.

    What the wrapper holds as JSON is named by a longer pointer. What it holds as text is a place of its own, `inner`, whose line and bytes
    count in that text; around it stands the place of the text in the upload.
    """
    return found._replace(places=tuple(_outer(place, origin) for place in found.places))


def _outer(place: Place, origin: Origin) -> Place:
    if not origin.via:
        return msgspec.structs.replace(place, pointer=origin.pointer + place.pointer)
    record, line, start, end = origin.at
    inner = msgspec.structs.replace(place, chunk=None, message=None, choice=None, tool_index=None, call_id=None)
    return Place(
        line,
        start,
        end,
        record,
        place.chunk,
        place.message,
        origin.pointer,
        place.choice,
        place.tool_index,
        place.call_id,
        origin.via,
        inner,
    )


def narrow(findings: list[Finding], source: BinaryIO) -> None:
    """Narrow the byte ranges of places from whole records to the tokens that their pointers name, where `source` can seek."""
    if not source.seekable():
        return
    reader = _Records(source)
    for finding in findings:
        finding.places = tuple(_narrowed(place, reader) for place in finding.places)


class _Records:
    """Reads records of the source again, and keeps the one that was read last: findings come in file order."""

    def __init__(self, source: BinaryIO) -> None:
        self.source = source
        self.range = (0, 0)
        self.record = Located(b"")

    def between(self, start: int, end: int) -> Located:
        """The record between these bytes of the source."""
        if (start, end) != self.range:
            self.source.seek(start)
            self.record = Located(self.source.read(end - start))
            self.range = (start, end)
        return self.record


def _narrowed(place: Place, reader: _Records) -> Place:
    if not place.pointer or place.byte_end <= place.byte_start:
        return place
    start, end = reader.between(place.byte_start, place.byte_end).range_of(place.pointer)
    return msgspec.structs.replace(place, byte_start=place.byte_start + start, byte_end=place.byte_start + end)
