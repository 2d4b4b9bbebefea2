"""Ids and names of calls: there, once, the same, of their own."""

import pytest

from tests.validation.rules.checking import found_by, is_clean, loud_roots, report_of
from validation.examples import Wire, chunk, entry, header, stream, tools

OSLO, BERGEN = '{"city":"Oslo"}', '{"city":"Bergen"}'


def roots_of(*deltas: Wire) -> set[str]:
    return loud_roots(report_of(stream(*deltas)))


@pytest.mark.parametrize("id", [None, ""])
def test_a_call_without_any_id_is_found(id: str | None) -> None:
    first = {**entry(name="get_weather", type="function"), "id": id}
    assert roots_of(tools(first), tools({**entry(OSLO), "id": id})) == {"tool-id-missing"}


def test_a_vllm_trace_without_id_stays_an_error_until_the_profile_is_chosen() -> None:
    report = report_of(stream(chunk(tools(entry(OSLO, name="get_weather", type="function")), token_ids=[1])))
    (finding,) = [finding for finding in report.findings if finding.rule == "tool-id-missing"]
    assert finding.dialect == "vllm"
    assert report.weight(finding, "default")[0] == "error"
    assert report.weight(finding, "vllm")[0] == "warning"


def test_the_id_on_every_fragment_is_counted_in_one_finding() -> None:
    trace = stream(tools(header()), *(tools(entry(part, id="call_a")) for part in ('{"ci', 'ty":', '"Oslo"}')))
    (finding,) = found_by("tool-id-repeated", trace)
    assert finding.count == 3
    assert loud_roots(report_of(trace)) == {"tool-id-repeated"}


def test_repeated_ids_are_a_habit_of_openrouter() -> None:
    habit = chunk({"content": ""}, provider="DeepSeek", native_finish_reason=None)
    report = report_of(stream(habit, tools(header()), tools(entry(OSLO, id="call_a"))))
    (finding,) = [finding for finding in report.findings if finding.rule == "tool-id-repeated"]
    assert report.weight(finding) == ("info", True)


def test_two_indexes_with_one_id_are_shared_and_name_the_later_call_first() -> None:
    (finding,) = found_by("tool-id-shared", stream(tools(header(arguments=OSLO)), tools(header(arguments=BERGEN, index=1))))
    assert [place.chunk for place in finding.places] == [2, 1]


def test_one_id_on_three_indexes_is_one_finding() -> None:
    trace = stream(*(tools(header(arguments=OSLO, index=number)) for number in range(3)))
    (finding,) = found_by("tool-id-shared", trace)
    assert finding.count == 2


def test_the_same_id_in_two_choices_is_not_shared() -> None:
    chunks = [chunk({"role": "assistant", **tools(header(arguments=OSLO))}, index=number, finish="tool_calls") for number in (0, 1)]
    assert found_by("tool-id-shared", stream(*chunks, finish=None, role=False)) == []


def test_calls_without_id_share_nothing() -> None:
    first, second = (tools(entry(OSLO, index=number, name="get_weather", type="function")) for number in (0, 1))
    assert found_by("tool-id-shared", stream(first, second)) == []


def test_ids_of_kimi_are_ids() -> None:
    deltas = tools(header("functions.get_weather:0", arguments=OSLO)), tools(header("functions.get_weather:1", arguments=BERGEN, index=1))
    assert is_clean(stream(*deltas))


def test_a_number_as_id_is_not_a_missing_id() -> None:
    assert roots_of(tools({**header(), "id": 8812345}), tools(entry(OSLO))) == {"tool-id-not-string"}


@pytest.mark.parametrize("name", [None, ""])
def test_a_call_without_any_name_is_found(name: str | None) -> None:
    first = {"index": 0, "id": "call_a", "type": "function", "function": {"name": name, "arguments": OSLO}}
    assert roots_of(tools(first)) == {"tool-name-missing"}


def test_a_name_that_comes_later_is_a_name() -> None:
    deltas = tools({"index": 0, "id": "call_a", "type": "function", "function": {"arguments": ""}}), tools(entry(OSLO, name="get_weather"))
    assert found_by("tool-name-missing", stream(*deltas)) == []


def test_a_custom_call_has_its_name_elsewhere() -> None:
    deltas = (
        tools({"index": 0, "id": "call_a", "type": "custom", "custom": {"name": "run_code", "input": ""}}),
        tools({"index": 0, "custom": {"input": "print("}}),
    )
    report = report_of(stream(*deltas))
    names = {finding.rule for finding in report.findings if finding.rule.startswith(("tool-name", "tool-function", "arguments-"))}
    assert names == set()
    assert loud_roots(report) == set()


def test_the_name_on_every_fragment_is_counted_in_one_finding() -> None:
    trace = stream(tools(header()), *(tools(entry(part, name="get_weather")) for part in ('{"city":', '"Oslo"}')))
    (finding,) = found_by("tool-name-repeated", trace)
    assert finding.count == 2
    assert loud_roots(report_of(trace)) == {"tool-name-repeated"}


def test_an_empty_name_on_fragments_is_no_fault() -> None:
    assert is_clean(stream(tools(header()), tools(entry('{"city":', name="")), tools(entry('"Oslo"}', name=""))))


def test_another_name_behind_arguments_is_a_changed_name() -> None:
    (finding,) = found_by("tool-name-changes", stream(tools(header(arguments='{"city":')), tools(entry('"Oslo"}', name="get_time"))))
    assert (finding.params["name"], finding.params["other"]) == ("get_weather", "get_time")


def test_pieces_of_a_name_before_the_arguments_are_no_changed_name() -> None:
    deltas = tools(header(name="get_")), tools(entry("", name="weather")), tools(entry(OSLO))
    assert found_by("tool-name-changes", stream(*deltas)) == []


@pytest.mark.parametrize(("value", "form"), [({"city": "Oslo"}, "object"), (["Oslo"], "array"), (4, "number"), (True, "boolean")])
def test_arguments_that_are_no_text_are_the_only_fault_told(value: object, form: str) -> None:
    trace = stream(tools(header(arguments=value)))
    (finding,) = found_by("tool-arguments-not-string", trace)
    assert finding.params["form"] == form
    assert loud_roots(report_of(trace)) == {"tool-arguments-not-string"}


def test_an_object_and_then_text_is_told_as_the_object_alone() -> None:
    assert roots_of(tools(header(arguments={})), tools(entry(OSLO))) == {"tool-arguments-not-string"}


@pytest.mark.parametrize("first", [None, ...])
def test_arguments_that_are_null_or_absent_in_the_header_are_no_fault(first: object) -> None:
    assert is_clean(stream(tools(header(arguments=first)), tools(entry(OSLO))))


def test_empty_fragments_around_the_arguments_are_no_fault() -> None:
    assert is_clean(stream(tools(header()), tools(entry(OSLO)), tools(entry("")), tools({"index": 0, "function": {}})))
