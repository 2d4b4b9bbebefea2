from typing import Any

import pytest

from validation.examples import user

from .uploads import Upload, never_raises

SAID = {"role": "assistant", "content": "4 degrees."}
CALLED = {
    "role": "assistant",
    "content": "",
    "tool_calls": [{"name": "get_weather", "arguments": {"city": "Oslo"}, "tool_id": "call_a", "type": "function"}],
}


def gave(id: str = "call_a", role: str = "tool") -> dict[str, Any]:
    return {"role": role, "content": "", "tool_results": [{"name": "get_weather", "result": "4", "tool_id": id, "type": "tool_result"}]}


def span(*sent: Any, answer: Any = SAID, kind: str = "llm") -> dict[str, Any]:
    meta = {"kind": kind, "input": {"messages": list(sent)}, "output": {"messages": [answer] if answer else []}}
    return {"span_id": "1", "trace_id": "t", "parent_id": "undefined", "name": "call", "start_ns": 1, "duration": 2, "meta": meta}


ONE = span(user(), CALLED, gave())
FOUND = {"type": "span", "attributes": {"span_id": "1", "span_kind": "llm", **{key: ONE["meta"][key] for key in ("input", "output")}}}


@pytest.mark.parametrize(
    "value",
    [
        ONE,
        {"_dd.stage": "raw", "event_type": "span", "spans": [span(user(), kind="agent"), ONE]},
        {"data": {"type": "span", "attributes": {"ml_app": "demo", "spans": [ONE]}}},
        {"data": [FOUND], "meta": {"page": {}}},
        span(user(), CALLED, gave(role="user")),
        span(user(), CALLED, {"role": "tool", "content": "4", "tool_id": "call_a"}),
        {**ONE, "meta": {**{key: ONE["meta"][key] for key in ("input", "output")}, "span": {"kind": "llm"}}},
    ],
    ids=["a span", "spans", "an intake", "a search", "results by the user", "a tool message", "the kind inside"],
)
def test_what_a_model_was_sent_and_said_is_one_history(value: dict[str, Any]) -> None:
    upload = Upload(value)
    assert upload.wrapper == "datadog-llm-obs"
    assert upload.histories == [(4, [("call_a", "get_weather", [2])])]
    assert upload.roots == {}


def test_a_call_as_the_answer_is_read() -> None:
    upload = Upload(span(user(), answer=CALLED))
    assert upload.histories == [(2, [("call_a", "get_weather", [])])]
    assert upload.roots == {}


def test_several_results_are_several_messages_before_what_the_user_says_with_them() -> None:
    twice = {**CALLED, "tool_calls": [*CALLED["tool_calls"], {**CALLED["tool_calls"][0], "tool_id": "call_b"}]}  # type: ignore[dict-item]
    both = {"role": "user", "content": "Go on.", "tool_results": [*gave()["tool_results"], *gave("call_b")["tool_results"]]}
    upload = Upload(span(user(), twice, both))
    assert upload.histories == [(6, [("call_a", "get_weather", [2]), ("call_b", "get_weather", [3])])]


def test_a_fault_points_into_the_span() -> None:
    upload = Upload({"spans": [span(user(), CALLED, gave("call_z"))]})
    assert upload.at("tool-result-unknown-id") == "call_z"


def test_spans_of_anything_else_are_none() -> None:
    for value in (span(user(), kind="workflow"), {"meta": {"input": {"value": "x"}}, "span_id": "1"}, {"data": [{"attributes": {}}]}):
        assert "datadog-llm-obs" not in Upload(value).report.input["wrappers"]


def test_odd_values_never_raise() -> None:
    assert never_raises({"data": {"attributes": {"spans": [ONE]}}}) > 100
    assert never_raises(ONE) > 100
