"""Logs of one's own making: found by looking for what can be checked, and left alone where there is nothing."""

import io
import json
from typing import Any

import pytest

from tests.validation.rules.checking import loud_roots
from validation.decoding import wrappers
from validation.decoding.wrappers.homemade import look_into
from validation.examples import assistant, chunk, dumps, result, user
from validation.facts.carriage import Wrapped
from validation.pipeline import validate

from .exchanges import REQUEST, Wire, chunks, events, response
from .uploads import Upload, never_raises

WHOLE = ['{"city":"Oslo"}']
ONE, TWO = chunks(), chunks("chatcmpl-2")
BODY = events(*ONE)


def arguments(upload: Upload) -> list[str]:
    streams = upload.report.documents("streams")
    return [call["arguments"] for stream in streams for choice in stream["choices"] for call in choice["calls"]]


SPAN = {"attributes": {"gen_ai.output.messages": [{"role": "assistant", "parts": [{"type": "text", "content": "4 degrees."}]}]}}
STATE = {"channel_values": {"messages": [{"type": "human", "content": "Weather?"}, {"type": "ai", "content": "4 degrees."}]}}

# What is found, and how it is called


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("ts-chunk", [{"ts": 1790000000.5, "elapsed_ms": 4, "chunk": wire} for wire in ONE]),
        ("event-data", [*({"event": "message", "data": wire} for wire in ONE), {"event": "done", "data": "[DONE]"}]),
        ("event-data", [*({"event": "message", "data": dumps(wire)} for wire in ONE), {"event": "done", "data": "[DONE]"}]),
        ("wrapper at $.data", [{"data": wire} for wire in ONE]),
        ("wrapper at $.line", [{"t": 1, "line": f"data: {dumps(wire)}"} for wire in ONE] + [{"t": 2, "line": "data: [DONE]"}]),
        ("array of chunks", [ONE[:2], ONE[2:]]),
        ("wrapper at $.a.b.c[*]", [{"a": {"b": {"c": ONE}}}]),
        ("wrapper at $.events[*]", [{"events": [f"data: {dumps(wire)}\n\n" for wire in ONE] + ["data: [DONE]\n\n"]}]),
        ('wrapper at $["what-is-this"]', [{"what-is-this": wire} for wire in ONE]),
        ("wrapper at $.body", [{"type": "response.chunk", "ts": 1, "body": dumps(wire)} for wire in ONE]),
    ],
)
def test_chunks_are_found_and_the_log_is_named_by_the_way_to_them(name: str, lines: list[Any]) -> None:
    upload = Upload(*lines)
    assert upload.wrapper == name
    assert arguments(upload) == WHOLE
    assert upload.roots == {}


@pytest.mark.parametrize(
    "around",
    [
        {"type": "mcp_call", "id": "a"},
        {"type": "reasoning", "summary": []},
        {"type": "function_call_output", "output": ""},
        {"type": "custom", "id": "a", "parentId": "b"},
        {"type": "event_msg", "payload": {}},
        {"type": "chunk", "uuid": "a", "parentUuid": None, "sessionId": "s"},
        {"type": "assistant", "parent_tool_use_id": None, "message": {}},
        {"type": "text-delta", "id": "a"},
    ],
    ids=lambda around: str(around["type"]),
)
@pytest.mark.parametrize("as_text", [False, True])
def test_records_with_a_type_of_another_format_are_read_for_the_chunks_in_them(around: Wire, as_text: bool) -> None:
    key = next((key for key in ("payload", "message") if key in around), "data")
    lines = [{**around, key: dumps(wire) if as_text else wire} for wire in ONE]
    upload = Upload(*lines)
    assert upload.wrapper == f"wrapper at $.{key}"
    assert arguments(upload) == WHOLE
    assert upload.roots == {}


@pytest.mark.parametrize("around", [{"type": "mcp_call", "id": "a"}, {"type": "custom_message", "parentId": None}])
def test_records_with_a_type_of_another_format_are_read_for_the_messages_in_them(around: Wire) -> None:
    upload = Upload(*({**around, "data": message} for message in (user(), assistant("call_a"), result("call_a"))))
    assert upload.wrapper == "wrapper at $.data"
    assert upload.histories == [(3, [("call_a", "get_weather", [2])])]


