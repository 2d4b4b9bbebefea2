import json
from typing import Any

import pytest

from validation.examples import assistant, call, dumps, result, stream as example, user

from .uploads import TOOL, Upload, never_raises


def request(*messages: Any, answer: Any = None, finish: str = "tool_calls", status: int = 200, **more: Any) -> dict[str, Any]:
    choice = {"index": 0, "message": answer or assistant("call_b"), "finish_reason": finish}
    response = {"id": "chatcmpl-1", "object": "chat.completion", "created": 1790000000, "model": "demo-model", "choices": [choice]}
    body = {"model": "demo-model", "messages": list(messages) or [user()], "tools": [TOOL]}
    schema = {"response": {"messages": [{"role": "assistant", "tool_calls": [{"id": "call_b", "name": "get_weather", "arguments": {}}]}]}}
    own = {"request_id": "r-1", "request_body": body, "response_body": response, "response_status": status, "llmSchema": schema}
    return {**own, **more}


def test_the_raw_bodies_are_one_history_and_the_second_view_of_them_is_not_read() -> None:
    upload = Upload(request())
    assert upload.wrapper == "helicone"
    assert upload.histories == [(2, [("call_b", "get_weather", [])])]
    assert upload.report.verdict("default") == "passes"
    assert upload.report.purpose == "archive"


def test_the_second_view_is_read_where_a_raw_body_is_missing() -> None:
    wire = request()
    wire["llmSchema"]["request"] = {"messages": [{"_type": "message", "role": "user", "content": "Weather?"}]}
    for without in ("request_body", "response_body"):
        upload = Upload({key: value for key, value in wire.items() if key != without})
        assert upload.histories == [(2, [("call_b", "get_weather", [])])]
        assert upload.roots == {}


def test_a_fault_points_into_the_body_that_has_it() -> None:
    upload = Upload(request(user(), assistant("call_a"), result("call_a"), result("call_a")))
    assert upload.finding("tool-result-duplicate").places[0].pointer.startswith("/request_body/messages/3")
    upload = Upload(request(answer=assistant(call(name=""))))
    assert upload.finding("call-name-missing").places[0].pointer == "/response_body/choices/0/message/tool_calls/0/function/name"
    assert upload.at("call-name-missing") == ""


def test_bodies_kept_as_texts_are_read() -> None:
    plain = request(user(), assistant("call_a"), result("call_z"))
    upload = Upload({**plain, "request_body": dumps(plain["request_body"]), "response_body": dumps(plain["response_body"])})
    assert upload.histories[0][0] == 4
    assert upload.finding("tool-result-unknown-id").places[0].via == "json-string"
    assert upload.at("tool-result-unknown-id") == "call_z"


def test_an_answer_of_the_interface_holds_several() -> None:
    assert len(Upload({"data": [request(), request()], "error": None}).histories) == 2
    assert len(Upload({"data": request(), "error": None}).histories) == 1


def test_a_status_of_400_or_an_error_in_place_of_an_answer_is_a_request_that_failed() -> None:
    error = {"error": {"message": "Invalid 'messages[1].role'"}}
    for upload in (Upload(request(status=400, response_body=error)), Upload(request(response_body=error))):
        assert upload.roots == {"request-failed": "warning"}
        assert "messages[1]" in str(upload.finding("request-failed").params["detail"])


def test_a_stream_that_was_kept_is_judged_as_a_stream() -> None:
    kept = example('{"city":', '"Oslo"}', finish="stop").data.decode()
    chunks = [json.loads(line) for line in kept.splitlines()]
    for streamed in (kept, chunks):
        upload = Upload(request(response_body={"choices": [], "streamed_data": streamed}))
        assert upload.histories == [(1, [])]
        assert len(upload.report.documents("streams")) == 1
        assert upload.roots == {"tool-calls-finish-stop": "warning"}
        assert upload.finding("tool-calls-finish-stop").variant == "request-known"
        assert upload.finding("tool-calls-finish-stop").places[0].pointer.startswith("/response_body/streamed_data")


@pytest.mark.parametrize("text", [": hello this is text", "data: the following table shows", "event: a party\ndata: tomorrow"])
def test_a_body_that_only_begins_like_a_stream_is_none(text: str) -> None:
    upload = Upload(request(response_body=text))
    assert upload.report.documents("streams") == []
    assert upload.roots == Upload(request(response_body="The table shows")).roots


@pytest.mark.parametrize("begin", [": ping\n\n", "event: chunk\n", "\n"])
def test_a_stream_may_begin_with_another_line(begin: str) -> None:
    text = begin + "".join(f"data:{line}\r\n\r\n" for line in example('{"city":', '"Oslo"}').data.decode().splitlines())
    assert len(Upload(request(response_body=text)).report.documents("streams")) == 1


def test_a_body_that_is_the_text_of_the_stream_is_read_as_one() -> None:
    text = "".join(f"data: {line}\n\n" for line in example('{"city":', '"Oslo"}').data.decode().splitlines()) + "data: [DONE]\n\n"
    upload = Upload(request(response_body=text))
    assert upload.histories == [(1, [])]
    assert len(upload.report.documents("streams")) == 1
    assert upload.roots == {}


def test_bodies_of_anthropic_are_judged_by_its_own_rules() -> None:
    use = {"type": "tool_use", "id": "toolu_a", "name": "get_weather", "input": {"city": "Oslo"}}
    body = {"model": "demo-model", "max_tokens": 9, "messages": [user(), assistant(content=[use]), user("And?"), assistant(content="Hm.")]}
    answer = {"id": "msg_1", "type": "message", "role": "assistant", "content": [use], "stop_reason": "tool_use", "usage": {}}
    upload = Upload(request(request_body=body, response_body=answer))
    assert upload.histories[0][0] == 5
    assert set(upload.roots) == {"anthropic-call-linkage"}


def test_odd_values_never_raise() -> None:
    assert never_raises(request(user(), assistant("call_a"), result("call_a"))) > 100
