"""Where in the upload a finding stands: places inside a wrapper become chains, whole records become the token that is meant."""

from io import SEEK_END, BytesIO
from typing import BinaryIO

import msgspec
from msgspec.structs import replace

from validation.decoding.base64_text import bytes_of
from validation.decoding.line_numbers import LineNumbers
from validation.decoding.located import Located
from validation.facts.places import Origin, Source, Sources, Within, nearest
from validation.finding import Finding, Found, Place
from validation.report.collecting import Raised
from validation.report.segments import Segment
from validation.rule import PLACE
from validation.rules import RULES

ELSEWHERE = frozenset({"line", "chunk"})
"""Params of rules on histories that are places, but no messages."""

read_text = msgspec.json.Decoder(str).decode


def in_the_upload(found: Found, origin: Origin, sources: Sources | None = None) -> Found:
    """A finding of a segment that came out of a wrapper, with its places seen from the upload.

    What the wrapper holds as JSON is named by a longer pointer. What it holds as text is a place of its own, `inner`, whose line and bytes
    count in that text; around it stands the place of the text in the upload. `sources`: where each part stands, for what was put together.
    """
    return found._replace(places=tuple(_outer(place, origin, sources) for place in found.places))


def segment_in_the_upload(segment: Segment, origin: Origin) -> Segment:
    """A segment of a text that a wrapper holds, with lines and bytes of the wrapper's record instead of lines in the text."""
    if not origin.via and not isinstance(origin.at, Within):
        return segment
    while origin.outer is not None:
        origin = origin.outer
    record, line, start, end = origin.at
    facts = dict(segment.facts)
    if "errors" in facts:
        facts["errors"] = [{**error, "line": line} for error in facts["errors"]]
        facts["choices"] = [
            {**choice, "finish_reasons": [{**finish, "line": line} for finish in choice["finish_reasons"]]} for choice in facts["choices"]
        ]
    return replace(segment, place=Place(line, start, end, record), first_line=line, last_line=line, facts=facts)


def renumbered(raised: Raised, sources: Sources) -> Raised:
    """A finding of a history with messages numbered as people count them in the wrapper."""
    found = raised.found
    kinds = RULES[raised.rule].params
    params = {
        name: sources.number(value) if kinds.get(name) == PLACE and isinstance(value, int) and name not in ELSEWHERE else value
        for name, value in found.params.items()
    }
    places = (place if place.message is None else replace(place, message=sources.number(place.message)) for place in found.places)
    return raised._replace(found=found._replace(params=params, places=tuple(places)))


def _outer(place: Place, origin: Origin, sources: Sources | None) -> Place:
    source = sources.of(place.pointer) if sources is not None else None
    if source is not None:
        place = _at(place, *source).seen_from(origin.at if source[0].at is None else source[0].at)
    elif not origin.via:
        place = replace(place, pointer=origin.pointer + place.pointer).seen_from(origin.at)
    else:
        place = _through(place, origin).seen_from(origin.at)
    return place if origin.outer is None else _outer(place, origin.outer, None)


def _at(place: Place, source: Source, rest: str) -> Place:
    """A place of something that was put together, at its source."""
    pointer = source.pointer + (rest if source.alike else "")
    if source.at is not None:
        record, line, start, end = nearest(source.at)
        place = replace(place, record=record, line=line, byte_start=start, byte_end=end)
    if not source.text:
        return replace(place, pointer=pointer)
    return replace(place, pointer=pointer[: source.text], via="json-string", inner=Place(1, pointer=pointer[source.text :]))


def _through(place: Place, origin: Origin) -> Place:
    """A place inside a text of the wrapper, with the place of that text around it."""
    inner = replace(place, chunk=None, message=None, choice=None, tool_index=None, call_id=None)
    record, line, start, end = nearest(origin.at)
    if (place.byte_start, place.byte_end) == (start, end):
        inner = replace(inner, line=1, byte_start=0, byte_end=0, record=0)
    return replace(place, record=record, line=line, byte_start=start, byte_end=end, pointer=origin.pointer, via=origin.via, inner=inner)


def narrow(findings: list[Finding], source: BinaryIO) -> None:
    """Narrow the byte ranges of places from whole records to the tokens that their pointers name, where `source` can seek."""
    if not source.seekable():
        return
    reader = _Records(source)
    for finding in findings:
        finding.places = tuple(_narrowed(place, reader) for place in finding.places)


class _Records:
    """Reads records of the source again, and keeps what was read last: findings come in file order."""

    def __init__(self, source: BinaryIO) -> None:
        self.source = source
        self.range = (0, 0)
        self.record = Located(b"")
        self.lines = LineNumbers(b"")
        self.texts: dict[tuple[int, int], _Records | None] = {}

    def between(self, start: int, end: int) -> Located:
        """The record between these bytes of the source."""
        if (start, end) != self.range:
            self.source.seek(start)
            self.record = Located(self.source.read(end - start))
            self.range = (start, end)
            self.lines = LineNumbers(self.record.token)
            self.texts.clear()
        return self.record

    def size(self) -> int:
        """How many bytes the source has."""
        return self.source.seek(0, SEEK_END)

    def inside(self, start: int, end: int, via: str) -> "_Records | None":
        """The records of the text that stands between these bytes of the record, None where it cannot be read."""
        if (start, end) not in self.texts:
            text = _text(self.record.token[start:end], via)
            self.texts[start, end] = None if text is None else _Records(BytesIO(text))
        return self.texts[start, end]


def _narrowed(place: Place, reader: _Records) -> Place:
    if place.byte_end <= place.byte_start or not (place.pointer or place.inner):
        return place
    record = reader.between(place.byte_start, place.byte_end)
    start, end = record.range_of(place.pointer) if place.pointer else (0, place.byte_end - place.byte_start)
    line, inner = place.line + reader.lines.before(start), place.inner
    text = reader.inside(start, end, place.via) if inner is not None else None
    if inner is not None and text is not None:
        inner = _narrowed(inner if inner.byte_end else replace(inner, line=1, byte_start=0, byte_end=text.size()), text)
    return replace(place, line=line, byte_start=place.byte_start + start, byte_end=place.byte_start + end, inner=inner)


def _text(token: bytes, via: str) -> bytes | None:
    """The text that `token`, a JSON string, holds."""
    try:
        text = read_text(token).encode(errors="surrogatepass")
        return bytes_of(text) if via == "base64" else text
    except (msgspec.DecodeError, RecursionError, ValueError):
        return None
