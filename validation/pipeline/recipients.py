"""A record that does not go along the path of a stream: what it is, and to whom it is given. Chunks go to streams, messages to histories,
what a wrapper holds to either, and an event stream in it to a reading of its own."""

from collections.abc import Callable, Iterable
from typing import Any

from validation.decoding.wrappers import unwrap
from validation.facts.carriage import DONE, NO_CHUNK, REQUEST_FAILED, Join, Piece, Remark, Wrapped
from validation.facts.places import At, Within, quoted
from validation.pipeline.context import Context
from validation.pipeline.histories import Histories
from validation.pipeline.streams import EventRecorder, Streams
from validation.reassembly.streams import StreamRecorder
from validation.segmenting import Segmenter
from validation.segmenting.chunk import choices_of
from validation.segmenting.foreign import EventStreams
from validation.shapes import ANTHROPIC, Shape, event_of, foreign_name, odd_message, shape_of

SHOWN = 40
"""So much is shown of an event that is no chunk."""


class Recipients:
    """The streams and histories of one body, who get its records. `read_inside(part, at)` reads an event stream that a wrapper holds as
    text."""

    def __init__(
        self,
        context: Context,
        streams: Streams,
        segmenter: Segmenter[StreamRecorder],
        read_inside: Callable[[Wrapped, At], None],
    ) -> None:
        self._context = context
        self._facts = context.facts
        self._court = context.court
        self._streams = streams
        self._segmenter = segmenter
        self._histories = Histories(context, segmenter.finished)
        self._events: EventStreams[EventRecorder] = EventStreams(context.new_body, streams.open_events, streams.close)
        self._read_inside = read_inside

    def end(self) -> None:
        """The body is over: judge what is still open."""
        self._events.end()
        for kind, at, detail in self._segmenter.end():
            self._facts.body.note(kind, at, detail)
        self._streams.end()
        for pieces, join in self._histories.groups():
            self._group(pieces, join)
        self._streams.end()  # an answer that was put together from a group waits there for the request
        self._histories.end()

    def give(self, value: object, at: At) -> None:
        """Anything but the usual chunk: markers, remarks, odd chunks, responses, histories, wrappers, and what is not recognised."""
        if isinstance(value, Remark):
            if self._of_chunks() or not self._events.note(value.kind, at, value.detail):
                self._segmenter.note(value.kind, at, value.detail)
        elif value is DONE:
            if self._of_chunks() or not self._events.done(at):
                self._segmenter.done(at)
        elif type(value) is dict and self._event(value, at):
            pass
        elif (parts := unwrap(value, self._facts, at)) is not None:
            self._parts(parts, at)
        else:
            self._value(value, at)

    def _of_chunks(self) -> bool:
        """True when chunks came behind the last event of another format: what stands here belongs to their stream."""
        return self._segmenter.newest > self._events.newest

    def _event(self, value: dict[str, Any], at: At) -> bool:
        """Give an event of another wire format to its stream; False when `value` is none.

        An error as Anthropic writes it may also end a stream of chunks, behind a gateway: then it belongs to that one.
        """
        format = event_of(value)
        if format == ANTHROPIC and value["type"] == "error" and self._of_chunks():
            self._segmenter.chunk(value, at)
            return True
        return bool(format) and self._events.take(format, value, at, self._segmenter.untaken)

    def _fails_events(self, value: dict[str, Any], at: At) -> bool:
        """Give an error that has no type to the stream of another wire format that is open; False when it is none, or none is open."""
        if value.get("error") is None or self._of_chunks() or shape_of(value) is not Shape.ERROR:
            return False
        return self._events.fail(value, at)

    def _value(self, value: object, at: At) -> None:
        shape = Shape.UNKNOWN if self._is_none(value) else shape_of(value)
        if shape is Shape.UNKNOWN and self._meant_as_message(value):
            shape = Shape.HISTORY if isinstance(value, list) else Shape.MESSAGE
        self._court.saw(shape)
        if shape in (Shape.HISTORY, Shape.REQUEST):
            self._histories.line(value, at)
        elif isinstance(value, dict) and shape is Shape.RESPONSE:
            self._response(value, at)
        elif isinstance(value, dict) and shape is Shape.MESSAGE:
            self._histories.message(value, at)
        elif isinstance(value, dict) and shape is not Shape.UNKNOWN:
            if not self._fails_events(value, at):
                self._segmenter.chunk(value, at)
        else:
            if self._is_no_chunk(value):
                self._segmenter.note(NO_CHUNK, at, repr(value) if value in ({}, []) else quoted(value, SHOWN))
            self._court.foreign(foreign_name(value))

    def _is_no_chunk(self, value: object) -> bool:
        """True for an event that holds no object, or an empty one, in an event stream of no other format."""
        if self._facts.container != "sse" or (value and isinstance(value, dict)):
            return False
        return self._of_chunks() or self._events.newest < 0

    def _is_none(self, value: object) -> bool:
        """True for what is nothing to check only where it stands: an empty array among chunks, and beside chunks in a wrapper of their own
        the usage alone, with which a log sums up."""
        if isinstance(value, dict):
            return self._facts.habit is not None and "usage" in value and value.keys().isdisjoint({"id", "object", "choices"})
        return value == [] and self._segmenter.newest >= 0

    def _meant_as_message(self, value: object) -> bool:
        """True for a message that nothing but its role betrays, among other messages also one without a role, and a list of such."""
        if isinstance(value, list):
            return any(odd_message(item) for item in value)
        return odd_message(value) or (isinstance(value, dict) and self._histories.has_messages and ("role" in value or "content" in value))

    def _response(self, wire: dict[str, Any], at: At, part: Wrapped | None = None) -> None:
        """A merged response; the one with the id of an open stream beside it is a copy of what that brings.

        One that holds no message is rather a chunk of that stream under the wrong name.
        """
        beside = self._segmenter.known(wire.get("id"))
        if beside is not None and part is None:
            if any("message" in choice for choice in choices_of(wire)):
                beside.merged_copy(at)
            else:
                self._segmenter.chunk(wire, at)
        else:
            self._streams.response(wire, at, part)

    # Wrappers

    def _parts(self, parts: Iterable[Wrapped], at: At) -> None:
        """What a wrapper holds. One that holds nothing to check is still something that was seen."""
        held = False
        for part in parts:
            held = held or part.kind != Wrapped.HEADER
            self._part(part, at)
        if not held:
            self._court.saw(Shape.UNKNOWN)

    def _part(self, part: Wrapped, at: At) -> None:
        """One thing that a wrapper holds: an event stream as text, a chunk, a response, a history, one message, or a failed request."""
        if part.kind in (Wrapped.CHUNK, Wrapped.RECORD):
            self._wrapped(part, Within(at, part.pointer, part.via, part.inner))
            return
        if part.kind == Wrapped.HEADER:
            self._facts.note_keys(Within(at, part.pointer), part.detail, part.value)
            return
        if part.kind not in (Wrapped.EVENTS, Wrapped.FOREIGN):
            self._court.saw(part.kind)
        if part.kind == Wrapped.EVENTS:
            self._read_inside(part, at)
        elif part.kind == Wrapped.RESPONSE:
            self._response(part.value, at, part)
        elif part.kind == Wrapped.HISTORY:
            self._histories.read(part.value, at, part)
        elif part.kind == Wrapped.MESSAGE:
            self._histories.part_of_group(part, at)
        elif part.kind == Wrapped.FAILED:
            self._facts.body.note(REQUEST_FAILED, Within(at, part.pointer, part.via), part.detail)
        else:
            self._court.foreign(part.detail)

    def _wrapped(self, part: Wrapped, at: At) -> None:
        """A chunk, or whatever else stands in the wrapper as a record of this body."""
        self._context.lost = part.lost
        around, self._segmenter.request = self._segmenter.request, part.group or self._segmenter.request
        wire = part.value
        if isinstance(wire, dict):
            self._streams.note_request(wire.get("id"), part.request)
        if part.kind == Wrapped.RECORD:
            self.give(wire, at)
        elif not (self._event(wire, at) or self._fails_events(wire, at)):
            self._segmenter.chunk(wire, at)
        self._segmenter.request = around

    def _group(self, pieces: list[Piece], join: Join | None) -> None:
        """Messages that were records of their own: one history, or what their wrapper makes of them."""
        if join is None:
            self._histories.read_pieces(pieces)
            return
        for part in join(pieces):
            at = next(iter(part.sources.places.values())).at if part.sources is not None and part.sources.places else None
            self._part(part, at or pieces[0].at)
