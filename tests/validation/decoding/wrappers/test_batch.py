"""Batch files: requests as they were sent in, answers and failures as they came back."""

from typing import Any

import pytest

from tests.validation.rules.checking import report_of
from validation.examples import assistant, call, dumps, raw, result, user

from .exchanges import REQUEST, Wire, response
from .uploads import Upload, never_raises


def line(body: Any = None, *, status: int = 200, error: Any = None, **more: Any) -> Wire:
    held = None if body is None else {"status_code": status, "request_id": "req-1", "body": body}
    return {"id": "batch_req_1", "custom_id": "r-1", "response": held, "error": error, **more}


def test_answers_are_responses_and_point_into_their_lines() -> None:
    upload = Upload(line(response()), line(response(id="chatcmpl-8", tool_calls=[call(arguments="{'city': 1}")])))
    assert upload.wrapper == "openai-batch-output"
    assert len(upload.report.documents("streams")) == 2
    place = upload.finding("arguments-invalid-json").places[0]
    assert (place.line, place.pointer) == (2, "/response/body/choices/0/message/tool_calls/0")
    assert upload.at("arguments-invalid-json")["function"]["arguments"] == "{'city': 1}"


@pytest.mark.parametrize("body", [dumps(response()), response()])
def test_a_body_kept_as_text_is_read(body: Any) -> None:
    assert len(Upload(line(body)).report.documents("streams")) == 1


def test_a_body_of_half_a_character_is_an_error_and_ends_no_run() -> None:
    report = report_of(raw(b'{"custom_id":"r-1","response":{"status_code":200,"body":"\\ud83d"},"error":null}\n'))
    assert "stream-error-object" in {finding.rule for finding in report.findings}


def test_the_answer_in_place_of_the_response_is_read() -> None:
    assert len(Upload({"custom_id": "r-1", "response": response()}).report.documents("streams")) == 1


@pytest.mark.parametrize(
    ("wire", "detail"),
    [
        (line(None, error={"code": "batch_expired", "message": "expired"}), "r-1: batch_expired: expired"),
        (line({"error": {"type": "invalid_request_error", "message": "bad"}}, status=400), "r-1: HTTP 400: invalid_request_error: bad"),
        (line("upstream down", status=502), "r-1: HTTP 502: upstream down"),
        (line(None), "r-1: no response"),
        ({"custom_id": "r-1", "error": "cancelled"}, "r-1: cancelled"),
    ],
)
def test_a_line_without_an_answer_is_a_failed_request_and_no_broken_stream(wire: Wire, detail: str) -> None:
    upload = Upload(line(response()), wire)
    assert upload.roots == {"request-failed": "warning"}
    finding = upload.finding("request-failed")
    assert (finding.params["detail"], finding.places[0].line) == (detail, 2)


def test_failed_requests_are_one_finding_with_their_places() -> None:
    finding = Upload(*(line(None, error={"message": str(number)}) for number in range(20))).finding("request-failed")
    assert (finding.count, finding.params["failed"], len(finding.places)) == (20, 20, 16)
    assert [place.line for place in finding.places[:3]] == [1, 2, 3]


def test_a_file_of_failures_alone_could_not_be_checked() -> None:
    assert Upload(line(None, error={"message": "no"})).report.verdict("default") == "could not be fully checked"


def test_answers_of_other_endpoints_are_passed_over() -> None:
    embedding = {"object": "list", "data": [{"object": "embedding", "embedding": [0.1]}], "model": "m"}
    upload = Upload(line(embedding), line(response()))
    assert upload.roots == {}
    assert len(upload.report.documents("streams")) == 1


def test_requests_are_histories_about_to_be_sent() -> None:
    asked = {"model": "m", "messages": [user(), assistant("call_a"), result("call_z")], "tools": []}
    upload = Upload(
        {"custom_id": "r-1", "method": "POST", "url": "/v1/chat/completions", "body": asked}, {"custom_id": "2", "body": REQUEST}
    )
    assert upload.wrapper == "openai-batch-input"
    assert upload.report.purpose == "send"
    assert [messages for messages, _ in upload.histories] == [3, 1]
    place = upload.finding("tool-result-unknown-id").places[0]
    assert (place.line, place.pointer) == (1, "/body/messages/2/tool_call_id")


def test_a_batch_of_the_responses_api_is_read_by_its_reader() -> None:
    items = [{"type": "message", "role": "user", "content": [{"type": "input_text", "text": "hello"}]}]
    upload = Upload({"custom_id": "r-1", "method": "POST", "url": "/v1/responses", "body": {"model": "m", "input": items}})
    assert upload.report.histories == 1


def test_a_batch_of_anthropic_messages_is_read_request_by_request_and_answer_by_answer() -> None:
    use = {"type": "tool_use", "id": "toolu_1", "name": "get_weather", "input": {"city": "Oslo"}}
    asked = {"custom_id": "r-1", "params": {"model": "m", "max_tokens": 9, "messages": [user()]}}
    for upload, count in ((Upload(asked, {**asked, "custom_id": "r-2"}), 2), (Upload({"requests": [asked]}), 1)):
        assert upload.wrapper == "anthropic-batch-input"
        assert (upload.report.histories, upload.report.purpose, upload.roots) == (count, "send", {})
    message = {"id": "msg_1", "type": "message", "role": "assistant", "content": [use], "stop_reason": "tool_use"}
    told = [{"custom_id": f"r-{number}", "result": {"type": "succeeded", "message": message}} for number in range(2)]
    error = {"type": "error", "error": {"type": "invalid_request_error", "message": "bad"}}
    upload = Upload(
        *told, {"custom_id": "r-2", "result": {"type": "errored", "error": error}}, {"custom_id": "r-3", "result": {"type": "expired"}}
    )
    assert upload.wrapper == "anthropic-batch-output"
    assert upload.report.histories == 2
    assert upload.roots == {"request-failed": "warning"}
    finding = upload.finding("request-failed")
    assert (finding.count, finding.params["detail"]) == (2, "r-2: errored: invalid_request_error: bad")


def test_odd_values_anywhere_never_raise() -> None:
    assert never_raises({"custom_id": "r-1", "result": {"type": "errored", "error": {"type": "x"}, "message": user()}}) > 50
    asked = {"custom_id": "r-1", "method": "POST", "url": "/v1/chat/completions", "body": REQUEST}
    assert never_raises(line(response(), error={"code": "x", "message": "y"})) > 100
    assert never_raises(asked) > 50
