"""Events of an Anthropic Messages stream -> facts of one message."""

from typing import Any

from validation.facts.carriage import Body
from validation.facts.foreign import (
    NO_INDEX,
    NO_MESSAGE_STOP,
    NOT_STARTED,
    NOT_STOPPED,
    OVERLAP,
    STARTED_TWICE,
    STOP_UNOPENED,
    STOPPED,
    AnthropicStream,
    Block,
)
from validation.facts.places import At, Spot, short
from validation.facts.streams import Call
from validation.reassembly.foreign_stream import MAX_ARGUMENTS, ForeignRecorder, text_of, words_of

MAX_BLOCKS = 10_000

Wire = dict[str, Any]


class AnthropicRecorder(ForeignRecorder):
    """Records the events of one message. `facts` is complete after `close()`. `finished`: `message_stop` or an error came."""

    def __init__(self, number: int, at: At, body: Body) -> None:
        self.facts = AnthropicStream(number, at, body)
        super().__init__(self.facts, at)
        self.finished = False
        self._blocks: dict[object, Block] = {}
        self._open: dict[object, Block] = {}
        self._begun_with: tuple[str, Spot] | None = None
        self._given: list[tuple[Call, str, Spot]] = []

    def begins_another(self, wire: Wire) -> bool:
        """True when this event opens another message."""
        return wire.get("type") == "message_start" and self.facts.chunks > 0

    def event(self, wire: Wire, at: At) -> None:
        """Record one event."""
        spot = self._next_event(at)
        kind = wire.get("type")
        if spot.chunk == 0:
            self.facts.midway = kind != "message_start"
        if kind == "message_start":
            self._message(wire.get("message"), spot)
        elif kind == "content_block_start":
            self._start(wire, spot)
        elif kind == "content_block_delta":
            self._delta(wire, spot)
        elif kind == "content_block_stop":
            self._stop(wire, spot)
        elif kind == "message_delta":
            self._message_delta(wire, spot)
        elif kind == "message_stop":
            self.finished = self.facts.stopped = True
        elif kind == "error":
            self._failed(wire, spot)

    def fail(self, wire: Wire, at: At) -> None:
        """Record an error that is no event of this format: the last one of the stream."""
        self._failed(wire, self._next_event(at))

    def _failed(self, wire: Wire, spot: Spot) -> None:
        error = wire.get("error")
        self._error(error or wire, spot._replace(pointer="/error") if error else spot)
        self.finished = True

    def _message(self, message: object, spot: Spot) -> None:
        inner = spot._replace(pointer="/message")
        self._head(message, inner)
        role = message.get("role") if isinstance(message, dict) else None
        self._choice.roles.add(role if isinstance(role, str) else None, inner)
        if isinstance(message, dict):
            self._brought(message, inner)

    def _brought(self, message: Wire, inner: Spot) -> None:
        """What the message has already when it starts: the answer to results of a running program comes with its blocks and its stop."""
        content = message.get("content")
        for place, body in enumerate(content if isinstance(content, list) else ()):
            if isinstance(body, dict):
                spot = inner._replace(pointer=f"/message/content/{place}")
                self._keep(Block(place, words_of(body.get("type"), 60), spot), body, spot)
        if reason := words_of(message.get("stop_reason")):
            self._begun_with = reason, inner._replace(pointer="/message/stop_reason")

    def _message_delta(self, wire: Wire, spot: Spot) -> None:
        delta = wire.get("delta")
        reason = delta.get("stop_reason") if isinstance(delta, dict) else None
        if isinstance(reason, str) and reason:
            self.facts.stop_reason, self.facts.stop = reason, spot._replace(pointer="/delta/stop_reason")
            self._finish(reason, self.facts.stop)
        self._usage(wire.get("usage"))

    def _fault(self, word: str, index: object, spot: Spot) -> None:
        self.facts.faults.add(word, spot)
        self.facts.fault_block.setdefault(word, short(index))

    # Blocks

    def _start(self, wire: Wire, spot: Spot) -> None:
        index = _key(wire)
        body = wire.get("content_block")
        body = body if isinstance(body, dict) else {}
        if index in self._blocks:
            self._fault(STARTED_TWICE, index, spot)
        elif self._open:
            self._fault(OVERLAP, index, spot)
        block = Block(index, words_of(body.get("type"), 60), spot._replace(pointer="/content_block"))
        self._blocks[index] = self._open[index] = block
        self._keep(block, body, spot)

    def _keep(self, block: Block, body: Wire, spot: Spot) -> None:
        """Keep a block, and what it brings at its start."""
        if len(self.facts.blocks) >= MAX_BLOCKS:
            self.facts.limits.add(f"more than {MAX_BLOCKS:,} content blocks", spot)
            return
        self.facts.blocks.append(block)
        if block.type == "tool_use":
            self._tool_use(block, body)
        elif block.type == "text":
            self._content(body.get("text"), spot)
        elif block.type == "thinking":
            self._reasoning(body.get("thinking"))

    def _tool_use(self, block: Block, body: Wire) -> None:
        call = block.call = self._open_call(block.index, block.start)
        block.lacks = tuple(key for key in ("id", "name") if not (isinstance(body.get(key), str) and body[key]))
        inner = body.get("tool_use")
        block.nested = bool(block.lacks) and isinstance(inner, dict) and bool(inner.get("id") or inner.get("name"))
        if call is None:
            return
        call.type, call.header = "function", tuple(body)
        call.id, call.name = words_of(body.get("id"), 1_000) or None, words_of(body.get("name"), 1_000) or None
        given = body.get("input")
        if isinstance(given, str):
            self._arguments(call, given, block.start)
        elif given is not None and given != {}:
            self._give(call, text_of(given), block.start)

    def _give(self, call: Call, text: str, spot: Spot) -> None:
        """Keep the input that a block has at its start until it is known whether deltas bring it, as far as there is room for it."""
        if self._size + len(text) > MAX_ARGUMENTS:
            self._bring(call, text, spot)
            return
        self._size += len(text)
        self._given.append((call, text, spot))

    def _delta(self, wire: Wire, spot: Spot) -> None:
        block = self._block_of(wire, spot)
        delta = wire.get("delta")
        if not isinstance(delta, dict):
            return
        kind = delta.get("type")
        if kind == "input_json_delta":
            if block is not None and block.call is not None:
                self._arguments(block.call, delta.get("partial_json"), spot._replace(pointer="/delta"))
        elif kind == "text_delta":
            self._content(delta.get("text"), spot._replace(pointer="/delta"))
        elif kind == "thinking_delta":
            self._reasoning(delta.get("thinking"))

    def _block_of(self, wire: Wire, spot: Spot) -> Block | None:
        """The open block of a delta. One without an index is shown with the only block that is open; the fault says that it had none."""
        index = _key(wire)
        if index is None:
            self._fault(NO_INDEX, "?", spot)
            return next(iter(self._open.values())) if len(self._open) == 1 else None
        if index in self._open:
            return self._open[index]
        if index in self._blocks:
            self._fault(STOPPED, index, spot)
        elif not self.facts.midway or self._blocks:
            self._fault(NOT_STARTED, index, spot)
        return None

    def _stop(self, wire: Wire, spot: Spot) -> None:
        index = _key(wire)
        block = self._open.pop(index, None)
        if block is not None:
            block.stop = spot
        elif not self.facts.midway or self._blocks:
            self._fault(STOP_UNOPENED, "?" if index is None else index, spot)

    def close(self) -> AnthropicStream:
        """The message is over. The input of a block's start counts where no delta brought any, as for Anthropic's own clients."""
        facts = self.facts
        end = Spot(max(facts.chunks - 1, 0), facts.tail)
        if facts.stop is None and self._begun_with is not None:
            facts.stop_reason, facts.stop = self._begun_with
            self._finish(*self._begun_with)
        if facts.stopped:
            for index, block in self._open.items():
                self._fault(NOT_STOPPED, index, block.start)
        elif not facts.errors:
            self._fault(NO_MESSAGE_STOP, "", end)
        for call, text, spot in self._given:
            self._size -= len(text)
            if not call.pieces:
                self._bring(call, text, spot)
        self._settle_calls()
        return facts


def _key(wire: Wire) -> object:
    """The index of a block: a number, or a short text of whatever else stands there; None when there is none."""
    index = wire.get("index")
    return index if type(index) is int or index is None else short(index)
