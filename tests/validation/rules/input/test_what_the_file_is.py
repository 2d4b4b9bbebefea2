"""What a file was taken for, and what is said when it is nothing that can be judged."""

from collections.abc import Callable

import pytest

from tests.validation.rules.checking import found_by, is_clean, loud_roots, report_of
from validation.examples import (
    Example,
    Wire,
    assistant,
    call,
    chunk,
    document,
    dumps,
    entry,
    header,
    history,
    jsonl,
    raw,
    result,
    sse,
    stream,
    tools,
    user,
)

ONE = (chunk({"role": "assistant", "content": "Hello"}), chunk({}, finish="stop"))
DONE = b"data: [DONE]\n\n"
TWO = tuple({**wire, "id": "chatcmpl-2"} for wire in ONE)


@pytest.mark.parametrize("data", [b"", b"\n", b"   \r\n\r\n", b": keep-alive\n\n", b"data: [DONE]\n\n", b"[DONE]\n", b"\xef\xbb\xbf"])
def test_nothing_is_empty_and_not_unrecognised(data: bytes) -> None:
    assert len(found_by("input-empty", raw(data))) == 1
    assert found_by("input-unrecognised", raw(data)) == []


@pytest.mark.parametrize(
    ("variant", "data"),
    [
        ("", b'{"foo":1}'),
        ("", b'{"foo":1}\n{"foo":2}\n'),
        ("", b"[1,2,3]"),
        ("", b"7"),
        ("named", b"<!doctype html>\n<html></html>\n"),
        ("text", b"hello\n"),
        ("binary", b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 4),
    ],
)
def test_something_else_is_unrecognised_and_not_empty(variant: str, data: bytes) -> None:
    (finding,) = found_by("input-unrecognised", raw(data))
    assert finding.variant == variant
    assert found_by("input-empty", raw(data)) == []


@pytest.mark.parametrize("example", [stream("{}"), history(user(), assistant(content="hi")), document({"error": {"message": "no"}})])
def test_what_can_be_judged_is_neither(example: Example) -> None:
    assert found_by("input-empty", example) == found_by("input-unrecognised", example) == []


HUMAN, AI = {"role": "human", "content": "Cold?"}, {"role": "ai", "content": "Yes."}


@pytest.mark.parametrize("example", [document([HUMAN, AI]), jsonl(HUMAN, AI), document(HUMAN), jsonl(user(), {"content": "Cold?"})])
def test_messages_of_roles_that_are_none_are_messages_all_the_same(example: Example) -> None:
    assert loud_roots(report_of(example)) == {"role-unknown"}


def test_one_note_a_file_says_how_it_was_read() -> None:
    (finding,) = found_by("input-format", sse(*ONE))
    assert finding.params["container"] == "an event stream"
    (finding,) = found_by("input-format", jsonl(*ONE, *TWO))
    assert finding.params["container"] == "JSON lines"


def test_an_unreadable_file_has_no_note_on_how_it_was_read() -> None:
    assert found_by("input-format", raw(b'{"foo":1}')) == []


def test_streams_in_a_row_are_several_but_not_interleaved() -> None:
    assert found_by("several-streams", jsonl(*ONE, *TWO))[0].params == {"streams": 2}
    assert found_by("streams-interleaved", jsonl(*ONE, *TWO)) == []


def test_streams_that_alternate_are_told_where_they_first_do() -> None:
    longer = (ONE[0], chunk({"content": " there"}), ONE[1])
    alternating = [wire for pair in zip(longer, ({**wire, "id": "chatcmpl-2"} for wire in longer), strict=True) for wire in pair]
    (finding,) = found_by("streams-interleaved", jsonl(*alternating))
    assert finding.params["line"] == 3
    assert is_clean(jsonl(*alternating))


def test_a_mark_at_the_start_is_a_note_in_json_lines_and_a_warning_in_an_event_stream() -> None:
    letters = {}
    for example in (jsonl(*ONE), sse(*ONE)):
        report = report_of(raw(b"\xef\xbb\xbf" + example.data, example.name))
        (finding,) = [finding for finding in report.findings if finding.rule == "bom-present"]
        letters[example.name] = report.weight(finding, "default")[0]
    assert letters == {"example.jsonl": "info", "example.sse": "warning"}


