"""Records to their segments: chunks to streams, messages to histories, and what a wrapper holds to a reading of its own."""

import io
from collections.abc import Callable, Iterable
from typing import Any, BinaryIO

from validation.decoding import records
from validation.decoding.ahead import Ahead
from validation.decoding.wrappers import unwrap
from validation.facts.carriage import DONE, REQUEST_FAILED, Body, Done, Input, Join, Piece, Remark, Wrapped
from validation.facts.exact import CHUNK, as_dicts
from validation.facts.places import At, Origin, Within, nearest
from validation.facts.requests import Request
from validation.facts.streams import Stream
from validation.pipeline.judging import Court
from validation.reassembly.anthropic import AnthropicRecorder
from validation.reassembly.foreign_histories import read_foreign
from validation.reassembly.histories import read_history
from validation.reassembly.responses import ResponsesRecorder
from validation.reassembly.streams import StreamRecorder
from validation.segmenting import Segmenter
from validation.segmenting.foreign import EventStreams
from validation.shapes import ANTHROPIC, Shape, event_of, foreign_name, odd_message, shape_of

EventRecorder = AnthropicRecorder | ResponsesRecorder

LOOK_EVERY = 1_024
REQUESTS_KEPT = 10_000
NO_CHUNK = frozenset({Remark, Done, list, str, int, float, bool, type(None)})
"""Types of values that are no object."""

UNTYPED = NO_CHUNK | {dict}
"""Types of values that were not decoded by their exact shape."""


