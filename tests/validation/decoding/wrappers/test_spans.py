from typing import Any

from validation.examples import assistant, dumps, result, user

from .test_otel_genai import exported, otlp, span
from .uploads import Upload, never_raises


def zipkin(tags: dict[str, str], **more: Any) -> dict[str, Any]:
    return {"traceId": "7", "id": "1", "name": "chat", "timestamp": 1, "duration": 2, "tags": tags, **more}


def sent(id: str = "call_a") -> list[Any]:
    return [user(), assistant("call_a"), result(id)]


def test_tags_of_zipkin_are_the_attributes_of_a_span() -> None:
    parts = [{"role": "user", "parts": [{"type": "text", "content": "Weather?"}]}]
    answer = [{"role": "assistant", "parts": [{"type": "tool_call", "id": "call_a", "name": "get_weather", "arguments": {}}]}]
    tags = {"gen_ai.input.messages": dumps(parts), "gen_ai.output.messages": dumps(answer)}
    upload = Upload([zipkin(tags), zipkin({"http.method": "GET"})])
    assert upload.wrapper == "otel-genai"
    assert upload.histories == [(2, [("call_a", "get_weather", [])])]
    assert upload.roots == {}


def test_tags_of_zipkin_are_read_in_the_words_of_openinference_too() -> None:
    call = "llm.input_messages.0.message.tool_calls.0.tool_call."
    tags = {
        "llm.input_messages.0.message.role": "assistant",
        f"{call}id": "call_a",
        f"{call}function.name": "get_weather",
        f"{call}function.arguments": "{}",
        "llm.input_messages.1.message.role": "tool",
        "llm.input_messages.1.message.tool_call_id": "call_z",
        "llm.input_messages.1.message.content": "4",
    }
    upload = Upload(zipkin(tags))
    assert upload.wrapper == "openinference"
    assert upload.roots == {"tool-result-unknown-id": "error"}
    assert upload.finding("tool-result-unknown-id").places[0].pointer == "/tags/llm.input_messages.1.message.tool_call_id"


def test_the_spans_of_langfuse_hold_what_was_sent_and_the_answer() -> None:
    tags = {"langfuse.observation.input": dumps({"messages": sent("call_z")}), "langfuse.observation.output": dumps(assistant(content="4"))}
    upload = Upload({"name": "chat", "context": {"trace_id": "7", "span_id": "1"}, "attributes": tags})
    assert upload.histories == [(4, [("call_a", "get_weather", [])])]
    assert upload.roots == {"tool-result-unknown-id": "error"}
    assert upload.at("tool-result-unknown-id") == "call_z"


def test_a_place_in_a_structured_attribute_leads_through_the_protocol_s_values() -> None:
    parts = [
        {"role": "assistant", "parts": [{"type": "tool_call", "id": "call_a", "name": "get_weather", "arguments": {"city": "Oslo"}}]},
        {"role": "tool", "parts": [{"type": "tool_call_response", "id": "call_z", "response": {"celsius": 4}}]},
    ]
    upload = Upload(exported(span({"gen_ai.input.messages": parts})))
    assert upload.at("tool-result-unknown-id") == "call_z"
    way = "/arrayValue/values/1/kvlistValue/values/1/value/arrayValue/values/0/kvlistValue/values/1/value/stringValue"
    assert upload.finding("tool-result-unknown-id").places[0].pointer.endswith(f"/attributes/0/value{way}")
    call = {"type": "tool_call", "id": "call_a", "name": "get_weather", "arguments": '{"city":'}
    upload = Upload(exported(span({"gen_ai.input.messages": [{"role": "assistant", "parts": [call]}]})))
    assert upload.at("arguments-truncated") == otlp(call)


def test_nothing_odd_in_a_span_raises() -> None:
    assert never_raises(zipkin({"langfuse.observation.input": dumps(sent())}, annotations=[])) > 20