WHOLE_CALL = (
    chunk({"role": "assistant", "content": None}), chunk(tools(header())), chunk(tools(entry('{"city":'))),
    chunk(tools(entry('"Oslo"}'))), chunk({}, finish="tool_calls"),
)  # fmt: skip


@pytest.mark.parametrize("write", [jsonl, sse])
@pytest.mark.parametrize("place", range(1, len(WHOLE_CALL)))
def test_what_the_line_behind_a_mark_inside_a_file_brought_is_lost_with_it(write: Callable[..., Example], place: int) -> None:
    lines = [write(wire).data.removesuffix(DONE) for wire in WHOLE_CALL]
    marked = b"".join(lines[:place]) + b"\xef\xbb\xbf" + b"".join(lines[place:]) + (DONE if write is sse else b"")
    assert loud_roots(report_of(raw(marked, write(WHOLE_CALL[0]).name))) == {"bom-present"}


@pytest.mark.parametrize("place", range(len(WHOLE_CALL) - 1))
def test_what_a_broken_record_held_is_lost_with_it(place: int) -> None:
    texts = [dumps(wire) for wire in WHOLE_CALL]
    texts[place] = texts[place][:60]
    assert loud_roots(report_of(jsonl(*texts))) == {"json-invalid-line"}
    assert loud_roots(report_of(sse(*(f"data: {text}\n\n" for text in texts)))) == {"sse-data-not-json"}


def test_a_line_that_was_no_record_explains_nothing() -> None:
    trace = jsonl(WHOLE_CALL[0], "a line of a logger", *WHOLE_CALL[2:])
    assert {"json-invalid-line", "tool-id-missing", "tool-name-missing"} <= loud_roots(report_of(trace))


def test_a_broken_record_explains_nothing_of_a_call_that_began_before_it() -> None:
    nameless = {"index": 0, "id": "call_a", "type": "function", "function": {"arguments": ""}}
    texts = [dumps(WHOLE_CALL[0]), dumps(chunk(tools(nameless))), *map(dumps, WHOLE_CALL[2:])]
    texts.insert(3, dumps(WHOLE_CALL[2])[:60])
    assert loud_roots(report_of(jsonl(*texts))) == {"json-invalid-line", "tool-name-missing"}


@pytest.mark.parametrize("write", [jsonl, sse])
@pytest.mark.parametrize("second", [ONE, (chunk({"role": "assistant", **tools(header())}), *WHOLE_CALL[2:])])
def test_a_mark_between_joined_files_belongs_to_the_second_one(write: Callable[..., Example], second: tuple[Wire, ...]) -> None:
    joined = write(*ONE).data + b"\xef\xbb\xbf" + write(*({**wire, "id": "chatcmpl-2"} for wire in second)).data
    assert loud_roots(report_of(raw(joined, write(*ONE).name))) == {"bom-present"}


def test_a_mark_between_event_streams_without_done_explains_the_line_that_it_costs() -> None:
    first = sse(*ONE).data.removesuffix(DONE)
    second = (WHOLE_CALL[0], chunk({"role": "assistant", **tools(header())}), *WHOLE_CALL[2:])
    joined = first + b"\xef\xbb\xbf" + sse(*({**wire, "id": "chatcmpl-2"} for wire in second)).data
    assert loud_roots(report_of(raw(joined, "example.sse"))) == {"bom-present", "done-missing"}


def test_a_mark_before_a_stream_does_not_explain_how_that_stream_ends() -> None:
    second = [{**wire, "id": "chatcmpl-2"} for wire in WHOLE_CALL]
    for cut, expected in ((second[:3], "finish-missing"), ([*second[:3], second[4]], "truncation-reported-complete")):
        assert expected in loud_roots(report_of(raw(jsonl(*ONE).data + b"\xef\xbb\xbf" + jsonl(*cut).data)))


def test_another_encoding_is_named_once_and_explains_the_rest() -> None:
    report = report_of(raw(b"\xff\xfe" + jsonl(*ONE).data.decode().encode("utf-16-le")))
    assert [finding.kind for finding in report.roots("default") if report.weight(finding, "default")[0] == "error"] == [
        "invalid-utf8:encoding"
    ]


def test_a_cut_file_explains_that_the_stream_has_no_end() -> None:
    report = report_of(jsonl(*ONE[:1], '{"id":"chatcmpl-1","obj'))
    assert [finding.rule for finding in report.roots("default") if report.weight(finding, "default")[0] == "error"] == [
        "json-truncated-at-end"
    ]
    assert {finding.rule for finding in report.findings if finding.cause == "json-truncated-at-end"} >= {"finish-missing"}


