"""Histories of other wire formats: which of their parts or items are calls and results, and what answers what.

A history of Anthropic Messages holds calls and results as parts of contents; neighbouring messages of one role are one message to the
server. A history of the Responses API is a list of items, each a message, a call or an output; calls and outputs are linked by `call_id`
wherever they stand.
"""

from collections.abc import Iterator
from typing import Any, Final

from validation.facts.foreign import (
    ANTHROPIC,
    BEHIND_CONTENT,
    BY_ASSISTANT,
    EARLY,
    HOSTED_ITEMS,
    LATE,
    RESPONSES,
    PartCall,
    PartResult,
    PartTurn,
)
from validation.facts.histories import Binding, History, HistoryCall, Message, Result, json_type
from validation.facts.tools import NO_TOOLS
from validation.reassembly.arguments import read_arguments
from validation.reassembly.foreign_stream import NO_ARGUMENTS, text_of
from validation.reassembly.histories import read_id

MAX_CALLS: Final = 100_000
CALL_ITEMS: Final = {"function_call": "arguments", "custom_tool_call": "input"}
OUTPUT_ITEMS: Final = frozenset({"function_call_output", "custom_tool_call_output"})
SHELL_CALL: Final = "local_shell_call"
"""A call that the server does not make, but Codex answers it with the output of a function."""
ITEM_TYPES: Final = frozenset({*CALL_ITEMS, *OUTPUT_ITEMS, *HOSTED_ITEMS, "item_reference"})
PART_TYPES: Final = frozenset({"input_text", "output_text", "input_image", "input_file"})


def read_foreign(history: History) -> None:
    """Read the calls and results of a history that is not of Chat Completions, and link them. Any other history stays as it is."""
    if history.foreign is None and _is_items(history):
        history.foreign = RESPONSES
    if history.foreign == ANTHROPIC:
        _AnthropicWalk(history).walk()
    elif history.foreign == RESPONSES:
        _ItemsWalk(history).walk()
    else:
        return
    history.tool_list = NO_TOOLS


def stop_short(history: History) -> None:
    """The file stops inside this history: calls that are open there may have been answered behind it."""
    history.lost |= {"rest"}
    others = [message.index for message in history.messages if message.role != "tool" and message.turn is None]
    closed = others[-1] if others and history.foreign != RESPONSES else -1
    for turn in history.turns:
        turn.pending = []
        if turn.message.index > closed:
            turn.missing = []


def _is_items(history: History) -> bool:
    """No call or result is as Chat Completions has it, and an item or a content part is as the Responses API has it.

    The parts alone do not make `messages` beside a `model` one: that request goes to Chat Completions, which refuses such parts.
    """
    if history.turns or history.results:
        return False
    wires = [message.wire for message in history.messages]
    if any(str(wire.get("type")) in ITEM_TYPES and ("call_id" in wire or "id" in wire) for wire in wires):
        return True
    if history.is_request_body:
        return False
    contents = (wire.get("content") for wire in wires)
    parts = (part for content in contents if isinstance(content, list) for part in content if isinstance(part, dict))
    return any(str(part.get("type")) in PART_TYPES for part in parts)


class _Walk:
    """What both formats need: the calls and results of a history, as they are met."""

    def __init__(self, history: History) -> None:
        self.history = history
        self.used: dict[str, HistoryCall] = {}
        self.calls = 0

    def call(self, message: Message, wire: dict[str, Any], pointer: str, keys: tuple[str, str]) -> PartCall | None:
        """A new call; `keys` are those of its id and its arguments. None beyond the bounds."""
        history = self.history
        if self.calls >= MAX_CALLS:
            history.limits.add(f"more than {MAX_CALLS:,} calls", message.spot)  # type: ignore[arg-type]
            return None
        self.calls += 1
        if message.turn is None:
            message.turn = PartTurn(len(history.turns), message)
            history.turns.append(message.turn)
        call = PartCall(message.turn, len(message.turn.calls), wire, pointer, keys[0])
        message.turn.calls.append(call)
        call.id, call.id_state = read_id(wire, keys[0])
        call.name = wire["name"] if isinstance(wire.get("name"), str) else ""
        if call.id is not None:
            call.earlier = self.used.get(call.id)
            if call.earlier is not None:
                call.earlier.reused = True
            self.used[call.id] = call
        return call

    def result(self, message: Message, wire: dict[str, Any], pointer: str, key: str) -> PartResult:
        """A new result, not bound yet."""
        result = PartResult(message, *read_id(wire, key), pointer, key)
        self.history.results.append(result)
        if result.id is None:
            result.binding = Binding.NO_ID
        return result


def _bind(result: Result, call: HistoryCall, binding: Binding) -> None:
    result.call, result.binding = call, binding
    call.results.append(result)
    if binding is Binding.EARLY:
        call.early = call.early or result
    else:
        call.answer = call.answer or result


def _read_arguments(call: PartCall, given: object) -> None:
    """Arguments as text; an object is written as text, which its format never had."""
    if call.custom:
        call.arguments, call.json, call.arguments_type = given if isinstance(given, str) else "", NO_ARGUMENTS, json_type(given)
        return
    text = given if isinstance(given, str) and call.id_key == "call_id" else text_of(given)
    call.arguments_type = "string"
    call.arguments, call.json, call.quirks = read_arguments(text)


