"""Whose event is it, in streams of other wire formats. Their events carry no id, so they follow each other: one stream at a time."""

from collections.abc import Callable
from typing import Any, Generic, Protocol, TypeVar

from validation.facts.carriage import Body
from validation.facts.places import At
from validation.segmenting.window import Note

Wire = dict[str, Any]


class EventRecorder(Protocol):
    """What this room asks of a stream of events. `finished`: its last event came."""

    finished: bool

    @property
    def newest(self) -> int: ...

    def event(self, wire: Wire, at: At) -> None:
        """Record one event."""

    def fail(self, wire: Wire, at: At) -> None:
        """Record an error that is no event of the format: the last one of this stream."""

    def begins_another(self, wire: Wire) -> bool:
        """True when `wire` opens another stream."""


R = TypeVar("R", bound=EventRecorder)


class EventStreams(Generic[R]):
    """Gives every event to the stream that is open, and opens one where it must.

    `open_stream(format, at, body)` makes a recorder, `close_stream(recorder)` is told when its stream is over: when the next one begins, or
    at the end of the file, so that what was odd about the last lines still finds it.
    """

    def __init__(
        self,
        new_body: Callable[[], Body],
        open_stream: Callable[[str, At, Body], R],
        close_stream: Callable[[R], None],
    ) -> None:
        self._new_body = new_body
        self._open_stream = open_stream
        self._close_stream = close_stream
        self._current: tuple[R, str, Body] | None = None

    @property
    def newest(self) -> int:
        """The number of the newest record of the open stream, -1 when none is open."""
        return self._current[0].newest if self._current is not None else -1

    def take(self, format: str, wire: Wire, at: At, untaken: Callable[[], list[Note]]) -> bool:
        """Record an event of `format`, or of the open stream where that is "any". False when it belongs to none.

        An error is one of the open stream, until that has finished, whatever format it has: gateways write errors in one of their own.
        `untaken`: gives the notes on the carriage that wait for a stream.
        """
        current = self._current
        if current is not None and wire.get("type") == "error" and not current[0].finished:
            format = "any"
        if format == "any" and current is None:
            return False
        if current is not None and (format not in (current[1], "any") or current[0].begins_another(wire)):
            self.end()
            current = None
        if current is None:
            body = self._new_body()
            for note in untaken():
                body.note(*note)
            current = self._current = (self._open_stream(format, at, body), format, body)
        current[0].event(wire, at)
        return True

    def fail(self, wire: Wire, at: At) -> bool:
        """Record an error that is no event of any format, as gateways write it; False when no stream is open that has not finished."""
        if self._current is None or self._current[0].finished:
            return False
        self._current[0].fail(wire, at)
        return True

    def note(self, kind: str, at: At, detail: str) -> bool:
        """Give an oddity of the carriage to the open stream; False when there is none."""
        if self._current is None:
            return False
        self._current[2].note(kind, at, detail)
        return True

    def done(self, at: At) -> bool:
        """A `[DONE]` that somebody sends behind the last event; False when no stream is open."""
        if self._current is None:
            return False
        self._current[2].done = at
        return True

    def end(self) -> None:
        """Close what is open."""
        if self._current is not None:
            recorder, self._current = self._current[0], None
            self._close_stream(recorder)
