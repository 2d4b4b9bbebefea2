"""Anthropic and Responses traces from their bytes to the report: routing, what is shown, and the rules that keep quiet."""

import io
import json
from typing import Any

import pytest

from tests.validation.rules.checking import found_by, is_clean, loud_roots, report_of
from validation.examples import (
    Example,
    call_events,
    call_item,
    chunk,
    document,
    jsonl,
    message_events,
    named,
    output_item,
    raw,
    response_events,
    sse,
    stream,
    tool_use,
    user,
)
from validation.pipeline import validate

MESSAGE = message_events(*tool_use(0, '{"city":', '"Oslo"}'))
RESPONSE = response_events(*call_events('{"city":', '"Oslo"}'))
TOOLS = {"tools": [{"name": "get_weather", "input_schema": {"type": "object", "properties": {"city": {"type": "integer"}}}}]}

each_format = pytest.mark.parametrize("events", [MESSAGE, RESPONSE], ids=["anthropic", "responses"])


def calls(example: Example) -> list[list[tuple[Any, ...]]]:
    documents = report_of(example).documents("streams")
    return [[(one["index"], one["id"], one["arguments"]) for choice in each["choices"] for one in choice["calls"]] for each in documents]


@each_format
def test_names_of_events_and_a_missing_done_are_right_here(events: list[dict[str, Any]]) -> None:
    report = report_of(named(*events))
    for profile in ("default", "openai-strict"):
        assert report.verdict(profile) == "passes"
    assert {finding.rule for finding in report.roots("openai-strict")} == {"input-format"}
    assert report.complete


def test_a_stop_for_a_call_that_the_message_started_with_is_right() -> None:
    start = {"id": "msg_1", "content": [{"type": "tool_use", "id": "toolu_a", "name": "get_weather", "input": {"city": "Oslo"}}]}
    events = named({"type": "message_start", "message": start}, *message_events()[1:])
    assert is_clean(events)
    assert calls(events) == [[(0, "toolu_a", '{"city":"Oslo"}')]]


@each_format
def test_a_done_at_the_end_is_no_fault(events: list[dict[str, Any]]) -> None:
    example = named(*events)
    assert is_clean(Example(example.data + b"data: [DONE]\n\n", example.name))


@each_format
def test_lines_of_json_are_read_like_events(events: list[dict[str, Any]]) -> None:
    assert calls(jsonl(*events)) == calls(named(*events))


@each_format
def test_a_type_that_stands_in_the_name_of_the_event_alone_counts(events: list[dict[str, Any]]) -> None:
    bare = [(event["type"], {key: value for key, value in event.items() if key != "type"}) for event in events]
    text = "".join(f"event: {name}\ndata: {json.dumps(data)}\n\n" for name, data in bare)
    over_lines = text.replace("data: {", "data: {\ndata: ")
    for example in (raw(text.encode()), raw(over_lines.encode()), raw(text.replace("\n", "\r\n").encode())):
        assert calls(example) == calls(named(*events))
        assert is_clean(example)


@each_format
@pytest.mark.parametrize("typed", [0, 1])
def test_some_events_may_say_their_type_and_others_not(events: list[dict[str, Any]], typed: int) -> None:
    text = "".join(
        f"event: {event['type']}\ndata: {json.dumps({key: event[key] for key in event if key != 'type' or place % 2 == typed})}\n\n"
        for place, event in enumerate(events)
    )
    assert calls(raw(text.encode())) == calls(named(*events))
    assert is_clean(raw(text.encode()))


def test_an_error_whose_type_stands_in_its_name_alone_ends_the_message() -> None:
    text = named(*MESSAGE[:-2]).data + b'event: error\ndata: {"error":{"type":"overloaded_error","message":"Overloaded"}}\n\n'
    report = report_of(raw(text))
    assert (report.streams, loud_roots(report)) == (1, {"stream-error-object"})


def test_a_name_without_data_is_not_that_of_the_next_event() -> None:
    stop = {"delta": {"stop_reason": "tool_use"}}
    text = named(*MESSAGE[:-2]).data + f"event: message_delta\n\ndata: {json.dumps(stop)}\n\n".encode() + named(MESSAGE[-1]).data
    assert report_of(raw(text)).documents("streams")[0]["choices"][0]["finish_reasons"] == []


