"""Tool-call entries -> calls, by the key (stream, choice index, tool index) and never by the id.

This is the procedure of docs/architecture.md, 'From entries to calls', settled once: which slot an entry belongs to (`slot_keys`), what a
second id means (here), what a repeated name is (`entries`). Outcomes are stored as facts (`IdChange`, `name_changes` ...); rules turn them
into findings and never derive them again.
"""

from typing import Any

from validation.facts.exact import LONGEST_PIECE
from validation.facts.json_text import Json
from validation.facts.places import At, Spot, again, short
from validation.facts.streams import Call, Choice, IdChange, IdOutcome
from validation.reassembly.arguments import read_arguments, whole_characters
from validation.reassembly.entries import MAX_CHANGES, body_of, note_arguments, note_name, note_type
from validation.reassembly.json_text import is_complete
from validation.reassembly.key_sets import Census, key_set
from validation.reassembly.replays import repeat_of
from validation.reassembly.slot_keys import key_of, label_of
from validation.reassembly.splits import splits_of

MAX_CALLS = 1_024
MAX_ARGUMENTS = 16 << 20
MAX_PARSES = 64
CONTINUATION = key_set("call", ("index", "function"))
"""The keys of an entry that only carries a fragment: nearly all entries of nearly all streams."""
PLACEHOLDERS = frozenset({"null", "undefined", "None"})

Wire = dict[str, Any]


