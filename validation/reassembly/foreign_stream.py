"""What recorders of other wire formats share: one stream with one choice, whose calls are opened by number and whose texts are bounded."""

from typing import Any

from validation.examples import dumps
from validation.facts.json_text import Json, JsonText
from validation.facts.places import At, Spot, short
from validation.facts.streams import Call, Choice, ErrorFrame, Finish, Stream
from validation.reassembly.arguments import read_arguments, whole_characters

MAX_CALLS = 1_024
MAX_CONTENT = 1 << 20
MAX_ARGUMENTS = 16 << 20
MAX_ERRORS = 16
EXCERPT = 200
NO_ARGUMENTS = JsonText(Json.VALID, kind="object")
"""A call without any argument text: in these formats it has the empty object of its opening event."""

Wire = dict[str, Any]


class ForeignRecorder:
    """Keeps what events of either format bring: texts, calls, usage, errors, the finish."""

    def __init__(self, facts: Stream, at: At) -> None:
        self._stream = facts
        self._choice = Choice(facts, 0, Spot(0, at))
        facts.choices.append(self._choice)
        self._keys: dict[object, Call] = {}
        self._size = 0

    @property
    def newest(self) -> int:
        """The number of the last record taken."""
        return self._stream.tail[0]

    def _next_event(self, at: At) -> Spot:
        """Count one event."""
        facts = self._stream
        spot = Spot(facts.chunks, at)
        facts.chunks += 1
        facts.last_at = self._choice.last_at = at
        self._choice.last_chunk = spot.chunk
        return spot

    def _head(self, wire: object, spot: Spot) -> None:
        """The envelope: id, model, and the usage that stands in it."""
        if isinstance(wire, dict):
            for tally, key in ((self._stream.ids, "id"), (self._stream.models, "model")):
                if isinstance(wire.get(key), str):
                    tally.add(wire[key], spot)
            self._usage(wire.get("usage"))

    def _usage(self, usage: object) -> None:
        if isinstance(usage, dict):
            self._stream.usage = {**(self._stream.usage or {}), **usage}

    def _error(self, error: object, spot: Spot) -> None:
        if len(self._stream.errors) < MAX_ERRORS:
            wire = error if isinstance(error, dict) else {"message": error}
            code = wire.get("code") or wire.get("type") or ""
            self._stream.errors.append(ErrorFrame(spot, short(code, 40), short(wire.get("message") or "", EXCERPT), True))

    def _finish(self, value: str, spot: Spot, native: str = "") -> None:
        self._choice.finish_count += 1
        if len(self._choice.finishes) < MAX_ERRORS:
            self._choice.finishes.append(Finish(value[:EXCERPT], spot, native))

    def _content(self, text: object, spot: Spot) -> None:
        choice = self._choice
        if isinstance(text, str):
            if choice.content_chars < MAX_CONTENT:
                choice.content.append(text)
            else:
                self._stream.limits.add("more than 1 MiB of content", spot)
            choice.content_chars += len(text)

    def _reasoning(self, text: object) -> None:
        choice = self._choice
        if isinstance(text, str):
            if choice.reasoning_chars < MAX_CONTENT:
                choice.reasoning.append(text)
            choice.reasoning_chars += len(text)

    def _open_call(self, index: object, spot: Spot) -> Call | None:
        """A new call under the number `index`; None beyond the bounds."""
        calls = self._choice.calls
        if len(calls) >= MAX_CALLS:
            self._stream.limits.add(f"more than {MAX_CALLS:,} calls", spot)
            return None
        key = index if type(index) is int else None
        label = "?" if key is None else short(key)
        used = sum(1 for call in calls if call.key == key) if key in self._keys else 0
        call = Call(self._choice, key, label + _letter(used), len(calls), spot)
        self._keys[key] = call
        calls.append(call)
        self._touch(call, spot)
        return call

    def _touch(self, call: Call, spot: Spot) -> None:
        """Count one event of this call."""
        call.entries += 1
        call.last_at, call.last_chunk, call.last_entries, call.last_place = spot.at, spot.chunk, spot.pointer, -1
        self._stream.tool_chunks += 1

    def _arguments(self, call: Call, text: object, spot: Spot) -> None:
        """Append a fragment."""
        self._touch(call, spot)
        if not isinstance(text, str):
            if text is not None:
                call.odd_arguments.add("object" if isinstance(text, dict) else type(text).__name__, spot)
            return
        self._bring(call, text, spot)

    def _bring(self, call: Call, text: str, spot: Spot) -> None:
        """Append argument text, as far as there is room for it."""
        if self._size + len(text) > MAX_ARGUMENTS:
            call.whole = False
            self._stream.limits.add("more than 16 MiB of arguments", spot)
        elif text:
            call.bring(text, spot.chunk)
            self._size += len(text)

    def _settle_calls(self) -> None:
        """Join the fragments and say what they are."""
        for call in self._choice.calls:
            call.arguments = "".join(call.pieces)
            if not call.arguments and not call.odd_arguments:
                call.json = NO_ARGUMENTS
            elif not call.custom and call.whole:
                call.arguments, call.json, call.quirks = read_arguments(call.arguments, call.pieces)
                if call.quirks.halves is not None:
                    call.pieces = whole_characters(call.pieces)
            call.size = len(call.arguments)


def _letter(place: int) -> str:
    """The letter of the n-th call under one number: none, b, c ... z, then numbers."""
    if place == 0:
        return ""
    return chr(ord("a") + place) if place < 26 else f"-{place + 1}"


def text_of(value: object) -> str:
    """The JSON of an input that came as an object, for display and checks; "" where it cannot be written."""
    try:
        return dumps(value)
    except (ValueError, RecursionError):
        return ""


def words_of(value: object, limit: int = EXCERPT) -> str:
    """A text of the wire, cut; "" for anything else."""
    return value[:limit] if isinstance(value, str) else ""
