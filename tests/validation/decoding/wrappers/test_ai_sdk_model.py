from typing import Any

import pytest

from validation.examples import assistant, call, result, user

from .exchanges import chunks, events, response
from .uploads import Upload, never_raises

CALL = {"type": "tool-call", "toolCallId": "call_a", "toolName": "get_weather", "input": {"city": "Oslo"}}
OUTPUT = {"type": "json", "value": {"celsius": 4}}
SAID = {"role": "assistant", "content": [{"type": "text", "text": "4 degrees."}]}


def used(*parts: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": list(parts)}


def gave(id: str = "call_a", **more: Any) -> dict[str, Any]:
    part = {"type": "tool-result", "toolCallId": id, "toolName": "get_weather", **(more or {"output": OUTPUT})}
    return {"role": "tool", "content": [part]}


HISTORY = [user(), used({"type": "text", "text": "Let me see."}, CALL), gave(), SAID]


@pytest.mark.parametrize(
    "upload",
    [
        Upload(HISTORY),
        Upload({"messages": HISTORY}),
        Upload([user(), used({**CALL, "args": {"city": "Oslo"}}), gave(result={"celsius": 4}), SAID]),
    ],
    ids=["a list", "an object", "version 4"],
)
def test_calls_and_results_that_are_parts_are_linked(upload: Upload) -> None:
    assert upload.wrapper == "ai-sdk-model-messages"
    assert upload.histories == [(4, [("call_a", "get_weather", [2])])]
    assert upload.roots == {}


def test_pictures_and_reasoning_beside_such_parts_are_no_faults() -> None:
    seen = {"role": "user", "content": [{"type": "text", "text": "Where?"}, {"type": "image", "image": "aGVsbG8="}]}
    thought = {"role": "assistant", "content": [{"type": "reasoning", "text": "Oslo."}, {"type": "text", "text": "4 degrees."}]}
    upload = Upload([seen, used(CALL), gave(), thought])
    assert upload.histories == [(4, [("call_a", "get_weather", [2])])]
    assert upload.roots == {}


def test_the_approval_of_a_call_is_no_result() -> None:
    asked = used(CALL, {"type": "tool-approval-request", "approvalId": "a", "toolCallId": "call_a"})
    answer = {"role": "tool", "content": [{"type": "tool-approval-response", "approvalId": "a", "approved": True}]}
    assert Upload([user(), asked, answer, gave(), SAID]).histories == [(4, [("call_a", "get_weather", [2])])]
    assert Upload(asked, answer, gave()).histories == [(2, [("call_a", "get_weather", [1])])]
    waiting = Upload([user(), asked, answer])
    assert waiting.histories == [(2, [("call_a", "get_weather", [])])]
    assert waiting.roots == {}


def test_a_content_without_parts_stays_a_message() -> None:
    assert Upload([*HISTORY, user(), {"role": "assistant", "content": []}]).histories[0][0] == 6


@pytest.mark.parametrize(
    "beside",
    [
        {"chunks": chunks()},
        {"events": [{"ms": 4, "chunk": wire} for wire in chunks()]},
        {"response": response()},
        {"raw": events(*chunks())},
    ],
)
def test_an_answer_beside_the_messages_is_read_too(beside: dict[str, Any]) -> None:
    upload = Upload({"model": "demo-model", "messages": HISTORY[:3], **beside})
    assert upload.wrapper == "ai-sdk-model-messages"
    assert upload.histories == [(3, [("call_a", "get_weather", [2])])]
    assert len(upload.report.documents("streams")) == 1
    assert upload.roots == {}


def test_a_fault_in_an_answer_beside_the_messages_is_told_where_it_stands() -> None:
    wires = chunks()
    wires[1]["object"] = "chat.completion"
    upload = Upload({"messages": HISTORY[:3], "chunks": wires})
    assert upload.finding("object-wrong").places[0].pointer == "/chunks/1/object"
    assert upload.at("object-wrong") == "chat.completion"


@pytest.mark.parametrize("beside", [{"response": {"id": "a", "messages": HISTORY[1:]}}, {"output": {"x": [1]}, "steps": []}])
def test_what_else_stands_beside_the_messages_is_no_answer(beside: dict[str, Any]) -> None:
    upload = Upload({"messages": HISTORY, **beside})
    assert len(upload.histories) == 1
    assert upload.roots == {}


def test_messages_on_lines_of_their_own_are_linked_too() -> None:
    upload = Upload(*HISTORY)
    assert upload.histories == [(4, [("call_a", "get_weather", [2])])]
    assert upload.roots == {}


def test_lines_without_such_parts_stand_in_the_same_conversation() -> None:
    upload = Upload(user(), assistant(call("call_b")), result("call_b"), *HISTORY[1:3], assistant(content="4 degrees."), gave("call_z"))
    assert upload.histories == [(7, [("call_b", "get_weather", [2]), ("call_a", "get_weather", [4])])]
    assert upload.roots == {"tool-result-orphan": "error"}
    assert upload.finding("tool-result-orphan").places[0].line == 7


def test_a_result_without_a_call_is_told_at_its_part() -> None:
    upload = Upload([user(), gave("call_z"), SAID])
    assert upload.roots == {"tool-result-orphan": "error"}
    assert upload.at("tool-result-orphan") == gave("call_z")["content"][0]


def test_such_a_part_beside_real_calls_is_a_fault_of_a_chat_history() -> None:
    upload = Upload([user(), {**assistant(call("call_a")), "content": [CALL]}, result("call_a")])
    assert upload.report.input["wrappers"] == []
    assert "content-part-type" in upload.roots


def test_odd_values_never_raise() -> None:
    assert never_raises(HISTORY) > 100
    assert never_raises({"messages": HISTORY[1:3], "response": response()}) > 100
