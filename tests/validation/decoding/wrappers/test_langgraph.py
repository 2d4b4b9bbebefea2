from typing import Any

import pytest

from validation.examples import call

from .test_langchain import FAULTLESS, ai, gave, human
from .uploads import Upload, never_raises


def state(*messages: Any) -> dict[str, Any]:
    return {"values": {"messages": list(messages)}, "next": [], "checkpoint": {"checkpoint_id": "1"}}


@pytest.mark.parametrize(
    "value",
    [
        state(*FAULTLESS),
        {"messages": FAULTLESS},
        {"channel_values": {"messages": FAULTLESS}},
        {"event": "values", "data": {"messages": FAULTLESS}},
    ],
    ids=["a state", "bare values", "a checkpoint", "an event"],
)
def test_the_messages_of_a_thread_are_a_history(value: dict[str, Any]) -> None:
    upload = Upload(value)
    assert upload.wrapper == "langgraph-state"
    assert upload.histories == [(4, [("call_a", "get_weather", [2])])]
    assert upload.report.verdict("default") == "passes"


def test_every_state_of_a_thread_is_a_history_of_its_own() -> None:
    upload = Upload([state(*FAULTLESS), state(*FAULTLESS[:2]), state(human())])
    assert [messages for messages, _ in upload.histories] == [4, 2, 1]
    assert upload.report.verdict("default") == "passes"


def test_a_doubled_finish_reason_is_told_at_its_message() -> None:
    doubled = ai("call_a", finish="tool_callstool_calls", additional_kwargs={"tool_calls": [call("call_a")]})
    upload = Upload(state(human(), doubled, gave()))
    assert upload.roots == {"finish-unknown-value": "warning"}
    assert upload.finding("finish-unknown-value").places[0].pointer == "/values/messages/1"
    assert upload.at("finish-unknown-value") == doubled


def test_an_answer_of_nobody_is_told() -> None:
    upload = Upload(state(human(), gave(), ai(content="4 degrees.", finish="stop")))
    assert upload.roots == {"tool-result-orphan": "error"}


def test_odd_values_never_raise() -> None:
    assert never_raises(state(human(), ai("call_a"), gave())) > 100
