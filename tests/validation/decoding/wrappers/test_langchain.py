from typing import Any

import pytest

from validation.examples import call

from .uploads import Upload, never_raises


def human(content: Any = "Weather?") -> dict[str, Any]:
    return {"type": "human", "content": content, "additional_kwargs": {}, "response_metadata": {}, "name": None, "id": None}


def ai(*ids: str, content: Any = "", finish: str = "tool_calls", **more: Any) -> dict[str, Any]:
    calls = [{"name": "get_weather", "args": {"city": "Oslo"}, "id": id, "type": "tool_call"} for id in ids]
    own = {"type": "ai", "content": content, "tool_calls": calls, "invalid_tool_calls": [], "additional_kwargs": {}}
    return {**own, "response_metadata": {"finish_reason": finish}, **more}


def gave(id: str = "call_a", content: Any = "4") -> dict[str, Any]:
    return {"type": "tool", "content": content, "name": None, "tool_call_id": id, "artifact": None, "status": "success"}


def as_dict(message: dict[str, Any]) -> dict[str, Any]:
    return {"type": message["type"], "data": message}


def constructor(message: dict[str, Any]) -> dict[str, Any]:
    name = {"human": "HumanMessage", "ai": "AIMessageChunk", "tool": "ToolMessage"}[message["type"]]
    return {"lc": 1, "type": "constructor", "id": ["langchain", "schema", "messages", name], "kwargs": message}


FAULTLESS = [human(), ai("call_a"), gave(), ai(content="4 degrees.", finish="stop")]
FORMS = [as_dict, constructor, lambda message: message]
each_form = pytest.mark.parametrize("form", FORMS, ids=["messages_to_dict", "dumps", "model_dump"])


@each_form
def test_a_list_of_messages_is_a_history(form: Any) -> None:
    upload = Upload([form(message) for message in FAULTLESS])
    assert upload.wrapper == "langchain-messages"
    assert upload.histories == [(4, [("call_a", "get_weather", [2])])]
    assert upload.report.verdict("default") == "passes"


@each_form
def test_one_message_a_line_is_a_history_with_the_places_of_its_lines(form: Any) -> None:
    lines = [form(message) for message in (human(), ai("call_a"), gave("call_z"))]
    upload = Upload(*lines)
    assert upload.histories == [(3, [("call_a", "get_weather", [])])]
    assert upload.finding("tool-result-unknown-id").places[0].line == 3
    assert upload.at("tool-result-unknown-id") == "call_z"


def test_a_fault_points_at_the_data_of_its_message() -> None:
    upload = Upload([as_dict(message) for message in (human(), ai("call_a", "call_b"), gave("call_b"), human())])
    assert upload.finding("tool-result-missing").places[0].pointer == "/1"
    assert upload.finding("tool-result-missing").params["ids"] == "call_a"


def test_calls_as_they_came_are_preferred_and_not_counted_twice() -> None:
    kept = ai("call_a", additional_kwargs={"tool_calls": [call("call_a", arguments="{'city': 1}")]})
    upload = Upload([human(), kept, gave()])
    assert upload.histories[0][1] == [("call_a", "get_weather", [2])]
    assert next(iter(upload.roots)).startswith("arguments-")


def test_a_call_that_could_not_be_parsed_is_told() -> None:
    broken = {"name": "get_weather", "args": '{"city": "Os', "id": "call_a", "error": None, "type": "invalid_tool_call"}
    upload = Upload([human(), ai(invalid_tool_calls=[broken])])
    assert upload.roots == {"arguments-truncated": "error"}
    assert upload.at("arguments-truncated") in (broken, broken["args"])


def test_contents_of_other_interfaces_are_no_fault() -> None:
    blocks = [{"type": "text", "text": "Let me look."}, {"type": "tool_use", "id": "call_a", "name": "get_weather", "input": {}}]
    picture = [{"type": "text", "text": "Where?"}, {"type": "image", "source_type": "url", "url": "https://example.org/a.png"}]
    upload = Upload([human(picture), ai("call_a", content=blocks), gave(content=[{"type": "text", "text": "4"}]), ai(content=blocks[:1])])
    assert upload.roots == {}


@pytest.mark.parametrize("word", ["STOP", "end_turn", "tool_use", "MALFORMED_FUNCTION_CALL"])
def test_words_of_other_providers_are_no_fault(word: str) -> None:
    assert Upload([human(), ai("call_a", finish=word), gave()]).roots == {}


def test_words_that_were_joined_as_text_are_told() -> None:
    upload = Upload([human(), ai("call_a", finish="tool_callstool_calls"), gave()])
    assert upload.roots == {"finish-unknown-value": "warning"}
    assert upload.finding("finish-unknown-value").places[0].message == 1
    assert upload.finding("finish-unknown-value").params["value"] == "tool_callstool_calls"


def test_a_message_that_removes_another_is_none_itself() -> None:
    assert Upload([human(), {"type": "remove", "content": "", "id": "m1"}, ai(content="Hello.")]).histories[0][0] == 2


def test_odd_values_never_raise() -> None:
    assert never_raises([as_dict(message) for message in (human(), ai("call_a"), gave())]) > 100
    assert never_raises(constructor(ai("call_a", additional_kwargs={"tool_calls": [call()]}, invalid_tool_calls=[{"args": "{"}]))) > 100
