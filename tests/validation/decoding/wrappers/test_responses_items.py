"""Requests of the Responses API whose input is one text; lists of items are tested with the histories of other formats."""

from typing import Any

import pytest

from .exchanges import chunks, events, response
from .uploads import Upload, never_raises

TOOL = {"type": "function", "name": "get_weather", "parameters": {"type": "object", "properties": {}}}
REQUEST = {"model": "demo-model", "instructions": "Be brief.", "input": "Weather?", "tools": [TOOL]}


def test_an_input_that_is_one_text_is_one_message_of_the_user() -> None:
    upload = Upload(REQUEST)
    assert upload.wrapper == "responses-items"
    assert upload.histories == [(1, [])]
    assert upload.report.purpose == "send"
    assert upload.roots == {}


@pytest.mark.parametrize("more", [{"extra_headers": {"x-trace": "1"}, "timeout": 30}, {"extra_body": {"top_k": 4}, "extra_query": None}])
def test_what_was_given_to_an_sdk_may_stand_beside_the_input(more: dict[str, Any]) -> None:
    upload = Upload({**REQUEST, **more})
    assert upload.histories == [(1, [])]
    assert upload.roots == {}


@pytest.mark.parametrize("more", [{"timeout": 30}, {}, {"encoding_format": "float"}, {"voice": "alloy", "instructions": "Slowly."}])
def test_a_request_for_embeddings_or_speech_is_none(more: dict[str, Any]) -> None:
    upload = Upload({"model": "demo-model", "input": "Weather?", **more})
    assert upload.histories == []
    assert upload.roots == {"input-unrecognised": "error"}


ASKED = {"model": "demo-model", "input": "Weather?", "stream": True}


@pytest.mark.parametrize(
    "lines",
    [
        [{**ASKED, "chunks": chunks()}],
        [{**ASKED, "response": response()}],
        [{**ASKED, "raw": events(*chunks())}],
        [{**ASKED, "chunk": wire} for wire in chunks()],
    ],
    ids=["chunks", "a response", "a text", "a chunk a line"],
)
def test_a_log_that_holds_the_answer_beside_the_input_is_read_for_its_answer(lines: list[Any]) -> None:
    upload = Upload(*lines)
    assert len(upload.report.documents("streams")) == 1
    assert upload.histories == []
    assert upload.roots == {}


@pytest.mark.parametrize("more", [{"reasoning": "6 * 7", "output": "42"}, {"reasoning": "6 * 7"}, {"text": "Oslo is cold."}])
def test_a_row_of_a_data_set_is_no_request(more: dict[str, str]) -> None:
    upload = Upload({"model": "demo-model", "input": "Weather?", **more})
    assert upload.histories == []
    assert upload.roots == {"input-unrecognised": "error"}


@pytest.mark.parametrize("more", [{"service_tier": "priority"}, {"temperature": 0, "user": "a"}, {"truncation": "auto", "metadata": {}}])
def test_one_setting_that_only_such_a_request_has_is_enough(more: dict[str, Any]) -> None:
    upload = Upload({"model": "demo-model", "input": "Weather?", **more})
    assert upload.histories == [(1, [])]
    assert upload.roots == {}


@pytest.mark.parametrize("more", [{"reasoning": {"effort": "low"}, "temperature": 1}, {"reasoning": None, "store": False, "user": "a"}])
def test_settings_beside_the_input_leave_it_a_request(more: dict[str, Any]) -> None:
    assert Upload({**ASKED, **more}).histories == [(1, [])]


@pytest.mark.parametrize("more", [{}, {"tools": [TOOL], "instructions": "Be brief."}, {"store": False, "stream": True}])
@pytest.mark.parametrize("kind", [{}, {"type": "message"}])
def test_an_input_of_plain_messages_alone_is_a_request_to_be_sent(more: dict[str, Any], kind: dict[str, str]) -> None:
    said = [{"role": "user", "content": "Weather?"}, {"role": "assistant", "content": "Where?"}, {"role": "user", "content": "Oslo"}]
    upload = Upload({"model": "demo-model", "input": [{**kind, **message} for message in said], **more})
    assert upload.wrapper == "responses-items"
    assert upload.histories == [(3, [])]
    assert upload.report.purpose == "send"
    assert upload.roots == {}


def test_messages_under_input_beside_an_answer_or_with_calls_of_chat_completions_are_a_log() -> None:
    said = [{"role": "user", "content": "Weather?"}]
    call = {"id": "a", "type": "function", "function": {"name": "get_weather", "arguments": "{}"}}
    called = [*said, {"role": "assistant", "tool_calls": [call]}, {"role": "tool", "tool_call_id": "a", "content": "4"}]
    for value in ({"model": "m", "input": called}, {"model": "m", "input": said, "output": {"role": "assistant", "content": "4"}}):
        assert Upload(value).wrapper.startswith("wrapper at ")


def test_odd_values_never_raise() -> None:
    assert never_raises(REQUEST) > 50


ASK = {"role": "user", "content": "Weather?"}


@pytest.mark.parametrize(
    "items",
    [
        [
            {"type": "shell_call", "call_id": "c", "action": {"commands": ["ls"]}},
            {"type": "shell_call_output", "call_id": "c", "output": []},
        ],
        [{"type": "apply_patch_call", "call_id": "c"}, {"type": "apply_patch_call_output", "call_id": "c", "output": "done"}],
        [{"type": "mcp_call", "id": "mcp_1", "name": "weather", "arguments": "{}", "server_label": "a", "output": "4"}],
        [{"type": "web_search_call", "id": "ws_1", "status": "completed"}],
    ],
)
def test_calls_of_hosted_tools_alone_show_the_items(items: list[Any]) -> None:
    upload = Upload({"model": "demo-model", "input": [ASK, *items]})
    assert upload.wrapper == "responses-items"
    assert upload.histories == [(1 + len(items), [])]
    assert upload.roots == {}


def test_a_response_that_failed_says_so() -> None:
    upload = Upload(
        {"id": "resp_1", "object": "response", "status": "failed", "error": {"code": "server_error", "message": "Try later."}, "output": []}
    )
    (found,) = [finding for finding in upload.report.findings if finding.rule == "request-failed"]
    assert found.places[0].pointer == "/error"
    assert upload.roots == {"request-failed": "warning"}


def test_an_empty_list_of_tools_that_a_response_repeats_is_nothing_that_somebody_sent() -> None:
    said = {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "4"}]}
    upload = Upload({"id": "resp_1", "object": "response", "status": "completed", "tools": [], "output": [said]})
    assert upload.histories == [(1, [])]
    assert upload.roots == {}


def test_an_empty_list_of_tools_beside_a_text_is_no_fault_of_chat_completions() -> None:
    assert Upload({**REQUEST, "tools": []}).roots == {}
