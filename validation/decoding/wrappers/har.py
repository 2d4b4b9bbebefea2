"""HAR, what the network panel of a browser or a proxy saves: the entries of `log`, or one entry alone.

An entry holds the request as the text of its `postData` and the answer as the text of its `content`, plain or base64. Chrome keeps the
events of an event stream in `_eventSourceMessages` too, where the text may be missing. Most entries of a browser are none of ours.
"""

from collections.abc import Iterator
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec

from validation.decoding.base64_text import bytes_of
from validation.decoding.kind import encoding_of
from validation.decoding.wrappers import ai_sdk_ui
from validation.decoding.wrappers.credentials import header_of
from validation.decoding.wrappers.payloads import is_chunk, is_request, is_response
from validation.decoding.wrappers.searching import error_text
from validation.facts.carriage import DONE, Wrapped
from validation.facts.requests import Request

NAME = "har"
PATH = "$.log.entries[*]"

ENDPOINTS: Final = ("/chat/completions", "/messages", "/responses")
MARKS: Final = (b"chat.completion", b'"choices"', b"message_start", b"response.created", b'"tool-input-start"', b'"text-start"')
"""One of these stands in the first bytes of every answer that can be checked."""
LOOKED_AT: Final = 65_536
NAMED: Final = ("headers", "cookies", "queryString")
UNREADABLE: Final = "an answer that is no text (base64 of other bytes)"

decode = msgspec.json.Decoder().decode


def sniff(value: Any) -> bool:
    """True for a HAR document, and for one entry."""
    if not isinstance(value, dict):
        return False
    log = value.get("log")
    return (isinstance(log, dict) and isinstance(log.get("entries"), list)) or _is_entry(value)


def _is_entry(value: dict[str, Any]) -> bool:
    request, response = value.get("request"), value.get("response")
    if not (isinstance(request, dict) and isinstance(response, dict)):
        return False
    return isinstance(response.get("content"), dict) and isinstance(request.get("url"), str) and "method" in request


def parts(value: Any) -> Iterator[Wrapped]:
    """Requests and answers, entry by entry, and the credentials of all entries."""
    if _is_entry(value):
        yield from _entry(value, "")
        return
    for number, entry in enumerate(value["log"]["entries"]):
        if isinstance(entry, dict):
            yield from _entry(entry, f"/log/entries/{number}")


def _entry(entry: dict[str, Any], at: str) -> Iterator[Wrapped]:
    request, response = (_object(entry.get(key)) for key in ("request", "response"))
    yield from _headers(request, f"{at}/request")
    yield from _headers(response, f"{at}/response")
    post, content = _object(request.get("postData")), _object(response.get("content"))
    asked, answer = _text(post), _text(content)
    body = _json(asked)
    path, posted = _path(request), request.get("method") == "POST"
    ours = is_request(body) or ai_sdk_ui.sniff(body) or (isinstance(body, dict) and path.endswith(ENDPOINTS))
    ours = ours or (posted and path.endswith(ENDPOINTS[0]))
    if not ours and not (answer and any(mark in answer[:LOOKED_AT] for mark in MARKS) and _is_answer(answer)):
        return
    events = list(_events(entry, at)) if answer is None else []
    status = response.get("status")
    failed = (type(status) is int and status >= 400) or (answer is None and not events and bool(_trouble(entry, response)))
    if ours and asked is not None:
        missing = answer is None and not events and not failed
        lost = frozenset({"body"}) if missing else frozenset[str]()
        yield Wrapped(Wrapped.EVENTS, asked, f"{at}/request/postData/text", via=_via(post), purpose="send", lost=lost)
        if missing and content.get("text"):
            yield Wrapped(Wrapped.FOREIGN, None, f"{at}/response/content/text", detail=UNREADABLE)
    given = Request(body) if isinstance(body, dict) else None
    if failed:
        why = f"HTTP {status}" if type(status) is int and status >= 400 else _trouble(entry, response)
        told = _json(answer)
        detail = f"{why}: {error_text(told)}" if isinstance(told, dict) else why
        yield Wrapped(Wrapped.FAILED, None, f"{at}/response/status", detail=detail)
    elif answer is not None:
        yield Wrapped(Wrapped.EVENTS, answer, f"{at}/response/content/text", via=_via(content), request=given)
    for value, pointer in events if not failed else ():
        yield Wrapped(Wrapped.RECORD, value, pointer, via="json-string", request=given)


def _headers(side: dict[str, Any], at: str) -> Iterator[Wrapped]:
    """Credentials in the headers, the cookies and the query string of a request or a response."""
    for kind in NAMED:
        listed = side.get(kind)
        for number, one in enumerate(listed if isinstance(listed, list) else ()):
            name, value = (one.get("name"), one.get("value")) if isinstance(one, dict) else (None, None)
            if isinstance(name, str) and isinstance(value, str):
                named = f"cookie {name}" if kind == "cookies" else name
                text = f"{name}={value}" if kind == "cookies" else value
                header = header_of("cookie" if kind == "cookies" else name, text, f"{at}/{kind}/{number}/value", shown=named)
                if header is not None:
                    yield header


def _events(entry: dict[str, Any], at: str) -> Iterator[tuple[object, str]]:
    """The events that Chrome keeps beside the answer, as records, with their pointers."""
    listed = entry.get("_eventSourceMessages")
    for number, event in enumerate(listed if isinstance(listed, list) else ()):
        data = event.get("data") if isinstance(event, dict) else None
        if isinstance(data, str) and data:
            value = DONE if data.strip() == "[DONE]" else _json(data.encode(errors="surrogatepass"))
            if value is not None:
                yield value, f"{at}/_eventSourceMessages/{number}/data"


def _text(holder: dict[str, Any]) -> bytes | None:
    """The body that `holder` has as a text, or None, also where it is no text."""
    text = holder.get("text")
    if not isinstance(text, str) or not text:
        return None
    data = text.encode(errors="surrogatepass")
    if _via(holder) != "base64":
        return data
    try:
        data = bytes_of(data)
    except ValueError:
        return None
    return data if data and not encoding_of(data[:LOOKED_AT]) else None


def _via(holder: dict[str, Any]) -> str:
    return "base64" if "base64" in (holder.get("encoding"), holder.get("_encoding")) else "json-string"


def _is_answer(data: bytes) -> bool:
    """True for an event stream, or for JSON that is a response."""
    value = _json(data)
    return value is None or is_response(value) or is_chunk(value) or isinstance(value, list)


def _trouble(entry: dict[str, Any], response: dict[str, Any]) -> str:
    """What the browser says of a request that got no answer, "" where it says nothing."""
    said = response.get("_error") or entry.get("_error") or (response.get("statusText") if response.get("status") == 0 else "")
    return str(said)[:400] if said else "no response" if response.get("status") in (0, -1) else ""


def _path(request: dict[str, Any]) -> str:
    try:
        return urlsplit(str(request.get("url"))).path.rstrip("/")
    except ValueError:
        return ""


def _object(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _json(data: bytes | None) -> Any:
    try:
        return decode(data) if data else None
    except (msgspec.DecodeError, RecursionError):
        return None
