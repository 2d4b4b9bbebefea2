from typing import Any

import pytest

from validation.examples import assistant, call, dumps, result, user

from .uploads import TOOL, Upload, never_raises


def observation(sent: Any, answer: Any = None, **more: Any) -> dict[str, Any]:
    return {
        "id": "o-1",
        "trace_id": "t-1",
        "type": "GENERATION",
        "name": "chat",
        "input": sent,
        "output": answer,
        "level": "DEFAULT",
        **more,
    }


SENT = {"messages": [user(), assistant("call_a"), result("call_a")], "tools": [TOOL]}


@pytest.mark.parametrize("written", [lambda value: value, dumps], ids=["as values", "as texts"])
def test_input_and_output_are_one_history(written: Any) -> None:
    upload = Upload(observation(written(SENT), written(assistant(content="4 degrees."))))
    assert upload.wrapper == "langfuse-observation"
    assert upload.histories == [(4, [("call_a", "get_weather", [2])])]
    assert upload.report.verdict("default") == "passes"


def test_messages_in_a_text_that_was_cut_are_told_and_do_not_pass_as_if_none_were_sent() -> None:
    upload = Upload(observation(dumps(SENT)[:90], dumps(assistant(content="4 degrees."))))
    assert upload.roots == {"json-truncated-at-end": "error"}
    assert upload.finding("json-truncated-at-end").places[0].way.startswith("/input")


@pytest.mark.parametrize("level", ["DEFAULT", "ERROR"])
@pytest.mark.parametrize("error", [{"message": "too long", "code": 400}, "too long"])
def test_an_error_in_the_place_of_an_answer_is_a_failed_request(error: Any, level: str) -> None:
    upload = Upload(observation([user(), assistant("call_a")], {"error": error}, level=level))
    assert upload.roots == {"request-failed": "warning", "tool-call-pending": "warning"}
    assert upload.finding("request-failed").count == 1


@pytest.mark.parametrize("text", ["Weather?", '{"city": "Oslo"', '{"city": "Os', "[1, 2", "[user] hi"])
def test_any_other_text_that_was_sent_is_no_broken_history(text: str) -> None:
    assert Upload(observation(text, assistant(content="4 degrees."))).roots == {}


def test_a_place_inside_a_text_is_a_chain() -> None:
    sent = [user(), assistant("call_a"), result("call_z")]
    upload = Upload(observation(dumps(sent), dumps(assistant(content="4 degrees."))))
    place = upload.finding("tool-result-unknown-id").places[0]
    assert (place.pointer, place.via, place.message) == ("/input", "json-string", 2)
    assert place.inner is not None
    assert place.inner.pointer == "/2/tool_call_id"
    assert upload.at("tool-result-unknown-id") == "call_z"


def test_names_may_be_in_camel_case() -> None:
    camel = {"id": "o-1", "traceId": "t-1", "type": "GENERATION", "input": SENT, "output": assistant(content="4 degrees.")}
    assert Upload(camel).histories[0][0] == 4
    assert len(Upload({"data": [camel, camel], "meta": {}}).histories) == 2


@pytest.mark.parametrize(
    "answer",
    [
        assistant("call_b"),
        {"choices": [{"index": 0, "message": assistant("call_b"), "finish_reason": "tool_calls"}]},
        [assistant("call_b")],
        {"content": None, "tool_calls": [call("call_b")]},
        {"role": "assistant", "content": "", "tool_calls": [{"id": "call_b", "name": "get_weather", "args": {}, "type": "tool_call"}]},
        {"text": "", "toolCalls": [{"toolCallId": "call_b", "toolName": "get_weather", "input": {"city": "Oslo"}}]},
        {
            "generations": [
                [{"message": {"type": "ai", "content": "", "tool_calls": [{"id": "call_b", "name": "get_weather", "args": {}}]}}]
            ]
        },
    ],
    ids=["a message", "a response", "a list", "no role", "LangChain's calls", "AI SDK", "generations"],
)
def test_an_answer_with_a_call_is_read_in_any_form(answer: Any) -> None:
    for written in (answer, dumps(answer)):
        upload = Upload(observation([user()], written))
        assert upload.histories == [(2, [("call_b", "get_weather", [])])]
        assert upload.report.verdict("default") == "passes"


def test_an_answer_may_be_a_text_even_one_that_holds_json() -> None:
    for answer in ("4 degrees.", '{"celsius":4}', {"celsius": 4}):
        upload = Upload(observation([user()], answer))
        assert upload.histories == [(2, [])]
        assert upload.roots == {}


def test_messages_of_the_ai_sdk_are_read() -> None:
    used = {"type": "tool-call", "toolCallId": "call_a", "toolName": "get_weather", "input": {"city": "Oslo"}}
    gave = {"type": "tool-result", "toolCallId": "call_a", "toolName": "get_weather", "output": {"type": "json", "value": {"celsius": 4}}}
    sent = [user([{"type": "text", "text": "Weather?"}]), assistant(content=[used]), {"role": "tool", "content": [gave]}]
    upload = Upload(observation(dumps({"messages": sent}), "4 degrees."))
    assert upload.histories == [(4, [("call_a", "get_weather", [2])])]
    assert upload.report.verdict("default") == "passes"


def test_tools_that_the_integration_of_langchain_lists_as_messages_are_no_results() -> None:
    kept = {"tool_calls": [call("call_a")]}
    sent = [user(), {"role": "assistant", "content": "", "additional_kwargs": kept}, result("call_a"), {"role": "tool", "content": TOOL}]
    upload = Upload(observation(sent, {"role": "assistant", "content": "4 degrees."}))
    assert upload.histories == [(4, [("call_a", "get_weather", [2])])]
    assert upload.report.verdict("default") == "passes"
    other = Upload(observation([*sent[:1], {"role": "assistant", "content": "", "tool_calls": [call(name="get_time")]}, *sent[2:]], "4"))
    assert other.finding("tool-not-declared").params["declared"] == "get_weather"


def test_an_observation_with_an_error_is_a_request_that_failed() -> None:
    upload = Upload(observation(SENT, None, level="ERROR", status_message="rate limit"))
    assert upload.roots == {"request-failed": "warning"}


def test_other_observations_hold_no_history() -> None:
    assert Upload(observation(SENT, None, type="SPAN"), observation(SENT, assistant(content="4"))).histories == [
        (4, [("call_a", "get_weather", [2])])
    ]


def test_odd_values_never_raise() -> None:
    assert never_raises(observation(SENT, {"choices": [{"index": 0, "message": assistant("call_b"), "finish_reason": "stop"}]})) > 100
    assert never_raises(observation(SENT, {"text": "", "toolCalls": [{"toolCallId": "a", "toolName": "f", "input": {}}]})) > 100