def test_the_name_of_an_event_is_no_type_of_a_chunk() -> None:
    parts = [chunk({"role": "assistant", "content": "4"}), chunk({}, finish="stop")]
    for name in ("message_start", "response.chunk"):
        text = "".join(f"event: {name}\ndata: {json.dumps(part)}\n\n" for part in parts) + "data: [DONE]\n\n"
        assert is_clean(raw(text.encode()))
        assert report_of(raw(text.encode())).streams == 1


@each_format
def test_each_message_or_response_is_a_stream_of_its_own(events: list[dict[str, Any]]) -> None:
    report = report_of(named(*events, *events))
    assert (report.streams, len(report.documents("streams"))) == (2, 2)
    assert loud_roots(report) == set()


def test_the_kinds_of_stream_are_told_apart_in_one_file() -> None:
    report = report_of(raw(stream('{"city":"Oslo"}').data + jsonl(*MESSAGE, *RESPONSE).data))
    assert [one["dialect"] for one in report.documents("streams")] == [None, "anthropic-messages", "responses-api"]


@each_format
def test_the_end_marker_behind_chunks_is_theirs(events: list[dict[str, Any]]) -> None:
    report = report_of(raw(named(*events).data + sse(chunk({"role": "assistant", "content": "4"}), chunk({}, finish="stop")).data))
    assert report.streams == 2
    assert loud_roots(report) == set()


@each_format
def test_a_cut_last_event_belongs_to_the_stream(events: list[dict[str, Any]]) -> None:
    report = report_of(raw(named(*events).data.rstrip(b"\n"), "example.sse"))
    (cut,) = [finding for finding in report.findings if finding.rule == "sse-last-event-unterminated"]
    assert cut.segment == 0


@each_format
def test_the_message_to_put_into_a_history_is_one_of_chat_completions(events: list[dict[str, Any]]) -> None:
    (choice,) = report_of(named(*events)).documents("streams")[0]["choices"]
    (call,) = choice["message"]["tool_calls"]
    assert (call["type"], call["function"]) == ("function", {"name": "get_weather", "arguments": '{"city":"Oslo"}'})


def test_what_was_read_is_told_by_its_name() -> None:
    (note,) = found_by("input-format", named(*MESSAGE))
    assert note.params["shapes"] == "anthropic-messages streams (1)"


def test_what_the_stream_looks_like_is_told() -> None:
    assert report_of(named(*MESSAGE)).looks_like == "anthropic-messages"
    assert report_of(named(*RESPONSE)).looks_like == "responses-api"


def test_rules_on_arguments_judge_the_calls() -> None:
    broken = message_events(*tool_use(0, '{"city": Oslo}'))
    (finding,) = found_by("arguments-invalid-json", named(*broken))
    assert (finding.places[0].chunk, finding.places[0].tool_index, finding.params["char"]) == (2, 0, 9)


def test_the_request_beside_a_stream_declares_its_tools() -> None:
    report = validate(io.BytesIO(named(*MESSAGE).data), request=TOOLS)
    assert "arguments-schema-mismatch" in {finding.rule for finding in report.findings}


def test_a_truncated_call_follows_from_the_missing_end() -> None:
    report = report_of(named(*response_events(*call_events('{"city":', '"Oslo"}')[:2], end="")))
    (cut,) = [finding for finding in report.findings if finding.rule == "arguments-truncated"]
    assert cut.cause == "responses-terminal-missing"


@each_format
@pytest.mark.parametrize(("behind", "root"), [(b'\n\ndata: {"type":"mess', "json-truncated-at-end"), (b"", "sse-last-event-unterminated")])
def test_a_missing_end_follows_from_the_cut(events: list[dict[str, Any]], behind: bytes, root: str) -> None:
    report = report_of(raw(named(*events[:-1]).data.rstrip(b"\n") + behind, "cut.sse"))
    assert loud_roots(report) == {root}
    assert [finding.cause for finding in report.findings if finding.rule in NO_END] == [root]


NO_END = ("anthropic-block-order", "responses-terminal-missing")