class _AnthropicWalk(_Walk):
    """`waiting`: ids of the assistant message before, whose results belong into this user message. `closed`: open calls of older ones."""

    def __init__(self, history: History) -> None:
        super().__init__(history)
        self.waiting: dict[str, list[PartCall]] = {}
        self.closed: dict[str, list[PartCall]] = {}
        self.answered: dict[str, Result] = {}
        self.role = ""
        self.other_content = False
        self.only_results = False

    def walk(self) -> None:
        """Read and link the whole history."""
        for message in self.history.messages:
            if message.role not in ("user", "assistant"):
                continue
            if message.role != self.role:
                self._turn_to(message.role)
            for pointer, part in _parts(message):
                self._part(message, pointer, part)
        self._find_early()
        for turn in self.history.turns:
            self._settle(turn)
        if self.history.limits and self.history.turns:
            self.history.turns[-1].pending = self.history.turns[-1].missing = []

    def _turn_to(self, role: str) -> None:
        if role == "assistant":
            for id, calls in self.waiting.items():
                self.closed.setdefault(id, []).extend(calls)
            self.waiting = {}
        self.role = role
        self.other_content = False
        self.only_results = True

    def _part(self, message: Message, pointer: str, part: dict[str, Any]) -> None:
        kind = part.get("type")
        if kind == "tool_use" and message.role == "assistant":
            call = self.call(message, part, pointer, ("id", "input"))
            if call is not None:
                if "input" in part:
                    _read_arguments(call, part["input"])
                if call.id is not None:
                    self.waiting.setdefault(call.id, []).append(call)
        elif kind == "tool_result":
            self._result(self.result(message, part, pointer, "tool_use_id"))
        else:
            self.other_content = True
            self.only_results = False

    def _result(self, result: PartResult) -> None:
        id = result.id
        if id is None:
            return
        if self.waiting.get(id):
            _bind(result, self.waiting[id].pop(0), Binding.BOUND)
            result.position = BY_ASSISTANT if self.role == "assistant" else BEHIND_CONTENT if self.other_content else ""
        elif self.closed.get(id):
            _bind(result, self.closed[id].pop(), Binding.LATE)
            result.position = LATE
        elif id in self.answered:
            result.binding, result.first = Binding.SURPLUS, self.answered[id]
            if result.first.call is not None:
                result.first.call.results.append(result)
            return
        else:
            result.binding = Binding.UNKNOWN
            return
        self.answered[id] = result

    def _find_early(self) -> None:
        """Results whose call stands behind them, and is not answered there."""
        for result in self.history.results:
            call = self.used.get(result.id or "") if result.binding is Binding.UNKNOWN else None
            if call is not None and call.answer is None and isinstance(result, PartResult):
                _bind(result, call, Binding.EARLY)
                result.position = EARLY

    def _settle(self, turn: Any) -> None:
        """What became of the calls of one turn; the last one may still wait for results."""
        bound = [result for call in turn.calls for result in call.results if result.call is call]
        turn.results = bound
        turn.misplaced = [result for result in bound if result.position]
        left = [call for call in turn.calls if call.id is not None and not (call.answer or call.early or call.reused)]
        open_calls = any(call in self.waiting.get(call.id, ()) for call in left)
        if open_calls and (self.role == "assistant" or self.only_results):
            turn.pending = left
        else:
            turn.missing = left


def _parts(message: Message) -> Iterator[tuple[str, dict[str, Any]]]:
    """The parts of a content with their pointers; a content that is a text counts as one part, an empty one as none."""
    content = message.wire.get("content")
    if isinstance(content, list):
        for place, part in enumerate(content):
            yield f"/content/{place}", part if isinstance(part, dict) else {}
    elif content:
        yield "/content", {"type": "text"}


class _ItemsWalk(_Walk):
    """Calls and outputs are linked by `call_id`, in any place; the first output answers."""

    def walk(self) -> None:
        """Read and link the whole history."""
        item_ids: dict[str, PartCall] = {}
        shells: set[str] = set()
        last_other = -1
        for message in self.history.messages:
            wire = dict(message.wire)
            kind = wire.get("type")
            if isinstance(kind, str) and kind in CALL_ITEMS:
                call = self._item(message, wire, CALL_ITEMS[kind])
                if call is not None and call.item_id:
                    item_ids[call.item_id] = call
            elif isinstance(kind, str) and kind in OUTPUT_ITEMS:
                if str(wire.get("call_id")) not in shells:
                    self.result(message, wire, "", "call_id")
            elif kind != "reasoning":
                last_other = message.index
                if kind == SHELL_CALL:
                    shells.add(str(wire.get("call_id") or wire.get("id")))
        self._link(item_ids)
        for turn in self.history.turns:
            left = [call for call in turn.calls if call.id is not None and not (call.answer or call.unknown or call.reused)]
            if turn.message.index > last_other:
                turn.pending = left
            else:
                turn.missing = left

    def _item(self, message: Message, wire: dict[str, Any], key: str) -> PartCall | None:
        call = self.call(message, wire, "", ("call_id", key))
        if call is None:
            return None
        call.body = "custom" if key == "input" else "function"
        call.item_id = wire["id"] if isinstance(wire.get("id"), str) else ""
        if key in wire:
            _read_arguments(call, wire[key])
        return call

    def _link(self, item_ids: dict[str, PartCall]) -> None:
        answered: dict[str, Result] = {}
        for result in self.history.results:
            id = result.id
            if id is None:
                continue
            call = self.used.get(id)
            if call is None:
                result.binding = Binding.UNKNOWN
                meant = item_ids.get(id)
                if meant is not None:
                    result.missing, result.near = meant, "item-id"
                    meant.unknown = meant.unknown or result
            elif id in answered:
                result.binding, result.first = Binding.SURPLUS, answered[id]
                call.results.append(result)
            else:
                answered[id] = result
                _bind(result, call, Binding.BOUND)
