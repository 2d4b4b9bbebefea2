"""What follows from the tools that a request declares, or does not."""

from typing import Any

import pytest

from tests.validation.rules.history.judging import found_in_record
from validation.examples import assistant, result, user
from validation.facts.requests import Request

CALLED = [user(), assistant("a"), result("a"), user()]
TOOL = {"type": "function", "function": {"name": "get_weather"}}


@pytest.mark.parametrize(
    ("wire", "given", "variants"),
    [
        ({"model": "m", "messages": CALLED}, {}, [""]),
        ({"model": "m", "messages": CALLED, "tools": None}, {}, [""]),
        ({"model": "m", "messages": CALLED, "tools": []}, {}, [""]),
        ({"messages": CALLED, "tools": []}, {}, [""]),
        ({"messages": CALLED}, {"request": Request({"model": "m"})}, [""]),
        ({"model": "m", "messages": CALLED, "tools": [TOOL]}, {}, []),
        ({"messages": CALLED}, {"request": Request({"tools": [TOOL]})}, []),
        ({"messages": CALLED}, {}, []),
        ({"messages": CALLED}, {"purpose": "train"}, []),
        ({"messages": CALLED}, {"purpose": "send"}, ["messages-alone"]),
        (CALLED, {"purpose": "send"}, ["messages-alone"]),
        ({"model": "m", "messages": [user()]}, {}, []),
        ({"model": "m", "messages": [user(), result("a")]}, {}, [""]),
        ({"model": "m", "messages": CALLED, "tools": "[' ']"}, {}, []),
    ],
)
def test_only_a_request_says_that_there_were_no_tools(wire: Any, given: dict[str, Any], variants: list[str]) -> None:
    assert [found.variant for found in found_in_record("history-calls-without-tools", wire, **given)] == variants


def test_it_is_said_of_the_request_and_of_no_message() -> None:
    (found,) = found_in_record("history-calls-without-tools", {"model": "m", "messages": CALLED})
    assert (found.places[0].message, found.places[0].pointer, found.params) == (None, "", {"calls": 1})


@pytest.mark.parametrize(
    ("tools", "variant", "kind"),
    [
        ("[' ']", "", "string"),
        ({"get_weather": {}}, "", "object"),
        (7, "", "number"),
        ([TOOL, "get_time"], "", "array with an entry of type string"),
        ("[7]", "", "string"),
        ('[{"type":"function"}]', "json-text", "string"),
    ],
)
def test_tools_that_are_no_array_say_what_they_are(tools: Any, variant: str, kind: str) -> None:
    (found,) = found_in_record("tools-not-array", {"messages": [user()], "tools": tools}, pointer="/body")
    assert (found.variant, found.params) == (variant, {"type": kind})
    assert (found.places[0].message, found.places[0].pointer) == (None, "/body/tools")


@pytest.mark.parametrize("tools", [None, [], [TOOL]])
def test_an_array_of_objects_or_nothing_is_right(tools: Any) -> None:
    assert not found_in_record("tools-not-array", {"messages": [user()], "tools": tools})


def test_tools_of_a_request_beside_the_history_have_no_place_in_it() -> None:
    (found,) = found_in_record("tools-not-array", [user()], request=Request({"tools": {}}))
    assert found.places[0].pointer == ""