def test_an_invalid_line_is_told_with_what_was_made_of_it() -> None:
    (finding,) = found_by("json-invalid-line", jsonl(ONE[0], str({**ONE[1], "note": None})))
    assert finding.params["line"] == 2
    assert "Python" in str(finding.params["detail"])


CALLED = {"role": "assistant", "content": "", "tool_calls": [{"function": {"name": "f", "arguments": {"city": "Oslo"}}}]}
SAID = {"type": "user", "content": "Hello", "id": "1"}


@pytest.mark.parametrize(
    ("name", "example"),
    [
        ("ai-sdk-ui-stream", sse({"type": "start", "messageId": "m"}, {"type": "text-delta", "id": "t", "delta": "Hi"})),
        ("OpenAI Realtime", jsonl({"type": "response.created", "event_id": "event_1", "response": {"id": "resp_1"}})),
        ("OpenAI text completions", sse({"id": "c", "object": "text_completion", "choices": [{"index": 0, "text": "Hi"}]})),
        (
            "OpenAI text completions",
            document({"id": "c", "object": "text.completion", "choices": [{"text": "Hi", "finish_reason": "eos"}]}),
        ),
        ("OpenAI text completions", document({"model": "m", "prompt": ["Hi"], "max_tokens": 5})),
        ("OpenAI Assistants", sse({"id": "r", "object": "thread.run", "model": "m", "usage": None})),
        ("OpenAI Assistants", document({"object": "list", "data": [{"id": "step_1", "object": "thread.run.step"}], "has_more": False})),
        ("OpenAI Assistants", document({"object": "list", "data": [{"id": "m", "object": "thread.message", "role": "user"}]})),
        ("Ollama Chat", jsonl({"model": "m", "created_at": "t", "message": assistant(content="Hi"), "done": False})),
        ("Gemini generateContent", document([{"candidates": [{"content": {"role": "model", "parts": [{"text": "Hi"}]}}]}])),
        ("Cohere Chat", sse({"type": "message-start", "id": "m", "delta": {"message": {"role": "assistant"}}}, done=False)),
        ("Bedrock Converse", document({"messages": [user([{"text": "Hi"}]), assistant(content=[{"toolUse": {"toolUseId": "t"}}])]})),
        ("Bedrock Converse", document({"messages": [user([{"text": "Hi"}])], "inferenceConfig": {"maxTokens": 9}})),
        ("Bedrock Converse", document({"output": {"message": assistant(content=[{"toolUse": {"toolUseId": "t"}}])}})),
        ("Bedrock Converse", document([user([{"text": "Hi"}]), assistant(content=[{"toolUse": {"toolUseId": "t"}}])])),
        ("Gemini generateContent", jsonl({"key": "a", "request": {"contents": [{"parts": [{"text": "Hi"}]}]}})),
        ("Gemini Interactions", document({"id": "i", "object": "interaction", "model": "m", "outputs": [{"type": "text", "text": "Hi"}]})),
        ("Ollama Chat", document({"model": "m", "messages": [user(), CALLED, {"role": "tool", "tool_name": "f", "content": "4"}]})),
        ("Cohere Chat", document({"model": "m", "messages": [user(), {"role": "assistant", "tool_plan": "Ask.", "tool_calls": []}]})),
        ("a session of Gemini CLI", document({"sessionId": "s", "messages": [SAID, {"type": "gemini", "content": "Hi", "id": "2"}]})),
        (
            "a session of Qwen Code",
            jsonl(
                {"uuid": "1", "parentUuid": None, "sessionId": "s", "type": "user", "message": {"role": "user", "parts": [{"text": "Hi"}]}},
                {"uuid": "2", "parentUuid": "1", "sessionId": "s", "type": "system", "subtype": "ui_telemetry", "systemPayload": {}},
                {"uuid": "3", "parentUuid": "2", "sessionId": "s", "type": "assistant", "message": {"role": "model", "parts": []}},
            ),
        ),
        ("a session of opencode", document({"info": {}, "messages": [{"info": {"role": "user"}, "parts": [{"type": "text"}]}]})),
        ("messages of Pydantic AI", document([{"kind": "request", "parts": [{"part_kind": "user-prompt", "content": "Hi"}]}])),
        ("messages of LlamaIndex", document([{"role": "user", "blocks": [{"block_type": "text", "text": "Hi"}]}])),
        ("messages of Haystack", document([user([{"text": "Hi"}]), {"role": "assistant", "content": [{"tool_call": {"tool_name": "f"}}]}])),
        (
            "an export of LibreChat",
            document({"conversationId": "c", "messages": [{"messageId": "m", "text": "Hi", "isCreatedByUser": True}]}),
        ),
        ("messages of Spring AI", document([{"messageType": "USER", "text": "Hi", "metadata": {}}])),
        ("messages of LangChain4j", document([{"type": "AI", "toolExecutionRequests": [{"id": "a", "name": "f", "arguments": "{}"}]}])),
        ("messages of LangChain4j", document([{"type": "TOOL_EXECUTION_RESULT", "id": "a", "toolName": "f", "text": "4"}])),
        (
            "messages of AutoGen",
            document([{"type": "TextMessage", "source": "user", "content": "Hi"}, {"type": "ToolCallRequestEvent", "source": "a"}]),
        ),
        (
            "messages of AutoGen",
            document(
                [{"type": "UserMessage", "source": "user", "content": "Hi"}, {"type": "AssistantMessage", "source": "a", "content": []}]
            ),
        ),
        (
            "messages of AutoGen",
            document([user(), assistant("a"), {"role": "tool", "content": "4", "tool_responses": [result("a")]}, assistant(content="So")]),
        ),
        ("messages of Microsoft.Extensions.AI", document([{"role": "user", "contents": [{"$type": "text", "text": "Hi"}]}])),
        (
            "a chat history of Semantic Kernel",
            document([{"Role": {"Label": "user"}, "Items": [{"$type": "TextContent", "Text": "Hi"}]}]),
        ),
        ("messages of Letta", jsonl({"message_type": "user_message", "content": "Hi"}, {"message_type": "tool_call_message"})),
        (
            "messages of Mastra",
            document([{"id": "1", "role": "user", "content": {"format": 2, "parts": [{"type": "text", "text": "Hi"}]}}]),
        ),
        ("events of Google's agent kit", document([{"author": "a", "content": {"role": "model", "parts": [{"functionCall": {}}]}}])),
        ("events of AG-UI", jsonl({"type": "RUN_STARTED", "runId": "r"}, {"type": "TOOL_CALL_START", "toolCallId": "a"})),
        ("a thread of Zed", document({"title": "t", "messages": [{"User": {"content": [{"Text": "Hi"}]}}, {"Agent": {"content": []}}]})),
        ("a thread of Amp", document({"messages": [user(), user([{"type": "tool_result", "toolUseID": "t", "run": {}}])]})),
        ("a session of Goose", document([user(), user([{"type": "toolResponse", "id": "a", "toolResult": {}}])])),
        ("a ChatGPT export", document([{"title": "t", "current_node": "a", "mapping": {"a": {"message": None}}}])),
        ("events of codex exec", jsonl({"type": "thread.started", "thread_id": "t"}, {"type": "turn.started"})),
        ("events of Gemini CLI", jsonl(user(), {"type": "tool_use", "tool_name": "f", "tool_id": "a", "parameters": {}})),
        ("ShareGPT", jsonl(*[{"conversations": [{"from": "human", "value": "Hi"}]}] * 2)),
        ("preference training lines", jsonl({"input": {"messages": [user()]}, "preferred_output": [], "non_preferred_output": []})),
    ],
)
def test_a_format_without_rules_is_refused_by_name(name: str, example: Example) -> None:
    report = report_of(example)
    assert found_by("format-not-checked", example)[0].params == {"format": name}
    assert report.verdict("default") == "could not be fully checked"


