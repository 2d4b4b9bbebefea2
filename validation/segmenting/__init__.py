"""Room 2: whose record is it. The streams of one file are told apart here, and it is decided when a stream is over.

    chunk           what one chunk says about the stream it belongs to
    window          the first chunks of a body, held back until they show how it is read
    open_streams    the streams that are not over, and when they are
    belonging       the stream that a chunk belongs to, or a new one
    requests        whether the request ids that a log writes beside its chunks tell streams apart
    foreign         whose event is it, in streams of other wire formats

The procedure is "Whose record is it" of docs/architecture.md: the first 64 chunks of a body are held back to see whether ids tell its
streams apart (*by id*) or only their order does (*by position*), and whether a log names requests that do. Recorders are made and closed by
the pipeline; this room asks of them only what `Recorder` says.
"""

from collections.abc import Callable, Iterator
from typing import Any, Generic

from validation.facts.carriage import AFTER_DONE, BOM_INSIDE, DONE_AGAIN, NO_CHUNK, Body
from validation.facts.places import At
from validation.segmenting.belonging import Belonging
from validation.segmenting.chunk import finishes, has_role, id_of, starts_after_done
from validation.segmenting.open_streams import OpenStream, OpenStreams, R
from validation.segmenting.requests import ids_change, name_of, tell_apart
from validation.segmenting.window import Note, Window, by_position

Wire = dict[str, Any]


