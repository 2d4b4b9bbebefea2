"""What the entries of a call bring: id, name, type and function, at the right time and with something in them."""

import pytest

from tests.validation.rules.checking import found_by, is_clean, loud_roots, report_of
from validation.examples import Wire, entry, header, stream, tools

OSLO = '{"city":"Oslo"}'


def roots_of(*deltas: Wire) -> set[str]:
    return loud_roots(report_of(stream(*deltas)))


def with_keys(arguments: object = "", **keys: object) -> Wire:
    """A later entry with these keys beside index and function."""
    return tools({"index": 0, **keys, "function": {"arguments": arguments}})


def named(name: object, arguments: object = "") -> Wire:
    return tools({"index": 0, "function": {"name": name, "arguments": arguments}})


# Ids and names that say nothing


@pytest.mark.parametrize("blank", ["", None])
def test_blank_ids_and_names_behind_the_header_are_counted_and_legal(blank: object) -> None:
    later = {"index": 0, "id": blank, "function": {"name": blank, "arguments": "1"}}
    trace = stream(tools(header(arguments='{"a":')), tools(later), tools(later), tools(entry("}")))
    assert [found_by(rule, trace)[0].count for rule in ("tool-id-empty-on-continuation", "tool-name-empty-on-continuation")] == [2, 2]
    assert is_clean(trace)


@pytest.mark.parametrize("rule", ["tool-id-empty-on-continuation", "tool-name-empty-on-continuation"])
def test_blank_ids_and_names_are_a_warning_for_openai_alone(rule: str) -> None:
    later = {"index": 0, "id": "", "function": {"name": "", "arguments": OSLO}}
    report = report_of(stream(tools(header()), tools(later)))
    (finding,) = [finding for finding in report.findings if finding.rule == rule]
    assert [report.weight(finding, profile)[0] for profile in ("default", "openai-strict", "permissive")] == ["info", "warning", "info"]


def test_a_call_that_never_has_an_id_has_no_empty_continuation() -> None:
    first = {**header(), "id": ""}
    assert found_by("tool-id-empty-on-continuation", stream(tools(first), with_keys(OSLO, id=""))) == []


def test_an_empty_name_before_the_name_is_no_continuation() -> None:
    trace = stream(tools({**header(name=""), "type": "function"}), named("get_weather", OSLO))
    assert found_by("tool-name-empty-on-continuation", trace) == []
    assert loud_roots(report_of(trace)) == {"tool-name-late"}


# Names that come late or in pieces


def test_a_name_in_three_pieces_is_joined_and_counted() -> None:
    (finding,) = found_by("tool-name-split", stream(tools(header(name="get")), named("_"), named("weather"), tools(entry(OSLO))))
    assert (finding.params["name"], finding.params["pieces"], finding.count) == ("get_weather", 3, 2)


def test_a_split_name_is_the_only_fault_told() -> None:
    assert roots_of(tools(header(name="get_")), named("weather"), tools(entry(OSLO))) == {"tool-name-split"}


def test_a_name_behind_arguments_is_late() -> None:
    deltas = with_keys('{"city":', id="call_a", type="function"), named("get_weather", '"Oslo"}')
    (finding,) = found_by("tool-name-late", stream(*deltas))
    assert (finding.params["chunk"], finding.params["first"]) == (2, 1)
    assert roots_of(*deltas) == {"tool-name-late"}


def test_a_name_behind_a_bare_entry_is_not_late() -> None:
    assert found_by("tool-name-late", stream(tools({"index": 0}), tools(header(arguments=OSLO)))) == []


def test_an_id_behind_the_name_makes_no_late_name() -> None:
    assert found_by("tool-name-late", stream(named("get_weather"), with_keys(OSLO, id="call_a", type="function"))) == []


def test_each_call_has_a_first_entry_of_its_own() -> None:
    deltas = tools(header(arguments=OSLO)), tools(header("call_b", index=1, arguments=OSLO))
    assert found_by("tool-name-late", stream(*deltas)) == []


# Types


def test_a_type_that_never_comes_is_a_habit_of_mistral() -> None:
    bare = {"index": 0, "id": "Vq9Xk2LmP", "function": {"name": "get_weather", "arguments": OSLO}}
    report = report_of(stream(tools(bare)))
    (finding,) = [finding for finding in report.findings if finding.rule == "tool-type-missing"]
    assert report.looks_like == "mistral"
    assert report.weight(finding) == ("info", True)
    assert report.weight(finding, "openai-strict")[0] == "warning"


