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