def test_a_cut_explains_no_piece_that_has_no_block() -> None:
    lost = message_events(*tool_use(0, '{"city":', '"Oslo"}')[1:])
    assert loud_roots(report_of(raw(named(*lost[:-1]).data.rstrip(b"\n"), "cut.sse"))) >= {
        "anthropic-block-order",
        "sse-last-event-unterminated",
    }


def incomplete(reason: str | None, *events: dict[str, Any]) -> Example:
    (*before, last) = response_events(*events, end="incomplete")
    details = {} if reason is None else {"incomplete_details": {"reason": reason}}
    return named(*before, {**last, "response": {**last["response"], **details}})


CUT_CALL = call_events('{"city":')[:2]
CUT_WHOLE = {"object": "response", "status": "incomplete", "output": [call_item('{"city":')]}


@pytest.mark.parametrize(
    ("example", "reason"),
    [
        (named(*message_events(*tool_use(0, '{"city":'), stop="max_tokens")), "max_tokens"),
        (named(*message_events(*tool_use(0, '{"city":'), stop="model_context_window_exceeded")), "model_context_window_exceeded"),
        (incomplete("max_output_tokens", *CUT_CALL), "max_output_tokens"),
        (incomplete(None, *CUT_CALL), "incomplete"),
        (document(CUT_WHOLE), "incomplete"),
    ],
)
def test_a_truncated_call_follows_from_the_limit_that_the_answer_admits(example: Example, reason: str) -> None:
    assert loud_roots(report_of(example)) == {"finish-length-with-calls"}
    (cut,) = found_by("arguments-truncated", example)
    (root,) = found_by("finish-length-with-calls", example)
    assert (cut.cause, root.params["reason"]) == ("finish-length-with-calls:other-format", reason)


@pytest.mark.parametrize(
    "example",
    [
        named(*message_events(*tool_use(0, '{"city":'), stop="refusal")),
        incomplete("content_filter", *CUT_CALL),
        document({**CUT_WHOLE, "incomplete_details": {"reason": "content_filter"}}),
        document({**CUT_WHOLE, "status": "completed"}),
    ],
)
def test_another_end_explains_no_truncated_call(example: Example) -> None:
    assert loud_roots(report_of(example)) == {"arguments-truncated"}


@pytest.mark.parametrize(
    "example",
    [
        named(*message_events(*tool_use(0, "{}"), stop="max_tokens")),
        incomplete("max_output_tokens", *call_events("{}")),
        document({**CUT_WHOLE, "output": [call_item("{}")]}),
    ],
)
def test_a_limit_behind_whole_calls_is_no_fault(example: Example) -> None:
    assert is_clean(example)


def test_the_limit_explains_nothing_of_a_call_that_is_broken_otherwise() -> None:
    events = message_events(*tool_use(0, '{"city":]'), *tool_use(1, '{"city":', id="toolu_b"), stop="max_tokens")
    assert loud_roots(report_of(named(*events))) == {"arguments-invalid-json", "finish-length-with-calls"}


@pytest.mark.parametrize(
    "error",
    [
        {"type": "error", "error": {"type": "overloaded_error", "message": "busy"}},
        {"type": "error", "code": "server_error", "message": "busy", "sequence_number": 3},
    ],
    ids=["anthropic", "responses"],
)
def test_an_error_alone_is_a_failed_answer(error: dict[str, Any]) -> None:
    assert loud_roots(report_of(named(error))) == {"stream-error-object"}
    for example in (named(error), document(error)):
        assert [finding.variant for finding in found_by("stream-error-object", example)] == ["body"]


def test_an_error_of_anthropic_behind_chunks_ends_their_stream() -> None:
    report = report_of(
        jsonl(chunk({"role": "assistant", "content": "Hi"}), {"type": "error", "error": {"type": "api_error", "message": "busy"}})
    )
    assert report.streams == 1
    assert loud_roots(report) == {"stream-error-object"}


@each_format
@pytest.mark.parametrize("written", [named, jsonl])
@pytest.mark.parametrize(
    "error",
    [
        {"type": "error", "error": {"type": "server_error", "message": "busy"}},
        {"type": "error", "code": "server_error", "message": "busy", "sequence_number": 99},
        {"type": "error", "code": "server_error", "message": "busy"},
    ],
)
def test_an_error_of_whatever_format_ends_the_stream_that_is_open(
    events: list[dict[str, Any]], written: Any, error: dict[str, Any]
) -> None:
    report = report_of(written(*events[:-1], error))
    assert report.streams == 1
    (finding,) = [finding for finding in report.findings if finding.rule == "stream-error-object"]
    assert (finding.params["code"], finding.params["message"]) == ("server_error", "busy")
    assert loud_roots(report) - {"responses-sequence"} == {"stream-error-object"}


