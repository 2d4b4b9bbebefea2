"""What gives away a format that is not read: certain marks at the beginning, and nothing less."""

import pytest

from validation.facts.unread_formats import (
    BASE64,
    COMMAND,
    CSV,
    CURL_TRACE,
    DATA_STREAM,
    FETCH,
    FLOWS,
    HTML,
    PYTHON,
    SCRIPT,
    XML,
    YAML,
    format_of_object,
    format_of_text,
)


@pytest.mark.parametrize(
    ("lines", "name"),
    [
        (["<!doctype html>"], HTML), (["<HTML lang=en>"], HTML), (['<?xml version="1.0"?>', "<html>"], HTML),
        (['<?xml version="1.0"?>'], XML),
        (["ChatCompletion(id='c', choices=[])"], PYTHON), (["<generator object stream at 0x7f00>"], PYTHON),
        (["DEBUG:openai._base_client:Request options: {'method': 'post', 'url': '/chat/completions'}"], PYTHON),
        (["curl https://api.example.org/v1 -d '{}'"], COMMAND), (["$ curl -N \\", "  -d '{}'"], COMMAND),
        (["http POST example.org"], COMMAND), (['Invoke-WebRequest -Uri "https://api.example.org/v1"'], COMMAND),
        (["$session = New-Object Microsoft.PowerShell.Commands.WebRequestSession"], COMMAND),
        (['fetch("https://api.example.org/v1/chat/completions", {'], FETCH), (["await fetch('https://api.example.org/v1', {"], FETCH),
        (["== Info: Trying 127.0.0.1:8000..."], CURL_TRACE), (["10:00:00.000000 == Info: Connected"], CURL_TRACE),
        (["2058:9:websocket;0:~8:response;900:6:reason;"], FLOWS),
        (["b'data: {}\\n\\n'"], PYTHON), (['[b"data: {}"]'], PYTHON),
        (['0:"Hello"', '0:" world"'], DATA_STREAM), (['f:{"messageId":"m"}', '9:{"toolCallId":"c"}'], DATA_STREAM),
        (["[{role:'user',content:'Hi'}]"], SCRIPT), (["{", "  // the request", '  "model": "m"'], SCRIPT), (["{", "  model: 'm',"], SCRIPT),
        (["export const request = { model: 'm' }"], SCRIPT),
        (["eyJtb2RlbCI6ImRlbW8tbW9kZWwiLCJtZXNzYWdlcyI6W119"], BASE64),
        (["interactions:", "- request:"], YAML),
        (["id,role", "1,user"], CSV), (['"id";"role"', "1;user"], CSV), (["id,role,a_long_name,…", "1,user"], CSV),
        (["messages:", "  - role: user"], YAML), (["- role: user", "  content: Hi"], YAML), (["---", "model: demo"], YAML),
    ],
)  # fmt: skip
def test_a_text_is_known_by_its_first_lines(lines: list[str], name: str) -> None:
    assert format_of_text(lines) == name


@pytest.mark.parametrize(
    "lines",
    [[], [""], ["<b>"], ["<headline>"], ["id,role"], ["id,role", "ready"], ["Hello, world", "a, b"], ["error: no model"], ["---", "ready"],
     ["print(x)"], ["curl"], ["curl failed: timeout"], ["[info] ready"], ["{x}"], ["{"],
     ["{", '"a": 1'], ["eyJ"], ["const messages = [", "  {"], ["[2026-10-01 10:00:00] ready"], ["HTTP(S)=on"], ["id"], ["role user"],
     ["fetch failed"], ["12:30:00 ready"], ["10:00:00 Info: ready"], ['0:"Hello"', "ready"], ["bad b'x'"], ["$x = 1"]],
)  # fmt: skip
def test_a_text_without_such_a_mark_has_no_name(lines: list[str]) -> None:
    assert format_of_text(lines) == ""


@pytest.mark.parametrize(
    "value",
    [{}, {"jsonrpc": "2.0"}, {"jsonrpc": "1.0", "method": "x"}, {"jsonrpc": 2.0, "result": {}}, {"info": {"schema": None}, "item": []},
     {"toolCallId": "c"}, {"toolCallId": "c", "args": {}, "type": "call"}, {"finishReason": "stop", "text": "x"},
     {"info": "https://schema.getpostman.com", "item": []}, {"info": {"schema": "https://example.org"}, "item": []}],
)  # fmt: skip
def test_an_object_without_such_a_mark_has_no_name(value: dict[str, object]) -> None:
    assert format_of_object(value) == ""


def test_messages_of_mcp_and_collections_of_postman_are_known() -> None:
    assert "MCP" in format_of_object({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {}})
    assert "MCP" in format_of_object({"jsonrpc": "2.0", "id": 1, "result": {}})
    info = {"schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"}
    assert "Postman" in format_of_object({"info": info, "item": []})


def test_lines_of_an_older_data_stream_are_known_without_their_codes() -> None:
    for value in ({"toolCallId": "c", "toolName": "f", "args": {}}, {"toolCallId": "c", "argsTextDelta": "{"}, {"finishReason": "stop"}):
        assert format_of_object(value) == DATA_STREAM
