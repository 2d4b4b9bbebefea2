"""Small inputs, for the examples of rules and for tests: wire objects built in one line, joined to what a file would hold."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

Wire = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Example:
    """One input: its bytes, a file name, and what is stated beside it (purpose, request). `note` says in a few words what it shows."""

    data: bytes
    name: str = "example.jsonl"
    purpose: str | None = None
    request: Wire | None = None
    note: str = ""


def dumps(value: object) -> str:
    """Compact JSON, as the wire has it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def chunk(delta: Wire | None = None, *, finish: Any = None, index: Any = 0, **top: Any) -> Wire:
    """One `chat.completion.chunk` with one choice. Keys in `top` replace or add to the envelope; a value of `...` removes the key."""
    choice: Wire = {"index": index, "delta": {} if delta is None else delta, "finish_reason": finish}
    wire: Wire = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1790000000, "model": "demo-model", "choices": [choice]}
    return {key: value for key, value in {**wire, **top}.items() if value is not ...}


def entry(
    arguments: Any = "", *, index: Any = 0, id: str | None = None, name: str | None = None, type: str | None = None, **more: Any
) -> Wire:
    """One `tool_calls` entry. With `id` and `name` it is a header (type "function" unless given). `index=...` leaves the index out."""
    function: Wire = {} if name is None else {"name": name}
    if arguments is not ...:
        function["arguments"] = arguments
    head: Wire = {"index": index, "id": id, "type": type or ("function" if id and name else None)}
    wire = {key: value for key, value in head.items() if value is not None and value is not ...}
    if index is None:
        wire = {"index": None, **wire}
    return {**wire, **({"function": function} if function else {}), **more}


def header(id: str = "call_a", name: str = "get_weather", arguments: Any = "", *, index: Any = 0) -> Wire:
    """The first entry of a call: index, id, type, name, and (empty) arguments."""
    return entry(arguments, index=index, id=id, name=name)


def tools(*entries: Wire) -> Wire:
    """A delta with these `tool_calls` entries."""
    return {"tool_calls": list(entries)}


def stream(*parts: str | Wire, finish: Any = "tool_calls", role: bool = True, request: Wire | None = None, note: str = "") -> Example:
    """A JSONL stream of one choice: a role chunk, one chunk a part, and a finish chunk (none when `finish` is None).

    A part is a whole chunk (a dict with `choices` or `error`), a delta (another dict), or an argument fragment of call 0 (a str). The first
    str part of a stream without another header opens the call `call_a get_weather`.
    """
    chunks: list[Wire] = [chunk({"role": "assistant", "content": None})] if role else []
    opened = any(isinstance(part, Mapping) for part in parts)
    for part in parts:
        if isinstance(part, str):
            chunks.append(chunk(tools(entry(part) if opened else header(arguments=part))))
            opened = True
        else:
            chunks.append(part if "choices" in part or "error" in part or "usage" in part else chunk(part))
    if finish is not None:
        chunks.append(chunk({}, finish=finish))
    return jsonl(*chunks, request=request, note=note)


def jsonl(*values: object, request: Wire | None = None, purpose: str | None = None, note: str = "") -> Example:
    """One JSON value a line; a str is written as it is."""
    text = "".join(f"{value if isinstance(value, str) else dumps(value)}\n" for value in values)
    return Example(text.encode(), "example.jsonl", purpose, request, note)


def sse(*events: object, done: bool = True, end: str = "\n\n", request: Wire | None = None, note: str = "") -> Example:
    """An event stream: a dict becomes one `data:` event, a str is written as it is (with the line ends it brings)."""
    text = "".join(event if isinstance(event, str) else f"data: {dumps(event)}{end}" for event in events)
    return Example((text + ("data: [DONE]\n\n" if done else "")).encode(), "example.sse", None, request, note)


def raw(data: bytes, name: str = "example.jsonl", note: str = "") -> Example:
    """These bytes and nothing else."""
    return Example(data, name, note=note)


def document(value: object, *, purpose: str | None = None, note: str = "") -> Example:
    """One JSON document."""
    return Example(dumps(value).encode(), "example.json", purpose, note=note)


def user(content: Any = "What is the weather in Oslo?") -> Wire:
    """A user message."""
    return {"role": "user", "content": content}


def call(id: Any = "call_a", name: str = "get_weather", arguments: Any = '{"city":"Oslo"}', **more: Any) -> Wire:
    """One call of an assistant message. `id=...` leaves the id out."""
    wire: Wire = {"id": id, "type": "function", "function": {"name": name, "arguments": arguments}, **more}
    return {key: value for key, value in wire.items() if value is not ...}


