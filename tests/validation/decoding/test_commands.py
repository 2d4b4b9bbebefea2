"""A command for curl before its answer is skipped, and what it sends is the request of the answer."""

import json

import pytest

from tests.validation.decoding.reading import CHUNK, VALUE, event, everything, remarks, values
from tests.validation.rules.checking import found_by, loud_roots, report_of
from validation.decoding.commands import COMMAND
from validation.examples import chunk, header, jsonl, raw, sse, tools, user

TOOL = {"type": "function", "function": {"name": "get_time"}}
ASKED = {"model": "m", "n": 2, "messages": [user("What's up?")], "tools": [TOOL]}
ANSWER = (chunk({"role": "assistant"}), chunk(tools(header(arguments='{"city":"Oslo"}'))), chunk({}, finish="tool_calls"))
HEAD = """$ curl https://api.example.com/v1/chat/completions \\
  -H 'Content-Type: application/json' \\
"""
LONG = 100_000


def quoted(value: object, indent: int | None = None) -> str:
    return "'" + json.dumps(value, indent=indent).replace("'", "'\\''") + "'"


@pytest.mark.parametrize(
    "command",
    [
        f"{HEAD}  -d {quoted(ASKED, 2)}\n",
        f"{HEAD}  --data-raw {quoted(ASKED)} | jq .\n",
        f"{HEAD}  --data={quoted(ASKED)} \\\n  --no-buffer\n\n",
        f"curl -sNd{quoted(ASKED)} http://localhost:8000/v1/chat/completions\n",
        f"me@host:~$ curl.exe http://localhost -sSd {quoted(ASKED)}\r\n",
        'curl http://localhost -d "' + json.dumps(ASKED).replace('"', '\\"') + '"\n',
        f"```\ncurl http://localhost -d {quoted(ASKED, 2)}\n",
    ],
)
@pytest.mark.parametrize(
    "answer", [event(CHUNK), CHUNK + b"\n" + CHUNK, json.dumps(VALUE, indent=2).encode(), b"HTTP/1.1 200 OK\r\n\r\n" + CHUNK]
)
def test_a_command_before_an_answer_is_skipped_and_what_it_sends_is_the_request(command: str, answer: bytes) -> None:
    data = command.encode() + answer
    facts, found = everything(data)
    assert (values(data)[0], remarks(data)) == (VALUE, [])
    assert COMMAND in facts.wrappers
    assert facts.request is not None
    assert (facts.request.n, facts.request.messages) == (2, ASKED["messages"])
    (_, line, low, high), _value = found[0]
    assert json.loads(data[low:high].removeprefix(b"data: ")) == VALUE
    assert line == 1 + data.count(b"\n", 0, low)
    assert facts.lines == data.count(b"\n") + (not data.endswith(b"\n"))


@pytest.mark.parametrize("body", ["-d @request.json", "-d 'plain text'", "--max-time 5", "-d '[1]'", """-d '{"question": "Cold?"}'"""])
def test_a_command_that_holds_no_request_is_skipped(body: str) -> None:
    data = f"{HEAD}  {body}\n".encode() + CHUNK
    facts, _ = everything(data)
    assert (values(data), facts.wrappers, facts.request) == ([VALUE], [COMMAND], None)


@pytest.mark.parametrize(
    "data",
    [
        f"{HEAD}  -d {quoted(ASKED)}\n".encode(),
        b'curl http://localhost -d \'{"content": "what\'s up?"}\'\n' + CHUNK + b"\n'\n" + CHUNK,
        b"curl http://localhost -d '{\n" + CHUNK,
        b"curls of smoke\n" + CHUNK,
    ],
    ids=["no answer", "quotes that end too early", "quotes that never end", "words"],
)
def test_what_is_no_whole_command_before_an_answer_is_told(data: bytes) -> None:
    facts, _ = everything(data)
    assert facts.wrappers == []
    assert remarks(data)


def test_the_answer_is_judged_by_what_was_asked() -> None:
    command = f"{HEAD}  -d {quoted(ASKED, 2)}\n".encode()
    for answer in (sse(*ANSWER), jsonl(*ANSWER)):
        example = raw(command + answer.data, "example.txt")
        assert loud_roots(report_of(example)) >= {"tool-not-declared"}
        assert found_by("tool-not-declared", example)[0].params["name"] == "get_weather"


def test_a_request_that_was_given_beside_the_file_counts_more() -> None:
    command = f"{HEAD}  -d {quoted(ASKED, 2)}\n".encode()
    example = raw(command + sse(*ANSWER).data, "example.txt")
    assert not found_by(
        "tool-not-declared", example, request={"messages": [user()], "tools": [{**TOOL, "function": {"name": "get_weather"}}]}
    )


def test_an_answer_that_is_put_together_from_events_of_the_ai_sdk_is_judged_behind_a_command() -> None:
    call = {"toolCallId": "call_a", "toolName": "get_time"}
    events = sse({"type": "start", "messageId": "m1"}, {"type": "tool-input-available", **call, "input": {}}, {"type": "finish"}).data
    command = f"{HEAD}  -d {quoted(ASKED, 2)}\n".encode()
    for data in (events, command + events):
        (stream,) = report_of(raw(data, "example.txt")).documents("streams")
        assert [called["name"] for called in stream["choices"][0]["calls"]] == ["get_time"]


def test_a_credential_in_the_command_is_told() -> None:
    key = "sk-proj-Zt8yF4qLw2Xn7Bv5Rk1Ms9PdQa3Wc6"
    data = f"{HEAD}  -H 'Authorization: Bearer {key}' \\\n  -d {quoted(ASKED)}\n".encode() + CHUNK
    facts, _ = everything(data)
    assert (facts.header_keys_seen, facts.header_keys[0].at[1]) == (1, 3)


@pytest.mark.parametrize("part", [b"'", b'"', b"\\", b"\\\n", b"'a'", b'"\\"', b"$ ", b"\n", b"> "])
def test_a_command_of_odd_characters_costs_no_more_than_its_length(part: bytes) -> None:
    for data in (b"curl " + part * LONG + b"\n" + CHUNK, part * LONG + b"curl x\n" + CHUNK):
        everything(data)
