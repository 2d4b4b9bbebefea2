"""Declared tools, reasoning and signatures, as one target wants them."""

from typing import Any

import pytest

from tests.validation.rules.checking import found_by, report_of
from tests.validation.rules.history.judging import AT, found_in, found_in_record, judge, letters_of, places, read
from validation.examples import Wire, assistant, call, chunk, header, jsonl, result, tools, user
from validation.facts.places import Spot

TARGET = frozenset({"target"})
SIGNED = {"extra_content": {"google": {"thought_signature": "c2ln"}}}


def declared(*entries: Any) -> dict[str, Any]:
    return {"messages": [user()], "tools": [{"type": "function", "function": entry} for entry in entries]}


# Tools


def test_a_second_tool_of_a_name_stands_in_the_tools() -> None:
    (found,) = found_in_record("tool-declared-twice", declared(*({"name": name} for name in ("a", "b", "a", "b", "a"))))
    assert found.places[0].pointer == "/tools/2/function/name"
    assert found.params == {"name": "a", "first": 0, "second": 2, "number": 3}


def test_tools_without_a_name_are_not_the_same_tool() -> None:
    assert not found_in_record("tool-declared-twice", declared({}, {}, {"name": ""}, {"name": ""}))


def test_a_faulty_schema_stands_at_its_fault() -> None:
    faulty = {"type": "object", "properties": {"a/b": {"type": "objec"}}}
    (found,) = found_in_record(
        "tool-schema-invalid", declared({"name": "f", "parameters": {"type": "object"}}, {"name": "g", "parameters": faulty})
    )
    assert found.places[0].pointer == "/tools/1/function/parameters/properties/a~1b/type"
    assert found.params["fault"] == 'type is "objec", not a type of JSON Schema'
    assert (found.params["name"], found.params["where"]) == ("g", "/properties/a~1b/type")


@pytest.mark.parametrize("schema", [None, {}, {"type": "object"}, {"type": "object", "nullable": True, "x-order": 1}])
def test_a_schema_may_be_missing_or_have_words_of_others(schema: Any) -> None:
    assert not found_in_record("tool-schema-invalid", declared({"name": "f", "parameters": schema}))


def test_an_empty_list_of_tools_is_found_and_no_list_is_not() -> None:
    (found,) = found_in_record("tools-empty", {"model": "m", "messages": [user()], "tools": []})
    assert found.places[0].pointer == "/tools"
    assert not found_in_record("tools-empty", {"model": "m", "messages": [user()], "tools": None})


def test_calls_without_tools_follow_from_an_empty_list() -> None:
    wire = {"model": "m", "messages": [user(), assistant("a"), result("a")], "tools": []}
    (found,) = found_by("history-calls-without-tools", jsonl(wire))
    assert found.cause == "tools-empty"


# Reasoning


@pytest.mark.parametrize(
    ("messages", "at"),
    [
        ((user(), assistant("a"), result("a")), []),
        ((user(), assistant("a", reasoning_content=""), result("a")), []),
        ((user(), assistant("a"), result("a"), assistant(content="x", reasoning_content="y")), [[1]]),
        ((user(), assistant("a", reasoning_content="x"), result("a"), assistant("b"), result("b"), assistant("c"), result("c")), [[3, 5]]),
        ((user(), assistant("a", reasoning_content="x"), result("a"), assistant("b", reasoning_content=None), result("b")), [[3]]),
        ((user(), assistant("a", reasoning="x"), result("a")), []),
    ],
)
def test_reasoning_is_asked_for_where_something_shows_it(messages: Any, at: list[list[int]]) -> None:
    assert [places(found) for found in found_in("reasoning-not-returned", *messages)] == at


def test_a_stream_that_reasoned_is_a_sign() -> None:
    history = read(user(), assistant("a"), result("a"), assistant("b", reasoning_details=[{}]), result("b"))
    assert "reasoning-not-returned" not in judge(history, TARGET)
    history.reasoned = {"a": Spot(3, AT, "/choices/0"), "b": Spot(4, AT, "/choices/0")}
    every = judge(history, TARGET)
    assert places(every["reasoning-not-returned"][0]) == [1, 3]
    (lost,) = every["reasoning-lost-in-mapping"]
    assert (lost.params, lost.places[1].chunk) == ({"message": 1, "id": "a", "number": 1}, 3)


def test_a_history_behind_its_stream_is_held_against_it() -> None:
    parts = (chunk({"role": "assistant", "reasoning": "x"}), chunk(tools(header(arguments="{}"))), chunk({}, finish="tool_calls"))
    line = {"messages": [user(), assistant("call_a"), result("call_a")]}
    for written in (line, line["messages"]):
        (found,) = found_by("reasoning-lost-in-mapping", jsonl(*parts, written))
        assert [place.line for place in found.places] == [4, 2]
    assert not found_by("reasoning-lost-in-mapping", jsonl(chunk({"role": "assistant"}), *parts[1:], line))


