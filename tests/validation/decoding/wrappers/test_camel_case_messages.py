from typing import Any

from validation.examples import assistant, call, user

from .uploads import TOOL, Upload, never_raises

SAID = assistant(content="4 degrees.")


def used(*ids: str, **more: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": "", "toolCalls": [call(id) for id in ids], **more}


def gave(id: str = "call_a") -> dict[str, Any]:
    return {"role": "tool", "content": "4", "toolCallId": id}


def test_calls_and_results_under_such_names_are_linked() -> None:
    for upload in (Upload([user(), used("call_a"), gave(), SAID]), Upload({"messages": [user(), used("call_a"), gave(), SAID]})):
        assert upload.wrapper == "camel-case-messages"
        assert upload.histories == [(4, [("call_a", "get_weather", [2])])]
        assert upload.roots == {}


def test_declared_tools_are_known() -> None:
    upload = Upload(
        {"messages": [user(), {**used(), "toolCalls": [call("call_a", arguments='{"city":4}')]}, gave(), SAID], "tools": [TOOL]}
    )
    assert upload.roots == {"arguments-schema-mismatch": "warning"}


def test_lines_are_one_history() -> None:
    assert Upload(used("call_a", "call_b"), gave("call_b"), gave()).histories == [
        (3, [("call_a", "get_weather", [2]), ("call_b", "get_weather", [1])])
    ]


def test_plain_messages_on_lines_between_them_are_of_that_history() -> None:
    upload = Upload(user(), used("call_a"), {**gave(), "tool_call_id": "call_a"}, SAID)
    assert upload.histories == [(4, [("call_a", "get_weather", [2])])]
    assert upload.roots == {}


def test_a_fault_points_at_the_names_as_they_are_written() -> None:
    upload = Upload([user(), used("call_a"), gave("call_b"), SAID])
    assert upload.roots == {"tool-result-unknown-id": "error"}
    assert upload.finding("tool-result-unknown-id").places[0].pointer == "/2/toolCallId"
    assert upload.at("tool-result-unknown-id") == "call_b"
    nameless = Upload([user(), {**used(), "toolCalls": [call("call_a", name="")]}, gave(), SAID])
    assert nameless.finding("call-name-missing").places[0].pointer == "/1/toolCalls/0/function/name"


def test_odd_values_never_raise() -> None:
    assert never_raises([user(), used("call_a"), gave()]) > 50
