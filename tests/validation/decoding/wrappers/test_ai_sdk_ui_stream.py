from typing import Any

from .uploads import Upload, never_raises

START = {"type": "start", "messageId": "m1"}


def call(*texts: str, id: str = "call_a", whole: Any = None) -> list[dict[str, Any]]:
    deltas = [{"type": "tool-input-delta", "toolCallId": id, "inputTextDelta": text} for text in texts]
    end = {"type": "tool-input-available", "toolCallId": id, "toolName": "get_weather", "input": whole}
    return [{"type": "tool-input-start", "toolCallId": id, "toolName": "get_weather"}, *deltas, *([end] if whole is not None else [])]


def calls(upload: Upload) -> list[tuple[Any, ...]]:
    return [
        (call["id"], call["name"], call["arguments"])
        for stream in upload.report.documents("streams")
        for choice in stream["choices"]
        for call in choice["calls"]
    ]


def test_calls_are_put_together_and_the_format_named() -> None:
    upload = Upload(START, {"type": "start-step"}, *call('{"city"', ':"Oslo"}', whole={"city": "Oslo"}), {"type": "finish-step"})
    assert upload.wrapper == "ai-sdk-ui-stream"
    assert calls(upload) == [("call_a", "get_weather", '{"city":"Oslo"}')]
    assert upload.roots == {}
    assert upload.finding("format-not-checked").variant == "in-part"
    assert upload.report.verdict("default") == "could not be fully checked"


def test_fragments_of_two_calls_are_told_apart_by_their_ids() -> None:
    first, second = call('{"city":', '"Oslo"}'), call('{"city":', '"Rome"}', id="call_b")
    woven = [event for pair in zip(first, second, strict=True) for event in pair]
    assert [arguments for _, _, arguments in calls(Upload(START, *woven))] == ['{"city":"Oslo"}', '{"city":"Rome"}']


def test_a_call_without_fragments_has_its_whole_input() -> None:
    assert calls(Upload(START, *call(whole={"city": "Oslo"}))) == [("call_a", "get_weather", '{"city":"Oslo"}')]


def test_a_call_that_was_cut_is_told_where_it_began() -> None:
    upload = Upload(START, *call('{"city":'))
    assert upload.roots == {"arguments-truncated": "error"}
    assert upload.finding("arguments-truncated").places[0].line == 2
    assert upload.at("arguments-truncated")["type"] == "tool-input-start"


def test_every_message_of_the_file_is_an_answer_of_its_own() -> None:
    text = [{"type": "text-start", "id": "t"}, {"type": "text-delta", "id": "t", "delta": "4 degrees."}, {"type": "text-end", "id": "t"}]
    upload = Upload(START, *call("{}"), {"type": "finish", "finishReason": "tool-calls"}, {**START, "messageId": "m2"}, *text)
    assert len(upload.report.documents("streams")) == 2
    assert upload.roots == {}


def test_an_error_event_is_a_request_that_failed() -> None:
    upload = Upload(START, {"type": "start-step"}, {"type": "error", "errorText": "overloaded"})
    assert upload.roots == {"request-failed": "warning"}
    assert upload.finding("request-failed").places[0].line == 3


def test_the_parts_of_a_full_stream_are_read_alike() -> None:
    pieces = [{"type": "tool-input-delta", "id": "call_a", "delta": text} for text in ('{"city":', '"Oslo"}')]
    parts = [
        {"type": "tool-input-start", "id": "call_a", "toolName": "get_weather"},
        *pieces,
        {"type": "tool-input-end", "id": "call_a"},
        {"type": "tool-call", "toolCallId": "call_a", "toolName": "get_weather", "input": {"city": "Oslo"}},
        {"type": "finish", "finishReason": "tool-calls", "totalUsage": {}},
    ]
    assert calls(Upload(*parts)) == [("call_a", "get_weather", '{"city":"Oslo"}')]
    assert Upload(*parts).roots == {}
    assert Upload(*parts[:2], *parts[3:]).roots.keys() == {"truncation-reported-complete"}


def test_the_parts_of_version_4_are_read_alike() -> None:
    deltas = [{"type": "tool-call-delta", "toolCallId": "call_a", "argsTextDelta": text} for text in ('{"city":', '"Oslo"}')]
    start = {"type": "tool-call-streaming-start", "toolCallId": "call_a", "toolName": "get_weather"}
    upload = Upload(start, *deltas, {"type": "text-delta", "textDelta": "Wait"}, {"type": "finish", "finishReason": "tool-calls"})
    assert calls(upload) == [("call_a", "get_weather", '{"city":"Oslo"}')]


def test_calls_in_the_content_of_a_result_are_no_stream() -> None:
    part = {"type": "tool-call", "toolCallId": "call_a", "toolName": "get_weather", "input": {}}
    upload = Upload({"steps": [{"content": [part], "response": {"messages": [{"role": "assistant", "content": [part]}]}}]})
    assert "ai-sdk-ui-stream" not in upload.report.input["wrappers"]


def test_odd_values_never_raise() -> None:
    assert never_raises(START, *call('{"city"', ':"Oslo"}', whole={"city": "Oslo"})) > 100
