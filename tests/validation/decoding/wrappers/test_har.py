"""HAR files: what a browser or a proxy recorded, entry by entry, with places that lead through the text."""

import base64
import gzip
import io
import json
from typing import Any

import pytest

from validation.examples import assistant, chunk, dumps, result, user
from validation.finding import Finding, Place
from validation.pipeline import validate
from validation.report import Report

from .exchanges import REQUEST, Wire, chunks, events, response
from .uploads import Upload, never_raises

STREAM = {"mimeType": "text/event-stream; charset=utf-8"}
CUT = [*chunks(arguments='{"city":"O')[:-1], chunk({}, finish="tool_calls")]
SECRET = "sk-proj-" + "9fQ2vLx7RtB4mZk1Hc8N" * 2


def entry(
    asked: Any = REQUEST, text: str | None = None, *, status: int = 200, url: str = "https://x/v1/chat/completions", **more: Any
) -> Wire:
    """One entry. `text`: the answer; `asked`: the request, a text as it is, anything else as JSON, None for none."""
    post = (
        {} if asked is None else {"postData": {"mimeType": "application/json", "text": asked if isinstance(asked, str) else dumps(asked)}}
    )
    content = {"size": 1, **STREAM, **({} if text is None else {"text": text})}
    return {
        "startedDateTime": "2026-09-21T10:00:00.000Z",
        "request": {"method": "POST", "url": url, "headers": [], "cookies": [], "queryString": [], **post},
        "response": {"status": status, "headers": [], "cookies": [], "content": content},
        **more,
    }


def har(*entries: Wire) -> Wire:
    return {"log": {"version": "1.2", "creator": {"name": "demo"}, "pages": [], "entries": list(entries)}}


def encoded(wire: Wire) -> Wire:
    """The entry with its answer as base64."""
    content = wire["response"]["content"]
    content.update(encoding="base64", text=base64.b64encode(content["text"].encode()).decode())
    return wire


def counted(upload: Upload) -> tuple[int, int]:
    return len(upload.report.documents("streams")), upload.report.histories


def test_what_an_application_of_the_ai_sdk_sends_and_streams_is_read() -> None:
    asked = {"id": "c", "messages": [{"id": "m", "role": "user", "parts": [{"type": "text", "text": "Weather?"}]}]}
    started = {"type": "tool-input-start", "toolCallId": "call_a", "toolName": "get_weather"}
    told = events({"type": "start", "messageId": "m"}, started, {"type": "tool-input-delta", "toolCallId": "call_a", "inputTextDelta": "{"})
    upload = Upload(har(entry(asked, told, url="https://x/api/chat")))
    assert counted(upload)[0] == 1
    assert upload.histories == [(1, [])]
    assert upload.roots == {"arguments-truncated": "error"}
    assert upload.finding("arguments-truncated").places[0].pointer == "/log/entries/0/response/content/text"


def test_every_entry_gives_its_request_and_its_stream() -> None:
    upload = Upload(har(entry(text=events(*chunks())), entry(text=events(*chunks("chatcmpl-2")))))
    assert upload.wrapper == "har"
    assert counted(upload) == (2, 2)
    assert upload.report.purpose == "send"
    assert upload.roots == {}


@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize("held", ["json-string", "base64"])
def test_a_place_is_the_token_in_the_upload_and_the_place_in_the_text_it_holds(held: str, indent: int | None) -> None:
    text = events(*CUT)
    broken = entry(text=text)
    document = har(entry(asked=None, url="https://x/favicon.ico"), encoded(broken) if held == "base64" else broken)
    data = json.dumps(document, indent=indent).encode()
    report = validate(io.BytesIO(data))
    finding = of(report, "truncation-reported-complete")
    place = finding.places[0]
    token = data[place.byte_start : place.byte_end]
    value = json.loads(token)
    inside = base64.b64decode(value) if held == "base64" else value.encode()
    assert (place.pointer, place.via) == ("/log/entries/1/response/content/text", held)
    assert value == document["log"]["entries"][1]["response"]["content"]["text"]
    assert inside.decode() == text
    assert place.line == data[: place.byte_start].count(b"\n") + 1
    assert place.inner is not None
    assert (place.inner.line, place.inner.pointer) == (7, "/choices/0/finish_reason")
    assert inside[place.inner.byte_start : place.inner.byte_end] == b'"tool_calls"'
    assert inside.splitlines()[place.inner.line - 1].endswith(b'"finish_reason":"tool_calls"}]}')


def of(report: Report, rule: str) -> Finding:
    (finding,) = [finding for finding in report.findings if finding.rule == rule]
    return finding


