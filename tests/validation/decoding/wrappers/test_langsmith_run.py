from typing import Any

from validation.examples import assistant, call, result, user

from .test_langchain import ai, constructor, gave, human
from .uploads import TOOL, Upload, never_raises


def run(inputs: Any, outputs: Any, kind: str = "llm", **more: Any) -> dict[str, Any]:
    own = {"id": "r-1", "name": "ChatOpenAI", "run_type": kind, "trace_id": "t-1", "parent_run_id": None, "error": None}
    options = {"invocation_params": {"model": "demo-model", "tools": [TOOL]}}
    return {**own, "extra": options, "inputs": inputs, "outputs": outputs, **more}


def of_langchain(*messages: Any, answer: Any) -> dict[str, Any]:
    generation = {"text": "", "type": "ChatGeneration", "message": constructor(answer)}
    return run({"messages": [[constructor(message) for message in messages]]}, {"generations": [[generation]], "llm_output": {}})


def test_a_run_of_a_model_is_what_was_sent_and_its_answer() -> None:
    upload = Upload(of_langchain(human(), answer=ai("call_a")))
    assert upload.wrapper == "langsmith-run"
    assert upload.histories == [(2, [("call_a", "get_weather", [])])]
    assert upload.roots == {}


def test_runs_one_a_line_are_histories_of_their_own() -> None:
    last = ai(content="4 degrees.", finish="stop")
    upload = Upload(of_langchain(human(), answer=ai("call_a")), of_langchain(human(), ai("call_a"), gave("call_z"), answer=last))
    assert [messages for messages, _ in upload.histories] == [2, 4]
    assert upload.finding("tool-result-unknown-id").places[0].pointer == "/inputs/messages/0/2/kwargs/tool_call_id"
    assert upload.at("tool-result-unknown-id") == "call_z"


def test_a_fault_of_the_answer_points_into_the_outputs() -> None:
    kept = {"tool_calls": [call("call_a", arguments='{"city":')]}
    upload = Upload(of_langchain(human(), answer={**ai(), "additional_kwargs": kept}))
    assert upload.roots == {"arguments-truncated": "error"}
    assert upload.finding("arguments-truncated").places[0].pointer.startswith("/outputs/generations/0/0/message/kwargs/")


def test_runs_of_a_model_are_found_in_the_tree_of_a_trace() -> None:
    child = of_langchain(human(), answer=ai("call_a"))
    upload = Upload(run({"input": "Weather?"}, {"output": "4"}, "chain", child_runs=[run({}, {}, "tool"), child]))
    assert upload.histories == [(2, [("call_a", "get_weather", [])])]


def test_the_bodies_that_an_sdk_was_given_are_read() -> None:
    request = {"model": "demo-model", "messages": [user(), assistant("call_a"), result("call_z")], "tools": [TOOL]}
    upload = Upload(run(request, {"choices": [{"index": 0, "message": assistant(content="4"), "finish_reason": "stop"}]}))
    assert upload.histories == [(4, [("call_a", "get_weather", [])])]
    assert upload.roots == {"tool-result-unknown-id": "error"}


def test_items_of_the_responses_api_are_read() -> None:
    items = [{"type": "function_call", "call_id": "call_a", "name": "get_weather", "arguments": "{}"}]
    given = {"type": "function_call_output", "call_id": "call_z", "output": "4"}
    told = {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "4"}]}
    upload = Upload(run({"input": [user(), *items, given], "model": "demo-model"}, {"object": "response", "output": [told]}))
    assert upload.histories == [(4, [("call_a", "get_weather", [])])]
    assert set(upload.roots) == {"responses-call-linkage"}


def test_a_run_that_failed_has_no_answer() -> None:
    upload = Upload({**run({"messages": [[human()]]}, None), "error": "RateLimitError('slow down')"})
    assert upload.roots == {"request-failed": "warning"}
    assert "slow down" in str(upload.finding("request-failed").params)


def test_runs_of_chains_alone_are_conversations_of_their_own() -> None:
    chain = run({"messages": [human(), ai("call_a"), gave()]}, {"output": "4"}, "chain")
    assert Upload(chain, chain).histories == [(3, [("call_a", "get_weather", [2])])] * 2


def test_nothing_odd_in_a_run_raises() -> None:
    assert never_raises(run({"x": 1}, None, "chain", child_runs=[of_langchain(human(), answer=ai("call_a"))])) > 100
