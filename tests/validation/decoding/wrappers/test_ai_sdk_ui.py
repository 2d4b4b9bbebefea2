from typing import Any

import pytest

from .uploads import Upload, never_raises

ASKED = {"id": "m1", "role": "user", "parts": [{"type": "text", "text": "Weather?"}]}
STEP = {"type": "step-start"}
SAID = {"type": "text", "text": "4 degrees.", "state": "done"}


def tool(id: Any = "call_a", state: str = "output-available", **more: Any) -> dict[str, Any]:
    output = {"output": {"celsius": 4}} if state == "output-available" else {}
    return {"type": "tool-get_weather", "toolCallId": id, "state": state, "input": {"city": "Oslo"}, **output, **more}


def reply(*parts: Any) -> dict[str, Any]:
    return {"id": "m2", "role": "assistant", "parts": list(parts)}


def test_a_call_and_its_result_live_in_one_part() -> None:
    upload = Upload([ASKED, reply(STEP, tool(), STEP, SAID)])
    assert upload.wrapper == "ai-sdk-ui-messages"
    assert upload.histories == [(4, [("call_a", "get_weather", [2])])]
    assert upload.report.verdict("default") == "passes"


def test_several_calls_of_a_step_are_one_message() -> None:
    upload = Upload([ASKED, reply(STEP, tool("call_a"), tool("call_b"), STEP, tool("call_c"), STEP, SAID), ASKED])
    assert [results for _, _, results in upload.histories[0][1]] == [[2], [3], [5]]
    assert upload.report.verdict("default") == "passes"


def test_without_marks_a_text_behind_results_is_the_next_message() -> None:
    assert Upload([ASKED, reply(tool(), SAID)]).histories[0][0] == 4
    assert Upload([ASKED, reply(SAID, tool())]).histories[0][0] == 3


@pytest.mark.parametrize("state", ["input-streaming", "input-available", "approval-requested"])
def test_a_call_that_waits_has_no_result(state: str) -> None:
    upload = Upload([ASKED, reply(STEP, tool(state=state))])
    assert upload.histories == [(2, [("call_a", "get_weather", [])])]
    assert upload.report.verdict("default") == "passes"
    assert upload.finding("tool-call-pending").places[0].pointer == "/1/parts/1"
    assert upload.at("tool-call-pending") == tool(state=state)


def test_a_call_that_waits_while_the_user_goes_on_is_told_with_the_number_of_its_message() -> None:
    upload = Upload([ASKED, reply(STEP, tool(), STEP, tool("call_b", "input-available")), ASKED])
    found = upload.finding("tool-result-missing")
    assert (found.places[0].message, found.params["message"]) == (1, 1)
    assert upload.at("tool-result-missing") == tool("call_b", "input-available")


def test_an_error_and_a_denial_are_results() -> None:
    failed = tool(state="output-error", errorText="no such city")
    denied = tool("call_b", "output-denied", approval={"id": "a", "approved": False})
    upload = Upload([ASKED, reply(STEP, failed, denied)])
    assert [results for _, _, results in upload.histories[0][1]] == [[2], [3]]
    assert upload.roots == {}


def test_a_dynamic_tool_has_its_name_beside_it() -> None:
    assert Upload([ASKED, reply({**tool(), "type": "dynamic-tool", "toolName": "search"})]).histories[0][1] == [("call_a", "search", [2])]


def test_other_parts_are_no_fault() -> None:
    picture = {"type": "file", "mediaType": "image/png", "url": "https://example.org/a.png"}
    asked = {**ASKED, "parts": [*ASKED["parts"], picture, {"type": "file", "mediaType": "application/pdf", "url": "a"}]}
    others = [
        {"type": "reasoning", "text": "Hm."},
        {"type": "source-url", "sourceId": "s", "url": "a"},
        {"type": "data-weather", "data": {}},
    ]
    upload = Upload([asked, reply(STEP, *others, SAID), reply({"type": "data-weather", "data": {}})])
    assert upload.histories == [(2, [])]
    assert upload.roots == {}


def test_a_request_of_the_chat_and_messages_on_lines_are_read() -> None:
    assert Upload({"id": "chat-1", "messages": [ASKED, reply(tool())], "trigger": "submit-message"}).histories[0][0] == 3
    lines = Upload(ASKED, reply(tool()), ASKED)
    assert lines.histories == [(4, [("call_a", "get_weather", [2])])]
    assert Upload(ASKED, reply(tool(state="input-available")), ASKED).finding("tool-result-missing").places[0].line == 2


def test_messages_of_version_4_are_read() -> None:
    invocation = {"toolCallId": "call_a", "toolName": "get_weather", "args": {"city": "Oslo"}, "state": "result", "result": "4"}
    old = {"id": "m2", "role": "assistant", "content": "4 degrees.", "toolInvocations": [invocation]}
    asked = {"id": "m1", "role": "user", "content": "Weather?"}
    assert Upload([asked, old]).histories == [(4, [("call_a", "get_weather", [2])])]
    parts = reply(STEP, {"type": "tool-invocation", "toolInvocation": {**invocation, "state": "call"}})
    assert Upload([asked, parts]).histories == [(2, [("call_a", "get_weather", [])])]


def test_input_that_was_no_json_is_told() -> None:
    broken = {**tool(state="output-error", errorText="Invalid input", rawInput="{'city': 1}"), "input": None}
    upload = Upload([ASKED, reply(STEP, broken)])
    assert upload.roots == {"arguments-invalid-json": "error"}
    assert upload.at("arguments-invalid-json") == broken


def test_odd_values_never_raise() -> None:
    assert never_raises([ASKED, reply(STEP, tool(), STEP, SAID)]) > 100
