"""Helicone's requests, as an export or its interface gives them: the raw bodies of request and response, one exchange a line.

`llmSchema` is a second view of the same exchange in words of its own, and is not read.
Source: docs.helicone.ai/rest/request/get-v1request.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from validation.decoding.wrappers.conversions.exchanges import asked, exchange, failed
from validation.decoding.wrappers.conversions.held import Held
from validation.facts.carriage import Wrapped
from validation.facts.requests import Request

NAME = "helicone"
PATH = "$.request_body, $.response_body"

FAILURE = 400


def sniff(value: Any) -> bool:
    """True for a request, and for an answer of the interface that holds one or several."""
    return _is_request(value) or (isinstance(value, Mapping) and any(map(_is_request, _data(value)[:4])))


def _is_request(value: object) -> bool:
    return isinstance(value, Mapping) and "request_body" in value and "response_body" in value


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
    body = held.get("request_body").opened()
    answer = held.get("response_body").opened()
    status = held.keys.get("response_status")
    error = _error(answer)
    is_failed = (isinstance(status, int) and (status >= FAILURE or status < 0)) or error is not None
    raw = answer.get("streamed_data")
    if raw.value and isinstance(raw.value, str | list) and not is_failed:
        yield from asked(body, request=Request(body.keys))
        yield from _streamed(raw, Request(body.keys))
        return
    answer = answer._replace(value=None) if is_failed else answer
    yield from exchange(body, answer, request=Request(body.keys), streamed=body.keys.get("stream") is True)
    if is_failed:
        yield failed(error or f"status {status}", held)


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
