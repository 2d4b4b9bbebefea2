"""Messages and calls of a history, each judged by itself."""

from typing import Any

import pytest

from tests.validation.rules.history.judging import AT, found_in, judge, read
from validation.examples import assistant, call, result, user
from validation.facts.carriage import Body
from validation.reassembly.histories import read_history


@pytest.mark.parametrize(
    ("wire", "variant", "kind"),
    [([], "", ""), ({"messages": []}, "", ""), ({"messages": None}, "not-an-array", "null"), ({"messages": {}}, "not-an-array", "object")],
)
def test_a_history_without_messages_says_what_stands_there(wire: Any, variant: str, kind: str) -> None:
    (found,) = judge(read_history(wire, AT, 0, Body()))["messages-empty"]
    assert (found.variant, found.params["type"]) == (variant, kind)


def test_one_message_is_enough() -> None:
    assert not found_in("messages-empty", user())


def test_an_empty_list_of_calls_is_found_in_every_message_that_has_one() -> None:
    found = found_in("tool-calls-empty", user(), assistant(content="a", tool_calls=[]), user(), assistant(content="b", tool_calls=[]))
    assert [(one.params["message"], one.places[0].pointer) for one in found] == [(1, "/1/tool_calls"), (3, "/3/tool_calls")]


@pytest.mark.parametrize(
    ("wire", "missing"),
    [
        ({"id": "a", "type": "function"}, "function"),
        ({"id": "a", "type": "function", "function": "get_weather"}, "function"),
        ({"id": "a", "type": "function", "function": {"arguments": "{}"}}, "function.name"),
        ({"id": "a", "type": "function", "function": {"name": "f"}}, "function.arguments"),
        ({"id": "a", "type": "custom", "custom": {"name": "f"}}, "custom.input"),
        ({"id": "a", "type": "custom", "custom": {"input": "x"}}, "custom.name"),
    ],
)
def test_a_call_says_which_of_its_parts_is_missing(wire: Any, missing: str) -> None:
    (found,) = found_in("call-function-missing", user(), assistant(wire), result("a"))
    assert found.params == {"message": 1, "call": 0, "missing": missing}
    assert found.places[0].pointer == "/1/tool_calls/0"


def test_an_entry_that_is_no_object_has_no_function_and_no_id() -> None:
    every = judge(read(user(), {"role": "assistant", "tool_calls": ["call_a"]}, result("call_a")))
    assert {"call-function-missing", "call-id-missing"} <= every.keys()


def test_an_empty_name_is_not_a_missing_one() -> None:
    assert not found_in("call-function-missing", user(), assistant(call("a", "")), result("a"))


def test_calls_without_an_id_are_one_finding_a_message() -> None:
    (found,) = found_in("call-id-missing", user(), assistant(call("a"), call(""), call(None), call("None")), result("a"), user())
    assert (found.times, found.params["number"], found.params["call"], found.params["state"]) == (3, 3, 1, "empty")
    assert [place.pointer for place in found.places] == ["/1/tool_calls/1/id", "/1/tool_calls/2", "/1/tool_calls/3"]


@pytest.mark.parametrize("id", [..., None, "", "null", "undefined", "None", 7, ["a"]])
def test_what_is_no_id_is_missing(id: Any) -> None:
    assert len(found_in("call-id-missing", user(), assistant(call(id)), result("a"))) == 1


@pytest.mark.parametrize(
    ("arguments", "variant", "kind"),
    [({}, "", "object"), ([], "", "array"), (7, "", "number"), (False, "", "boolean"), (None, "null", "null")],
)
def test_arguments_that_are_no_string_say_what_they_are(arguments: Any, variant: str, kind: str) -> None:
    (found,) = found_in(
        "call-arguments-not-string", user(), assistant(call("a", function={"name": "f", "arguments": arguments})), result("a")
    )
    assert (found.variant, found.params["type"]) == (variant, kind)
    assert found.places[0].pointer == "/1/tool_calls/0/function/arguments"
    assert found.scope.turn == found.scope.call == 0


def test_missing_arguments_are_not_called_null() -> None:
    assert not found_in("call-arguments-not-string", user(), assistant(call("a", function={"name": "f"})), result("a"))


def test_a_format_with_decoded_arguments_may_have_objects() -> None:
    history = read(user(), assistant(call("a", function={"name": "f", "arguments": {}})), result("a"))
    history.lost = frozenset({"arguments-text"})
    assert "call-arguments-not-string" not in judge(history)
