"""Facts of a finished segment -> what is stored and shown of it: content-free facts, and the evidence that goes with the raw bytes."""

from collections import Counter
from itertools import accumulate
from operator import itemgetter
from typing import Any

from validation.facts.histories import History, HistoryCall
from validation.facts.json_text import Json
from validation.facts.places import At
from validation.facts.streams import Call, Choice, Stream
from validation.finding import Place
from validation.report.segments import Evidence, Segment

WORD = 200
KEYS_SHOWN = 100

KNOWN_KEYS: dict[str, frozenset[str]] = {
    "chunk": frozenset({"id", "object", "created", "model", "choices"}),
    "choice": frozenset({"index", "delta", "finish_reason", "logprobs", "message"}),
    "delta": frozenset({"role", "content", "tool_calls", "refusal", "function_call"}),
}
"""Keys of the protocol. Every other key is extra: harmless, and worth showing."""

_PREFIX = {"chunk": "", "choice": "choices[].", "delta": "delta."}
_JSON_WORD = {Json.TRAILING: "invalid", Json.TOO_DEEP: "invalid"}


def of_stream(stream: Stream, *, seams: bool = True) -> tuple[Segment, Evidence]:
    """A stream or response as a segment, and its content; without `seams` the places of fragments are left out."""
    facts = {
        "chunks": stream.chunks,
        "tool_chunks": stream.tool_chunks,
        "done": stream.body.done is not None,
        "delta_keys": _census(stream, "delta"),
        "extra_keys": _extra(stream),
        "usage": _usage(stream.usage),
        "errors": [{"code": error.code, "message": error.message, "line": error.spot.at[1]} for error in stream.errors],
        "choices": [_choice(choice) for choice in stream.choices],
    }
    segment = Segment(
        stream.number, stream.kind, _word(stream.id), _word(stream.model), stream.dialect,
        _place(stream.first), stream.first[1], stream.tail[1], facts,
    )  # fmt: skip
    return segment, Evidence(stream.number, choices=[_content(choice, seams) for choice in stream.choices])


def _choice(choice: Choice) -> dict[str, Any]:
    role = next((value for value in choice.roles if isinstance(value, str)), None)
    return {
        "index": choice.index if choice.index is not None else choice.text,
        "role": _word(role),
        "content_chars": choice.content_chars,
        "reasoning_chars": choice.reasoning_chars,
        "finish_reasons": [{"value": end.value, "line": end.spot.at[1], "chunk": end.spot.chunk} for end in choice.finishes],
        "calls": [_call(call) for call in choice.calls],
    }


def _call(call: Call) -> dict[str, Any]:
    return {
        "index": call.index,
        "slot": call.slot,
        "id": _word(call.id),
        "name": _word(call.name),
        "type": _word(call.type),
        "fragments": call.entries,
        "first_chunk": call.first.chunk,
        "last_chunk": call.last_chunk,
        "json": _JSON_WORD.get(call.json.state, str(call.json.state)),
        "arguments_chars": call.size,
    }


def _content(choice: Choice, seams: bool) -> dict[str, Any]:
    calls = [{"slot": call.slot, "arguments": call.arguments, "seams": _seams(call) if seams else []} for call in choice.calls]
    index = choice.index if choice.index is not None else choice.text
    return {"index": index, "content": "".join(choice.content), "reasoning": "".join(choice.reasoning), "calls": calls}


def _seams(call: Call) -> list[tuple[int, int]]:
    """(chunk, character) of every fragment: where in the joined arguments it begins."""
    return list(zip(call.seams, accumulate(map(len, call.pieces), initial=0), strict=False))


def _census(stream: Stream, kind: str) -> dict[str, int]:
    keys: dict[str, int] = {}
    for shape, count in stream.shapes.items():
        if shape.kind == kind:
            for key in shape.keys:
                keys[key[:WORD]] = keys.get(key[:WORD], 0) + count
    return dict(_most(keys))


def _most(counts: dict[str, int]) -> list[tuple[str, int]]:
    """The highest counts first, as many as are shown."""
    return sorted(counts.items(), key=itemgetter(1), reverse=True)[:KEYS_SHOWN]


def _extra(stream: Stream) -> dict[str, int]:
    extra: dict[str, int] = {}
    for (kind, keys), count in stream.shapes.items():
        known = KNOWN_KEYS.get(kind, keys)
        for key in keys:
            if key not in known:
                label = _PREFIX[kind] + key[:WORD]
                extra[label] = extra.get(label, 0) + count
    return dict(sorted(_most(extra)))


def _usage(usage: dict[str, Any] | None) -> dict[str, Any] | None:
    """The numbers of a usage object, one level down too; anything else in it is not ours to keep."""
    if usage is None:
        return None
    kept: dict[str, Any] = {}
    for key, value in list(usage.items())[:KEYS_SHOWN]:
        if isinstance(value, dict):
            kept[key[:WORD]] = {inner[:WORD]: number for inner, number in list(value.items())[:KEYS_SHOWN] if _is_count(number)}
        elif _is_count(value):
            kept[key[:WORD]] = value
    return kept


def _is_count(value: object) -> bool:
    return (type(value) is int or type(value) is float) and abs(value) < 1 << 53


def of_history(history: History) -> tuple[Segment, Evidence]:
    """A history as a segment, and the arguments of its calls."""
    facts = {
        "messages": len(history.messages),
        "purpose": history.purpose,
        "purpose_inferred": history.purpose_inferred,
        "roles": dict(Counter(message.role[:WORD] or "?" for message in history.messages).most_common(KEYS_SHOWN)),
        "calls": [_history_call(call) for call in history.calls],
    }
    segment = Segment(history.number, "history", None, None, None, _place(history.at), history.at[1], history.at[1], facts)
    evidence = [{"message": call.turn.message.index, "call": call.number, "arguments": call.arguments} for call in history.calls]
    return segment, Evidence(history.number, calls=evidence)


def _history_call(call: HistoryCall) -> dict[str, Any]:
    return {
        "id": _word(call.id),
        "name": _word(call.name) or None,
        "message": call.turn.message.index,
        "results": [result.message.index for result in call.results],
        "json": _JSON_WORD.get(call.json.state, str(call.json.state)),
    }


def _place(at: At) -> Place:
    record, line, start, end = at
    return Place(line, start, end, record)


def _word(value: str | None) -> str | None:
    return None if value is None else value[:WORD]
