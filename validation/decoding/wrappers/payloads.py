"""What in a log can be checked: chunks, responses, requests, lists of messages, and texts that hold these.

Stricter than `shapes`: a file is taken for what it resembles most, but in the middle of a log only what is certain counts.
"""

from io import BytesIO
from typing import Any, Final, NamedTuple, TypeGuard

import msgspec

from validation.decoding import records
from validation.decoding.wrappers.credentials import header_of
from validation.facts.carriage import CUT_AT_END, DATA_NOT_JSON, DONE, LINE_INVALID, NOT_UTF8, TOO_DEEP, Input, Remark, Wrapped
from validation.facts.exact import CHUNK
from validation.facts.places import WHOLE_TEXT, At, step_of
from validation.shapes import ANTHROPIC, RESPONSES, Shape, event_of, interface_of, odd_message, shape_of

MERGED: Final = "chat.completion"
LONGEST_TEXT: Final = 64 << 20
BEGINNINGS: Final = ("{", "[", "data:", "event:", ":", "id:", "retry:")
MARKS: Final = ("choices", "role", "type", "error", "usage")
"""One of these words stands in every text that can be checked."""
LISTS_OF_CHUNKS: Final = frozenset({"chunks", "events", "response", "stream"})
UNREAD: Final = frozenset({CUT_AT_END, DATA_NOT_JSON, LINE_INVALID, NOT_UTF8, TOO_DEEP})
"""What is said of a piece of a stream, where the log may have cut it anywhere: only what could not be read."""

_OF_OTHERS: Final = frozenset({"type", "parts"})
"""A message of another format has one of these."""

decode = msgspec.json.Decoder().decode

Step = str | int


class Payload(NamedTuple):
    """One thing to check. `kind`: as for `Wrapped`; `steps` lead to it, or to the text that holds it (`via`, and `inner` there)."""

    kind: str
    value: Any
    steps: tuple[Step, ...]
    via: str = ""
    inner: At = WHOLE_TEXT

    @property
    def pointer(self) -> str:
        """The steps as a JSON pointer."""
        return pointer_of(self.steps)


def pointer_of(steps: tuple[Step, ...]) -> str:
    """Steps as a JSON pointer (RFC 6901)."""
    return "".join(f"/{step_of(step)}" for step in steps)


def is_message(value: object) -> TypeGuard[dict[str, Any]]:
    """True for one message of a conversation."""
    return isinstance(value, dict) and shape_of(value) is Shape.MESSAGE


def is_messages(value: object) -> TypeGuard[list[Any]]:
    """True for a list of messages: the first four are or were meant so, and one of them leaves no doubt."""
    return _are_meant(value) and any(is_message(item) for item in value[:4])


def is_request(value: object) -> TypeGuard[dict[str, Any]]:
    """True for an object with a list of messages. Its key says what they are, so that none need have a role that is known."""
    messages = value.get("messages") if isinstance(value, dict) else None
    return _are_meant(messages) and any(is_message(item) or odd_message(item) for item in messages[:4])


def _are_meant(value: object) -> TypeGuard[list[Any]]:
    return isinstance(value, list) and bool(value) and all(map(_is_meant, value[:4]))


def _is_meant(item: object) -> bool:
    """True for a message, and for what stands in the place of one: without a role, without a content, nothing at all."""
    if not isinstance(item, dict):
        return item is None or isinstance(item, str)
    return (
        is_message(item)
        or odd_message(item)
        or (_OF_OTHERS.isdisjoint(item) and not interface_of(item) and bool(item.keys() & {"role", "content"}))
    )


def is_response(value: object) -> TypeGuard[dict[str, Any]]:
    """True for a whole response."""
    if isinstance(value, dict) and value.get("object") == MERGED and "choices" in value:
        return True
    choices = value.get("choices") if isinstance(value, dict) else None
    return isinstance(choices, list) and bool(choices) and isinstance(choices[0], dict) and isinstance(choices[0].get("message"), dict)


def is_chunk(value: object) -> TypeGuard[dict[str, Any]]:
    """True for a chunk of a stream, or an event of a stream of another format."""
    if not isinstance(value, dict):
        return False
    choices = value.get("choices")
    if value.get("object") == CHUNK or event_of(value) in (ANTHROPIC, RESPONSES):
        return not _is_added_up(choices)
    if not isinstance(choices, list):
        return False
    if not choices:
        return (
            value.get("object") != MERGED and ("usage" in value or "prompt_filter_results" in value) and ("id" in value or "model" in value)
        )
    return any(isinstance(choice, dict) and "delta" in choice for choice in choices)


def _is_added_up(choices: object) -> bool:
    """True for finished choices with a whole message each and no delta: recorders that add chunks up may leave their name on the answer."""
    return isinstance(choices, list) and bool(choices) and all(map(_is_whole, choices))