def assistant(*calls: Wire | str, content: Any = None, **more: Any) -> Wire:
    """An assistant message with these calls (a str is an id); without calls it needs a content."""
    wire: Wire = {"role": "assistant", "content": content}
    if calls:
        wire["tool_calls"] = [call(item) if isinstance(item, str) else item for item in calls]
    return {**wire, **more}


def result(id: Any = "call_a", content: Any = "4 degrees", **more: Any) -> Wire:
    """A tool message. `id=...` leaves the id out."""
    wire: Wire = {"role": "tool", "tool_call_id": id, "content": content, **more}
    return {key: value for key, value in wire.items() if value is not ...}


def history(*messages: Wire, purpose: str | None = None, note: str = "") -> Example:
    """A history as one JSON document: an array of messages."""
    return document(list(messages), purpose=purpose, note=note)


# Other wire formats


def named(*events: Wire, note: str = "") -> Example:
    """An event stream whose events have the name of their type, without `[DONE]`."""
    text = "".join(f"event: {event.get('type', 'message')}\ndata: {dumps(event)}\n\n" for event in events)
    return Example(text.encode(), "example.sse", note=note)


def tool_use(index: Any = 0, *fragments: str, id: Any = "toolu_a", name: Any = "get_weather") -> list[Wire]:
    """The events of one `tool_use` block of an Anthropic stream: start, one delta a fragment, stop. `index=...` leaves the index out."""
    head = {"type": "tool_use", "id": id, "name": name, "input": {}}
    bodies: list[tuple[str, Wire]] = [("start", {"content_block": {key: value for key, value in head.items() if value is not ...}})]
    bodies += [("delta", {"delta": {"type": "input_json_delta", "partial_json": text}}) for text in fragments]
    place = {} if index is ... else {"index": index}
    return [{"type": f"content_block_{word}", **place, **body} for word, body in [*bodies, ("stop", {})]]


def tool_uses(*ids: str) -> Wire:
    """An assistant message of Anthropic with a `tool_use` of each id."""
    return {"role": "assistant", "content": [{"type": "tool_use", "id": id, "name": "get_weather", "input": {"city": id}} for id in ids]}


def tool_results(*ids: str) -> Wire:
    """The user message with a `tool_result` for each id."""
    return {"role": "user", "content": [{"type": "tool_result", "tool_use_id": id, "content": "4 degrees"} for id in ids]}


def message_events(*events: Wire, stop: str = "tool_use", end: bool = True) -> list[Wire]:
    """The events of one Anthropic message around those of its blocks; without `end` it is cut behind them."""
    envelope: Wire = {"id": "msg_1", "type": "message", "role": "assistant", "model": "demo-model", "content": [], "stop_reason": None}
    last: list[Wire] = [{"type": "message_delta", "delta": {"stop_reason": stop, "stop_sequence": None}}, {"type": "message_stop"}]
    return [{"type": "message_start", "message": envelope}, *events, *(last if end else [])]


def call_item(arguments: str = "", *, id: str = "fc_1", call_id: Any = "call_a") -> Wire:
    """A `function_call` item of the Responses API. `call_id=...` leaves it out."""
    item = {"type": "function_call", "id": id, "call_id": call_id, "name": "get_weather", "arguments": arguments}
    return {key: value for key, value in item.items() if value is not ...}


def output_item(call_id: Any = "call_a", output: str = "4 degrees") -> Wire:
    """The `function_call_output` item that answers it."""
    return {"type": "function_call_output", "call_id": call_id, "output": output}


def call_events(*fragments: str, whole: str | None = None, item: str | None = None) -> list[Wire]:
    """The events of one call of a Responses stream. `whole`, `item`: what the done events say, the joined fragments unless given."""
    joined = "".join(fragments) if whole is None else whole
    at = {"item_id": "fc_1", "output_index": 0}
    prefix = "response.function_call_arguments"
    return [
        {"type": "response.output_item.added", "output_index": 0, "item": call_item()},
        *({"type": f"{prefix}.delta", **at, "delta": text} for text in fragments),
        {"type": f"{prefix}.done", **at, "arguments": joined},
        {"type": "response.output_item.done", "output_index": 0, "item": call_item(joined if item is None else item)},
    ]


def response_events(*events: Wire, end: str = "completed", output: list[Wire] | None = None) -> list[Wire]:
    """The events of one response around those of its items, numbered from 0; with `end=""` it is cut behind them."""
    envelope: Wire = {"id": "resp_1", "object": "response", "status": "in_progress", "model": "demo-model", "output": []}
    last: Wire = {"type": f"response.{end}", "response": {**envelope, "status": end, "output": output or []}}
    listed = [{"type": "response.created", "response": envelope}, *events, *([last] if end else [])]
    return [{**event, "sequence_number": number} for number, event in enumerate(listed)]
