"""Records to their segments: chunks to streams, messages to histories, and what a wrapper holds to a reading of its own."""

import io
from collections.abc import Callable, Iterable
from typing import Any, BinaryIO

from validation.decoding import records
from validation.decoding.ahead import Ahead
from validation.decoding.wrappers import unwrap
from validation.facts.carriage import DONE, NO_CHUNK, REQUEST_FAILED, Join, Piece, Remark, Wrapped
from validation.facts.exact import CHUNK, as_dicts
from validation.facts.places import At, Within, quoted
from validation.pipeline.context import Context
from validation.pipeline.histories import Histories
from validation.pipeline.owners import NO_OBJECT, UNTYPED, Owners
from validation.pipeline.streams import EventRecorder, Streams
from validation.reassembly.streams import StreamRecorder
from validation.segmenting import Segmenter
from validation.segmenting.chunk import choices_of
from validation.segmenting.foreign import EventStreams
from validation.shapes import ANTHROPIC, Shape, event_of, foreign_name, odd_message, shape_of

SHOWN = 40
"""So much is shown of an event that is no chunk."""


class Reading:
    """Reads one body of records: the file, or an event stream that a wrapper holds as text. `around`: the streams around the wrapper."""

    def __init__(self, context: Context, around: Streams | None = None) -> None:
        self.context = context
        self.facts = context.facts
        self.court = context.court
        self.streams = Streams(context, around)
        self.segmenter: Segmenter[StreamRecorder] = Segmenter(context.new_body, self.streams.open, self.streams.close)
        self.histories = Histories(context, self.segmenter.finished)
        self.events: EventStreams[EventRecorder] = EventStreams(context.new_body, self.streams.open_events, self.streams.close)

    def read(self, source: BinaryIO, on_block: Callable[[int], None] | None = None) -> None:
        """Read `source` to its end.

        A chunk of the exact shape of the one before it in its stream, or of one that came earlier, goes straight along the path of those.
        The path takes what comes next, at once where the last one that was asked took something, else where two went along it in a row.
        """
        ahead = Ahead(Owners(self.segmenter, self._look_around))
        segmenter = self.segmenter
        on_beat = segmenter.on_beat
        value: Any
        for at, value in records(source, self.facts, on_block=on_block, ahead=ahead):
            if at[0] >= ahead.until:
                ahead.look(at)
            ahead.taker = None
            kind = type(value)
            if kind not in UNTYPED and (stream := on_beat.get(value.id)) is not None:
                path = stream.recorder.path
                if path is not None and (kind is not path.exact or not path.walk_exact(value, at)):
                    path = stream.recorder.back(value, at)
                if path is not None:
                    if stream is not segmenter.current:
                        segmenter.turn_to(stream, at)
                        ahead.turns += 1
                    elif path.follows and (ahead.eager or path is ahead.walked):
                        ahead.taker = path
                    ahead.walked = path
                    continue
            ahead.walked = None
            ahead.catch_up()
            self._record(value, at)
            self._expect(ahead, value, at)

    def _expect(self, ahead: Ahead, value: Any, at: At) -> None:
        """Say which shape follows the record `value`, which did not go straight along, and who takes what comes if that is worth while."""
        stream = self.segmenter.current
        path = stream.recorder.path if stream is not None else None
        if path is None or path.last_at is not at:
            ahead.expected = None
            return
        ahead.expected = path.exact
        goes_on = type(value) is dict and type(path.id) is str and self.segmenter.on_beat.get(path.id) is stream
        if goes_on and ahead.eager and path.follows and path.exact is not None:
            ahead.taker = path

    def _look_around(self, at: At) -> None:
        """What is done from time to time: an entry of the index, and a look at which streams are over."""
        self.segmenter.framed = self.facts.container == "sse"
        self.court.record(at, self.context.origin)
        self.segmenter.check(at)

    def _record(self, value: Any, at: At) -> None:
        """Read a record that does not go straight along."""
        kind = type(value)
        if kind in NO_OBJECT:
            self._other(value, at)
            return
        id = value.get("id") if kind is dict else value.id
        stream = self.segmenter.on_beat.get(id) if type(id) is str else None
        path = None
        if stream is not None:
            if stream is not self.segmenter.current:
                self.segmenter.turn_to(stream, at)
            path = stream.recorder.path
            if path is not None and kind is not path.exact and path.walks(value, at):
                return
        wire = value if kind is dict else as_dicts(value)
        if wire.get("object") != CHUNK:
            self._other(wire, at)
        elif stream is None or path is None:
            self.segmenter.chunk(wire, at)
        else:
            stream.recorder.unlike(wire, at)
            path = stream.recorder.path
            if path is not None and kind is not dict:
                path.known_as(kind)

    def end(self) -> None:
        """The body is over: judge what is still open."""
        self.events.end()
        for kind, at, detail in self.segmenter.end():
            self.facts.body.note(kind, at, detail)
        self.streams.end()
        for pieces, join in self.histories.groups():
            self._group(pieces, join)
        self.streams.end()  # an answer that was put together from a group waits there for the request
        self.histories.end()
        self.facts.interleaved = self.segmenter.interleaved

    def _other(self, value: object, at: At) -> None:
        """Anything but the usual chunk: markers, remarks, odd chunks, responses, histories, wrappers, and what is not recognised."""
        if isinstance(value, Remark):
            if self._of_chunks() or not self.events.note(value.kind, at, value.detail):
                self.segmenter.note(value.kind, at, value.detail)
        elif value is DONE:
            if self._of_chunks() or not self.events.done(at):
                self.segmenter.done(at)
        elif type(value) is dict and self._event(value, at):
            pass
        elif (parts := unwrap(value, self.facts, at)) is not None:
            self._parts(parts, at)
        else:
            self._value(value, at)

    def _of_chunks(self) -> bool:
        """True when chunks came behind the last event of another format: what stands here belongs to their stream."""
        return self.segmenter.newest > self.events.newest

    def _event(self, value: dict[str, Any], at: At) -> bool:
        """Give an event of another wire format to its stream; False when `value` is none.

        An error as Anthropic writes it may also end a stream of chunks, behind a gateway: then it belongs to that one.
        """
        format = event_of(value)
        if format == ANTHROPIC and value["type"] == "error" and self._of_chunks():
            self.segmenter.chunk(value, at)
            return True
        return bool(format) and self.events.take(format, value, at, self.segmenter.untaken)

    def _fails_events(self, value: dict[str, Any], at: At) -> bool:
        """Give an error that has no type to the stream of another wire format that is open; False when it is none, or none is open."""
        if value.get("error") is None or self._of_chunks() or shape_of(value) is not Shape.ERROR:
            return False
        return self.events.fail(value, at)

    def _value(self, value: object, at: At) -> None:
        shape = Shape.UNKNOWN if self._is_none(value) else shape_of(value)
        if shape is Shape.UNKNOWN and self._meant_as_message(value):
            shape = Shape.HISTORY if isinstance(value, list) else Shape.MESSAGE
        self.court.saw(shape)
        if shape in (Shape.HISTORY, Shape.REQUEST):
            self.histories.line(value, at)
        elif isinstance(value, dict) and shape is Shape.RESPONSE:
            self._response(value, at)
        elif isinstance(value, dict) and shape is Shape.MESSAGE:
            self.histories.message(value, at)
        elif isinstance(value, dict) and shape is not Shape.UNKNOWN:
            if not self._fails_events(value, at):
                self.segmenter.chunk(value, at)
        else:
            if (
                self.facts.container == "sse"
                and (not value or not isinstance(value, dict))
                and (self._of_chunks() or self.events.newest < 0)
            ):
                self.segmenter.note(NO_CHUNK, at, repr(value) if value in ({}, []) else quoted(value, SHOWN))
            self.court.foreign(foreign_name(value))

    def _is_none(self, value: object) -> bool:
        """True for what is nothing to check only where it stands: an empty array among chunks, and beside chunks in a wrapper of their own
        the usage alone, with which a log sums up."""
        if isinstance(value, dict):
            return self.facts.habit is not None and "usage" in value and value.keys().isdisjoint({"id", "object", "choices"})
        return value == [] and self.segmenter.newest >= 0

    def _meant_as_message(self, value: object) -> bool:
        """True for a message that nothing but its role betrays, among other messages also one without a role, and a list of such."""
        if isinstance(value, list):
            return any(odd_message(item) for item in value)
        return odd_message(value) or (isinstance(value, dict) and self.histories.has_messages and ("role" in value or "content" in value))

    def _response(self, wire: dict[str, Any], at: At, part: Wrapped | None = None) -> None:
        """A merged response; the one with the id of an open stream beside it is a copy of what that brings.

        One that holds no message is rather a chunk of that stream under the wrong name.
        """
        beside = self.segmenter.known(wire.get("id"))
        if beside is not None and part is None:
            if any("message" in choice for choice in choices_of(wire)):
                beside.merged_copy(at)
            else:
                self.segmenter.chunk(wire, at)
        else:
            self.streams.response(wire, at, part)

    # Wrappers

    def _parts(self, parts: Iterable[Wrapped], at: At) -> None:
        """What a wrapper holds. One that holds nothing to check is still something that was seen."""
        held = False
        for part in parts:
            held = held or part.kind != Wrapped.HEADER
            self._part(part, at)
        if not held:
            self.court.saw(Shape.UNKNOWN)

    def _part(self, part: Wrapped, at: At) -> None:
        """One thing that a wrapper holds: an event stream as text, a chunk, a response, a history, one message, or a failed request."""
        if part.kind in (Wrapped.CHUNK, Wrapped.RECORD):
            self._wrapped(part, Within(at, part.pointer, part.via, part.inner))
            return
        if part.kind == Wrapped.HEADER:
            self.facts.note_keys(Within(at, part.pointer), part.detail, part.value)
            return
        if part.kind not in (Wrapped.EVENTS, Wrapped.FOREIGN):
            self.court.saw(part.kind)
        if part.kind == Wrapped.EVENTS:
            inner = Reading(self.context.inside(part, at), self.streams)
            inner.read(io.BytesIO(part.value))
            inner.end()
            self.court.inner(inner.facts, self.context.origin_of(part, at))
        elif part.kind == Wrapped.RESPONSE:
            self._response(part.value, at, part)
        elif part.kind == Wrapped.HISTORY:
            self.histories.read(part.value, at, part)
        elif part.kind == Wrapped.MESSAGE:
            self.histories.part_of_group(part, at)
        elif part.kind == Wrapped.FAILED:
            self.facts.body.note(REQUEST_FAILED, Within(at, part.pointer, part.via), part.detail)
        else:
            self.court.foreign(part.detail)

    def _wrapped(self, part: Wrapped, at: At) -> None:
        """A chunk, or whatever else stands in the wrapper as a record of this body."""
        self.context.lost = part.lost
        around, self.segmenter.request = self.segmenter.request, part.group or self.segmenter.request
        wire = part.value
        if isinstance(wire, dict):
            self.streams.note_request(wire.get("id"), part.request)
        if part.kind == Wrapped.RECORD:
            self._other(wire, at)
        elif not (self._event(wire, at) or self._fails_events(wire, at)):
            self.segmenter.chunk(wire, at)
        self.segmenter.request = around

    def _group(self, pieces: list[Piece], join: Join | None) -> None:
        """Messages that were records of their own: one history, or what their wrapper makes of them."""
        if join is None:
            self.histories.read_pieces(pieces)
            return
        for part in join(pieces):
            at = next(iter(part.sources.places.values())).at if part.sources is not None and part.sources.places else None
            self._part(part, at or pieces[0].at)