@pytest.mark.parametrize(
    "lines",
    [[dumps(wire) for wire in ONE], [f"data: {dumps(wire)}" for wire in ONE] + ["data: [DONE]"], [BODY]],
    ids=["json", "data", "body"],
)
def test_chunks_in_lines_that_are_json_strings_are_found(lines: list[str]) -> None:
    upload = Upload(*lines)
    assert upload.wrapper == "JSON strings"
    assert arguments(upload) == WHOLE
    assert upload.roots == {}


def test_a_log_in_lines_that_are_json_strings_is_read_too() -> None:
    upload = Upload(dumps({"chunks": ONE}))
    assert upload.report.input["wrappers"] == ["JSON strings", "wrapper at $.chunks[*]"]
    assert arguments(upload) == WHOLE


def test_a_place_in_a_line_that_is_a_json_string_is_a_place_in_its_text() -> None:
    upload = Upload(*(dumps({**wire, "object": "chat.completion"}) if number == 1 else dumps(wire) for number, wire in enumerate(ONE)))
    assert upload.finding("object-wrong").places[0].line == 2
    assert upload.at("object-wrong") == "chat.completion"


@pytest.mark.parametrize("text", ["ready", "{", dumps({"name": "demo"}), dumps([1, 2])])
def test_a_json_string_that_holds_nothing_to_check_is_not_taken_for_a_log(text: str) -> None:
    assert Upload(text, text).roots == {"input-unrecognised": "error"}


def test_an_event_whose_data_is_a_json_string_is_no_chunk_to_a_client() -> None:
    data = "".join(f"data: {dumps(dumps(wire))}\n\n" for wire in ONE).encode()
    assert validate(io.BytesIO(data), name="x.sse").input["wrappers"] == []


def test_chunks_of_several_responses_go_on_by_their_ids() -> None:
    upload = Upload(*({"ts": 1, "chunk": wire} for pair in zip(ONE, TWO, strict=True) for wire in pair))
    assert arguments(upload) == WHOLE * 2
    assert upload.roots == {}


def test_texts_that_are_pieces_of_one_body_are_one_stream() -> None:
    cuts = [BODY.index("data:", at) for at in (0, 300, 600)]
    pieces = [BODY[low:high] for low, high in zip(cuts, [*cuts[1:], len(BODY)], strict=True)]
    upload = Upload(*({"bytes": len(piece), "text": piece} for piece in pieces))
    assert len(pieces) == 3
    assert arguments(upload) == WHOLE
    assert upload.roots == {}


def test_an_answer_that_a_recorder_added_up_under_the_name_of_its_chunks_is_a_whole_answer() -> None:
    answer = {**response(), "object": "chat.completion.chunk"}
    for record in (
        {"inputs": REQUEST, "outputs": answer},
        {"inputs": REQUEST, "outputs": answer, "events": [{"token": wire} for wire in ONE]},
    ):
        upload = Upload(record)
        assert upload.report.responses == 1
        assert upload.roots == {}


def test_a_whole_message_under_the_name_of_a_chunk_is_a_frame_of_the_stream_of_the_lines_before_it() -> None:
    upload = Upload(*({"chunk": wire} for wire in [*ONE, {**response(id=ONE[0]["id"]), "object": "chat.completion.chunk"}]))
    assert upload.report.streams == 1
    assert set(upload.roots) == {"message-frame-in-stream"}


def test_a_whole_message_in_the_place_of_a_chunk_is_a_frame_of_that_stream() -> None:
    upload = Upload(*({"ts": 1, "chunk": wire} for wire in [*ONE, response(id=ONE[0]["id"])]))
    assert upload.roots == {"message-frame-in-stream": "warning"}


@pytest.mark.parametrize("held", [ONE[:-1], ONE[:1]])
def test_chunks_in_one_document_are_a_whole_recording_and_no_extract(held: list[Wire]) -> None:
    assert Upload({"chunks": held}).roots == {"finish-missing": "error"}


