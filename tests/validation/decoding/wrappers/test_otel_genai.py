import re
from typing import Any

import pytest

from validation.examples import assistant, call, dumps, result, user

from .uploads import Upload, never_raises

ASKED = {"role": "user", "parts": [{"type": "text", "content": "Weather?"}]}


def called(id: Any = "call_a", **more: Any) -> dict[str, Any]:
    part = {"type": "tool_call", "id": id, "name": "get_weather", "arguments": {"city": "Oslo"}}
    return {"role": "assistant", "parts": [part], **more}


def answered(id: str = "call_a") -> dict[str, Any]:
    return {"role": "tool", "parts": [{"type": "tool_call_response", "id": id, "response": {"celsius": 4}}]}


def otlp(value: Any) -> dict[str, Any]:
    """A value as the protocol's JSON writes it."""
    if isinstance(value, list):
        return {"arrayValue": {"values": [otlp(element) for element in value]}}
    if isinstance(value, dict):
        return {"kvlistValue": {"values": [{"key": key, "value": otlp(member)} for key, member in value.items()]}}
    return {"stringValue": value}


def span(attributes: dict[str, Any], **more: Any) -> dict[str, Any]:
    listed = [{"key": key, "value": otlp(value)} for key, value in attributes.items()]
    return {"traceId": "0a", "spanId": "0b", "name": "chat", "attributes": listed, "events": [], "status": {"code": 1}, **more}


def exported(*spans: Any) -> dict[str, Any]:
    return {"resourceSpans": [{"resource": {}, "scopeSpans": [{"scope": {"name": "demo"}, "spans": list(spans)}]}]}


def messages(sent: list[Any], answer: list[Any] | None = None) -> dict[str, Any]:
    attributes = {"gen_ai.operation.name": "chat", "gen_ai.input.messages": dumps(sent)}
    return attributes if answer is None else {**attributes, "gen_ai.output.messages": dumps(answer)}


FAULTLESS = messages([ASKED, called(), answered()], [called("call_b", finish_reason="tool_call")])


def test_messages_in_attributes_are_one_history_with_the_answer_at_its_end() -> None:
    upload = Upload(exported(span(FAULTLESS)))
    assert upload.wrapper == "otel-genai"
    assert upload.histories == [(4, [("call_a", "get_weather", [2]), ("call_b", "get_weather", [])])]
    assert upload.report.verdict("default") == "passes"
    assert upload.report.verdict("openai-strict") == "passes"


def test_messages_in_an_attribute_that_was_cut_are_told() -> None:
    cut = {name: text[:90] for name, text in messages([ASKED, called()]).items()}
    assert Upload(exported(span(cut))).roots == {"json-truncated-at-end": "error"}


def snake(value: Any) -> Any:
    """A value whose keys are written as the fields of the protocol's messages are named."""
    if isinstance(value, list):
        return [snake(element) for element in value]
    if isinstance(value, dict):
        return {re.sub("[A-Z]", lambda found: f"_{found[0].lower()}", key): snake(member) for key, member in value.items()}
    return value


@pytest.mark.parametrize(
    "document",
    [
        snake(exported(span(FAULTLESS))),
        snake(exported(span({**FAULTLESS, "gen_ai.input.messages": [ASKED, called(), answered()]}))),
        {"batches": exported(span(FAULTLESS))["resourceSpans"]},
        {"trace": exported(span(FAULTLESS))},
        {"data": [{"name": "chat", "span_kind": "LLM", "attributes": FAULTLESS}], "next_cursor": None},
    ],
)
def test_documents_of_other_tools_with_such_spans_are_read_alike(document: dict[str, Any]) -> None:
    upload = Upload(document)
    assert upload.wrapper == "otel-genai"
    assert upload.histories == [(4, [("call_a", "get_weather", [2]), ("call_b", "get_weather", [])])]
    assert upload.roots == {}


def test_a_place_leads_through_the_text_of_the_attribute_to_the_part() -> None:
    upload = Upload(exported(span(messages([ASKED, called(), answered("call_z")], []))))
    place = upload.finding("tool-result-unknown-id").places[0]
    assert place.pointer == "/resourceSpans/0/scopeSpans/0/spans/0/attributes/1/value/stringValue"
    assert place.message == 2
    assert place.inner is not None
    assert place.inner.pointer == "/2/parts/0/id"
    assert upload.at("tool-result-unknown-id") == "call_z"


