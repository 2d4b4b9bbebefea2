"""Calls against the tools that their request declares: the name, the schema, the names of properties."""

import json
from typing import Any

import pytest

from tests.validation.rules.checking import found_by, is_clean, loud_roots, report_of
from validation.examples import Example, Wire, assistant, call, document, header, result, stream, tools, user

CITY = {"type": "object", "properties": {"city": {"type": "string"}, "days": {"type": "integer"}}, "required": ["city"]}
COLUMNS = ("default", "openai-strict", "permissive")


def tool(parameters: object = CITY, name: str = "get_weather", **more: object) -> Wire:
    return {"type": "function", "function": {"name": name, "parameters": parameters, **more}}


def streamed(arguments: object, *declared: object, name: str = "get_weather") -> Example:
    text = arguments if isinstance(arguments, str) else json.dumps(arguments)
    return stream(tools(header(name=name, arguments=text)), request={"tools": list(declared)})


def stored(arguments: object, *declared: object, name: str = "get_weather", **more: object) -> Example:
    text = arguments if isinstance(arguments, str) else json.dumps(arguments)
    messages = [user(), assistant(call(name=name, arguments=text)), result()]
    return document({"messages": messages, "tools": list(declared), **more})


def letters_of(example: Example, rule: str) -> dict[str, str]:
    report = report_of(example)
    (finding,) = [finding for finding in report.findings if finding.rule == rule]
    return {column: report.weight(finding, column)[0] for column in COLUMNS}


def variants(rule: str, example: Example, **options: Any) -> list[str]:
    return [finding.variant for finding in found_by(rule, example, **options)]


# The schema


@pytest.mark.parametrize("build", [streamed, stored])
def test_a_mismatch_is_told_with_its_place_and_what_was_expected(build: Any) -> None:
    (finding,) = found_by("arguments-schema-mismatch", build({"city": "Oslo", "days": "two"}, tool()))
    assert (finding.params["path"], finding.params["wanted"], finding.params["got"]) == ("/days", "an integer", '"two"')


def test_strict_makes_it_an_error_of_a_stream_and_not_of_a_history() -> None:
    assert letters_of(streamed({}, tool()), "arguments-schema-mismatch") == {
        "default": "warning", "openai-strict": "warning", "permissive": "info"
    }  # fmt: skip
    assert letters_of(streamed({}, tool(strict=True)), "arguments-schema-mismatch") == {
        "default": "error", "openai-strict": "error", "permissive": "warning"
    }  # fmt: skip
    assert variants("arguments-schema-mismatch", stored({}, tool(strict=True))) == [""]


def test_a_schema_elsewhere_is_not_checked_and_that_is_no_complaint() -> None:
    example = streamed({"city": 5}, tool({"$ref": "https://example.com/city.json"}))
    assert variants("arguments-schema-mismatch", example) == ["not-checked"]
    assert letters_of(example, "arguments-schema-mismatch") == dict.fromkeys(COLUMNS, "info")
    assert is_clean(example)


@pytest.mark.parametrize("arguments", ["", "[1]", '"x"', '{"city"', "{'city':5}"])
def test_what_is_no_object_is_told_by_other_rules(arguments: str) -> None:
    assert found_by("arguments-schema-mismatch", streamed(arguments, tool())) == []
    assert found_by("arguments-undeclared-property", streamed(arguments, tool())) == []


@pytest.mark.parametrize("parameters", [None, [], "x", True, {}])
def test_a_tool_without_a_schema_allows_everything(parameters: object) -> None:
    assert is_clean(streamed({"any": 1}, tool(parameters)))


@pytest.mark.parametrize("flat", [{"type": "function", "name": "get_weather", "parameters": CITY, "strict": True}])
def test_the_flat_form_of_a_declaration_is_read_too(flat: Wire) -> None:
    assert variants("arguments-schema-mismatch", streamed({}, flat)) == ["strict"]


def test_of_two_declarations_with_one_name_the_first_counts() -> None:
    assert is_clean(streamed({"city": "Oslo"}, tool(), tool({"required": ["other"]})))


def namespace(name: str, *inside: object) -> Wire:
    return {"type": "namespace", "name": name, "description": "Tools that belong together.", "tools": list(inside)}


def test_the_tools_in_a_namespace_are_declared() -> None:
    declared = (namespace("sky", {"type": "function", "name": "get_weather", "parameters": CITY}), tool(name="other"))
    assert is_clean(streamed({"city": "Oslo"}, *declared))
    assert variants("arguments-schema-mismatch", streamed({}, *declared)) == [""]
    for name in ("sky", "get_wether"):
        (finding,) = found_by("tool-not-declared", streamed({}, *declared, name=name))
        assert finding.params["declared"] == "get_weather, other"