def test_a_late_type_is_only_worth_knowing() -> None:
    bare = {"index": 0, "id": "call_a", "function": {"name": "get_weather", "arguments": OSLO}}
    trace = stream(tools(bare), with_keys(type="function"))
    (finding,) = found_by("tool-type-missing", trace)
    assert finding.variant == "late"
    assert is_clean(trace)


@pytest.mark.parametrize("type", ["", None])
def test_an_empty_type_on_a_later_entry_is_an_error_and_not_a_missing_one(type: object) -> None:
    assert roots_of(tools(header()), with_keys(OSLO, type=type)) == {"tool-type-invalid"}


def test_an_empty_type_and_no_other_is_one_fault() -> None:
    assert roots_of(tools({**header(), "type": ""}), tools(entry(OSLO))) == {"tool-type-invalid"}


@pytest.mark.parametrize(("type", "value"), [("tool", '"tool"'), (5, "a number"), (["function"], "an array")])
def test_another_type_is_named(type: object, value: str) -> None:
    report = report_of(stream(tools({**header(arguments=OSLO), "type": type})))
    (finding,) = [finding for finding in report.findings if finding.rule == "tool-type-invalid"]
    assert (finding.variant, finding.params["value"]) == ("other", value)
    assert [report.weight(finding, profile)[0] for profile in ("default", "openai-strict", "permissive")] == ["warning", "error", "info"]


def test_an_empty_type_is_told_before_another_one() -> None:
    (finding,) = found_by("tool-type-invalid", stream(tools({**header(), "type": "tool"}), with_keys(OSLO, type=None)))
    assert finding.variant == ""


def test_custom_calls_are_legal_and_worth_knowing() -> None:
    custom = {"index": 0, "id": "call_a", "type": "custom", "custom": {"name": "run_code", "input": ""}}
    trace = stream(tools(custom), tools({"index": 0, "custom": {"input": "print(4)"}}))
    (finding,) = found_by("tool-type-invalid", trace)
    assert finding.variant == "custom"
    assert is_clean(trace)
    rules = {finding.rule for finding in report_of(trace).findings}
    assert rules.isdisjoint({"tool-function-missing", "tool-name-missing", "tool-arguments-null", "tool-name-empty-on-continuation"})


# Functions and arguments that are not there


def test_a_call_without_any_function_is_one_fault() -> None:
    assert roots_of(tools({"index": 0, "id": "call_a", "type": "function"})) == {"tool-function-missing"}


@pytest.mark.parametrize("function", [None, [], "get_weather"])
def test_a_function_that_is_no_object_is_missing(function: object) -> None:
    (finding,) = found_by("tool-function-missing", stream(tools(header()), tools({**entry(), "function": function}), tools(entry(OSLO))))
    assert (finding.variant, finding.params["chunk"], finding.params["times"]) == ("some", 2, 1)


def test_a_bare_entry_before_the_header_is_named_as_such() -> None:
    trace = stream(tools({"index": 0}), tools(header(arguments=OSLO)))
    (finding,) = found_by("tool-function-missing", trace)
    assert finding.variant == "bare"
    assert loud_roots(report_of(trace)) == {"tool-function-missing"}


def test_a_type_behind_a_bare_entry_is_not_late() -> None:
    assert found_by("tool-type-missing", stream(tools({"index": 0}), tools(header(arguments=OSLO)))) == []


def test_bare_entries_later_on_are_functions_that_are_missing() -> None:
    (finding,) = found_by("tool-function-missing", stream(tools({"index": 0}), tools(header(arguments=OSLO)), tools({"index": 0})))
    assert finding.variant == "some"


@pytest.mark.parametrize(("arguments", "variant"), [(None, ""), (..., "absent")])
def test_arguments_that_are_null_or_absent_are_counted_and_legal(arguments: object, variant: str) -> None:
    trace = stream(tools(header(arguments=arguments)), tools(entry(OSLO)))
    (finding,) = found_by("tool-arguments-null", trace)
    assert finding.variant == variant
    assert is_clean(trace)


def test_an_empty_function_has_no_arguments() -> None:
    trace = stream(tools(header()), tools(entry(OSLO)), tools({"index": 0, "function": {}}))
    assert [finding.variant for finding in found_by("tool-arguments-null", trace)] == ["absent"]