def test_a_format_beside_what_was_checked_is_named_as_such() -> None:
    example = jsonl({"messages": [user()]}, {"contents": [{"parts": [{"text": "Hi"}]}]})
    (finding,) = found_by("format-not-checked", example)
    assert (finding.variant, finding.params) == ("beside", {"format": "Gemini generateContent"})
    assert report_of(example).histories == 1


@pytest.mark.parametrize(
    ("what", "text"),
    [
        ("a page of HTML", "<!DOCTYPE html>\n<title>502</title>\n"),
        ("a page of HTML", "<html><body>502 Bad Gateway</body></html>"),
        ("XML", '<?xml version="1.0"?>\n<error/>\n'),
        ("a table (CSV)", 'id,role,content\n1,user,"What, now?"\n'),
        ("a table (CSV)", "id;role\n1;user\n"),
        ("YAML", "messages:\n  - role: user\n    content: Hi\n"),
        ("YAML", "---\nmodel: demo\nmessages: []\n"),
        ("YAML", "---\nversion: 2\ninteractions: []\n"),
        ("YAML", "requests:\n- body: null\nresponses:\n- body: null\n"),
        ("YAML", "interactions:\n- request:\n    body:\n      {}\n    uri: https://demo.example\n"),
        ("a page of HTML", "<html>\n<script>\n{}\n</script>\n"),
        ("objects as Python prints them", "ChatCompletionChunk(id='c', choices=[])\nChatCompletionChunk(id='c', choices=[])\n"),
        ("objects as Python prints them", "[AIMessageChunk(content='Hi', id='run-1')]\n"),
        ("objects as Python prints them", "<openai.Stream object at 0x7f0000000000>\n"),
        ("JSON-RPC, as MCP servers speak it", '{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n{"jsonrpc":"2.0","id":1,"result":{}}\n'),
        ("OpenTelemetry data in which no span or record has messages of a model", '{"resourceSpans":[{"scopeSpans":[{"spans":[{}]}]}]}'),
        ("a trajectory in ATIF", '{"schema_version":"ATIF-v1.4","session_id":"s","steps":[{"step_id":1,"source":"user","message":"Hi"}]}'),
        ("an export of Copilot Chat", '{"requesterUsername":"u","requests":[{"message":{"text":"Hi"},"response":[]}]}'),
        ("a Postman collection", '{"info":{"schema":"https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},"item":[]}'),
    ],
)
def test_a_file_of_another_kind_is_refused_by_name(what: str, text: str) -> None:
    (finding,) = found_by("input-unrecognised", raw(text.encode()))
    assert (finding.variant, finding.params) == ("named", {"what": what})