class Reading:
    """Reads one body of records. The file is one; each event stream that a wrapper holds as text is another, with an `origin` in the file.

    `request`: given beside the file, it is that of the stream when there is only one; from a wrapper, it is that of all that the wrapper
    holds. `lost`: what the wrapper did not keep.
    """

    def __init__(
        self,
        court: Court,
        facts: Input,
        request: Request | None = None,
        *,
        origin: Origin | None = None,
        lost: frozenset[str] = frozenset(),
        around: "Reading | None" = None,
    ) -> None:
        self.court = court
        self.facts = facts
        self.request = request
        self.origin = origin
        self.lost = lost
        self.around = around
        self.purpose = ""
        self.requests: dict[str, Request] = {}
        self.segmenter: Segmenter[StreamRecorder] = Segmenter(self._new_body, self._open_stream, self._close_stream)
        self.events: EventStreams[EventRecorder] = EventStreams(self._new_body, self._open_events, self._close_events)
        self.held_stream: Stream | None = None
        self.held_history: tuple[object, At] | None = None
        self.lines_of_histories = False
        self.loose: dict[str, list[Piece]] = {}
        self.joins: dict[str, Join] = {}

    def read(self, source: BinaryIO, on_block: Callable[[int], None] | None = None) -> None:
        """Read `source` to its end.

        A chunk of the exact shape of the one before it in its stream goes straight along that stream's path. Where two came in a row, the
        path takes what comes next.
        """
        ahead = Ahead()
        segmenter = self.segmenter
        on_beat = segmenter.on_beat
        look_next = 0
        before = None
        value: Any
        for at, value in records(source, self.facts, on_block=on_block, ahead=ahead):
            if at[0] >= look_next:
                look_next = at[0] + LOOK_EVERY
                self._look_around(at)
            kind = type(value)
            if kind not in UNTYPED and (stream := on_beat.get(value.id)) is not None:
                path = stream.recorder.path
                if path is not None and kind is path.exact and path.walk_exact(value, at):
                    if stream is not segmenter.current:
                        segmenter.turn_to(stream, at)
                    elif path is before and path.follows:
                        ahead.taker, ahead.most = path, look_next - at[0] - 1
                    before = path
                    continue
            self._record(value, at)

    def _look_around(self, at: At) -> None:
        """What is done from time to time: an entry of the index, and a look at which streams are over."""
        self.segmenter.framed = self.facts.container == "sse"
        self.court.record(at, self.origin)
        self.segmenter.check(at)

    def _record(self, value: Any, at: At) -> None:
        """Read a record that does not go straight along."""
        kind = type(value)
        if kind in NO_CHUNK:
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

    def end(self) -> None:
        """The body is over: judge what is still open."""
        self.events.end()
        for kind, at, detail in self.segmenter.end():
            self.facts.body.note(kind, at, detail)
        self._judge_held()
        for group, pieces in self.loose.items():
            self._group(pieces, self.joins.get(group))
        self._read_held()
        self.facts.interleaved = self.segmenter.interleaved

    def _other(self, value: object, at: At) -> None:
        """Anything but the usual chunk: markers, remarks, odd chunks, responses, histories, wrappers, and what is not recognised."""
        if isinstance(value, Remark):
            if not self.events.note(value.kind, at, value.detail):
                self.segmenter.note(value.kind, at, value.detail)
        elif value is DONE:
            if not self.events.done(at):
                self.segmenter.done(at)
        elif type(value) is dict and self._event(value, at):
            pass
        elif (parts := unwrap(value, self.facts, at)) is not None:
            self._parts(parts, at)
        else:
            self._value(value, at)

    def _event(self, value: dict[str, Any], at: At) -> bool:
        """Give an event of another wire format to its stream; False when `value` is none.

        An error as Anthropic writes it may also end a stream of chunks, behind a gateway: then it belongs to that one.
        """
        format = event_of(value)
        if format == ANTHROPIC and value["type"] == "error" and not self.events.active and self.segmenter.active:
            self.segmenter.chunk(value, at)
            return True
        return bool(format) and self.events.take(format, value, at, self.segmenter.untaken)

    def _value(self, value: object, at: At) -> None:
        shape = shape_of(value)
        if shape is Shape.UNKNOWN and self._meant_as_message(value):
            shape = Shape.HISTORY if isinstance(value, list) else Shape.MESSAGE
        self.court.saw(shape)
        if shape in (Shape.HISTORY, Shape.REQUEST):
            self._hold_history(value, at)
        elif isinstance(value, dict) and shape is Shape.RESPONSE:
            self._response(value, at)
        elif isinstance(value, dict) and shape is Shape.MESSAGE:
            self.loose.setdefault("", []).append(Piece(value, at, ""))
        elif isinstance(value, dict) and shape is not Shape.UNKNOWN:
            self.segmenter.chunk(value, at)
        else:
            self.court.foreign(foreign_name(value))

    def _meant_as_message(self, value: object) -> bool:
        """True for a message that nothing but its role betrays, among other messages also one without a role, and a list of such."""
        if isinstance(value, list):
            return any(odd_message(item) for item in value)
        return odd_message(value) or (isinstance(value, dict) and "" in self.loose and ("role" in value or "content" in value))

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
            origin = self._origin(part, at)
            inner = Reading(self.court, Input(self.facts.name), part.request, origin=origin, lost=part.lost, around=self)
            inner.purpose = part.purpose
            inner.read(io.BytesIO(part.value))
            inner.end()
            self.court.inner(inner.facts, origin)
        elif part.kind == Wrapped.RESPONSE:
            self._response(part.value, at, part)
        elif part.kind == Wrapped.HISTORY:
            self._history(part.value, at, part)
        elif part.kind == Wrapped.MESSAGE:
            piece = Piece(part.value, at, part.pointer) if not part.via else Piece(part.value, Within(at, part.pointer, part.via), "")
            self.loose.setdefault(part.group, []).append(piece)
            if part.join is not None:
                self.joins[part.group] = part.join
        elif part.kind == Wrapped.FAILED:
            self.facts.body.note(REQUEST_FAILED, Within(at, part.pointer, part.via), part.detail)
        else:
            self.court.foreign(part.detail)

    def _origin(self, part: Wrapped, at: At) -> Origin:
        return Origin(at, part.pointer, part.via, self.origin)

    def _wrapped(self, part: Wrapped, at: At) -> None:
        """A chunk, or whatever else stands in the wrapper as a record of this body."""
        self.lost = part.lost
        wire = part.value
        if part.request is not None and isinstance(wire, dict) and isinstance(wire.get("id"), str) and len(self.requests) < REQUESTS_KEPT:
            self.requests.setdefault(wire["id"], part.request)
        if part.kind == Wrapped.RECORD:
            self._other(wire, at)
        elif not self._event(wire, at):
            self.segmenter.chunk(wire, at)

    def _group(self, pieces: list[Piece], join: Join | None) -> None:
        """Messages that were records of their own: one history, or what their wrapper makes of them."""
        if join is None:
            places = [(piece.at, piece.pointer) for piece in pieces]
            self._history([piece.value for piece in pieces], pieces[0].at, places=places)
            return
        for part in join(pieces):
            at = next(iter(part.sources.places.values())).at if part.sources is not None and part.sources.places else None
            self._part(part, at or pieces[0].at)

    # Streams

    def _new_body(self) -> Body:
        return Body(self.facts.container, self.facts.pasted)

    def _another(self) -> None:
        """Another stream or response: the given request, if any, belongs to none of them."""
        if self.around is not None:
            self.around._another()
        elif self.held_stream is not None:
            self.request = None
            self._judge_held()

    def _open_stream(self, at: At, body: Body) -> StreamRecorder:
        self._another()
        recorder = StreamRecorder(self.court.opened(), at, body)
        recorder.facts.origin, recorder.facts.lost = self.origin, self.lost
        self.court.input.streams += 1
        return recorder

    def _open_events(self, format: str, at: At, body: Body) -> EventRecorder:
        self._another()
        recorder = (AnthropicRecorder if format == ANTHROPIC else ResponsesRecorder)(self.court.opened(), at, body)
        recorder.facts.origin, recorder.facts.lost = self.origin, self.lost
        self.court.input.streams += 1
        return recorder

    def _close_events(self, recorder: EventRecorder) -> None:
        self._closed(recorder.close())

    def _close_stream(self, recorder: StreamRecorder) -> None:
        self._closed(recorder.close())

    def _closed(self, stream: Stream) -> None:
        """Judge a stream, but for one that may turn out not to be the only one that the given request could belong to."""
        stream.request = stream.request or self.requests.pop(stream.id or "", None) or (self.request if self.around is not None else None)
        if stream.request is None and self.around is not None:
            self.around._closed(stream)
        elif stream.request is None and self.request is not None and self.court.input.streams + self.court.input.responses == 1:
            self.held_stream = stream
        else:
            self.court.stream(stream)

    def _judge_held(self) -> None:
        if self.held_stream is not None:
            stream, self.held_stream = self.held_stream, None
            stream.request = self.request
            self.court.stream(stream)

    def _response(self, wire: dict[str, Any], at: At, part: Wrapped | None = None) -> None:
        beside = self.segmenter.known(wire.get("id"))
        if beside is not None and part is None:
            beside.merged_copy(at)
            return
        self._another()
        here = nearest(at) if part is not None else at
        recorder = StreamRecorder(self.court.opened(), here, self._new_body())
        self.court.input.responses += 1
        facts = recorder.facts
        facts.origin, facts.lost = self.origin, self.lost
        if part is not None:
            facts.origin, facts.lost, facts.request = self._origin(part, at), part.lost, part.request
            facts.sources = part.sources
        recorder.response(wire, here)
        self._close_stream(recorder)

    # Histories

    def _hold_history(self, wire: object, at: At) -> None:
        """The first history waits for a second line like it: two or more lines without a model are training examples."""
        if self.held_history is None and not self.lines_of_histories:
            self.held_history = (wire, at)
            return
        if not self.lines_of_histories:
            self.lines_of_histories = True
            self._read_held()
        self._history(wire, at)

    def _read_held(self) -> None:
        if self.held_history is not None:
            (wire, at), self.held_history = self.held_history, None
            self._history(wire, at)

    def _history(self, wire: object, at: At, part: Wrapped | None = None, *, places: list[tuple[At, str]] | None = None) -> None:
        here = nearest(at) if part is not None else at
        history = read_history(
            wire, here, self.court.opened(), self._new_body(), purpose=self.court.purpose, request=part.request if part else self.request,
            lines_of_histories=self.lines_of_histories and isinstance(wire, dict) and part is None, places=places,
        )  # fmt: skip
        history.origin, history.lost = self.origin, self.lost
        read_foreign(history)
        if part is not None:
            history.origin, history.lost, history.exchange = self._origin(part, at), part.lost, part.exchange
            history.sources, history.finishes = part.sources, part.finishes
        purpose = part.purpose if part is not None else self.purpose
        if self.court.purpose is None and purpose:
            history.purpose = purpose
        self.court.history(history)
