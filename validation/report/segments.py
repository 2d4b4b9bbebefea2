"""A finished segment: what is stored of it (content-free facts) and what stands in the evidence file (its content)."""

from typing import Any, Protocol

import msgspec

from validation.finding import Place


class Segment(msgspec.Struct):
    """One stream, response or history, without its content.

    `facts` of a stream: chunks, tool_chunks, done, delta_keys, extra_keys, usage, choices [{index, role, content_chars, reasoning_chars,
    finish_reasons [{value, line, chunk}], calls [{index, slot, id, name, type, fragments, first_chunk, last_chunk, json,
    arguments_chars}]}].
    `facts` of a history: messages, purpose, calls [{id, name, message, results [message, ...], json}].
    """

    number: int
    kind: str
    id: str | None
    model: str | None
    dialect: str | None
    place: Place
    first_line: int
    last_line: int
    facts: dict[str, Any]


class Evidence(msgspec.Struct):
    """The content of a segment: joined texts and fragment seams. It is deleted with the raw bytes.

    For a stream `choices` [{index, content, reasoning, calls [{slot, arguments, seams [[chunk, character], ...]}]}]; a seam says at which
    character of the joined arguments the fragment of that chunk begins. For a history `calls` [{message, call, arguments}].
    """

    number: int
    choices: list[dict[str, Any]] = []
    calls: list[dict[str, Any]] = []


def without_seams(evidence: Evidence) -> Evidence:
    """The joined texts alone: a report shows no seams, and a seam a fragment is most of what evidence weighs."""
    choices = [{**choice, "calls": [{**call, "seams": []} for call in choice["calls"]]} for choice in evidence.choices]
    return Evidence(evidence.number, choices, evidence.calls)


class Sink(Protocol):
    """Who keeps what a run gives while it goes on. Called from the thread of the run, in file order of the segments' ends."""

    def segment(self, segment: Segment, evidence: Evidence) -> None:
        """A segment is finished."""

    def record(self, record: int, line: int, byte: int) -> None:
        """Every 1,024th record: its number, line and first byte."""


class Nothing:
    """A sink that keeps nothing."""

    def segment(self, segment: Segment, evidence: Evidence) -> None:
        """Forget it."""

    def record(self, record: int, line: int, byte: int) -> None:
        """Forget it."""


def document(segment: Segment, evidence: Evidence | None) -> dict[str, Any]:
    """The segment as the report shows it: facts, with the content joined in where it is (still) there.

    Streams get `arguments` per call and `message` per choice, the assistant message ready for a history. Without evidence `arguments` and
    `message` are null.
    """
    head: dict[str, Any] = {"number": segment.number, "id": segment.id, "model": segment.model, "dialect": segment.dialect}
    if segment.kind == "history":
        return {"number": segment.number, "line": segment.first_line, **segment.facts}
    facts = dict(segment.facts)
    contents = {choice["index"]: choice for choice in evidence.choices} if evidence else {}
    facts["choices"] = [_choice(choice, contents.get(choice["index"])) for choice in segment.facts["choices"]]
    return {**head, "kind": segment.kind, **facts, "first_line": segment.first_line, "last_line": segment.last_line}


def _choice(facts: dict[str, Any], content: dict[str, Any] | None) -> dict[str, Any]:
    texts = {call["slot"]: call["arguments"] for call in content["calls"]} if content else {}
    calls = [{**call, "arguments": texts.get(call["slot"])} for call in facts["calls"]]
    message = _message(facts, calls, content["content"]) if content else None
    return {**facts, "calls": calls, "message": message}


def _message(facts: dict[str, Any], calls: list[dict[str, Any]], content: str | None) -> dict[str, Any]:
    message: dict[str, Any] = {"role": facts["role"] or "assistant", "content": content or (None if calls else "")}
    if calls:
        message["tool_calls"] = [_wire_call(call) for call in calls]
    return message


def _wire_call(call: dict[str, Any]) -> dict[str, Any]:
    body = {"name": call["name"], "input" if call["type"] == "custom" else "arguments": call["arguments"]}
    return {"id": call["id"], "type": call["type"] or "function", "custom" if call["type"] == "custom" else "function": body}