def test_every_list_of_chunks_is_a_stream_of_its_own() -> None:
    runs = Upload({"runs": [{"name": "a", "chunks": ONE}, {"name": "b", "chunks": TWO}]})
    assert arguments(runs) == arguments(Upload([ONE, TWO])) == WHOLE * 2


@pytest.mark.parametrize("held", [SPAN, STATE], ids=["a span", "a state"])
@pytest.mark.parametrize("around", ["trace", "checkpoint", "export"])
def test_a_log_of_a_kind_that_is_known_is_read_inside_an_export(held: Wire, around: str) -> None:
    assert len(Upload({"version": 2, around: held}).histories) == 1
    assert len(Upload({"version": 2, "whatever": [held, {"other": 1}, held]}).histories) == 2


def test_the_updates_of_a_graph_are_one_history() -> None:
    used = {
        "type": "ai",
        "content": "",
        "tool_calls": [{"name": "get_weather", "args": {"city": "Oslo"}, "id": "call_a", "type": "tool_call"}],
    }
    gave = {"type": "tool", "content": "4", "tool_call_id": "call_a"}
    upload = Upload({"agent": {"messages": [used]}}, {"tools": {"messages": [gave]}})
    assert upload.histories == [(2, [("call_a", "get_weather", [1])])]
    assert upload.roots == {}


def test_a_stream_of_another_format_is_read_from_a_log_too() -> None:
    message = {"id": "m1", "type": "message", "role": "assistant", "content": [], "model": "x", "stop_reason": None, "usage": {}}
    block = {"type": "tool_use", "id": "toolu_1", "name": "get_weather", "input": {}}
    told = [
        {"type": "message_start", "message": message},
        {"type": "content_block_start", "index": 0, "content_block": block},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "input_json_delta", "partial_json": WHOLE[0]}},
        {"type": "content_block_stop", "index": 0},
        {"type": "message_delta", "delta": {"stop_reason": "tool_use"}, "usage": {"output_tokens": 9}},
        {"type": "message_stop"},
    ]
    upload = Upload(*({"ts": 1, "event": event} for event in told))
    assert arguments(upload) == WHOLE
    assert upload.roots == {}


class Asked:
    """Counts how often it is asked whether a wrapper is known; none is."""

    count = 0

    def __call__(self, _: object) -> bool:
        self.count += 1
        return False


def test_a_big_list_of_what_no_wrapper_is_known_for_is_not_asked_about_to_its_end() -> None:
    asked = Asked()
    look_into({"a": [{"x": 1}] * 5000}, asked)
    assert asked.count <= 16


def test_a_long_list_of_a_kind_that_is_known_is_read_to_its_end() -> None:
    assert len(Upload({"version": 2, "whatever": [{"other": 1}, *[SPAN] * 40]}).histories) == 40


def test_questions_about_what_is_known_are_bounded() -> None:
    asked = Asked()
    look_into({"a": [{"x": [{"y": 1}] * 3}] * 20000}, asked)
    assert asked.count < 10000


# Exchanges


@pytest.mark.parametrize(
    ("wire", "streams", "name"),
    [
        ({"request": REQUEST, "response": response()}, 1, "request-response"),
        ({"request": REQUEST, "response": BODY}, 1, "request-response"),
        ({"request": dumps(REQUEST), "response": dumps(response())}, 1, "request-response"),
        ({"request": REQUEST, "chunks": ONE}, 1, "wrapper at $.request"),
        ({"request": REQUEST, "events": [{"ms": 4, "chunk": wire} for wire in ONE]}, 1, "wrapper at $.request"),
        ({"args": [], "kwargs": REQUEST, "result": response()}, 1, "wrapper at $.kwargs"),
        ({"messages": [user()], "response": response()}, 1, "wrapper at $.messages"),
        ({"kwargs": {"messages": [user()]}, "seconds": 2}, 0, "wrapper at $.kwargs"),
        ({"id": "x", "model": "m", "usage": {"total_tokens": 3}, "request": REQUEST, "response": response()}, 1, "request-response"),
    ],
)
def test_a_request_is_a_history_and_its_answer_stands_beside_it(wire: Wire, streams: int, name: str) -> None:
    upload = Upload(wire)
    assert upload.wrapper == name
    assert (len(upload.report.documents("streams")), upload.report.histories) == (streams, 1)
    assert upload.roots == {}