class Slots:
    """The calls of one choice while its entries arrive.

    `current`: the call that an index leads to (the newest one under it); `last`: that of the last entry.
    """

    __slots__ = ("_by_id", "_census", "_chains", "_choice", "_kept", "_opened", "_parses", "_pending", "_row", "_size", "_uncounted",
                 "current", "last")  # fmt: skip

    def __init__(self, choice: Choice, census: Census) -> None:
        self._choice = choice
        self._census = census
        self.current: dict[object, Call] = {}
        self._chains: dict[object, list[Call]] = {}
        self._by_id: dict[str, Call] = {}
        self.last: Call | None = None
        self._opened = 0
        self._size = self._uncounted = 0
        self._kept: list[tuple[Call, int, int]] = []
        self._parses: dict[str, int] = {}
        self._pending: list[tuple[Call, IdChange]] = []
        self._row: tuple[Call | None, int, int] = (None, 0, 0)

    def entries(self, entries: list[Any], number: int, at: At, pointer: str, *, single: bool = False) -> bool:
        """Record the entries of one delta; True when one of them brought something new (an id, a name or argument text).

        `single` is for a `tool_calls` that is one object: its pointer has no place number.
        """
        self._choice.tool_entries += len(entries)
        new = False
        for place, entry in enumerate(entries):
            if type(entry) is not dict:
                self._choice.stream.odd.add(("tool_calls entry", type(entry).__name__), Spot(number, at, f"{pointer}/{place}"))
                continue
            self._census.count("call", entry)
            new = self._entry(entry, pointer, -1 if single else place, number, at) or new
        return new

    def _entry(self, entry: Wire, pointer: str, place: int, number: int, at: At) -> bool:
        """One entry off the usual path: a header, an empty fragment, anything odd. `place` -1: `pointer` leads to the entry."""
        spot = Spot(number, at, pointer if place < 0 else f"{pointer}/{place}")
        call = self._call_of(entry, spot)
        if call is None:
            return False
        self._order(call, entry, spot)
        call = self._identify(call, entry, spot)
        if call is None:
            return False
        before = (call.id, call.name, len(call.pieces))
        body = body_of(call, entry, spot)
        note_type(call, entry, spot)
        note_name(call, body, spot)
        added = note_arguments(call, body, spot, self.room)
        self._size += added
        new = before != (call.id, call.name, len(call.pieces)) or not call.entries
        if not new and not entry.get("id") and not body.get("name"):
            self._empty_entry(call, spot)
        call.entries += 1
        call.last_at, call.last_chunk, call.last_entries, call.last_place = at, number, pointer, place
        self.last = call
        return new

    def kept(self, call: Call, since: int, behind: int) -> None:
        """The pieces of `call` from number `since` to before `behind` were kept by a path. They are counted when it may matter."""
        self._kept.append((call, since, behind))
        self._uncounted += behind - since

    def room(self, wanted: int) -> int:
        """How many more characters of arguments are taken; where there are as many as `wanted`, perhaps not all that are."""
        room = MAX_ARGUMENTS - self._size - self._uncounted * LONGEST_PIECE
        if room < wanted and self._kept:
            self._size += sum(len(piece) for call, since, behind in self._kept for piece in call.pieces[since:behind])
            self._kept.clear()
            self._uncounted = 0
            room = MAX_ARGUMENTS - self._size
        return room

    def _empty_entry(self, call: Call, spot: Spot) -> None:
        """Count an entry that brings nothing, and how many of them come in a row."""
        call.empty_entries = again(call.empty_entries, spot)
        known, pieces, row = self._row
        row = row + 1 if known is call and pieces == len(call.pieces) else 1
        self._row = (call, len(call.pieces), row)
        call.empty_run = max(call.empty_run, row)

    # Which slot

    def _call_of(self, entry: Wire, spot: Spot) -> Call | None:
        index = entry.get("index")
        key, form = key_of(index, "index" in entry)
        call = self._without_index(entry, spot) if key is None else self.current.get(key) or self._open(key, spot, entry)
        if form == "beyond":
            self._choice.stream.limits.add("tool index beyond 9,999", spot)
        elif form and call is not None:
            call.index_forms.add(form, spot)
        return call

    def _without_index(self, entry: Wire, spot: Spot) -> Call | None:
        """The slot of an entry without a usable index: by a known id, a new id opens one, no id continues the last one.

        A name behind complete arguments opens one too: gateways that send neither index nor id send whole calls.
        """
        id = entry.get("id")
        if isinstance(id, str) and id and id not in PLACEHOLDERS:
            return self._by_id.get(id) or self._open(None, spot, entry)
        last = self.last
        function = entry.get("function")
        named = type(function) is dict and bool(function.get("name"))
        if last is None or (named and last.name and self._complete(last)):
            return self._open(None, spot, entry)
        return last

    def _open(self, key: object, spot: Spot, entry: Wire) -> Call | None:
        if self._opened >= MAX_CALLS:
            self._choice.stream.limits.add(f"more than {MAX_CALLS:,} calls", spot)
            return None
        chain = self._chains.setdefault(key, [])
        call = Call(self._choice, key, label_of(key, len(chain)), self._opened, spot, header=tuple(entry))
        self._opened += 1
        chain.append(call)
        self.current[key] = call
        self._choice.calls.append(call)
        return call

    def switched(self, call: Call, spot: Spot) -> None:
        self._choice.switch = again(self._choice.switch, spot)
        self.last = call

    def _order(self, call: Call, entry: Wire, spot: Spot) -> None:
        if call.entries and call.last_chunk == spot.chunk and call.index is not None and entry.get("index") is not None:
            self._choice.twice_in_chunk.add(call.slot, spot)
        if call.entries and self.last is not None and self.last is not call:
            self.switched(call, spot)

    # Ids: the decision table

    def _identify(self, call: Call, entry: Wire, spot: Spot) -> Call | None:
        """Fill or compare the id. The call that the entry belongs to: the same one, or a second call under its index."""
        id = entry.get("id")
        if id is None or id == "":
            if "id" in entry and call.id and call.entries:
                call.empty_ids = again(call.empty_ids, spot)
            return call
        if type(id) is not str:
            call.id_not_string = again(call.id_not_string, spot)
            id = short(id, 200)
        if id == call.id:
            call.id_repeats = again(call.id_repeats, spot)
            return call
        if id in PLACEHOLDERS:
            _change(call, IdChange(spot, id, IdOutcome.PLACEHOLDER, ""))
            return call
        if call.id is None:
            return self._first_id(call, id, spot)
        earlier = next((other for other in self._chains.get(call.key, ()) if other.id == id), None)
        if earlier is not None:
            earlier.id_repeats = again(earlier.id_repeats, spot)
            return earlier
        return self._other_id(call, entry, id, spot)

    def _first_id(self, call: Call, id: str, spot: Spot) -> Call:
        call.id = id
        if call.entries:
            call.id_late = spot
        self._by_id.setdefault(id, call)
        return call

    def _other_id(self, call: Call, entry: Wire, id: str, spot: Spot) -> Call | None:
        function = entry.get("function")
        function = function if type(function) is dict else {}
        name = function.get("name")
        name = name if isinstance(name, str) else ""
        if id in self._by_id:
            _change(call, IdChange(spot, id, IdOutcome.OTHER_SLOT, name))
            return call
        complete = self._complete(call)
        starts_anew = complete and (name or str(function.get("arguments") or "").strip())
        if starts_anew or (name and name != call.name):
            _change(call, IdChange(spot, id, IdOutcome.SECOND_CALL, name))
            second = self._open(call.key, spot, entry)
            if second is not None:
                second.id = id
                self._by_id[id] = second
            return second
        change = IdChange(spot, id, IdOutcome.NEW_ID, name)
        if name and not complete:
            self._pending.append((call, change))
        else:
            _change(call, change)
        return call

    def _complete(self, call: Call) -> bool:
        parses = self._parses.get(call.slot, 0)
        if parses >= MAX_PARSES:
            return False
        self._parses[call.slot] = parses + 1
        return is_complete("".join(call.pieces))

    def close(self) -> None:
        """Join the fragments, say what they are as JSON, and settle the id changes that only the end decides."""
        for call in self._choice.calls:
            call.arguments = "".join(call.pieces)
            if not call.custom and call.whole:
                call.arguments, call.json, call.quirks = read_arguments(call.arguments, call.pieces)
                if call.quirks.halves is not None:
                    call.pieces = whole_characters(call.pieces)
            call.size = len(call.arguments)
            call.repeat = repeat_of(call)
        self._choice.splits = splits_of(self._choice.calls)
        for call, change in self._pending:
            parses = call.json.state in (Json.VALID, Json.EMPTY)
            _change(call, change._replace(outcome=IdOutcome.NEW_ID if parses else IdOutcome.SECOND_CALL))
        for call in {id(call): call for call, _ in self._pending}.values():
            _forget_fragments_of_second_calls(call)


def _forget_fragments_of_second_calls(call: Call) -> None:
    """An id that turned out to be a second call's, folded into this one, is no other id of this call on its later fragments either."""
    seconds = {change.id for change in call.id_changes if change.outcome is IdOutcome.SECOND_CALL}
    call.id_changes = [change for change in call.id_changes if change.outcome is not IdOutcome.NEW_ID or change.id not in seconds]


def _change(call: Call, change: IdChange) -> None:
    if len(call.id_changes) < MAX_CHANGES:
        call.id_changes.append(change)
