"""Room 2: whose record is it. The streams of one file are told apart here, and it is decided when a stream is over.

    chunk           what one chunk says about the stream it belongs to
    window          the first chunks of a body, held back until they show how it is read
    open_streams    the streams that are not over, and when they are
    foreign         whose event is it, in streams of other wire formats

The procedure is "Whose record is it" of docs/architecture.md: the first 64 chunks of a body are held back to see whether ids tell its
streams apart (*by id*) or only their order does (*by position*). Recorders are made and closed by the pipeline; this room asks of them
only what `Recorder` says.
"""

from collections.abc import Callable
from typing import Any, Generic

from validation.facts.carriage import AFTER_DONE, BOM_INSIDE, BOUNDARY_GUESSED, DONE_AGAIN, Body
from validation.facts.places import At
from validation.segmenting.chunk import has_first_choice, has_role, id_of, indices_of, only_role, starts_after_done, tells_of_prompt
from validation.segmenting.open_streams import OpenStream, OpenStreams, R
from validation.segmenting.window import Note, Window, by_position

SAME_ID = "id the same in several responses"

Wire = dict[str, Any]


class Segmenter(Generic[R]):
    """Gives every chunk to its stream, and every oddity of the carriage to the stream that was last active.

    `open_stream(at, body)` makes a recorder, `close_stream(recorder)` is told when its stream is over, in the order of their ends.
    `framed`: the records come from an event stream. `interleaved`: where records of two streams first alternate, or None.
    `on_beat`: id -> the stream that a chunk with this id can only belong to, if it is like the one before it. `current`: the stream that
    was last active. The pipeline reads both to spare most chunks the way through this room, and says `turn_to` when the stream changes.
    """

    def __init__(
        self,
        new_body: Callable[[], Body],
        open_stream: Callable[[At, Body], R],
        close_stream: Callable[[R], None],
    ) -> None:
        self.framed = False
        self.interleaved: At | None = None
        self.current: OpenStream[R] | None = None
        self._new_body = new_body
        self._open_stream = open_stream
        self._by_id: bool | None = None
        self._window = Window()
        self._held = self._window.records
        self._streams = OpenStreams(close_stream)
        self._of_id = self._streams.of_id
        self.on_beat = self._streams.on_beat
        self._waiting: list[Note] = []

    def chunk(self, wire: Wire, at: At) -> None:
        """Give one chunk, or an error frame, to its stream."""
        id = id_of(wire)
        stream = self._of_id.get(id)
        if stream is not None and self._goes_on(stream):
            self.on_beat[id] = stream
            if stream is not self.current:
                self.turn_to(stream, at)
            stream.recorder.chunk(wire, at)
        elif self._must_hold(wire):
            self.on_beat.clear()
            if self._window.hold(wire, at):
                self._release()
        else:
            self._assign(wire, at)
        self._streams.check(at)

    def check(self, at: At) -> None:
        """Look from time to time which streams are over; `at` is the record that was just taken."""
        self._streams.check(at)

    def _goes_on(self, stream: OpenStream[R]) -> bool:
        """True when a chunk with an id of `stream` can only be its next one."""
        if self._held or stream.recorder.finished or stream.body.done is not None:
            return False
        return bool(self._by_id) or (stream is self.current)

    def owner_of(self, wire: Wire) -> OpenStream[R] | str | None:
        """The stream that a chunk can only belong to, for one that opens a stream its id. None when it depends on what comes before it."""
        current = self.current
        if not self._by_id or self.framed or self._held or current is None or not current.ids or current.body.done is not None:
            return None
        id = id_of(wire)
        known = self._of_id.get(id)
        if known is not None:
            return known if known.body.done is None else None
        return id if id and has_role(wire) else None

    def turn_to(self, stream: OpenStream[R], at: At) -> None:
        """`stream` is the active one from the record at `at` on."""
        self.current = stream
        if not stream.begun:
            stream.begun = True
        elif self.interleaved is None:
            self.interleaved = at

    def done(self, at: At) -> None:
        """`[DONE]`: the end of the body. With several streams open it ends those that have finished."""
        self._release()
        for stream in self._streams:
            stream.settle()
        if self.current is None:
            return
        ended = [stream for stream in self._streams if stream.recorder.finished and stream.body.done is None]
        if self.current.body.done is None and not ended:
            ended = [self.current]
        for stream in ended:
            stream.body.done = at
        if not ended:
            self.current.body.note(DONE_AGAIN, at)
        self.on_beat.clear()

    def note(self, kind: str, at: At, detail: str = "") -> None:
        """Give an oddity of the carriage to the stream that was last active, or to the first one that opens.

        A mark of byte order behind an answer that is whole stands where files were joined: before the next stream.
        """
        current = self.current
        if self._held:
            self._window.note((kind, at, detail))
        elif current is not None and current.body.done is None and not (kind == BOM_INSIDE and current.recorder.finished):
            current.body.note(kind, at, detail)
        else:
            self._waiting.append((kind, at, detail))

    @property
    def newest(self) -> int:
        """The number of the newest record that was given here; -1 when there is none."""
        if self._held:
            return self._held[-1][1][0]
        return self.current.recorder.newest if self.current is not None else -1

    def untaken(self) -> list[Note]:
        """The notes that wait for the next stream, for one that this room does not know. What was held back opens its streams first."""
        self._release()
        waiting, self._waiting = self._waiting, []
        return waiting

    def known(self, id: object) -> R | None:
        """The recorder of an open stream with this id; without one, that of the event stream that is open."""
        self._release()
        if not id and self.framed:
            current = self.current
            return current.recorder if current is not None and current.body.done is None else None
        stream = self._of_id.get(id) if isinstance(id, str) else None
        return stream.recorder if stream else None

    def end(self) -> list[Note]:
        """The file is over: close what is open. Notes that no stream took are returned."""
        self._release()
        waiting, self._waiting = self._waiting, []
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
        if self._held or self._by_id is None:
            return True
        current = self.current
        if (
            current is not None
            and current.body.done is not None
            and self.framed
            and len(self._streams) == 1
            and starts_after_done(current.ids, wire)
        ):
            return True
        return bool(
            self.framed and not self._by_id and current is not None and not current.recorder.finished and wire.get("id") and current.ids
        )

    def _release(self) -> None:
        """Settle from the chunks held back how this body is read, and hand everything on in order."""
        held = self._window.empty()
        if not held:
            return
        current = self.current
        before = [current.ids[0]] if current is not None and current.ids and current.body.done is None else []
        self._by_id = not by_position([wire for wire, _, _ in held if wire is not None], before, self.framed)
        for wire, at, note in held:
            if wire is not None:
                self._assign(wire, at)
            elif note is not None:
                self.note(*note)

    # Whose record is it

    def _assign(self, wire: Wire, at: At) -> None:
        stream = self._owner(wire, at)
        if stream is None:
            return
        if stream is not self.current:
            self.turn_to(stream, at)
        stream.recorder.chunk(wire, at)

    def _owner(self, wire: Wire, at: At) -> OpenStream[R] | None:
        """The stream that a chunk belongs to; None for one that has to wait for the next one with its id."""
        current = self.current
        if current is None:
            return self._start(wire, at)
        id = id_of(wire)
        if "choices" not in wire and wire.get("error") is not None and not id:
            over = current.body.done is not None or (current.recorder.finished and not self.framed)
            return self._start(wire, at) if over else current
        if current.body.done is not None and not (id in self._of_id and self._of_id[id].body.done is None):
            return self._after_done(current, wire, at)
        if self._by_id and id:
            known = self._of_id.get(id)
            return self._unknown_id(current, wire, at) if known is None else self._again(known, wire, at)
        other = id != "" and id not in current.ids
        alone = not self.framed and (not self._by_id or len(self._streams) == 1)
        opens = (other and has_role(wire) and has_first_choice(wire)) or (alone and tells_of_prompt(wire))
        if current.recorder.finished and (opens or self._begins_another(current, wire)):
            return self._start(wire, at, "" if other or opens else SAME_ID if id else "id missing")
        if id:
            self._streams.lead(id, current)
        return current

    def _after_done(self, current: OpenStream[R], wire: Wire, at: At) -> OpenStream[R]:
        """After `[DONE]`: another response, or late data of the one before."""
        if starts_after_done(current.ids, wire):
            for stream in [stream for stream in self._streams if stream.body.done is not None]:
                self._streams.close(stream)
            return self._start(wire, at)
        current.body.note(AFTER_DONE, at)
        return current

    def _again(self, known: OpenStream[R], wire: Wire, at: At) -> OpenStream[R] | None:
        """A chunk under an id of `known`: more of it, or another response, to which a role alone may belong. Each choice has one role, so
        that the second one of a choice shows that the first was late; usage alone shows nothing else."""
        if not known.recorder.finished:
            return known
        opens = self._begins_another(known, wire)
        if opens and only_role(wire):
            if any(not indices_of(wire).isdisjoint(indices_of(role)) for role, _ in known.late_roles):
                known.settle()
            known.late_roles.append((wire, at))
            return None
        if known.late_roles and not opens and wire.get("choices"):
            return self._opened_by_roles(known)
        known.settle()
        return self._start_again(known, wire, at) if opens else known

    def _start_again(self, known: OpenStream[R], wire: Wire, at: At) -> OpenStream[R]:
        """Another response under the id of `known`, which is over."""
        self._streams.close(known)
        current = self.current
        if current is not None and current is not known and not current.ids and not current.recorder.finished:
            self._streams.lead(wire["id"], current)
            return current
        return self._start(wire, at, SAME_ID)

    def _opened_by_roles(self, known: OpenStream[R]) -> OpenStream[R]:
        """The response that roles behind the end of `known` turned out to open."""
        roles, known.late_roles = known.late_roles, []
        stream = self._start_again(known, *roles[0])
        for wire, at in roles:
            stream.recorder.chunk(wire, at)
        return stream

    def _begins_another(self, known: OpenStream[R], wire: Wire) -> bool:
        """True when `wire` opens another response under the id of one that has finished. In an event stream a late role alone opens none:
        its body is one response, and some servers repeat the role beside the end."""
        return known.recorder.begins_another(wire) and not (self.framed and only_role(wire))

    def _unknown_id(self, current: OpenStream[R], wire: Wire, at: At) -> OpenStream[R]:
        """A new id continues the stream before it only if that one goes on, no role came, and `created` and `model` agree; one without any
        id also where it is over, but for a chunk that opens a response."""
        over = current.recorder.finished
        agrees = wire.get("created") == current.created and wire.get("model") == current.model
        goes_on = not over and agrees and not has_role(wire)
        if goes_on or (not current.ids and not (over and has_role(wire) and has_first_choice(wire))):
            current.created, current.model = wire.get("created"), wire.get("model")
            self._streams.lead(wire["id"], current)
            return current
        return self._start(wire, at, "an id that was over comes back" if self._streams.was_over(wire["id"]) else "")

    def _start(self, wire: Wire, at: At, guessed: str = "") -> OpenStream[R]:
        if not self._by_id and self.current is not None and self.current in self._streams:
            self._streams.close(self.current)
        body = self._new_body()
        stream = OpenStream(self._open_stream(at, body), body, wire)
        self._streams.add(stream)
        if id_of(wire):
            self._streams.lead(id_of(wire), stream)
        waiting, self._waiting = self._waiting, []
        for kind, where, detail in waiting:
            body.note(kind, where, detail)
        if guessed:
            body.note(BOUNDARY_GUESSED, at, guessed)
        self._streams.make_room(stream, at)
        return stream
