"""Whose record is it: the stream that a chunk belongs to, or a new one."""

from collections.abc import Callable
from typing import Any, Final, Generic

from validation.facts.carriage import AFTER_DONE, BOM_BETWEEN, BOM_INSIDE, BOUNDARY_GUESSED, Body
from validation.facts.places import At
from validation.segmenting.chunk import (
    has_first_choice,
    has_role,
    id_of,
    indices_of,
    only_role,
    starts_after_done,
    tells_of_prompt,
)
from validation.segmenting.open_streams import OpenStream, OpenStreams, R
from validation.segmenting.requests import name_of
from validation.segmenting.window import Note

SAME_ID: Final = "id the same in several responses"

Wire = dict[str, Any]


class Belonging(Generic[R]):
    """Says whose a chunk is, and opens a stream for one that is nobody's.

    `by_id`: whether ids tell the streams of this body apart, None until that is settled. `by_request`: whether the request ids of a log do:
    then ids, or positions, only do so within a request. `framed`: the records come from an event stream. `waiting`: oddities of the
    carriage for the next stream that opens.
    """

    __slots__ = ("_new_body", "_open_stream", "_streams", "by_id", "by_request", "framed", "waiting")

    def __init__(self, streams: OpenStreams[R], new_body: Callable[[], Body], open_stream: Callable[[At, Body], R]) -> None:
        self.by_id: bool | None = None
        self.by_request = False
        self.framed = False
        self.waiting: list[Note] = []
        self._streams = streams
        self._new_body = new_body
        self._open_stream = open_stream

    def of(self, wire: Wire, at: At, request: str, active: OpenStream[R] | None) -> OpenStream[R] | None:
        """The stream that a chunk belongs to; None for one that has to wait for the next one with its id.

        `request`: the request that a log says it answers. `active`: the stream that was last active.
        """
        current = self.among(request, active, wire)
        stream = self._of(wire, at, current, request if self.by_request else "")
        if stream is not None and request and self.by_request:
            self._streams.answer(request, stream)
        return stream

    def among(self, request: str, active: OpenStream[R] | None, wire: Wire | None = None) -> OpenStream[R] | None:
        """The stream that was last active among those of the same request; `active` where none is named. One may have begun under none."""
        if not (request and self.by_request):
            return active
        mine = self._streams.of_request.get(request)
        return mine if mine is not None or wire is None else self._without_request(wire, active)

    def _without_request(self, wire: Wire, active: OpenStream[R] | None) -> OpenStream[R] | None:
        """The stream that goes on with `wire`, whose records so far named no request: by its id, else by being active. One with its id may
        have named another one."""
        known = self._streams.of_id.get(id_of(wire))
        if known is not None and not known.request:
            return known
        if known is None and active is not None and not active.request and active in self._streams:
            known = active
        return known if known is not None and not (known.recorder.finished or has_role(wire)) else None

    def _of(self, wire: Wire, at: At, current: OpenStream[R] | None, request: str) -> OpenStream[R] | None:
        if current is None:
            return self._start(wire, at, current, request)
        id = name_of(wire, request if self.by_id else "")
        if "choices" not in wire and wire.get("error") is not None and not id:
            over = current.body.done is not None or (current.recorder.finished and not self.framed)
            return self._start(wire, at, current, request) if over else current
        if current.body.done is not None and not (id in self._streams.of_id and self._streams.of_id[id].body.done is None):
            return self._after_done(current, wire, at, request)
        if self.by_id and id:
            known = self._streams.of_id.get(id) or (current if id_of(wire) in current.ids and current in self._streams else None)
            return self._unknown_id(current, wire, at, request) if known is None else self._again(known, current, wire, at)
        other = id != "" and id not in current.ids
        alone = not self.framed and (not self.by_id or request != "" or len(self._streams) == 1)
        opens = (other and has_role(wire) and has_first_choice(wire)) or (alone and tells_of_prompt(wire))
        if current.recorder.finished and (opens or self._begins_another(current, wire)):
            return self._start(wire, at, current, request, "" if other or opens else SAME_ID if id else "id missing")
        if id:
            self._streams.lead(id, current)
        return current

    def _after_done(self, current: OpenStream[R], wire: Wire, at: At, request: str) -> OpenStream[R]:
        """After `[DONE]`: another response, or late data of the one before."""
        if starts_after_done(current.ids, wire):
            for stream in list(self._streams.ended):
                self._streams.close(stream)
            return self._start(wire, at, current, request)
        current.body.note(AFTER_DONE, at)
        return current

    def _again(self, known: OpenStream[R], current: OpenStream[R], wire: Wire, at: At) -> OpenStream[R] | None:
        """A chunk under an id of `known`: more of it, or another response, to which a role alone may belong. Each choice has one role, so
        that the second one of a choice shows that the first was late; usage alone shows nothing else."""
        if not known.recorder.finished:
            return known
        opens = self._begins_another(known, wire)
        if opens and only_role(wire):
            if any(not indices_of(wire).isdisjoint(indices_of(role)) for role, _ in known.late_roles):
                known.settle()
            known.late_roles.append((wire, at))
            self._streams.active[known] = None
            return None
        if known.late_roles and not opens and wire.get("choices"):
            return self._opened_by_roles(known, current)
        known.settle()
        return self._start_again(known, current, wire, at) if opens else known

    def _start_again(self, known: OpenStream[R], current: OpenStream[R], wire: Wire, at: At) -> OpenStream[R]:
        """Another response under the id of `known`, which is over."""
        self._streams.close(known)
        if current is not known and not current.ids and not current.recorder.finished:
            self._streams.lead(name_of(wire, known.request), current)
            return current
        return self._start(wire, at, current, known.request, SAME_ID)

    def _opened_by_roles(self, known: OpenStream[R], current: OpenStream[R]) -> OpenStream[R]:
        """The response that roles behind the end of `known` turned out to open."""
        roles, known.late_roles = known.late_roles, []
        stream = self._start_again(known, current, *roles[0])
        for wire, at in roles:
            stream.recorder.chunk(wire, at)
        return stream

    def _begins_another(self, known: OpenStream[R], wire: Wire) -> bool:
        """True when `wire` opens another response under the id of one that has finished. In an event stream a late role alone opens none:
        its body is one response, and some servers repeat the role beside the end."""
        return known.recorder.begins_another(wire) and not (self.framed and only_role(wire))

    def _unknown_id(self, current: OpenStream[R], wire: Wire, at: At, request: str) -> OpenStream[R]:
        """A new id continues the stream before it only if that one goes on, no role came, and `created` and `model` agree; one without any
        id also where it is over, but for a chunk that opens a response."""
        name = name_of(wire, request)
        over = current.recorder.finished
        agrees = wire.get("created") == current.created and wire.get("model") == current.model
        goes_on = not over and agrees and not has_role(wire)
        if goes_on or (not current.ids and not (over and has_role(wire) and has_first_choice(wire))):
            current.created, current.model = wire.get("created"), wire.get("model")
            self._streams.lead(name, current)
            return current
        return self._start(wire, at, current, request, "an id that was over comes back" if self._streams.was_over(name) else "")

    def _start(self, wire: Wire, at: At, current: OpenStream[R] | None, request: str, guessed: str = "") -> OpenStream[R]:
        if not self.by_id and current is not None and current in self._streams:
            self._streams.close(current)
        body = self._new_body()
        stream = OpenStream(self._open_stream(at, body), body, wire)
        self._streams.add(stream)
        if id_of(wire):
            self._streams.lead(name_of(wire, request), stream)
            self._streams.lead(id_of(wire), stream)
        waiting, self.waiting = self.waiting, []
        for kind, where, detail in waiting:
            body.note(BOM_BETWEEN if kind == BOM_INSIDE else kind, where, detail)
        if guessed:
            body.note(BOUNDARY_GUESSED, at, guessed)
        self._streams.make_room(stream, at)
        return stream