def test_a_place_in_the_request_leads_through_its_text() -> None:
    asked = {"model": "m", "messages": [user(), assistant("call_a"), result("call_z")]}
    upload = Upload(har(entry(asked, events(*chunks()))))
    place = upload.finding("tool-result-unknown-id").places[0]
    assert (place.pointer, place.via, place.message) == ("/log/entries/0/request/postData/text", "json-string", 2)
    assert place.inner is not None
    assert place.inner.pointer == "/messages/2/tool_call_id"
    assert upload.at("tool-result-unknown-id") == "call_z"


def test_equal_findings_of_two_entries_have_fingerprints_of_their_own() -> None:
    report = Upload(har(entry(text=events(*CUT)), entry(text=events(*CUT)))).report
    prints = {finding.fingerprint for finding in report.findings if finding.rule == "truncation-reported-complete"}
    assert len(prints) == 2


def test_the_request_of_an_entry_belongs_to_its_own_stream() -> None:
    forced = {**REQUEST, "tool_choice": {"type": "function", "function": {"name": "get_weather"}}}
    stopped = events(*chunks()[:-1], chunk({}, finish="stop"))
    upload = Upload(har(entry(forced, stopped), entry(REQUEST, stopped)))
    assert list(upload.roots) == ["tool-calls-finish-stop"]
    assert upload.finding("tool-calls-finish-stop").places[0].pointer.startswith("/log/entries/1/")


def test_the_stream_of_the_only_entry_without_a_request_takes_the_given_one() -> None:
    forced = {**REQUEST, "tool_choice": {"type": "function", "function": {"name": "get_weather"}}}
    stopped = events(*chunks()[:-1], chunk({}, finish="stop"))
    data = dumps(har(entry(None, stopped))).encode()
    assert "tool-calls-finish-stop" in {finding.rule for finding in validate(io.BytesIO(data)).roots()}
    assert "tool-calls-finish-stop" not in {finding.rule for finding in validate(io.BytesIO(data), request=forced).roots()}
    two = dumps(har(entry(None, stopped), entry(None, stopped))).encode()
    assert len([one for one in validate(io.BytesIO(two), request=forced).roots() if one.rule == "tool-calls-finish-stop"]) == 2


def test_an_answer_that_is_no_stream_is_a_response() -> None:
    upload = Upload(har(entry(text=dumps(response()))))
    assert counted(upload) == (1, 1)
    assert upload.finding("non-stream-response").places[0].via == "json-string"
    assert upload.roots == {}


def test_framing_is_judged_as_in_a_file_of_its_own() -> None:
    assert "done-missing" in Upload(har(entry(text=events(*chunks(), done=False)))).roots
    assert "sse-data-not-json" in Upload(har(entry(text=events(*chunks()).replace("data: [DONE]", "data: upstream gone")))).roots


def test_an_answer_that_is_cut_is_told_in_its_text() -> None:
    upload = Upload(har(entry(text=dumps(response())[:-30])))
    place = upload.finding("json-truncated-at-end").places[0]
    assert (place.pointer, place.via) == ("/log/entries/0/response/content/text", "json-string")
    assert place.inner is not None
    assert upload.report.verdict("default") == "fails"


@pytest.mark.parametrize(
    ("wire", "detail"),
    [
        (entry(text=dumps({"error": {"code": "rate_limited", "message": "slow down"}}), status=429), "HTTP 429: rate_limited: slow down"),
        (entry(text="<html>bad gateway</html>", status=502), "HTTP 502"),
        (entry(status=500), "HTTP 500"),
        (entry(status=0, _error="net::ERR_ABORTED"), "net::ERR_ABORTED"),
        (entry(status=0), "no response"),
    ],
)
def test_a_request_that_failed_is_told_and_checked_all_the_same(wire: Wire, detail: str) -> None:
    upload = Upload(har(wire, entry(text=events(*chunks()))))
    assert upload.roots == {"request-failed": "warning"}
    finding = upload.finding("request-failed")
    assert (finding.params["detail"], finding.places[0].pointer) == (detail, "/log/entries/0/response/status")
    assert counted(upload) == (1, 2)


def test_an_answer_that_was_kept_as_it_was_compressed_is_unpacked() -> None:
    wire = encoded(entry(text=events(*CUT)))
    content = wire["response"]["content"]
    content["text"] = base64.b64encode(gzip.compress(base64.b64decode(content["text"]))).decode()
    upload = Upload(har(wire))
    assert upload.finding("truncation-reported-complete").places[0].via == "base64"
    assert isinstance(upload.finding("truncation-reported-complete").places[0].inner, Place)