BARE = {"error": {"type": "server_error", "message": "busy"}}


@each_format
@pytest.mark.parametrize("written", [sse, jsonl, lambda *events: document({"chunks": events})])
def test_an_error_without_a_type_ends_the_stream_that_is_open(events: list[dict[str, Any]], written: Any) -> None:
    report = report_of(written(*events[:-1], BARE))
    (finding,) = [finding for finding in report.findings if finding.rule == "stream-error-object"]
    assert (report.streams, finding.variant, finding.params["message"]) == (1, "", "busy")
    assert loud_roots(report) == {"stream-error-object"}


@each_format
def test_an_error_without_a_type_behind_a_finished_stream_or_chunks_is_none_of_that_stream(events: list[dict[str, Any]]) -> None:
    for before in (events, [*events[:-1], chunk({"role": "assistant", "content": "Hi"})]):
        report = report_of(jsonl(*before, BARE))
        (finding,) = [finding for finding in report.findings if finding.rule == "stream-error-object"]
        assert (report.streams, finding.segment) == (2, 1)


@each_format
def test_an_error_behind_chunks_is_theirs_although_events_came_before(events: list[dict[str, Any]]) -> None:
    report = report_of(jsonl(*events, chunk({"role": "assistant", "content": "Hi"}), {"type": "error", "error": {"message": "busy"}}))
    (finding,) = [finding for finding in report.findings if finding.rule == "stream-error-object"]
    assert (report.streams, finding.segment) == (2, 1)
    assert loud_roots(report) == {"stream-error-object"}


def test_a_ping_alone_opens_nothing() -> None:
    assert report_of(named({"type": "ping"})).streams == 0


def test_chunks_with_keys_of_events_stay_chunks() -> None:
    report = report_of(jsonl(chunk({"role": "assistant", "content": "Hi"}, type="ping"), chunk({}, finish="stop")))
    assert report.documents("streams")[0]["dialect"] is None


# Histories


@pytest.mark.parametrize(("purpose", "verdict"), [("archive", "passes"), ("train", "passes"), ("send", "fails")])
def test_a_call_at_the_end_may_wait_unless_it_is_to_be_sent(purpose: str, verdict: str) -> None:
    for history in (messages()[:2], [call_item("{}")]):
        assert report_of(document(history, purpose=purpose)).verdict() == verdict


def messages(result: str = "toolu_a") -> list[dict[str, Any]]:
    use = {"type": "tool_use", "id": "toolu_a", "name": "get_weather", "input": {"city": "Oslo"}}
    answer = {"type": "tool_result", "tool_use_id": result, "content": "4 degrees"}
    return [user(), {"role": "assistant", "content": [use]}, {"role": "user", "content": [answer]}]


def test_a_history_of_anthropic_is_checked_and_shown() -> None:
    report = report_of(document(messages()))
    (history,) = report.documents("histories")
    assert [(one["id"], one["message"], one["results"]) for one in history["calls"]] == [("toolu_a", 1, [2])]
    assert report.verdict() == "passes"
    assert report.portability() == {}


def test_a_finding_of_a_part_is_narrowed_to_its_id() -> None:
    example = document(messages("toolu_z"), note="two faults: no result, and one that nobody asked for")
    (finding,) = [one for one in found_by("anthropic-call-linkage", example) if one.variant == "no-call"]
    place = finding.places[0]
    assert (place.message, place.pointer) == (2, "/2/content/0/tool_use_id")
    assert example.data[place.byte_start : place.byte_end] == b'"toolu_z"'


def test_a_finding_of_an_item_is_narrowed_to_its_id() -> None:
    example = document({"model": "m", "input": [call_item("{}"), output_item("fc_1")]})
    (finding,) = found_by("responses-call-linkage", example)
    place = finding.places[0]
    assert (finding.variant, place.message, place.pointer) == ("item-id", 1, "/input/1/call_id")
    assert example.data[place.byte_start : place.byte_end] == b'"fc_1"'