@pytest.mark.parametrize(
    ("odd", "rule"),
    [
        ({"role": "model", "content": "4 degrees."}, "role-unknown"),
        ({"content": "4 degrees."}, "role-unknown"),
        (None, "role-unknown"),
        ({"role": "assistant"}, "assistant-empty"),
        ({"role": "assistant", "function_call": {"name": "f", "arguments": "{}"}}, "legacy-function-call"),
    ],
)
@pytest.mark.parametrize("held", ["request", "data", "conversation"])
def test_a_history_is_found_although_one_of_its_messages_is_odd(held: str, odd: Any, rule: str) -> None:
    upload = Upload({held: {"messages": [user(), odd, user("Hello?")]}, "response": response()})
    assert rule in upload.roots
    assert upload.finding(rule).places[0].way.startswith(f"/{held}/messages/1")


CAMEL = [
    user(),
    {"role": "assistant", "content": "", "toolCalls": [{"id": "call_a", "type": "function", "function": {"name": "f", "arguments": "{}"}}]},
    {"role": "tool", "toolCallId": "call_a", "content": "4 degrees."},
]
MODEL = [
    user(),
    {"role": "assistant", "content": [{"type": "tool-call", "toolCallId": "call_a", "toolName": "f", "input": {}}]},
    {"role": "tool", "content": [{"type": "tool-result", "toolCallId": "call_a", "toolName": "f", "output": {"type": "text"}}]},
]


PARTS = [
    {"role": "user", "parts": [{"type": "text", "content": "Weather?"}]},
    {"role": "assistant", "parts": [{"type": "tool_call", "id": "call_a", "name": "f", "arguments": {}}]},
    {"role": "tool", "parts": [{"type": "tool_call_response", "id": "call_a", "response": "4 degrees."}]},
]


@pytest.mark.parametrize("said", [CAMEL, MODEL, PARTS], ids=["camel case", "AI SDK", "OpenTelemetry"])
def test_messages_that_only_resemble_those_of_chat_completions_are_read_as_what_they_are(said: list[Wire]) -> None:
    exchange = {"request": {"model": "demo-model", "messages": said}, "response": response()}
    for upload in (
        Upload({"messages": said}), Upload({"data": {"messages": said}}), Upload({"history": said}), Upload(exchange),
    ):  # fmt: skip
        assert upload.roots == {}
        assert upload.histories == [(3, [("call_a", "f", [2])])]
    assert "tool-result-missing" in Upload({"data": {"messages": [*said[:2], said[0]]}}).roots


@pytest.mark.parametrize("around", [lambda log: {"rows": [log]}, lambda log: {"row": dumps(log)}], ids=["in a list", "as a text"])
def test_a_log_of_a_known_kind_with_messages_is_left_to_its_reader(around: Any) -> None:
    log = {"call_type": "completion", "model": "demo-model", "messages": [user()], "response": response(), "status": "success"}
    upload = Upload(around(log))
    assert "litellm" in upload.report.input["wrappers"][-1]
    assert upload.histories == Upload(log).histories


@pytest.mark.parametrize("said", [CAMEL, MODEL], ids=["camel case", "AI SDK"])
def test_such_messages_are_joined_where_each_stands_in_a_record(said: list[Wire]) -> None:
    for upload in (
        Upload(*({"message": one} for one in said)), Upload({"sessionId": "s-1", "history": [{"message": one} for one in said]}),
    ):  # fmt: skip
        assert upload.roots == {}
        assert upload.histories == [(3, [("call_a", "f", [2])])]


def test_messages_of_another_format_beside_those_that_are_known_are_not_taken_for_odd_ones() -> None:
    said = {"role": "assistant", "parts": [{"type": "text", "text": "4 degrees."}]}
    assert "assistant-empty" not in Upload({"chat": {"messages": [user(), said]}}).roots


