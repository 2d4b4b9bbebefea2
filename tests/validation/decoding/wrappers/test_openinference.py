from typing import Any

import pytest

from validation.examples import dumps

from .test_otel_genai import exported, span
from .uploads import TOOL, Upload, never_raises


def leaves(kind: str, number: int, role: str, **more: Any) -> dict[str, Any]:
    prefix = f"llm.{kind}_messages.{number}.message."
    return {f"{prefix}role": role, **{f"{prefix}{name.replace('__', '.')}": value for name, value in more.items()}}


def called(kind: str, number: int, id: str = "call_a") -> dict[str, Any]:
    inside = {"id": id, "function__name": "get_weather", "function__arguments": '{"city": "Oslo"}'}
    return leaves(kind, number, "assistant", **{f"tool_calls__0__tool_call__{name}": value for name, value in inside.items()})


SENT = {
    "openinference.span.kind": "LLM", **leaves("input", 0, "user", content="Weather?"), **called("input", 1),
    **leaves("input", 2, "tool", tool_call_id="call_a", content="4"), "llm.tools.0.tool.json_schema": dumps(TOOL),
}  # fmt: skip


def test_flat_attributes_are_put_together_again() -> None:
    upload = Upload(exported(span({**SENT, **called("output", 0, "call_b")})))
    assert upload.wrapper == "openinference"
    assert upload.histories == [(4, [("call_a", "get_weather", [2]), ("call_b", "get_weather", [])])]
    assert upload.report.verdict("default") == "passes"
    assert upload.report.verdict("openai-strict") == "passes"


def test_messages_go_by_their_number_and_not_by_their_place() -> None:
    backwards = dict(reversed({**SENT, **leaves("output", 0, "assistant", content="4 degrees.")}.items()))
    assert Upload(exported(span(backwards))).report.verdict("default") == "passes"


def test_a_place_is_that_of_the_attribute() -> None:
    wrong = {**SENT, "llm.input_messages.2.message.tool_call_id": "call_z"}
    upload = Upload(exported(span(wrong)))
    assert upload.finding("tool-result-unknown-id").places[0].message == 2
    assert upload.at("tool-result-unknown-id") == "call_z"


def test_nested_attributes_are_read() -> None:
    asked = {"message": {"role": "user", "contents": [{"message_content": {"type": "text", "text": "Weather?"}}]}}
    tool_call = {"tool_call": {"id": "call_a", "function": {"name": "get_weather", "arguments": "{}"}}}
    nested = {"llm": {"input_messages": [asked], "output_messages": [{"message": {"role": "assistant", "tool_calls": [tool_call]}}]}}
    upload = Upload({"name": "ChatCompletion", "attributes": nested})
    assert upload.wrapper == "openinference"
    assert upload.histories == [(2, [("call_a", "get_weather", [])])]
    assert upload.report.verdict("default") == "passes"


def test_a_page_of_spans_as_phoenix_gives_it_is_read() -> None:
    page = {
        "data": [{"name": "ChatCompletion", "span_kind": "LLM", "attributes": {**SENT, **called("output", 0, "call_b")}}, {"name": "x"}]
    }
    upload = Upload(page)
    assert upload.wrapper == "openinference"
    assert upload.histories == [(4, [("call_a", "get_weather", [2]), ("call_b", "get_weather", [])])]
    assert upload.roots == {}


CALLED = {"tool_call.id": "call_a", "tool_call.function.name": "get_weather", "tool_call.function.arguments": '{"city": "Oslo"}'}
ROW = {
    "name": "ChatCompletion", "span_kind": "LLM", "context.span_id": "1f", "attributes.llm.model_name": "demo-model",
    "attributes.llm.input_messages": [
        {"message.role": "user", "message.contents": [{"message_content.type": "text", "message_content.text": "Weather?"}]},
        {"message.role": "assistant", "message.tool_calls": [CALLED]},
        {"message.role": "tool", "message.tool_call_id": "call_a", "message.content": "4"},
    ],
    "attributes.llm.output_messages": [{"message.role": "assistant", "message.content": "4 degrees."}],
    "attributes.llm.tools": [{"tool.json_schema": dumps(TOOL)}],
}  # fmt: skip
OTHER = {**dict.fromkeys(ROW), "name": "chain", "span_kind": "CHAIN", "context.span_id": "1e"}


@pytest.mark.parametrize("values", [(ROW,), (OTHER, ROW), ([ROW, OTHER],), ([OTHER, ROW],)])
def test_rows_of_a_table_of_spans_are_read(values: tuple[Any, ...]) -> None:
    upload = Upload(*values)
    assert upload.wrapper == "openinference"
    assert upload.histories == [(4, [("call_a", "get_weather", [2])])]
    assert upload.report.verdict("default") == "passes"


def test_messages_that_are_a_text_in_such_a_row_are_read() -> None:
    upload = Upload({name: dumps(value) if isinstance(value, list) else value for name, value in ROW.items()})
    assert upload.histories == [(4, [("call_a", "get_weather", [2])])]
    assert upload.roots == {}


def test_a_place_in_such_a_row_is_that_of_the_leaf() -> None:
    asked, called, answered = ROW["attributes.llm.input_messages"]
    upload = Upload({**ROW, "attributes.llm.input_messages": [asked, called, {**answered, "message.tool_call_id": "call_z"}]})
    assert upload.at("tool-result-unknown-id") == "call_z"
    wrong = {**CALLED, "tool_call.function.name": "get_time"}
    upload = Upload({**ROW, "attributes.llm.input_messages": [asked, {**called, "message.tool_calls": [wrong]}, answered]})
    assert upload.finding("tool-not-declared").params["declared"] == "get_weather"


def test_the_declared_tools_are_known() -> None:
    other = {**SENT, "llm.input_messages.1.message.tool_calls.0.tool_call.function.name": "get_time"}
    found = Upload(exported(span(other))).finding("tool-not-declared")
    assert found.params["declared"] == "get_weather"


def test_what_is_empty_has_no_attribute_and_is_not_said_to_be_missing() -> None:
    upload = Upload(exported(span({**leaves("input", 0, "user", content="Hello?"), **leaves("output", 0, "assistant")})))
    assert upload.histories == [(2, [])]
    assert upload.roots == {}
    assert upload.report.verdict("deepseek") == "passes"


def test_odd_values_never_raise() -> None:
    assert never_raises(exported(span({**SENT, **called("output", 0, "call_b")}))) > 100
    assert never_raises(ROW) > 100