def test_lines_of_the_collector_are_read_one_by_one_and_other_spans_passed_over() -> None:
    other = exported(span({"http.method": "GET"}))
    upload = Upload(exported(span(FAULTLESS)), other, exported(span(FAULTLESS), span({"db.system": "x"})))
    assert len(upload.histories) == 2
    assert upload.report.verdict("default") == "passes"


def test_spans_without_any_message_are_not_recognised() -> None:
    assert Upload(exported(span({"gen_ai.usage.input_tokens": "9"}))).roots == {"input-unrecognised": "error"}


def test_messages_that_are_structured_attributes_are_read() -> None:
    attributes = {"gen_ai.input.messages": [ASKED, called()], "gen_ai.output.messages": [ASKED]}
    upload = Upload(exported(span(attributes)))
    assert upload.histories == [(3, [("call_a", "get_weather", [])])]
    assert upload.roots == {"tool-result-missing": "error"}
    assert upload.finding("tool-result-missing").places[0].pointer.startswith("/resourceSpans/0/scopeSpans/0/spans/0/attributes/0/")


def test_results_of_one_message_are_a_tool_message_each_under_its_number() -> None:
    both = {"role": "assistant", "parts": [*called("call_a")["parts"], *called("call_b")["parts"]]}
    results = {"role": "user", "parts": [*answered("call_a")["parts"], *answered("call_z")["parts"], {"type": "text", "content": "Well?"}]}
    upload = Upload(exported(span(messages([ASKED, both, results, ASKED]))))
    assert upload.histories[0][0] == 6
    found = upload.finding("tool-result-unknown-id")
    assert (found.places[0].message, found.params["message"]) == (2, 2)


def test_null_is_a_result_like_any_other_value() -> None:
    part = {"type": "tool_call_response", "id": "call_a", "response": None}
    assert Upload(exported(span(messages([ASKED, called(), {"role": "tool", "parts": [part]}])))).roots == {}


def test_arguments_that_are_a_text_are_judged_as_text() -> None:
    broken = {"role": "assistant", "parts": [{"type": "tool_call", "id": "a", "name": "f", "arguments": "{'city': 1}"}]}
    assert "arguments-invalid-json" in Upload(exported(span(messages([ASKED], [broken])))).roots


def test_the_telemetry_of_an_sdk_that_writes_plain_attributes_is_read() -> None:
    plain = {"name": "chat", "context": {"span_id": "0b"}, "attributes": FAULTLESS, "events": []}
    assert Upload(plain).histories[0][0] == 4
    assert len(Upload(plain, plain).histories) == 2


def test_a_details_event_may_hold_the_messages() -> None:
    event = {"name": "gen_ai.client.inference.operation.details", "attributes": span(FAULTLESS)["attributes"]}
    assert Upload(exported(span({}, events=[event]))).histories[0][0] == 4


def test_one_event_a_message_is_read() -> None:
    def event(name: str, **body: Any) -> dict[str, Any]:
        return {"name": name, "attributes": [{"key": key, "value": {"stringValue": value}} for key, value in body.items()]}

    events = [
        event("gen_ai.user.message", content="Weather?"),
        event("gen_ai.assistant.message", tool_calls=dumps([call("call_a")])),
        event("gen_ai.tool.message", id="call_a", content="4"),
        event("gen_ai.choice", finish_reason="stop", message=dumps({"role": "assistant", "content": "4 degrees."})),
    ]
    upload = Upload(exported(span({}, events=events)))
    assert upload.histories == [(4, [("call_a", "get_weather", [2])])]
    assert upload.report.verdict("default") == "passes"
    late = Upload(exported(span({}, events=[*events[:2], events[0]])))
    assert late.finding("tool-result-missing").places[0].pointer == "/resourceSpans/0/scopeSpans/0/spans/0/events/1"


def test_log_records_are_joined_by_their_span() -> None:
    def record(name: str, span_id: str, **body: Any) -> dict[str, Any]:
        return {"eventName": name, "traceId": "0a", "spanId": span_id, "body": otlp(body)}

    records = [
        record("gen_ai.user.message", "01", content="Weather?"),
        record("gen_ai.user.message", "02", content="Hello?"),
        record("gen_ai.choice", "01", finish_reason="tool_calls", message={"role": "assistant", "tool_calls": [call("call_a")]}),
        record("gen_ai.choice", "02", finish_reason="stop", message={"role": "assistant", "content": "Hello."}),
    ]
    upload = Upload({"resourceLogs": [{"scopeLogs": [{"logRecords": records}]}]})
    assert upload.histories == [(2, [("call_a", "get_weather", [])]), (2, [])]
    assert upload.report.verdict("default") == "passes"