def test_what_was_answered_was_sent() -> None:
    assert Upload({"asked": {"messages": [user()]}, "answer": response()}).report.purpose == "send"
    assert Upload({"asked": {"messages": [user()]}}).report.purpose == "archive"


def test_an_answer_is_judged_with_its_own_request() -> None:
    forced = {**REQUEST, "tool_choice": {"type": "function", "function": {"name": "get_weather"}}}
    stopped = [*ONE[:-1], chunk({}, finish="stop")]
    assert "tool-calls-finish-stop" in Upload(*({"ts": 1, "chunk": wire} for wire in stopped)).roots
    assert "tool-calls-finish-stop" in Upload({"request": REQUEST, "chunks": stopped}).roots
    for answer in (stopped, events(*stopped)):
        assert Upload({"request": forced, "response": answer}).roots == {}
    both = Upload({"request": forced, "chunks": stopped}, {"request": REQUEST, "chunks": [{**wire, "id": "c2"} for wire in stopped]})
    assert list(both.roots) == ["tool-calls-finish-stop"]
    assert both.finding("tool-calls-finish-stop").places[0].line == 2


@pytest.mark.parametrize("second", ["final", "parsed"])
def test_a_second_view_of_the_same_answer_is_not_read(second: str) -> None:
    views = {"final": response(id="chatcmpl-1"), "parsed": [{**wire, "service_tier": None} for wire in ONE]}
    upload = Upload({"request": REQUEST, "raw": events(*ONE, done=False), second: views[second]})
    assert len(upload.report.documents("streams")) == 1
    assert arguments(upload) == WHOLE


def test_a_chunk_beside_its_own_text_is_read_once() -> None:
    upload = Upload(*({"parsed": {**wire, "service_tier": None}, "raw": f"data: {dumps(wire)}"} for wire in ONE))
    assert arguments(upload) == WHOLE
    assert upload.roots == {}


def test_a_history_and_the_message_that_came_back_are_one_history() -> None:
    upload = Upload({"input": [user()], "output": assistant("call_a")})
    assert upload.histories == [(2, [("call_a", "get_weather", [])])]
    assert upload.report.purpose == "archive"
    assert upload.roots == {}
    broken = Upload({"input": [user()], "output": assistant({"id": "call_a", "type": "function", "function": {"arguments": "{}"}})})
    assert broken.finding("call-function-missing").places[0].pointer == "/output/tool_calls/0"


def test_what_came_back_may_be_a_text() -> None:
    upload = Upload({"input": dumps([user()]), "output": dumps(assistant({"id": "call_a", "type": "function"}))})
    assert upload.histories == [(2, [("call_a", None, [])])]
    place = upload.finding("call-function-missing").places[0]
    assert (place.pointer, place.via) == ("/output", "json-string")
    assert Upload({"output": dumps(assistant("call_a"))}).histories == [(1, [("call_a", "get_weather", [])])]


@pytest.mark.parametrize(
    ("sent", "gave"), [({"messages": [user()]}, {"messages": [assistant("call_a"), result()]}), ([user()], [assistant("call_a"), result()])]
)
def test_a_history_and_the_messages_that_came_back_are_one_history(sent: Any, gave: Any) -> None:
    upload = Upload({"inputs": sent, "outputs": gave})
    assert upload.histories == [(3, [("call_a", "get_weather", [2])])]
    assert upload.roots == {}
    other = [user(), assistant("call_b")]
    assert len(Upload({"inputs": sent, "before": other}).histories) == 2


def test_a_place_in_the_messages_that_came_back_is_theirs() -> None:
    upload = Upload({"inputs": {"messages": [user()]}, "outputs": {"messages": [assistant("call_a"), result("call_z")]}})
    assert upload.finding("tool-result-unknown-id").places[0].pointer == "/outputs/messages/1/tool_call_id"
    assert upload.at("tool-result-unknown-id") == "call_z"


def test_messages_on_lines_of_their_own_are_one_history_a_session() -> None:
    told = [user(), assistant("call_a"), result(), assistant(content="done")]
    upload = Upload(*({"session_id": name, "message": message} for message in told for name in ("a", "b")))
    assert upload.histories == [(4, [("call_a", "get_weather", [2])])] * 2
    assert upload.roots == {}


