"""Helicone's requests, as an export or its interface gives them: the raw bodies of request and response, one exchange a line.

`llmSchema` is a second view of the same exchange in words of its own. It is read only where a raw body is not in the record.
Source: docs.helicone.ai/rest/request/get-v1request.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from validation.decoding.wrappers.conversions.conversation import Conversation
from validation.decoding.wrappers.conversions.exchanges import asked, exchange, failed
from validation.decoding.wrappers.conversions.held import Held
from validation.facts.carriage import Wrapped
from validation.facts.requests import Request

NAME = "helicone"
PATH = "$.request_body, $.response_body"

FAILURE = 400
EVENTS = ("data:", "event:", ":")
"""How a body begins that may be the text of the stream itself."""
EVENT = re.compile(r"(?:^\s*|[\r\n])data: ?(?:\{|\[DONE\])")
"""A line that only such a text has."""


def sniff(value: Any) -> bool:
    """True for a request, and for an answer of the interface that holds one or several."""
    return _is_request(value) or (isinstance(value, Mapping) and any(map(_is_request, _data(value)[:4])))


def _is_request(value: object) -> bool:
    return isinstance(value, Mapping) and ({"request_body", "response_body"} <= value.keys() or isinstance(value.get("llmSchema"), Mapping))


def _data(value: Mapping[str, Any]) -> list[Any]:
    data = value.get("data")
    return data if isinstance(data, list) else [data]


def parts(value: Any) -> Iterator[Wrapped]:
    """The history of every exchange, and a word on each that failed."""
    held = Held(value)
    if _is_request(value):
        yield from _exchange(held)
    elif isinstance(value["data"], list):
        for element in held.get("data").elements():
            yield from _exchange(element)
    else:
        yield from _exchange(held.get("data"))


def _exchange(held: Held) -> Iterator[Wrapped]:
    whole = held.keys.get("request_body") and (held.keys.get("response_body") or _status_failed(held))
    if held.keys.get("llmSchema") and not whole:
        yield from _second_view(held.get("llmSchema"))
    else:
        yield from _raw(held)


def _second_view(schema: Held) -> Iterator[Wrapped]:
    """The exchange in Helicone's own words: calls without type, their arguments as objects."""
    conversation = Conversation()
    for side in ("request", "response"):
        for message in schema.get(side, "messages").elements():
            calls = [call for call in message.get("tool_calls").elements() if "name" in call.keys]
            if not calls:
                conversation.as_it_is(message)
                continue
            place = conversation.add({"role": message.keys.get("role"), "content": message.keys.get("content") or None}, message)
            for call in calls:
                conversation.call(place, call, call.keys.get("id"), call.keys.get("name"), call.get("arguments"))
            conversation.number += 1
    if conversation.messages:
        yield conversation.wrapped(exchange="answered" if schema.get("response", "messages").value else "unanswered")


def _raw(held: Held) -> Iterator[Wrapped]:
    body = held.get("request_body").opened()
    answer = held.get("response_body").opened()
    status = held.keys.get("response_status")
    error = _error(answer)
    is_failed = _status_failed(held) or error is not None
    raw = answer if _is_event_stream(answer.value) else answer.get("streamed_data")
    if raw.value and isinstance(raw.value, str | list) and not is_failed:
        yield from asked(body, request=Request(body.keys))
        yield from _streamed(raw, Request(body.keys))
        return
    answer = answer._replace(value=None) if is_failed else answer
    yield from exchange(body, answer, request=Request(body.keys), streamed=body.keys.get("stream") is True)
    if is_failed:
        yield failed(error or f"status {status}", held)


def _is_event_stream(value: object) -> bool:
    return isinstance(value, str) and value.lstrip().startswith(EVENTS) and EVENT.search(value) is not None


def _status_failed(held: Held) -> bool:
    status = held.keys.get("response_status")
    return isinstance(status, int) and (status >= FAILURE or status < 0)


def _streamed(raw: Held, request: Request) -> Iterator[Wrapped]:
    """The stream that was kept beside what came of it: its text, or its chunks."""
    if isinstance(raw.value, str) and not raw.text:
        yield Wrapped(Wrapped.EVENTS, raw.value.encode(errors="surrogatepass"), raw.pointer, via="json-string", request=request)
    for chunk in raw.elements():
        if isinstance(chunk.value, dict) and not chunk.text:
            yield Wrapped(Wrapped.CHUNK, chunk.value, chunk.pointer, request=request)


def _error(answer: Held) -> str | None:
    """The error that a body holds in place of an answer."""
    error = answer.keys.get("error")
    if error is None or "choices" in answer.keys:
        return None
    message = error.get("message") if isinstance(error, Mapping) else error
    return message if isinstance(message, str) else "an error"
