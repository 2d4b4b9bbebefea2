"""Tool-call entries -> calls, by the key (stream, choice index, tool index) and never by the id.

This is the procedure of docs/architecture.md, 'From entries to calls', settled once: which slot an entry belongs to, what a second id
means, what a repeated name is. Outcomes are stored as facts (`IdChange`, `name_changes` ...); rules turn them into findings and never
derive them again.
"""

from typing import Any

from validation.examples import dumps
from validation.facts.json_text import Json
from validation.facts.places import At, Spot, again, short
from validation.facts.streams import Call, Choice, IdChange, IdOutcome
from validation.reassembly.arguments import read_arguments, whole_characters
from validation.reassembly.json_text import is_complete
from validation.reassembly.key_sets import Census, key_set
from validation.reassembly.replays import repeat_of
from validation.reassembly.splits import splits_of

MAX_CALLS = 1_024
MAX_ARGUMENTS = 16 << 20
MAX_INDEX = 9_999
MAX_PARSES = 64
MAX_CHANGES = 64
CONTINUATION = key_set("call", ("index", "function"))
"""The keys of an entry that only carries a fragment: nearly all entries of nearly all streams."""
PLACEHOLDERS = frozenset({"null", "undefined", "None"})

Wire = dict[str, Any]


class Slots:
    """The calls of one choice while its entries arrive.

    `current`: the call that an index leads to (the newest one under it); `last`: that of the last entry; `size`: characters of arguments.
    """

    __slots__ = ("_by_id", "_census", "_chains", "_choice", "_opened", "_parses", "_pending", "_row", "current", "last", "size")

    def __init__(self, choice: Choice, census: Census) -> None:
        self._choice = choice
        self._census = census
        self.current: dict[object, Call] = {}
        self._chains: dict[object, list[Call]] = {}
        self._by_id: dict[str, Call] = {}
        self.last: Call | None = None
        self._opened = 0
        self.size = 0
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
        self._order(call, spot)
        call = self._identify(call, entry, spot)
        if call is None:
            return False
        before = (call.id, call.name, len(call.pieces))
        body = self._body(call, entry, spot)
        self._type(call, entry, spot)
        self._name(call, body, spot)
        self._arguments(call, body, spot)
        new = before != (call.id, call.name, len(call.pieces)) or not call.entries
        if not new and not entry.get("id") and not body.get("name"):
            self._empty_entry(call, spot)
        call.entries += 1
        call.last_at, call.last_chunk, call.last_entries, call.last_place = at, number, pointer, place
        self.last = call
        return new

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
        key, form = _key(index, "index" in entry)
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
        call = Call(self._choice, key, _label(key) + _letter(len(chain)), self._opened, spot, header=tuple(entry))
        self._opened += 1
        chain.append(call)
        self.current[key] = call
        self._choice.calls.append(call)
        return call

    def switched(self, call: Call, spot: Spot) -> None:
        self._choice.switch = again(self._choice.switch, spot)
        self.last = call

    def _order(self, call: Call, spot: Spot) -> None:
        if call.entries and call.last_chunk == spot.chunk and call.index is not None:
            self._choice.twice_in_chunk = again(self._choice.twice_in_chunk, spot)
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

    # What an entry brings

    def _body(self, call: Call, entry: Wire, spot: Spot) -> Wire:
        """The part that holds name and argument text: `function`, or `custom` with its `input`."""
        custom = entry.get("custom")
        if type(custom) is dict:
            call.custom = True
            return {key: custom[wire] for key, wire in (("name", "name"), ("arguments", "input")) if wire in custom}
        function = entry.get("function")
        if type(function) is dict:
            if "arguments" not in function:
                call.arguments_absent = again(call.arguments_absent, spot)
            return function
        if entry.get("type") != "custom" and not call.custom:
            call.function_missing = again(call.function_missing, spot)
        return {}

    def _type(self, call: Call, entry: Wire, spot: Spot) -> None:
        if "type" not in entry:
            return
        value = entry["type"]
        call.types.add(value if value is None or type(value) is str else ("odd", type(value).__name__), spot)
        if type(value) is str and value:
            call.type = call.type or value
            call.custom = call.custom or value == "custom"

    def _name(self, call: Call, body: Wire, spot: Spot) -> None:
        name = body.get("name")
        if not isinstance(name, str) or not name:
            if "name" in body and call.name and not name:
                call.empty_names = again(call.empty_names, spot)
            return
        if call.name is None:
            call.name, call.name_spot = name, spot
            if _begun(call, spot):
                call.name_late = spot
            call.name_pieces.append((name, spot))
        elif name == call.name:
            call.name_repeats = again(call.name_repeats, spot)
        elif not call.pieces and len(call.name) < 1_000:
            call.name += name
            call.name_pieces.append((name, spot))
        elif len(call.name_changes) < MAX_CHANGES:
            call.name_changes.append((name, spot))

    def _arguments(self, call: Call, body: Wire, spot: Spot) -> None:
        value = body.get("arguments")
        if value is None:
            if "arguments" in body:
                call.arguments_null = again(call.arguments_null, spot)
            return
        if type(value) is not str:
            call.odd_arguments.add(_WORDS.get(type(value), "number"), spot)
            value = _compact(value)
        if not value:
            return
        if self.size + len(value) > MAX_ARGUMENTS:
            call.whole = False
            self._choice.stream.limits.add("more than 16 MiB of arguments", spot)
        else:
            call.pieces.append(value)
            call.seams.append(spot.chunk)
            self.size += len(value)

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


def _begun(call: Call, spot: Spot) -> bool:
    """True when an entry before the one at `spot` brought an id or a `function`: the call has begun without a name."""
    bare = call.function_missing.count if call.function_missing else 0
    return call.entries > bare or (call.entries > 0 and call.id is not None and call.id_late != spot)


_WORDS = {dict: "object", list: "array", bool: "boolean"}


def _compact(value: object) -> str:
    """The JSON of arguments that came as no text, for display."""
    try:
        return dumps(value)
    except (ValueError, RecursionError):
        return short(value)


def _key(index: object, given: bool) -> tuple[object, str]:
    """The slot key of a wire index, and the form it came in when that is not a plain number ("" when it is).

    A numeric string counts as its number. A null or missing index has no key; anything else unusable keys itself.
    """
    if type(index) is int:
        if 0 <= index <= MAX_INDEX:
            return index, ""
        return ("odd", "int", short(index)), "negative" if index < 0 else "beyond"
    if index is None:
        return None, "null" if given else "missing"
    if type(index) is str and index.isascii() and index.isdecimal() and len(index) < 5:
        return int(index), "string"
    form = {str: "string", float: "float", bool: "boolean", list: "array", dict: "object"}[type(index)]
    return ("odd", form, short(index)), form


def _label(key: object) -> str:
    if type(key) is tuple:
        return str(key[-1])
    return "?" if key is None else str(key)


def _letter(place: int) -> str:
    """The letter of the n-th call under one index: none, b, c ... z, then numbers."""
    if place == 0:
        return ""
    return chr(ord("a") + place) if place < 26 else f"-{place + 1}"


def _change(call: Call, change: IdChange) -> None:
    if len(call.id_changes) < MAX_CHANGES:
        call.id_changes.append(change)