# Failures


@pytest.mark.parametrize(
    ("wire", "detail"),
    [
        ({"request": REQUEST, "status": 500}, "status 500"),
        ({"request": REQUEST, "status": "failed"}, "status failed"),
        ({"request": REQUEST, "response": {"status_code": 429, "text": "slow down"}}, "status 429"),
        ({"request": REQUEST, "response": {"error": {"code": "x", "message": "boom"}}}, "x: boom"),
        ({"request": REQUEST, "data": {"error": {"message": "boom"}}}, "boom"),
        ({**REQUEST, "error": "timeout"}, "timeout"),
    ],
)
def test_a_request_without_an_answer_has_failed_and_is_checked_all_the_same(wire: Wire, detail: str) -> None:
    upload = Upload(wire)
    assert upload.roots == {"request-failed": "warning"}
    assert upload.finding("request-failed").params["detail"] == detail
    assert upload.report.histories == 1


REFUSED = {"error": {"message": "Rate limit reached", "type": "rate_limit_error", "code": None}}


@pytest.mark.parametrize("wire", [{"ts": 1, "response": REFUSED}, {"ts": 1, "status": 429, "call": {"response": REFUSED}}])
def test_an_error_in_the_place_of_an_answer_is_a_failed_request_although_nothing_was_asked(wire: Wire) -> None:
    assert Upload(wire).roots == {"request-failed": "warning"}


def test_an_error_that_is_all_of_a_list_of_chunks_is_told() -> None:
    assert Upload({"request": REQUEST, "chunks": [REFUSED]}).roots == {"request-failed": "warning"}
    assert Upload({"chunks": [REFUSED]}).roots == {"stream-error-object": "error"}


def test_a_response_without_choices_is_no_chunk() -> None:
    assert Upload({"ts": 1, "response": {**response(), "choices": []}}).roots == {"non-stream-response": "error"}


def test_an_error_in_the_middle_of_a_stream_is_no_failed_request() -> None:
    frame = {"error": {"message": "overloaded", "code": 529}}
    upload = Upload(*({"ts": 1, "chunk": wire} for wire in (*ONE[:2], frame)))
    assert "stream-error-object" in upload.roots
    assert "request-failed" not in upload.roots


def test_an_error_beside_an_answer_is_none() -> None:
    assert Upload({"request": REQUEST, "response": response(), "error": None}).roots == {}
    assert Upload({"request": REQUEST, "response": response(), "warnings": 500}).roots == {}


# What is no wrapper


@pytest.mark.parametrize(
    "value",
    [
        ONE[0],
        response(),
        REQUEST,
        {"messages": [user()], "tools": []},
        user(),
        [user(), assistant(content="hi")],
        {"error": {"message": "no"}},
        {"name": "demo", "scripts": {"test": "node {}"}, "files": ["a", "b"]},
        {"meta": '{"a":1}', "list": "[1,2]", "note": "data: none"},
        {"a": {"b": {"c": {"d": {"e": ONE}}}}},
        {"level": "info", "error": "disk full", "status": 500},
        [],
        {},
    ],
)
def test_what_can_be_checked_as_it_is_and_what_holds_nothing_are_left_alone(value: Any) -> None:
    assert look_into(value, lambda _: False) is None


def test_headers_and_settings_that_hold_a_credential_are_told() -> None:
    secret = "sk-proj-" + "9fQ2vLx7RtB4mZk1Hc8N" * 2
    for wire in ({"api_key": secret, "chunk": ONE[0]}, {"headers": {"authorization": [f"Bearer {secret}"]}, "chunk": ONE[0]}):
        found = look_into(wire, lambda _: False)
        assert found is not None
        assert [part.kind for part in found.parts] == [Wrapped.HEADER, Wrapped.CHUNK]
    asked = look_into({"kwargs": {"api_key": secret, "messages": [user()]}}, lambda _: False)
    assert asked is not None
    assert [(part.kind, part.pointer) for part in asked.parts] == [(Wrapped.HEADER, "/kwargs/api_key"), (Wrapped.HISTORY, "/kwargs")]
    masked = look_into({"api_key": "sk-proj-****************************abcd", "chunk": ONE[0]}, lambda _: False)
    assert masked is not None
    assert [part.kind for part in masked.parts] == [Wrapped.CHUNK]


