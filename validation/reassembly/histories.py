"""A decoded list of messages -> a history with turns, calls and results.

Reads any JSON value and raises for none: what is not what it should be is recorded with its JSON type. Who answers whom is settled in
`linkage`.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, cast

from validation.facts.carriage import Body
from validation.facts.histories import (
    ARCHIVE,
    NO_KEYS,
    SEND,
    TRAIN,
    History,
    HistoryCall,
    IdState,
    Message,
    Result,
    Turn,
    json_type,
)
from validation.facts.json_text import Json, JsonText
from validation.facts.part_words import OF_ANTHROPIC
from validation.facts.places import At, MessageSpot, Spot
from validation.facts.requests import Request
from validation.reassembly.arguments import read_arguments
from validation.reassembly.linkage import link
from validation.reassembly.repeats import find_repeats
from validation.reassembly.tools import read_tools

MAX_MESSAGES: Final = 100_000
MAX_CALLS: Final = 100_000
PLACEHOLDERS: Final = frozenset({"null", "undefined", "None"})
NOT_TEXT: Final = JsonText(Json.VALID, kind="object")
"""What is no text is not judged as text."""

PURPOSE_OF: Final = {"request": SEND, "training-line": TRAIN}


def read_history(  # noqa: PLR0913 - everything behind the body is named
    wire: object,
    at: At,
    number: int,
    body: Body,
    *,
    purpose: str | None = None,
    request: Request | None = None,
    pointer: str = "",
    lines_of_histories: bool = False,
    places: Sequence[tuple[At, str]] | None = None,
) -> History:
    """The history in `wire`: a list of messages, or an object with `messages`. Never raises.

    `pointer` leads to `wire` inside its record. `purpose` as stated, None to take it from the shape; for that `lines_of_histories` says
    that the file has two or more lines like this one. `request`: given beside the history, else taken from `wire` where that is a request
    body. `places`: where each message stands when every one is a record of its own.
    A wrapper that lost something, or knows of an answer, says so afterwards (`History.lost`, `History.exchange`).
    """
    keys: Mapping[str, Any] = wire if isinstance(wire, dict) else NO_KEYS
    messages = keys.get("messages") if isinstance(wire, dict) else wire
    shape = _shape(keys, messages, lines_of_histories) if isinstance(wire, dict) else "array"
    history = History(number, at, body, shape, f"{pointer}/messages" if isinstance(wire, dict) else pointer)
    history.places = places
    history.purpose_inferred = purpose is None
    history.purpose = purpose or PURPOSE_OF.get(shape, ARCHIVE)
    history.request = request or (Request(keys) if history.is_request_body else None)
    own_tools = keys.get("tools")
    history.tools = own_tools if own_tools is not None else getattr(request, "tools", None)
    history.tool_list = read_tools(history.tools, "" if own_tools is None else f"{pointer}/tools")
    history.bare_lines = shape == "training-line" and not _is_marked(keys, messages)
    if isinstance(messages, list):
        _read_messages(history, messages)
    else:
        history.not_array = json_type(messages)
    history.foreign = "anthropic" if _is_anthropic(history) else None
    link(history)
    find_repeats(history)
    return history


def _shape(keys: Mapping[str, Any], messages: object, lines_of_histories: bool) -> str:
    if isinstance(keys.get("model"), str) and keys["model"]:
        return "request"
    return "training-line" if lines_of_histories or _is_marked(keys, messages) else "messages"


def _is_marked(keys: Mapping[str, Any], messages: object) -> bool:
    """True for keys that only training examples have."""
    weighted = isinstance(messages, list) and any(isinstance(message, dict) and "weight" in message for message in messages)
    return weighted or "weight" in keys or "parallel_tool_calls" in keys


def _read_messages(history: History, messages: list[Any]) -> None:
    calls = 0
    for index, value in enumerate(messages[:MAX_MESSAGES]):
        message = Message(history, index, value)
        history.messages.append(message)
        if message.role == "tool":
            history.results.append(Result(message, *read_id(message.wire, "tool_call_id")))
        if message.role != "assistant":
            continue
        entries = _entries(message.wire.get("tool_calls"))
        if entries:
            message.turn = Turn(len(history.turns), message)
            history.turns.append(message.turn)
            message.turn.calls = [_read_call(message.turn, nth, entry) for nth, entry in enumerate(entries[: MAX_CALLS - calls])]
            calls += len(entries)
            if calls > MAX_CALLS:
                _limit(history, f"more than {MAX_CALLS:,} calls", message.spot)
                return
    if len(messages) > MAX_MESSAGES:
        _limit(history, f"more than {MAX_MESSAGES:,} messages", history.messages[-1].spot)


def _limit(history: History, what: str, spot: MessageSpot) -> None:
    # Tally is written for streams; `found` takes the places of both.
    history.limits.add(what, cast(Spot, spot))


def _entries(tool_calls: object) -> list[Any]:
    """The entries of `tool_calls`; one object instead of an array is read as an array of one."""
    if isinstance(tool_calls, dict):
        return [tool_calls]
    return tool_calls if isinstance(tool_calls, list) else []


def _read_call(turn: Turn, number: int, entry: object) -> HistoryCall:
    call = HistoryCall(turn, number, entry if isinstance(entry, dict) else NO_KEYS)
    call.id, call.id_state = read_id(call.wire, "id")
    if call.type == "custom" and isinstance(call.wire.get("custom"), dict):
        call.body = "custom"
    inside = call.wire.get(call.body)
    inside = inside if isinstance(inside, dict) else NO_KEYS
    name = inside.get("name")
    call.name = name if isinstance(name, str) else ""
    key = "input" if call.custom else "arguments"
    if key in inside:
        _read_arguments(call, inside[key])
    return call


def _read_arguments(call: HistoryCall, arguments: object) -> None:
    call.arguments_type = json_type(arguments)
    if not isinstance(arguments, str):
        call.json = NOT_TEXT
        return
    if call.custom:
        call.arguments, call.json = arguments, NOT_TEXT
    else:
        call.arguments, call.json, call.quirks = read_arguments(arguments)


def read_id(wire: Mapping[str, Any], key: str) -> tuple[str | None, IdState]:
    """The id under `key`, or None and what stands there instead."""
    if key not in wire:
        return None, IdState.ABSENT
    id = wire[key]
    if id is None:
        return None, IdState.NULL
    if not isinstance(id, str):
        return None, IdState.NO_TEXT
    if not id:
        return None, IdState.EMPTY
    return (None, IdState.PLACEHOLDER) if id in PLACEHOLDERS else (id, IdState.GIVEN)


def _is_anthropic(history: History) -> bool:
    """Calls, results or other parts are those of Anthropic's messages, and nothing is as Chat Completions has it."""
    if history.turns or any(message.role in ("tool", "function") or message.wire.get("function_call") for message in history.messages):
        return False
    parts = [part for message in history.messages for part in _parts(message.wire.get("content"))]
    return any(map(_is_own_part, parts)) or (any(map(_may_be_own_part, parts)) and _may_be_anthropic(history))


def _parts(content: object) -> list[dict[str, Any]]:
    return [part for part in content if isinstance(part, dict)] if isinstance(content, list) else []


def _is_own_part(part: Mapping[str, Any]) -> bool:
    """True for a part as only Anthropic's messages have it."""
    kind = part.get("type")
    return isinstance(kind, str) and (kind in OF_ANTHROPIC or (kind.endswith("_tool_result") and "tool_use_id" in part))


def _may_be_own_part(part: Mapping[str, Any]) -> bool:
    """True for a part as Anthropic's messages have it, which others may have taken over. Thoughts of Mistral have no signature."""
    if part.get("type") == "thinking":
        return isinstance(part.get("signature"), str) and bool(part["signature"])
    return part.get("type") in ("image", "document") and isinstance(part.get("source"), dict)


def _may_be_anthropic(history: History) -> bool:
    """False where a role, the purpose or the model says that this goes to another API."""
    model = history.request.model if history.request is not None else None
    other = isinstance(model, str) and not any(name in model.lower() for name in ("claude", "anthropic"))
    return not other and history.purpose != TRAIN and not any(message.role in ("system", "developer") for message in history.messages)