@pytest.mark.parametrize(
    "text", ["Hello, world\n", "502 Bad Gateway\n", "error: no model\nerror: no model\n", "done;\n", "Traceback (most recent call last):\n"]
)
def test_a_text_without_a_certain_mark_gets_no_name(text: str) -> None:
    (finding,) = found_by("input-unrecognised", raw(text.encode()))
    assert finding.variant == "text"


def test_json_of_another_shape_is_not_called_by_the_few_lines_around_it() -> None:
    (finding,) = found_by("input-unrecognised", raw(b"messages: 2\n" + b'{"level":"info"}\n' * 3))
    assert finding.variant == ""


@pytest.mark.parametrize("around", ["id,chunk\n{}", "messages:\n{}", "<html>\n{}", "Chunk(id=1)\n{}"])
def test_no_name_is_given_to_a_file_in_which_something_can_be_read(around: str) -> None:
    report = report_of(raw(around.format(jsonl(*ONE).data.decode()).encode()))
    assert report.streams == 1
    assert not {finding.rule for finding in report.findings} & {"input-unrecognised", "format-not-checked"}


@pytest.mark.parametrize(
    "example",
    [
        jsonl({"type": "turn.completed", "messages": [user()]}),
        jsonl({"type": "RUN_STARTED", "messages": [user()]}),
        jsonl({"request": {"messages": [user()]}, "response": {"candidates": [{"content": {"parts": [{"text": "Hi"}]}}]}}),
        jsonl({**user(), "message_type": "user_message"}),
        jsonl({"type": "item.completed", "item": user()}),
        jsonl({"type": "TEXT_MESSAGE_END", "messageId": "1", "message": user()}),
        jsonl({"event_type": "interaction.logged", "messages": [user()]}),
        jsonl({"message_type": "chat_message", "message": user()}),
        jsonl({"messageType": "chat", "text": "Hi", "messages": [user()]}),
    ],
    ids=["codex exec", "AG-UI", "Gemini", "Letta", "codex item", "AG-UI message", "interaction", "Letta log", "Spring AI log"],
)
def test_what_only_resembles_another_format_is_read(example: Example) -> None:
    report = report_of(example)
    assert report.histories == 1
    assert not found_by("format-not-checked", example)