# Signatures


def test_a_signature_in_the_stream_of_a_call_is_missed_in_the_history_behind_it() -> None:
    signed = {**header(arguments="{}"), "extra_content": {"google": {"thought_signature": "c2ln"}}}
    end = chunk({}, finish="tool_calls")
    line = {"messages": [user(), assistant("call_a"), result("call_a")]}
    (found,) = found_by("thought-signature-missing", jsonl(chunk(tools(signed)), end, line))
    assert found.params["sign"] == "the stream that brought its calls had one"
    kept = {"messages": [user(), assistant(call("call_a", extra_content=signed["extra_content"])), result("call_a")]}
    assert not found_by("thought-signature-missing", jsonl(chunk(tools(signed)), end, kept))
    other = {"messages": [user(), assistant("call_z"), result("call_z")]}
    assert not found_by("thought-signature-missing", jsonl(chunk(tools(signed)), end, other))


@pytest.mark.parametrize(
    ("messages", "model", "at"),
    [
        ((user(), assistant("a"), result("a")), "demo-model", []),
        ((user(), assistant("a"), result("a")), "google/gemini-3.1-pro", [[1]]),
        ((user(), assistant("a"), result("a")), "gemini-2.5-pro", []),
        ((user(), assistant(call("a", **SIGNED), "b"), result("a"), result("b")), "demo-model", []),
        ((user(), assistant("b", call("a", **SIGNED)), result("b"), result("a")), "demo-model", [[1]]),
        ((user(), assistant(call("a", **SIGNED)), result("a"), assistant("b"), result("b")), "demo-model", [[3]]),
        ((user(), assistant(call("a", extra_content="x"), call("b", extra_content={"google": 7})), result("a"), result("b")), "m", []),
    ],
)
def test_the_first_call_of_a_message_is_signed(messages: Any, model: str, at: list[list[int]]) -> None:
    found = found_in_record("thought-signature-missing", {"model": model, "messages": list(messages)})
    assert [places(one) for one in found] == at


# Letters

LETTERS = {
    "reasoning-not-returned": "I-E------",
    "reasoning-lost-in-mapping": "IIIIIIIII",
    "thought-signature-missing": "I------E-",
    "tool-declared-twice": "WEWWWWWWI",
    "tool-schema-invalid": "WWWEWWWWI",
    "tools-empty": "WWWIWWWWI",
}


@pytest.mark.parametrize("kind", LETTERS)
def test_letters_are_those_of_the_catalogue_in_every_column(kind: str) -> None:
    assert letters_of(kind) == LETTERS[kind]


def thinking(id: str, call: str) -> list[Wire]:
    """A stream whose call came with reasoning."""
    deltas = (
        {"role": "assistant", "content": None},
        {"reasoning_content": "Look it up."},
        tools(header(call, arguments='{"city":"Oslo"}')),
    )
    return [*(chunk(delta, id=id) for delta in deltas), chunk({}, finish="tool_calls", id=id)]


@pytest.mark.parametrize("streams", [1, 2, 40])
def test_a_history_in_the_middle_of_a_log_is_asked_for_what_the_streams_before_it_brought(streams: int) -> None:
    before = [wire for number in range(streams) for wire in thinking(f"c-{number}", f"call_{number}")]
    last = f"call_{streams - 1}"
    asked = {"model": "demo-model", "messages": [user(), assistant(last), result(last)]}
    kept = {"model": "demo-model", "messages": [user(), assistant(last, reasoning_content="Look it up."), result(last)]}
    for rule in ("reasoning-lost-in-mapping", "reasoning-not-returned"):
        assert len(found_by(rule, jsonl(*before, asked, *thinking("c-x", "call_x")))) == 1
        assert not found_by(rule, jsonl(*before, kept, *thinking("c-x", "call_x")))


def test_a_stream_that_has_not_finished_tells_a_history_nothing_yet() -> None:
    asked = {"model": "demo-model", "messages": [user(), assistant("call_a"), result("call_a")]}
    assert not found_by("reasoning-lost-in-mapping", jsonl(*thinking("c-1", "call_a")[:-1], asked, thinking("c-1", "call_a")[-1]))


def test_a_history_between_chunks_changes_nothing_of_the_streams_around_it() -> None:
    one, two = thinking("c-1", "call_a"), thinking("c-2", "call_b")
    mixed = [wire for pair in zip(one, two, strict=True) for wire in pair]
    asked = {"model": "demo-model", "messages": [user(), assistant("call_z"), result("call_z")]}
    at_the_end = report_of(jsonl(*mixed, asked))
    for place in range(len(mixed)):
        report = report_of(jsonl(*mixed[:place], asked, *mixed[place:]))
        assert report.streams == 2
        assert sorted(finding.kind for finding in report.findings) == sorted(finding.kind for finding in at_the_end.findings)