def test_the_output_of_a_response_is_a_history_that_waits() -> None:
    response = {"id": "resp_1", "object": "response", "status": "completed", "output": [call_item("{}")]}
    report = report_of(document(response))
    assert [len(one["calls"]) for one in report.documents("histories")] == [1]
    assert loud_roots(report) == set()


def test_items_on_lines_are_one_history() -> None:
    report = report_of(jsonl(call_item("{}"), output_item(), call_item("{}", id="fc_2"), output_item()))
    (finding,) = [one for one in report.findings if one.rule == "responses-call-linkage" and one.variant == "used-twice"]
    assert (report.histories, finding.places[0].line) == (1, 3)


def announced(*call_ids: object) -> Example:
    """A response with one call for each of these ids, whole in its done event."""
    kinds = ("response.output_item.added", "response.output_item.done")
    items = [call_item("{}", id=f"fc_{number}", call_id=call_id) for number, call_id in enumerate(call_ids)]
    events = [{"type": kind, "output_index": number, "item": item} for number, item in enumerate(items) for kind in kinds]
    return named(*response_events(*events))


@pytest.mark.parametrize(
    ("call_ids", "variant", "index"), [(("call_a", "call_a"), "used-twice", 1), (("call_a", "c" * 65), "too-long", 1), ((...,), "no-id", 0)]
)
def test_calls_of_a_responses_stream_have_ids_that_an_output_can_carry(call_ids: tuple[object, ...], variant: str, index: int) -> None:
    (finding,) = found_by("responses-call-linkage", announced(*call_ids))
    assert (finding.variant, finding.params["number"], finding.places[0].pointer) == (variant, index, "/item")
    assert loud_roots(report_of(announced(*call_ids))) == {"responses-call-linkage"}


def test_calls_of_two_responses_may_have_one_id() -> None:
    assert is_clean(announced("call_a", "call_b"))
    both = [announced("call_a"), announced("call_a")]
    assert found_by("responses-call-linkage", raw(b"".join(example.data for example in both), "example.sse")) == []


def test_items_on_lines_stand_among_messages_as_chat_completions_have_them() -> None:
    report = report_of(jsonl(user(), call_item("{}"), output_item(), {"role": "assistant", "content": "4 degrees."}))
    assert [(one["messages"], len(one["calls"])) for one in report.documents("histories")] == [(4, 1)]
    assert loud_roots(report) == set()


def test_the_tools_of_a_responses_request_are_known() -> None:
    tool = {"type": "function", "name": "get_weather", "parameters": {"type": "object", "required": ["city"]}}
    example = document({"model": "m", "tools": [tool], "input": [call_item('{"town":1}'), output_item()]})
    assert found_by("arguments-schema-mismatch", example)


def test_an_event_stream_inside_a_log_is_read() -> None:
    body = named(*MESSAGE).data.decode()
    log = {"log": {"entries": [{"request": {"url": "https://api.example/v1/messages", "method": "POST"},
                                "response": {"status": 200, "content": {"mimeType": "text/event-stream", "text": body}}}]}}  # fmt: skip
    report = report_of(Example(json.dumps(log).encode(), "example.har"))
    assert [one["dialect"] for one in report.documents("streams")] == ["anthropic-messages"]


@pytest.mark.parametrize("wire", [{"chunk": {}}, user(), {"messages": [user()]}, {"error": {"message": "boom"}}])
def test_a_record_of_another_kind_is_no_event_for_the_name_that_a_server_gave_it(wire: dict[str, Any]) -> None:
    report = report_of(raw(f"event: message_start\ndata: {json.dumps(wire)}\n\n".encode(), "example.sse"))
    assert not {finding.rule for finding in report.findings} & {"anthropic-block-order"}


def test_a_block_that_never_started_is_why_there_is_no_tool_use() -> None:
    events = named(*message_events(*tool_use(0, '{"city":', '"Oslo"}')[1:]))
    assert loud_roots(report_of(events)) == {"anthropic-block-order"}
    none = named(*message_events())
    assert loud_roots(report_of(none)) == {"anthropic-tool-use-without-block"}