def _is_whole(choice: object) -> bool:
    if not isinstance(choice, dict) or "delta" in choice or not choice.get("finish_reason"):
        return False
    message = choice.get("message")
    return isinstance(message, dict) and bool(message.get("content") or message.get("tool_calls"))


def is_error(value: object) -> TypeGuard[dict[str, Any]]:
    """True for an error as endpoints send it."""
    error = value.get("error") if isinstance(value, dict) else None
    return isinstance(error, dict) and isinstance(error.get("message"), str)


def payloads_in(value: object, steps: tuple[Step, ...]) -> list[Payload]:
    """What `value` itself is, without looking deeper: one payload, the chunks of a list, or nothing."""
    if is_chunk(value):
        return [Payload(Wrapped.CHUNK, value, steps)]
    if is_response(value):
        return [Payload(Wrapped.RESPONSE, value, steps)]
    if is_request(value) or is_messages(value):
        return [Payload(Wrapped.HISTORY, value, steps)]
    if isinstance(value, list) and (any(is_chunk(item) for item in value[:2]) or _is_refused_stream(value, steps)):
        return [_of_stream(item, (*steps, number)) for number, item in enumerate(value) if isinstance(item, dict | str)]
    return []


def _is_refused_stream(value: list[Any], steps: tuple[Step, ...]) -> bool:
    """True for a list of chunks, by its name, that holds an error in the place of the first."""
    return bool(value) and bool(steps) and steps[-1] in LISTS_OF_CHUNKS and is_error(value[0])


def _of_stream(item: object, steps: tuple[Step, ...]) -> Payload:
    if isinstance(item, str):
        text = item.removeprefix("data:").strip()
        return Payload(Wrapped.RECORD, DONE if text == "[DONE]" else Remark(DATA_NOT_JSON, text[:120]), steps)
    return Payload(Wrapped.CHUNK if is_chunk(item) or is_error(item) else Wrapped.RECORD, item, steps)


# Texts


def payloads_of_text(text: str, steps: tuple[Step, ...], *, whole: bool) -> list[Payload]:
    """What a text in a log holds: JSON, an event, a part of an event stream, or a whole one.

    `whole`: the log says that this is the body of a response, so that it is read with its framing.
    """
    start = text[:64].lstrip()
    if not start.startswith(BEGINNINGS) or len(text) > LONGEST_TEXT:
        return []
    if text.strip() == "[DONE]":
        return [Payload(Wrapped.RECORD, DONE, steps, "json-string")]
    if not any(mark in text for mark in MARKS):
        return []
    data = text.encode(errors="surrogatepass")
    return _one_value(data, steps) or _several(data, steps, whole)


def is_telling(name: str, text: str) -> bool:
    """True for a text of a log that may hold something to check, or a credential."""
    return text.startswith(BEGINNINGS) or text[:1].isspace() or header_of(name, text, "") is not None


def _one_value(data: bytes, steps: tuple[Step, ...]) -> list[Payload]:
    """A text that is one JSON value, or one event: by far the most of a log that is written line by line."""
    start = 5 if data.startswith(b"data:") else 0
    body = data[start:].strip()
    if start and body == b"[DONE]":
        return [Payload(Wrapped.RECORD, DONE, steps, "json-string")]
    try:
        value = decode(body)
    except (msgspec.DecodeError, RecursionError):
        return []
    low = data.index(body, start) if body else 0
    at = (0, 1 + data.count(b"\n", 0, low), low, low + len(body))
    found = payloads_in(value, ())
    if len(found) == 1 and not found[0].steps:
        return [found[0]._replace(steps=steps, via="json-string", inner=at)]
    if found or isinstance(value, dict | list):
        return [Payload(Wrapped.RECORD, value, steps, "json-string", at)]
    return []


def _several(data: bytes, steps: tuple[Step, ...], whole: bool) -> list[Payload]:
    """A text of several events or lines: as one body if it is whole, else record by record, since the next text may go on with it."""
    facts = Input()
    held = list(records(BytesIO(data), facts))
    chunks = [value for _, value in held if is_chunk(value)]
    if not chunks and not any(value is DONE or is_error(value) or is_response(value) for _, value in held):
        return []
    if whole or (held[-1][1] is DONE and chunks and _opens(chunks[0])):
        return [Payload(Wrapped.EVENTS, data, steps, "json-string")]
    kept = [(at, value) for at, value in held if not isinstance(value, Remark) or value.kind in UNREAD]
    return [Payload(Wrapped.CHUNK if is_chunk(value) else Wrapped.RECORD, value, steps, "json-string", at) for at, value in kept]


def _opens(chunk: dict[str, Any]) -> bool:
    """True when the first chunk of a stream is this one."""
    choices = chunk.get("choices")
    deltas = [choice.get("delta") for choice in choices if isinstance(choice, dict)] if isinstance(choices, list) else []
    return any(isinstance(delta, dict) and delta.get("role") for delta in deltas)