@pytest.mark.parametrize("part", [{"text": "Hi", "tool_call": {"tool_name": "f"}}, {"tool_call": {"name": "f"}}, {"tool_call_result": "4"}])
def test_a_part_without_a_type_is_told_and_keeps_no_message_from_being_read(part: Wire) -> None:
    example = document([user(), assistant(content=[part]), user()])
    assert report_of(example).histories == 1
    (finding,) = found_by("content-part-type", example)
    assert finding.places[0].message == 1


_STOPPED = {"index": 0, "finish_reason": "stop"}


@pytest.mark.parametrize(
    "choices",
    [None, [], [None], "none", {**_STOPPED, "message": assistant(content="Hi")}, [_STOPPED], [{**_STOPPED, "message": None}],
     [{"index": 0, "finish_reason": "tool_calls", "message": "Hi"}], [{"index": 0}]],
)  # fmt: skip
def test_a_whole_response_without_a_message_in_a_list_of_choices_does_not_pass(choices: object) -> None:
    wire = {"id": "c", "object": "chat.completion", "created": 1790000000, "model": "m", "choices": choices}
    for example in (document(wire), document({"request": {"model": "m", "messages": [user()]}, "response": wire})):
        (finding,) = found_by("non-stream-response", example)
        assert finding.variant == "no-choice"
        assert report_of(example).verdict("default") == "fails"
        assert loud_roots(report_of(example)) == {"non-stream-response"}
    (finding,) = found_by("non-stream-response", document({**wire, "error": {"message": "boom"}}))
    assert finding.variant == ""


def test_chunks_in_a_log_are_read_whatever_the_names_around_them_resemble() -> None:
    around: tuple[Wire, ...] = (
        {"type": "TEXT_MESSAGE_CHUNK", "messageId": "1"}, {"message_type": "chunk_message"}, {"author": "a", "content": {"parts": []}}, {},
    )  # fmt: skip
    for one in around:
        report = report_of(jsonl(*({**one, "Agent": piece} for piece in ONE)))
        assert report.streams == 1


def test_messages_of_another_library_between_plain_ones_are_named_and_not_judged() -> None:
    example = jsonl(user(), assistant(content=[{"type": "toolRequest", "id": "a", "toolCall": {}}]), assistant(content="4 degrees."))
    (finding,) = found_by("format-not-checked", example)
    assert (finding.variant, finding.params) == ("beside", {"format": "a session of Goose"})
    assert is_clean(example)


def test_what_a_collection_of_requests_holds_is_read_before_it_is_named() -> None:
    body = {"mode": "raw", "raw": dumps({"model": "demo", "messages": [user()]})}
    info = {"schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"}
    assert report_of(document({"info": info, "item": [{"request": {"body": body}}]})).histories == 1


def test_a_limit_makes_the_report_incomplete() -> None:
    deep = jsonl(ONE[0], "[" * 600 + "]" * 600, ONE[1])
    assert report_of(deep).complete is False
    assert found_by("limit-exceeded", deep)[0].params["line"] == 2


def test_a_file_of_125_clean_interleaved_streams_is_clean() -> None:
    longer = (ONE[0], chunk({"content": " there"}), ONE[1])
    wires = [{**wire, "id": f"chatcmpl-{number}"} for wire in longer for number in range(125)]
    assert is_clean(jsonl(*wires))


@pytest.mark.parametrize("end", ["", ",", ",\n\n"])
def test_a_list_that_is_not_closed_says_so_and_shows_no_value(end: str) -> None:
    (finding,) = found_by("json-truncated-at-end", raw(f"[{dumps(ONE[0])},\n{dumps(ONE[1])}{end}".encode(), "example.json"))
    assert finding.variant == "open-list"


def test_a_call_with_an_index_beyond_the_limit_is_judged() -> None:
    report = report_of(jsonl(ONE[0], chunk(tools(entry('{"city":', index=10**12, id="call_a", name="f"))), chunk({}, finish="tool_calls")))
    assert "limit-exceeded:index" in {finding.kind for finding in report.findings}
    assert "truncation-reported-complete" in {finding.rule for finding in report.findings}


def test_a_line_whose_calls_are_plain_is_read_whatever_stands_beside_them() -> None:
    planned = {**assistant(call("call_a", "f")), "tool_plan": "Ask."}
    report = report_of(jsonl(user(), planned, result("call_a"), assistant(content="Four.")))
    assert not loud_roots(report)
