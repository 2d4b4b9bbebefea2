"""The streams and responses of a body: opened for the rooms that record them, and handed to the court when they are over."""

from collections.abc import Callable
from typing import Any, TypeVar

from validation.facts.carriage import Body, Wrapped
from validation.facts.places import At, nearest
from validation.facts.requests import Request
from validation.facts.streams import Stream
from validation.pipeline.context import Context
from validation.reassembly.anthropic import AnthropicRecorder
from validation.reassembly.responses import ResponsesRecorder
from validation.reassembly.streams import StreamRecorder
from validation.shapes import ANTHROPIC

EventRecorder = AnthropicRecorder | ResponsesRecorder
R = TypeVar("R", StreamRecorder, AnthropicRecorder, ResponsesRecorder)

REQUESTS_KEPT = 10_000


class Streams:
    """Makes the recorders of one body and closes them. `around`: the streams of the body in which this one stands, None for the file.

    A request that was given beside the file belongs to a stream only if it is the only one: that one is held until the end.
    """

    def __init__(self, context: Context, around: "Streams | None" = None) -> None:
        self._context = context
        self._around = around
        self._requests: dict[str, Request] = {}
        self._held: Stream | None = None

    def note_request(self, id: object, request: Request | None) -> None:
        """Remember the request that a wrapper has beside a chunk, for the stream with this id."""
        if request is not None and isinstance(id, str) and len(self._requests) < REQUESTS_KEPT:
            self._requests.setdefault(id, request)

    def open(self, at: At, body: Body) -> StreamRecorder:
        """The recorder of a stream of chunks that begins at `at`."""
        return self._begin(StreamRecorder, at, body)

    def open_events(self, format: str, at: At, body: Body) -> EventRecorder:
        """The recorder of a stream of another wire format that begins at `at`."""
        if format == ANTHROPIC:
            return self._begin(AnthropicRecorder, at, body)
        return self._begin(ResponsesRecorder, at, body)

    def _begin(self, recorder_of: Callable[[int, At, Body], R], at: At, body: Body) -> R:
        self._another()
        recorder = recorder_of(self._context.court.opened(), at, body)
        self._context.mark(recorder.facts, at)
        self._context.court.input.streams += 1
        return recorder

    def response(self, wire: dict[str, Any], at: At, part: Wrapped | None = None) -> None:
        """Record a merged response, and close it."""
        self._another()
        here = nearest(at) if part is not None else at
        recorder = StreamRecorder(self._context.court.opened(), here, self._context.new_body())
        self._context.court.input.responses += 1
        self._context.mark(recorder.facts, at, part)
        if part is not None:
            recorder.facts.request = part.request
        recorder.response(wire, here)
        self.close(recorder)

    def close(self, recorder: StreamRecorder | EventRecorder) -> None:
        """A stream is over."""
        self._closed(recorder.close())

    def end(self) -> None:
        """The body is over: the stream that was held is the only one, and the given request belongs to it."""
        if self._held is not None:
            stream, self._held = self._held, None
            stream.request = self._context.request
            self._context.court.stream(stream)

    def _another(self) -> None:
        """Another stream or response: the given request, if any, belongs to none of them."""
        if self._around is not None:
            self._around._another()
        elif self._held is not None:
            self._context.request = None
            self.end()

    def _closed(self, stream: Stream) -> None:
        """Judge a stream, but for one that may turn out not to be the only one that the given request could belong to."""
        given = self._context.request
        court = self._context.court
        stream.request = stream.request or self._requests.pop(stream.id or "", None) or (given if self._around is not None else None)
        if stream.request is None and self._around is not None:
            self._around._closed(stream)
        elif stream.request is None and given is not None and court.input.streams + court.input.responses == 1:
            self._held = stream
        else:
            court.stream(stream)