def test_one_attribute_a_leaf_is_read() -> None:
    attributes = {
        "gen_ai.prompt.0.role": "user", "gen_ai.prompt.0.content": "Weather?",
        "gen_ai.prompt.1.role": "assistant", "gen_ai.prompt.1.tool_calls.0.id": "call_a",
        "gen_ai.prompt.1.tool_calls.0.name": "get_weather", "gen_ai.prompt.1.tool_calls.0.arguments": '{"city":"Oslo"}',
        "gen_ai.prompt.2.role": "tool", "gen_ai.prompt.2.tool_call_id": "call_a", "gen_ai.prompt.2.content": "4",
        "gen_ai.completion.0.role": "assistant", "gen_ai.completion.0.content": "4 degrees.", "gen_ai.completion.0.finish_reason": "stop",
    }  # fmt: skip
    upload = Upload(exported(span(attributes)))
    assert upload.wrapper == "otel-genai"
    assert upload.histories == [(4, [("call_a", "get_weather", [2])])]
    assert upload.report.verdict("default") == "passes"


def test_the_telemetry_of_the_ai_sdk_is_read() -> None:
    attributes = {
        "ai.prompt.messages": dumps([{"role": "user", "content": [{"type": "text", "text": "Weather?"}]}]),
        "ai.response.toolCalls": dumps([{"toolCallId": "call_a", "toolName": "get_weather", "input": '{"city":"Oslo"}'}]),
        "ai.response.finishReason": "tool-calls",
    }
    upload = Upload(exported(span(attributes)))
    assert upload.histories == [(2, [("call_a", "get_weather", [])])]
    assert upload.report.verdict("default") == "passes"


@pytest.mark.parametrize(
    ("sent", "came"),
    [
        ("gen_ai.prompt", "gen_ai.completion"), ("mlflow.spanInputs", "mlflow.spanOutputs"), ("input.value", "output.value"),
        ("gen_ai.request.messages", ""),
    ],
)  # fmt: skip
def test_an_attribute_that_may_hold_anything_is_read_when_it_holds_messages(sent: str, came: str) -> None:
    chat = [user(), assistant("call_a"), result("call_b")]
    for body in (chat, {"messages": chat, "model": "demo-model"}):
        upload = Upload(exported(span({sent: dumps(body), came: dumps({"choices": [{"message": assistant(content="4 degrees.")}]})})))
        assert [count for count, _calls in upload.histories] == [4 if came else 3]
        assert upload.at("tool-result-unknown-id") == result("call_b")["tool_call_id"]
    assert Upload(exported(span({sent: "Weather?", came: "4 degrees."}))).histories == []


def test_a_span_that_failed_is_a_request_that_failed() -> None:
    upload = Upload(exported(span(messages([ASKED]), status={"code": 2, "message": "rate limit"})))
    assert upload.roots == {"request-failed": "warning"}


def test_a_list_of_such_messages_alone_is_read() -> None:
    upload = Upload([ASKED, called(), answered()])
    assert upload.histories == [(3, [("call_a", "get_weather", [2])])]


@pytest.mark.parametrize("word", ["tool_call", "stop", "error", "end_turn"])
def test_the_words_of_this_dialect_are_no_fault(word: str) -> None:
    assert Upload(exported(span(messages([ASKED], [called(finish_reason=word)])))).roots == {}


def test_odd_values_never_raise() -> None:
    assert never_raises(exported(span(FAULTLESS))) > 100
    assert never_raises({"name": "chat", "attributes": {"gen_ai.input.messages": [ASKED, called(), answered()]}}) > 100
    assert (
        never_raises({"attributes": {}, "events": [{"name": "gen_ai.choice", "attributes": {"message": {"tool_calls": [call()]}}}]}) > 100
    )


@pytest.mark.parametrize("name", ["events", "all_messages_events"])
def test_events_in_one_attribute_are_one_history(name: str) -> None:
    told = [
        {"event.name": "gen_ai.user.message", "role": "user", "content": "Weather?"},
        {"event.name": "gen_ai.assistant.message", "role": "assistant", "tool_calls": [call("call_a")]},
        {"event.name": "gen_ai.tool.message", "role": "tool", "id": "call_a", "content": "4"},
    ]
    upload = Upload({"name": "agent run", "attributes": {name: dumps(told)}})
    assert upload.histories == [(3, [("call_a", "get_weather", [2])])]
    assert upload.roots == {}