def test_a_name_in_two_namespaces_says_nothing_about_the_arguments() -> None:
    declared = (namespace("sky", tool()), namespace("sea", tool({"required": ["depth"]})))
    assert is_clean(streamed({"depth": 3}, *declared))
    assert is_clean(streamed({"any": 1}, tool(), namespace("sea", tool({"required": ["depth"]}))))


@pytest.mark.parametrize("inside", [None, "get_weather", [{"type": "web_search"}], ["get_weather"]])
def test_a_namespace_of_which_not_all_is_known_may_hold_any_tool(inside: object) -> None:
    declared = {"type": "namespace", "name": "sky", "tools": inside}
    assert is_clean(streamed({}, declared))


def test_the_tools_of_a_request_beside_a_history_count() -> None:
    bare = document([user(), assistant(call(arguments="{}")), result()])
    assert variants("arguments-schema-mismatch", bare) == []
    assert variants("arguments-schema-mismatch", bare, request={"tools": [tool()]}) == [""]


def test_arguments_with_half_a_character_or_an_endless_number_are_checked_all_the_same() -> None:
    (finding,) = found_by("arguments-schema-mismatch", streamed('{"city":"\\ud83d","days":1e999}', tool()))
    assert finding.params["path"] == "/days"


def test_a_thousand_calls_share_the_time_of_one_validation() -> None:
    bomb = tool({"properties": {"city": {"anyOf": [{"const": number} for number in range(3_000)]}}})
    calls = [header(f"call_{number}", arguments='{"city":"x"}', index=number) for number in range(1_000)]
    report = report_of(stream(tools(*calls), request={"tools": [bomb]}))
    counts = {count.kind: count.number for count in report.counts if count.kind.startswith("arguments-schema")}
    assert sum(counts.values()) == 1_000
    assert counts["arguments-schema-mismatch:not-checked"] > 500


# Properties


def test_a_property_that_is_made_up_is_worth_knowing() -> None:
    for example in (streamed({"city": "Oslo", "mood": 1}, tool()), stored({"city": "Oslo", "mood": 1}, tool())):
        assert letters_of(example, "arguments-undeclared-property") == dict.fromkeys(COLUMNS, "info")


def test_another_spelling_of_an_optional_property_is_a_warning() -> None:
    example = streamed({"city": "Oslo", "Days": 3}, tool())
    (finding,) = found_by("arguments-undeclared-property", example)
    assert (finding.variant, finding.params["property"], finding.params["near"]) == ("near", "Days", "days")
    assert loud_roots(report_of(example)) == {"arguments-undeclared-property"}


def test_another_spelling_of_a_required_property_is_one_complaint() -> None:
    example = streamed({"City": "Oslo"}, tool())
    assert variants("arguments-undeclared-property", example) == [""]
    assert loud_roots(report_of(example)) == {"arguments-schema-mismatch"}


# The name


def test_a_tool_that_is_not_declared_is_told_with_the_one_that_was_meant() -> None:
    example = streamed("{}", tool({}, "list_files_tool"), tool({}, "get_time"), name="listFiles")
    (finding,) = found_by("tool-not-declared", example)
    assert (finding.params["near"], finding.params["declared"]) == ("list_files_tool", "list_files_tool, get_time")
    assert letters_of(example, "tool-not-declared") == {"default": "warning", "openai-strict": "warning", "permissive": "info"}


def test_in_a_history_it_is_worth_knowing_and_no_more() -> None:
    assert letters_of(stored("{}", tool({}, "get_time")), "tool-not-declared") == dict.fromkeys(COLUMNS, "info")


def test_an_empty_list_declares_nothing() -> None:
    (finding,) = found_by("tool-not-declared", streamed("{}"))
    assert finding.params["declared"] == "nothing"


@pytest.mark.parametrize(
    "odd", [{"type": "web_search"}, None, "get_time", {"type": "function"}, {"type": "function", "function": {"name": ""}}]
)
def test_a_tool_without_a_name_may_call_itself_anything(odd: object) -> None:
    assert found_by("tool-not-declared", streamed("{}", odd)) == []


@pytest.mark.parametrize("request_", [{}, {"tools": None}, {"tools": "broken"}, {"tools": {}}])
def test_unknown_tools_say_nothing(request_: Wire) -> None:
    example = stream(tools(header(name="anything", arguments="{}")), request=request_)
    assert found_by("tool-not-declared", example) == []


def test_a_call_without_a_name_is_told_as_that_alone() -> None:
    example = stream(tools(header(name="", arguments="{}")), request={"tools": [tool()]})
    assert found_by("tool-not-declared", example) == []


def test_a_custom_call_is_not_judged_by_names_of_functions() -> None:
    custom = {"index": 0, "id": "call_a", "type": "custom", "custom": {"name": "run", "input": "x"}}
    assert found_by("tool-not-declared", stream(tools(custom), request={"tools": [tool()]})) == []
