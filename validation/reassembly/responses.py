"""Events of a stream of the Responses API -> facts of one response."""

from typing import Any

from validation.facts.carriage import Body
from validation.facts.foreign import BACKWARDS, LONGEST_CALL_ID, MISSING, REPEATED, Item, ResponsesStream, incomplete_reason
from validation.facts.places import At, Spot
from validation.reassembly.foreign_stream import ForeignRecorder, words_of

TERMINAL = frozenset({"response.completed", "response.incomplete", "response.failed", "response.cancelled", "error"})
OPENING = frozenset({"response.created", "response.queued"})
_ARGUMENTS = {
    "response.function_call_arguments.delta": ("delta", False),
    "response.custom_tool_call_input.delta": ("delta", False),
    "response.function_call_arguments.done": ("arguments", True),
    "response.custom_tool_call_input.done": ("input", True),
}
"""Events that bring arguments: the key of the text, and whether it is the whole of them."""
_CALLS = {"function_call": "arguments", "custom_tool_call": "input"}

Wire = dict[str, Any]


class ResponsesRecorder(ForeignRecorder):
    """Records the events of one response. `facts` is complete after `close()`. `finished`: its terminal event came."""

    def __init__(self, number: int, at: At, body: Body) -> None:
        self.facts = ResponsesStream(number, at, body)
        super().__init__(self.facts, at)
        self.finished = False
        self._number: int | None = None
        self._by_index: dict[int, Item] = {}
        self._by_id: dict[str, Item] = {}

    def begins_another(self, wire: Wire) -> bool:
        """True when this event opens another response."""
        return wire.get("type") in OPENING and self.facts.chunks > 0 and not (self.facts.chunks == 1 and _id_of(wire) == self.facts.id)

    def event(self, wire: Wire, at: At) -> None:
        """Record one event."""
        spot = self._next_event(at)
        kind = wire.get("type")
        if spot.chunk == 0:
            self.facts.midway = kind not in OPENING
        self._sequence(wire, spot)
        if kind in _ARGUMENTS:
            self._arguments_event(wire, spot, *_ARGUMENTS[kind])
        elif kind == "response.output_item.added":
            self._item_event(wire, spot, done=False)
        elif kind == "response.output_item.done":
            self._item_event(wire, spot, done=True)
        elif kind == "response.output_text.delta":
            self._content(wire.get("delta"), spot)
        elif kind in ("response.reasoning_text.delta", "response.reasoning_summary_text.delta"):
            self._reasoning(wire.get("delta"))
        elif isinstance(kind, str) and kind in TERMINAL:
            self._end(wire, kind, spot)
        elif isinstance(wire.get("response"), dict):
            self._head(wire["response"], spot._replace(pointer="/response"))

    def fail(self, wire: Wire, at: At) -> None:
        """Record an error that is no event of this format, and has no number among them: the last one of the stream."""
        self._end(wire, "error", self._next_event(at))

    def _sequence(self, wire: Wire, spot: Spot) -> None:
        number = wire.get("sequence_number")
        before = self._number
        if type(number) is not int:
            self._out_of_order(MISSING, before, 0, spot)
            return
        if before is not None and number <= before:
            self._out_of_order(REPEATED if number == before else BACKWARDS, before, number, spot._replace(pointer="/sequence_number"))
        self._number = number

    def _out_of_order(self, word: str, before: int | None, number: int, spot: Spot) -> None:
        self.facts.numbers.add(word, spot)
        self.facts.number_pairs.setdefault(word, (before or 0, number))

    # Calls

    def _item_event(self, wire: Wire, spot: Spot, *, done: bool) -> None:
        body = wire.get("item")
        key = _CALLS.get(str(body.get("type"))) if isinstance(body, dict) else None
        inner = spot._replace(pointer="/item")
        if not isinstance(body, dict) or key is None:
            if done and isinstance(body, dict):
                self._closed_as_another(wire.get("output_index"), body.get("id"), inner)
            return
        if not done:
            self._make_way(wire.get("output_index"), body)
        item = self._item_of(wire.get("output_index"), body.get("id"), inner)
        if item is None:
            return
        self._fill(item, body)
        self._touch(item.call, inner)
        if done:
            item.item_done = item.item_done or inner
            self._told(item, "item", body.get(key), inner)
        else:
            item.added = item.added or inner
            self._told(item, "added", body.get(key), inner)

    def _closed_as_another(self, index: object, id: object, spot: Spot) -> None:
        """An item that was announced as a call may be closed as what the server made of it: the results of its own search, for one."""
        known = self._by_id.get(id) if isinstance(id, str) and id else self._by_index.get(index) if type(index) is int else None
        if known is not None:
            known.item_done = known.item_done or spot

    def _make_way(self, index: object, body: Wire) -> None:
        """A second call that is announced under the number of another one does not continue it."""
        if type(index) is not int:
            return
        known = self._by_index.get(index)
        if known is not None and known.added is not None and known.call.id not in (None, words_of(body.get("call_id"), 1_000)):
            self._by_index.pop(index)

    def _item_of(self, index: object, id: object, spot: Spot) -> Item | None:
        """The item of an event, by its id and else by its number; a new one where neither is known. All that have neither are one."""
        id = id if isinstance(id, str) else ""
        known = self._by_id.get(id) if id or type(index) is not int else None
        if known is None and type(index) is int:
            known = self._by_index.get(index)
        if known is None:
            call = self._open_call(index, spot)
            if call is None:
                return None
            call.entries -= 1
            self._stream.tool_chunks -= 1
            known = Item(call, stream=self.facts)
            self.facts.items.append(known)
        if type(index) is int:
            self._by_index.setdefault(index, known)
        if id or type(index) is not int:
            self._by_id.setdefault(id, known)
        return known

    def _fill(self, item: Item, body: Wire) -> None:
        call = item.call
        call.custom = call.custom or body.get("type") == "custom_tool_call"
        call.type = "custom" if call.custom else "function"
        call.id = call.id or words_of(body.get("call_id"), 1_000) or None
        call.name = call.name or words_of(body.get("name"), 1_000) or None

    def _arguments_event(self, wire: Wire, spot: Spot, key: str, whole: bool) -> None:
        inner = spot._replace(pointer=f"/{key}")
        item = self._item_of(wire.get("output_index"), wire.get("item_id"), inner)
        if item is None:
            return
        item.first_event = item.first_event or spot
        if whole:
            self._touch(item.call, inner)
            item.arguments_done = item.arguments_done or inner
            self._told(item, "done", wire.get(key), inner)
        else:
            self._arguments(item.call, wire.get(key), inner)

    def _told(self, item: Item, by: str, text: object, spot: Spot) -> None:
        if isinstance(text, str) and item.call.whole:
            item.told.append((by, text, spot))

    # The end

    def _end(self, wire: Wire, kind: str, spot: Spot) -> None:
        self.finished = True
        self.facts.terminal = self.facts.terminal or kind
        response = wire.get("response")
        response = response if isinstance(response, dict) else {}
        inner = spot._replace(pointer="/response")
        self._head(response, inner)
        status = words_of(response.get("status")) or kind.removeprefix("response.")
        self._finish(status, inner._replace(pointer="/response/status") if response.get("status") else spot, incomplete_reason(response))
        if kind == "error":
            self._error(wire.get("error") or wire, spot)
        elif kind == "response.failed":
            self._error(response.get("error"), inner._replace(pointer="/response/error"))
        output = response.get("output")
        for place, body in enumerate(output if isinstance(output, list) else ()):
            key = _CALLS.get(str(body.get("type"))) if isinstance(body, dict) else None
            if key is not None:
                self._at_the_end(body, place, key, spot._replace(pointer=f"/response/output/{place}"))

    def _at_the_end(self, body: Wire, place: int, key: str, spot: Spot) -> None:
        """A call as the terminal event has it: found by the id of its item, its call id, or its place."""
        known = self._by_id.get(str(body.get("id")))
        call_id = body.get("call_id")
        if known is None and isinstance(call_id, str):
            known = next((item for item in self.facts.items if item.call.id == call_id), None)
        if known is None:
            known = self._item_of(place, body.get("id"), spot)
        if known is not None:
            self._fill(known, body)
            self._told(known, "completed", body.get(key), spot)

    def _link(self, announced: list[Item]) -> None:
        """Note of the calls that were announced which of them no output can be linked to."""
        before: set[str] = set()
        for item in announced:
            id = item.call.id or ""
            item.link = "no-id" if not id else "used-twice" if id in before else "too-long" if len(id) > LONGEST_CALL_ID else ""
            before.add(id)

    def close(self) -> ResponsesStream:
        """The response is over. Whole arguments stand for those that no delta brought, and above those that deltas brought."""
        self._link([item for item in self.facts.items if item.added is not None])
        for item in self.facts.items:
            call = item.call
            joined = "".join(call.pieces)
            whole = next((told for told in item.told if told[1] and (told[0] != "added" or not joined)), None)
            if joined:
                item.told.insert(0, ("deltas", joined, call.last))
            if whole is not None and whole[1] != joined:
                call.pieces, call.rows = [], []
                call.bring(whole[1], whole[2].chunk)
        self._settle_calls()
        return self.facts


def _id_of(wire: Wire) -> object:
    response = wire.get("response")
    return response.get("id") if isinstance(response, dict) else None
