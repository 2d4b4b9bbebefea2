"""The streams that are not over, which ids lead to them, and when one is over."""

from collections import OrderedDict
from collections.abc import Callable, Iterator
from itertools import islice
from operator import itemgetter
from typing import Any, Generic, Protocol, TypeVar

from validation.facts.carriage import NEVER_ENDED, Body
from validation.facts.places import At

QUIET = 2_000
QUIET_PER_OPEN = 16
ENDLESS = 200_000
MAX_OPEN = 10_000
REMEMBERED = 10_000
CHECK_EVERY = 256
IDS_KEPT = 64
NEWEST = 256

Wire = dict[str, Any]


class Recorder(Protocol):
    """What this room asks of a stream that is being recorded.

    `finished`: every choice seen so far has a finish_reason. `newest`: the number of the last record that it took.
    """

    finished: bool

    @property
    def newest(self) -> int: ...

    def chunk(self, wire: Wire, at: At) -> None:
        """Record one chunk."""

    def begins_another(self, wire: Wire) -> bool:
        """True when `wire` opens a choice that was already opened: its role comes again where it came only once."""


R = TypeVar("R", bound=Recorder)


class OpenStream(Generic[R]):
    """A stream that is not over. `ids`: the ids that lead to it, usually one. `request`: the request that it answers, as a log names it, ""
    where none does. `begun`: it has taken a chunk.

    `late_roles`: chunks with nothing but a role that came behind its end. What follows shows whether they open another response.
    """

    __slots__ = ("begun", "body", "created", "ids", "late_roles", "model", "recorder", "request")

    def __init__(self, recorder: R, body: Body, wire: Wire) -> None:
        self.recorder = recorder
        self.body = body
        self.ids: list[str] = []
        self.created = wire.get("created")
        self.model = wire.get("model")
        self.request = ""
        self.begun = False
        self.late_roles: list[tuple[Wire, At]] = []

    @property
    def newest(self) -> int:
        """The number of its last record."""
        return self.late_roles[-1][1][0] if self.late_roles else self.recorder.newest

    def settle(self) -> None:
        """Take the late roles: they opened nothing."""
        for wire, at in self.late_roles:
            self.recorder.chunk(wire, at)
        self.late_roles.clear()


class OpenStreams(Generic[R]):
    """All streams of a body that are not over. `close_stream(recorder)` is told when one is, in the order of their ends.

    `of_id`: id -> the stream that it leads to. `on_beat`: the same, where a chunk with this id can only belong to that stream, if it is
    like the one before it. `of_request`: request -> the stream that was last active among those that answer it. `active`: the streams that
    took a record since the last `[DONE]`, and the one before it; `ended`: those whose body has ended.
    """

    def __init__(self, close_stream: Callable[[R], None]) -> None:
        self.of_id: dict[str, OpenStream[R]] = {}
        self.on_beat: dict[str, OpenStream[R]] = {}
        self.of_request: dict[str, OpenStream[R]] = {}
        self.active: dict[OpenStream[R], None] = {}
        self.ended: dict[OpenStream[R], None] = {}
        self._close_stream = close_stream
        self._open: dict[int, OpenStream[R]] = {}
        self._by_silence: list[tuple[int, int]] = []
        self._gone: OrderedDict[str, None] = OrderedDict()
        self._next_check = CHECK_EVERY

    def __len__(self) -> int:
        return len(self._open)

    def __iter__(self) -> Iterator[OpenStream[R]]:
        return iter(list(self._open.values()))

    def __contains__(self, stream: OpenStream[R]) -> bool:
        return id(stream) in self._open

    def finished(self) -> Iterator[R]:
        """The recorders of those of the newest that have finished."""
        return (stream.recorder for stream in islice(reversed(self._open.values()), NEWEST) if stream.recorder.finished)

    def add(self, stream: OpenStream[R]) -> None:
        """`stream` has begun."""
        self._open[id(stream)] = stream

    def lead(self, name: str, stream: OpenStream[R]) -> None:
        """Let the id `name` lead to `stream`. Streams whose every chunk has a new id keep the first 64."""
        if self.of_id.get(name) is not stream and len(stream.ids) < IDS_KEPT:
            stream.ids.append(name)
            self.of_id[name] = stream

    def answer(self, request: str, stream: OpenStream[R]) -> None:
        """`stream` answers `request`, and is the active one among those that do."""
        if stream.request != request and self.of_request.get(stream.request) is stream:
            del self.of_request[stream.request]
        stream.request = request
        self.of_request[request] = stream

    def end(self, stream: OpenStream[R], at: At) -> None:
        """The body of `stream` has ended; what comes behind may be late data of it."""
        stream.body.done = at
        if stream in self:
            self.ended[stream] = None

    def was_over(self, name: str) -> bool:
        """True when a stream to which the id `name` led was closed not long ago."""
        return name in self._gone

    def check(self, at: At) -> None:
        """Look from time to time which streams are over; `at` is the record that was just taken."""
        if at[0] >= self._next_check:
            self._next_check = at[0] + max(CHECK_EVERY, len(self._open))
            self._retire(at)

    def _retire(self, at: At) -> None:
        """Close what is over: finished and quiet for long, or quiet beyond all patience."""
        patience = max(QUIET, QUIET_PER_OPEN * len(self._open))
        now = at[0]
        for stream in [stream for stream in self._open.values() if now - stream.newest >= patience]:
            if stream.recorder.finished:
                self.close(stream)
            elif now - stream.newest >= ENDLESS:
                self._give_up(stream, at)

    def make_room(self, newest: OpenStream[R], at: At) -> None:
        """Close the quietest stream beside `newest` where too many are open. One that has finished loses nothing by that."""
        if len(self._open) > MAX_OPEN:
            quietest = self._quietest(newest)
            if quietest.recorder.finished:
                self.close(quietest)
            else:
                self._give_up(quietest, at)

    def _quietest(self, but: OpenStream[R]) -> OpenStream[R]:
        """The stream whose last record is the oldest. All are put in order at once, and asked again when it is their turn."""
        while True:
            if not self._by_silence:
                silent_since = [(stream.newest, key) for key, stream in self._open.items() if stream is not but]
                self._by_silence = sorted(silent_since, key=itemgetter(0))[::-1]
            newest, key = self._by_silence.pop()
            stream = self._open.get(key)
            if stream is not None and stream.newest == newest:
                return stream

    def _give_up(self, stream: OpenStream[R], at: At) -> None:
        stream.body.note(NEVER_ENDED, at)
        self.close(stream)

    def close(self, stream: OpenStream[R]) -> None:
        """`stream` is over."""
        stream.settle()
        del self._open[id(stream)]
        self.active.pop(stream, None)
        self.ended.pop(stream, None)
        for name in stream.ids:
            if self.of_id.get(name) is stream:
                del self.of_id[name]
            self.on_beat.pop(name, None)
            self._gone[name] = None
            if len(self._gone) > REMEMBERED:
                self._gone.popitem(last=False)
        if self.of_request.get(stream.request) is stream:
            del self.of_request[stream.request]
        self._close_stream(stream.recorder)