class Segmenter(Generic[R]):
    """Gives every chunk to its stream, and every oddity of the carriage to the stream that was last active.

    `open_stream(at, body)` makes a recorder, `close_stream(recorder)` is told when its stream is over, in the order of their ends.
    `interleaved`: where records of two streams first alternate, or None.
    `on_beat`: id -> the stream that a chunk with this id can only belong to, if it is like the one before it. `current`: the stream that
    was last active. The pipeline reads both to spare most chunks the way through this room, and says `turn_to` when the stream changes.
    `request`: the request that a log says the next record answers, "" where it names none.
    """

    def __init__(
        self,
        new_body: Callable[[], Body],
        open_stream: Callable[[At, Body], R],
        close_stream: Callable[[R], None],
    ) -> None:
        self.interleaved: At | None = None
        self.current: OpenStream[R] | None = None
        self.request = ""
        self._window = Window()
        self._held = self._window.records
        self._streams = OpenStreams(close_stream)
        self._of_id = self._streams.of_id
        self.on_beat = self._streams.on_beat
        self._active = self._streams.active
        self._belonging = Belonging(self._streams, new_body, open_stream)

    @property
    def framed(self) -> bool:
        """True when the records come from an event stream."""
        return self._belonging.framed

    @framed.setter
    def framed(self, framed: bool) -> None:
        self._belonging.framed = framed

    def chunk(self, wire: Wire, at: At) -> None:
        """Give one chunk, or an error frame, to its stream."""
        request = self.request
        id = name_of(wire, request) if request and self._belonging.by_request else id_of(wire)
        stream = self._of_id.get(id)
        if stream is not None and self._goes_on(stream):
            if request and self._belonging.by_request and self._streams.of_request.get(request) is not stream:
                self._streams.answer(request, stream)
            self.on_beat[id] = stream
            if stream is not self.current:
                self.turn_to(stream, at)
            stream.recorder.chunk(wire, at)
        elif self._must_hold(wire):
            self.on_beat.clear()
            if self._window.hold(wire, at, request):
                self._release()
        else:
            self._assign(wire, at, request)
        self._streams.check(at)

    def check(self, at: At) -> None:
        """Look from time to time which streams are over; `at` is the record that was just taken."""
        self._streams.check(at)

    def _goes_on(self, stream: OpenStream[R]) -> bool:
        """True when a chunk with an id of `stream` can only be its next one."""
        if self._held or stream.recorder.finished or stream.body.done is not None:
            return False
        return bool(self._belonging.by_id) or (stream is self.current)

    def owner_of(self, wire: Wire) -> OpenStream[R] | str | None:
        """The stream that a chunk can only belong to, for one that opens a stream its id. None when it depends on what comes before it."""
        current = self.current
        if not self._belonging.by_id or self.framed or self._held or current is None or not current.ids or current.body.done is not None:
            return None
        id = id_of(wire)
        known = self._of_id.get(id)
        if known is not None:
            return known if known.body.done is None else None
        return id if id and has_role(wire) else None

    def turn_to(self, stream: OpenStream[R], at: At) -> None:
        """`stream` is the active one from the record at `at` on."""
        self.current = stream
        self._active[stream] = None
        if not stream.begun:
            stream.begun = True
        elif self.interleaved is None:
            self.interleaved = at

    def done(self, at: At) -> None:
        """`[DONE]`: the end of the body. With several streams open it ends those that have finished."""
        self._release(self.request)
        current = self._belonging.among(self.request, self.current)
        if current is None:
            return
        alone = self.request != "" and self._belonging.by_request
        active = [current] if alone else list(self._active)
        for stream in active:
            stream.settle()
        ended = [stream for stream in active if stream.recorder.finished and stream.body.done is None]
        if current.body.done is None and not ended:
            ended = [current]
        for stream in ended:
            self._streams.end(stream, at)
        if not ended:
            current.body.note(DONE_AGAIN, at)
        if not alone:
            self._active.clear()
        if current in self._streams:
            self._active[current] = None
        self.on_beat.clear()

    def note(self, kind: str, at: At, detail: str = "") -> None:
        """Give an oddity of the carriage to the stream that was last active, or to the first one that opens.

        A mark of byte order behind an answer that is whole stands where files were joined: before the next stream, with all that is said of
        its line. What is no chunk behind `[DONE]` is late data, which no client reads.
        """
        current, waiting = self.current, self._belonging.waiting
        if self._held:
            self._window.note((kind, at, detail))
            return
        if kind == NO_CHUNK and current is not None and current.body.done is not None:
            current.body.note(AFTER_DONE, at)
            return
        ahead = current is None or current.body.done is not None or (kind == BOM_INSIDE and current.recorder.finished)
        if ahead or (waiting and waiting[-1][1][1] == at[1]):
            waiting.append((kind, at, detail))
        elif current is not None:
            current.body.note(kind, at, detail)

    @property
    def newest(self) -> int:
        """The number of the newest record that was given here; -1 when there is none."""
        if self._held:
            return self._held[-1][1][0]
        return self.current.recorder.newest if self.current is not None else -1

    def untaken(self) -> list[Note]:
        """The notes that wait for the next stream, for one that this room does not know. What was held back opens its streams first."""
        self._release()
        waiting, self._belonging.waiting = self._belonging.waiting, []
        return waiting

    def known(self, id: object) -> R | None:
        """The recorder of an open stream with this id; without one, that of the event stream that is open."""
        self._release(self.request)
        if self.request and self._belonging.by_request:
            mine = self._belonging.among(self.request, None)
            return mine.recorder if mine is not None and (not id or id in mine.ids) else None
        if not id and self.framed:
            current = self.current
            return current.recorder if current is not None and current.body.done is None else None
        stream = self._of_id.get(id) if isinstance(id, str) else None
        return stream.recorder if stream else None

    def finished(self) -> Iterator[R]:
        """The recorders of streams that have finished and are not over, of the newest first; one that was held back opens for that."""
        if any(wire is not None and finishes(wire) for wire, *_ in self._held):
            self._release()
        return self._streams.finished()

    def end(self) -> list[Note]:
        """The file is over: close what is open. Notes that no stream took are returned."""
        self._release()
        waiting, self._belonging.waiting = self._belonging.waiting, []
        if self.current is not None:
            for note in waiting:
                self.current.body.note(note[0], note[1], note[2])
            waiting = []
        for stream in self._streams:
            self._streams.close(stream)
        return waiting

    # By id or by position

    def _must_hold(self, wire: Wire) -> bool:
        """Hold back at the start of a body, and where an event stream that was read by position shows another id in mid-stream."""
        if self._held or self._belonging.by_id is None:
            return True
        current = self.current
        if current is None or not self.framed:
            return False
        if current.body.done is not None and len(self._streams) == 1 and starts_after_done(current.ids, wire):
            return True
        return bool(not self._belonging.by_id and not current.recorder.finished and wire.get("id") and current.ids)

    def _release(self, request: str = "") -> None:
        """Settle from the chunks held back how this body is read, and hand everything on in order. `request`: that of the record behind."""
        held = self._window.empty()
        if not held:
            return
        current = self.current
        before = [current.ids[0]] if current is not None and current.ids and current.body.done is None else []
        chunks = [(wire, asked) for wire, _, _, asked in held if wire is not None]
        self._belonging.by_request = by_request = tell_apart(chunks, request)
        self._belonging.by_id = not (ids_change(chunks) if by_request else by_position([wire for wire, _ in chunks], before, self.framed))
        for wire, at, note, asked in held:
            if wire is not None:
                self._assign(wire, at, asked)
            elif note is not None:
                self.note(*note)

    def _assign(self, wire: Wire, at: At, request: str) -> None:
        stream = self._belonging.of(wire, at, request, self.current)
        if stream is None:
            return
        if stream is not self.current:
            self.turn_to(stream, at)
        stream.recorder.chunk(wire, at)
