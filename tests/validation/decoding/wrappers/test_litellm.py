from typing import Any

import pytest

from validation.examples import assistant, call, result, user

from .uploads import TOOL, Upload, never_raises

OPTIONS = {"stream": True, "tools": [TOOL]}


def payload(*messages: Any, answer: Any = None, finish: str = "stop", **more: Any) -> dict[str, Any]:
    choice = {"index": 0, "message": answer or assistant(content="4 degrees."), "finish_reason": finish}
    response = {"id": "chatcmpl-1", "object": "chat.completion", "created": 1790000000, "model": "demo-model", "choices": [choice]}
    own = {"id": "chatcmpl-1", "call_type": "acompletion", "status": "success", "stream": True, "model": "demo-model"}
    return {**own, "messages": list(messages), "response": response, "model_parameters": OPTIONS, **more}


def test_the_answer_stands_behind_the_messages_that_were_sent() -> None:
    upload = Upload(
        payload(user(), assistant("call_a"), result("call_a")), payload(user(), answer=assistant("call_b"), finish="tool_calls")
    )
    assert upload.wrapper == "litellm-standard-logging"
    assert upload.histories == [(4, [("call_a", "get_weather", [2])]), (2, [("call_b", "get_weather", [])])]
    assert upload.report.verdict("default") == "passes"


def test_that_only_the_merged_stream_was_kept_is_said() -> None:
    assert Upload(payload(user())).finding("wrapper-unwrapped").variant == "merged"
    assert Upload(payload(user(), stream=False)).finding("wrapper-unwrapped").variant == ""


def test_a_fault_points_at_its_message_in_the_log() -> None:
    upload = Upload(payload(user(), assistant("call_a"), result("call_z")))
    assert upload.roots == {"tool-result-unknown-id": "error"}
    assert upload.finding("tool-result-unknown-id").places[0].pointer.startswith("/messages/2")
    assert upload.at("tool-result-unknown-id") == "call_z"


def test_a_fault_of_the_answer_points_into_the_response() -> None:
    upload = Upload(payload(user(), answer=assistant(call(arguments="{'city': 'Oslo'}")), finish="tool_calls"))
    place = next(finding for finding in upload.report.roots() if finding.rule.startswith("arguments-")).places[0]
    assert place.pointer.startswith("/response/choices/0/message/tool_calls/0")
    assert upload.value(upload.data, place) == call(arguments="{'city': 'Oslo'}")


def test_arguments_that_were_cut_by_an_honest_length_are_one_warning() -> None:
    upload = Upload(payload(user(), answer=assistant(call(arguments='{"ci')), finish="length"))
    assert upload.roots == {"finish-length-with-calls": "warning"}


def test_a_stop_with_calls_is_told_unless_one_function_was_forced() -> None:
    assert Upload(payload(user(), answer=assistant("call_a"))).roots == {"tool-calls-finish-stop": "warning"}
    forced = {**OPTIONS, "tool_choice": {"type": "function", "function": {"name": "get_weather"}}}
    assert Upload(payload(user(), answer=assistant("call_a"), model_parameters=forced)).roots == {}


def test_the_declared_tools_are_those_of_the_request() -> None:
    upload = Upload(payload(user(), answer=assistant(call(name="get_time")), finish="tool_calls"))
    assert upload.finding("tool-not-declared").params["declared"] == "get_weather"


def test_a_failure_is_a_request_that_failed_and_its_messages_are_still_checked() -> None:
    failure = {"status": "failure", "response": {}, "error_str": "litellm.Timeout: too slow"}
    upload = Upload(payload(user(), assistant("call_a"), user("And now?"), **failure))
    assert upload.roots == {"request-failed": "warning", "tool-result-missing": "error"}
    assert "too slow" in str(upload.finding("request-failed").params["detail"])


def test_an_open_call_in_a_request_that_failed_is_the_likely_reason() -> None:
    upload = Upload(payload(user(), assistant("call_a"), status="failure", response=None, error_str="400"))
    assert upload.finding("tool-call-pending").variant == "unanswered-request"


@pytest.mark.parametrize("around", [{"standard_logging_object": payload(user())}, {"kwargs": {"standard_logging_object": payload(user())}}])
def test_a_payload_that_a_callback_wrote_is_found(around: dict[str, Any]) -> None:
    assert Upload(around).histories == [(2, [])]


def test_messages_and_response_may_be_texts() -> None:
    sent = '[{"role":"user","content":"Hello"},{"role":"tool","tool_call_id":"call_a","content":"4"}]'
    upload = Upload(payload(messages=sent, response="Hello."))
    assert upload.histories == [(3, [])]
    place = upload.finding("tool-result-orphan").places[0]
    assert (place.pointer, place.via) == ("/messages", "json-string")
    assert place.inner is not None
    assert place.inner.pointer == "/1"
    assert upload.at("tool-result-orphan")["content"] == "4"


def test_other_calls_than_completions_hold_no_history() -> None:
    assert Upload(payload(call_type="aembedding")).histories == []


def test_odd_values_never_raise() -> None:
    assert never_raises(payload(user(), assistant("call_a"), result("call_a"), answer=assistant("call_b"), finish="tool_calls")) > 100