@pytest.mark.parametrize("text", ["!", base64.b64encode(b"\x1f\x8bcut").decode(), base64.b64encode(bytes(400)).decode()])
def test_an_answer_that_cannot_be_read_is_told_as_a_loss_and_does_not_pass(text: str) -> None:
    wire = entry(text=text)
    wire["response"]["content"]["encoding"] = "base64"
    upload = Upload(har(wire))
    assert upload.finding("wrapper-unwrapped").params["loses"] == "the body of an answer"
    assert upload.roots == {}
    assert upload.report.verdict("default") == "could not be fully checked"


def test_an_answer_that_was_not_recorded_is_told_as_a_loss() -> None:
    upload = Upload(har(entry(text=None)))
    finding = upload.finding("wrapper-unwrapped")
    assert (finding.variant, finding.params["loses"]) == ("lossy", "the body of an answer")
    assert counted(upload) == (0, 1)


def test_events_that_a_browser_keeps_beside_the_answer_are_read() -> None:
    told = [*(dumps(wire) for wire in CUT), "[DONE]"]
    kept = [{"time": 1.5, "eventName": "message", "eventId": "", "data": data} for data in told]
    upload = Upload(har(entry(text=None, _eventSourceMessages=kept)))
    place = upload.finding("truncation-reported-complete").places[0]
    assert (place.pointer, place.via) == ("/log/entries/0/_eventSourceMessages/3/data", "json-string")
    assert upload.at("truncation-reported-complete") == "tool_calls"


@pytest.mark.parametrize(
    "other",
    [
        entry(None, "<html></html>", url="https://x/"),
        entry({"event": "click"}, '{"ok":true}', url="https://x/collect"),
        entry(None, '{"error":{"message":"no"}}', status=404, url="https://x/v1/models"),
        entry(None, 'data: {"jsonrpc":"2.0","id":1}\n\n', url="https://x/mcp"),
        entry({"messages": [{"id": 1, "text": "hi"}]}, '{"choices":[1,2]}', url="https://x/poll"),
        entry(None, "iVBORw0KGgo=", url="https://x/logo.png"),
    ],
)
def test_entries_of_something_else_are_passed_over(other: Wire) -> None:
    upload = Upload(har(other, entry(text=events(*chunks()))))
    assert counted(upload) == (1, 1)
    assert upload.roots == {}


def test_an_error_that_came_with_status_200_is_told_although_the_request_was_not_recorded() -> None:
    refused = entry(None, dumps({"error": {"message": "Overloaded", "type": "server_error"}}))
    assert Upload(har(refused)).roots == {"stream-error-object": "error"}


def test_one_entry_alone_is_read() -> None:
    upload = Upload(entry(text=events(*CUT)))
    assert upload.finding("truncation-reported-complete").places[0].pointer == "/response/content/text"


def test_credentials_of_every_entry_are_found_once_and_never_shown() -> None:
    wire = entry(None, url="https://x/v1/models")
    wire["request"]["headers"] = [{"name": "Authorization", "value": f"Bearer {SECRET}"}, {"name": "accept", "value": "*/*"}]
    wire["request"]["cookies"] = [{"name": "session", "value": "9fQ2vLx7RtB4mZk1Hc8NpW5y"}]
    wire["request"]["queryString"] = [{"name": "api_key", "value": "7Gh3kPq9ZtR2mX5vB8nL1cD4"}]
    upload = Upload(har(wire, entry(text=events(*chunks()))))
    finding = upload.finding("secret-in-trace")
    assert finding.params == {"where": "Authorization", "kind": "OpenAI key", "length": len(SECRET), "secrets": 3}
    assert upload.at("secret-in-trace") == f"Bearer {SECRET}"
    assert SECRET not in str(finding.params)


@pytest.mark.parametrize("value", ["Bearer ***", "Bearer {{TOKEN}}", f"Bearer {'*' * 40}", "Bearer your-key-goes-here-0123456789", ""])
def test_a_masked_header_is_no_credential(value: str) -> None:
    wire = entry(text=events(*chunks()))
    wire["request"]["headers"] = [{"name": "authorization", "value": value}]
    assert Upload(har(wire)).roots == {}


def test_odd_values_anywhere_never_raise() -> None:
    wire = entry(text=events(*chunks()[:1]), _eventSourceMessages=[{"data": "{}"}])
    wire["request"]["headers"] = [{"name": "a", "value": "b"}]
    assert never_raises({"log": {"entries": [encoded(wire)]}}) > 200