@pytest.mark.parametrize(
    ("wire", "pointer"),
    [
        ({**REQUEST, "api_key": "SECRET"}, "/api_key"),
        ({**REQUEST, "extra_headers": {"Authorization": "Bearer SECRET"}}, "/extra_headers/Authorization"),
        ({"custom_id": "a", "body": {**REQUEST, "api_key": "SECRET"}}, "/body/api_key"),
        ({"request_body": REQUEST, "response_body": response(), "headers": {"authorization": "Bearer SECRET"}}, "/headers/authorization"),
    ],
)
def test_a_credential_in_a_request_or_in_a_log_of_a_known_kind_is_told_where_it_stands(wire: Wire, pointer: str) -> None:
    secret = "sk-proj-" + "9fQ2vLx7RtB4mZk1Hc8N" * 2
    upload = Upload(json.loads(dumps(wire).replace("SECRET", secret)))
    assert upload.roots == {"secret-in-trace": "warning"}
    assert upload.finding("secret-in-trace").places[0].pointer == pointer
    assert Upload(json.loads(dumps(wire).replace("SECRET", "os.environ/THE_KEY"))).roots == {}


def test_names_that_differ_from_line_to_line_do_not_fill_the_report() -> None:
    upload = Upload(*({f"chunk-{number}": wire} for number, wire in enumerate([*ONE] * 10)))
    assert len(upload.report.input["wrappers"]) == wrappers.MAX_NAMES


@pytest.mark.parametrize("depth", [100, 511, 900])
def test_depth_never_raises(depth: int) -> None:
    arrays, objects = "[" * depth + '"role"' + "]" * depth, '{"chunk":' * depth + '"role"' + "}" * depth
    for text in (arrays, objects):
        assert Upload({"ts": 1, "chunk": text, "data": f"data: {text}"}).report.streams == 0
        assert validate(io.BytesIO(text.encode())).streams == 0


@pytest.mark.parametrize("messages", [5, 1.5, None, True, "Weather?", {"role": "user"}])
@pytest.mark.parametrize("output", [assistant(content="x"), {"messages": [assistant(content="x")]}])
def test_messages_that_are_no_list_are_not_joined_to_what_came_back(messages: Any, output: Wire) -> None:
    wire = {"model": "m", "messages": messages, "error": "x", "output": output}
    found = look_into(wire, lambda _: False)
    assert found is not None
    assert found.parts[0].value is wire
    assert Upload(wire).report.verdict("default") != "passes"


def test_odd_values_anywhere_never_raise() -> None:
    assert never_raises({"model": "m", "messages": 5, "error": "x", "output": {"messages": [assistant(content="x")]}}) > 50
    assert never_raises({"model": "m", "messages": 5, "output": assistant(content="x")}) > 30
    assert never_raises({"ts": 1, "session_id": 4, "request": {"model": "m", "messages": [user()]}, "response": {"choices": ONE}}) > 100
    assert never_raises({"input": [user()], "output": assistant(content="x"), "raw": BODY[:90], "error": {"error": {"code": 1}}}) > 100


@pytest.mark.parametrize(
    ("held", "rules"),
    [
        ({"error": "model crashed"}, {"stream-error-object"}),
        (dumps({"error": "model crashed"}), {"stream-error-object"}),
        ({"choices": None, "usage": {"total_tokens": 9}}, {"choices-missing-or-null", "finish-missing"}),
        ({"choices": []}, {"choices-empty-unexplained", "finish-missing"}),
    ],
)
def test_what_stands_in_the_place_of_a_chunk_is_read_as_one(held: object, rules: set[str]) -> None:
    lines = [{"ts": 1, "chunk": wire} for wire in ONE[:-1]]
    report = Upload(*lines, {"ts": 2, "chunk": held}).report
    assert loud_roots(report) == rules
