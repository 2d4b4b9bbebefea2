"""Which tool indexes are usable, and which numbers a message may have."""

import pytest

from tests.validation.rules.checking import found_by, is_clean, loud_roots, report_of
from validation.examples import Wire, call, chunk, document, entry, header, stream, tools

OSLO, BERGEN = '{"city":"Oslo"}', '{"city":"Bergen"}'


def roots_of(*deltas: Wire) -> set[str]:
    return loud_roots(report_of(stream(*deltas)))


def test_one_call_in_fragments_without_index_is_one_fault() -> None:
    deltas = tools(header(index=...)), tools(entry('{"city":', index=...)), tools(entry('"Oslo"}', index=...))
    (finding,) = found_by("tool-index-missing", stream(*deltas))
    assert (finding.variant, finding.count, finding.params["calls"], finding.certainty) == ("fragments", 3, 1, "inferred")
    assert roots_of(*deltas) == {"tool-index-missing"}


def test_whole_calls_without_index_are_told_apart_by_their_ids() -> None:
    deltas = tools(header("call_a", arguments=OSLO, index=...)), tools(header("call_b", arguments=BERGEN, index=...))
    (finding,) = found_by("tool-index-missing", stream(*deltas))
    assert (finding.variant, finding.params["calls"]) == ("", 2)
    assert roots_of(*deltas) == {"tool-index-missing"}


def test_whole_calls_without_index_are_a_habit_of_gemini_and_fragments_are_not() -> None:
    letters = []
    for trace in (stream(tools(header(arguments=OSLO, index=...))), stream(tools(header(index=...)), tools(entry(OSLO, index=...)))):
        report = report_of(trace)
        letters += [report.weight(finding, "gemini-compat")[0] for finding in report.findings if finding.rule == "tool-index-missing"]
    assert letters == ["warning", "error"]


def test_a_gemini_trace_without_index_stays_an_error_until_the_profile_is_chosen() -> None:
    report = report_of(stream(tools({**header(arguments=OSLO, index=...), "extra_content": {"google": {}}})))
    (finding,) = [finding for finding in report.findings if finding.rule == "tool-index-missing"]
    assert report.weight(finding, "default")[0] == "error"


def test_an_index_on_the_header_alone_is_not_enough() -> None:
    deltas = tools(header()), tools(entry('{"city":', index=...)), tools(entry('"Oslo"}', index=...))
    assert roots_of(*deltas) == {"tool-index-missing"}


@pytest.mark.parametrize(
    ("index", "form"),
    [(-1, "negative"), ("0", "string"), ("first", "string"), (0.0, "float"), (True, "boolean"), ([0], "array"), ({"at": 0}, "object")],
)
def test_an_index_of_another_form_is_named(index: object, form: str) -> None:
    trace = stream(tools(header(index=index)), tools(entry(OSLO, index=index)))
    (finding,) = found_by("tool-index-invalid", trace)
    assert (finding.params["form"], finding.count) == (form, 2)
    assert loud_roots(report_of(trace)) == {"tool-index-invalid"}


def test_null_as_index_is_invalid_and_not_missing() -> None:
    trace = stream(tools(header(index=None)), tools(entry(OSLO, index=None)))
    assert loud_roots(report_of(trace)) == {"tool-index-invalid"}


def test_an_index_beyond_the_limit_is_no_invalid_index() -> None:
    assert found_by("tool-index-invalid", stream(tools(header(index=10_000, arguments=OSLO)))) == []


def test_a_first_index_of_one_names_the_lowest() -> None:
    (finding,) = found_by("tool-index-not-from-zero", stream(tools(header(index=2)), tools(entry(OSLO, index=2))))
    assert (finding.params["lowest"], finding.places[0].pointer) == (2, "/choices/0/delta/tool_calls/0/index")


def test_one_before_zero_does_not_count_as_not_from_zero() -> None:
    deltas = tools(header("call_b", arguments=OSLO, index=1)), tools(header("call_a", arguments=OSLO, index=0))
    assert found_by("tool-index-not-from-zero", stream(*deltas)) == []


def test_a_hole_behind_a_late_start_is_told_as_well() -> None:
    deltas = tools(header("call_a", arguments=OSLO, index=1)), tools(header("call_b", arguments=OSLO, index=3))
    assert roots_of(*deltas) == {"tool-index-not-from-zero", "tool-index-gap"}


def test_a_hole_names_the_first_number_that_is_missing() -> None:
    trace = stream(*(tools(header(f"call_{number}", arguments=OSLO, index=number)) for number in (0, 1, 4, 6)))
    (finding,) = found_by("tool-index-gap", trace)
    assert [finding.params[name] for name in ("before", "after", "absent")] == [1, 4, 2]
    assert finding.count == 2


def test_calls_that_alternate_are_legal() -> None:
    deltas = (
        tools(header(), header("call_b", index=1)), tools(entry('{"city":')), tools(entry('{"city":', index=1)),
        tools(entry('"Oslo"}')), tools(entry('"Bergen"}', index=1)),
    )  # fmt: skip
    report = report_of(stream(*deltas))
    (finding,) = [finding for finding in report.findings if finding.rule == "tool-calls-interleaved"]
    assert report.weight(finding) == ("info", True)
    assert is_clean(stream(*deltas))


def test_one_call_after_the_other_does_not_alternate() -> None:
    deltas = tools(header()), tools(entry(OSLO)), tools(header("call_b", index=1)), tools(entry(BERGEN, index=1))
    assert found_by("tool-calls-interleaved", stream(*deltas)) == []


def test_several_whole_calls_in_one_chunk_are_legal() -> None:
    assert is_clean(stream(tools(header(arguments=OSLO), header("call_b", arguments=BERGEN, index=1))))


def test_a_single_object_instead_of_an_array_is_the_only_fault_told() -> None:
    assert roots_of({"tool_calls": header(arguments=OSLO)}) == {"tool-calls-not-array"}


def test_a_text_instead_of_an_array_is_told_too() -> None:
    assert "tool-calls-not-array" in roots_of({"tool_calls": "get_weather"})


def test_an_empty_array_and_null_are_no_fault() -> None:
    assert is_clean(stream({"content": "4", "tool_calls": []}, {"tool_calls": None}, finish="stop"))


def test_a_merged_response_is_not_asked_for_indexes() -> None:
    message = {"role": "assistant", "content": None, "tool_calls": [call(), call("call_b")]}
    response = {"id": "r", "object": "chat.completion", "created": 1, "model": "m"}
    assert is_clean(document({**response, "choices": [{"index": 0, "message": message, "finish_reason": "tool_calls"}]}))


def test_ten_thousand_fragments_without_index_are_one_finding() -> None:
    trace = stream(tools(header(index=...)), *(tools(entry("1", index=...)) for _ in range(10_000)))
    (finding,) = found_by("tool-index-missing", trace)
    assert finding.count == 10_001


def test_indexes_are_judged_in_every_choice_on_its_own() -> None:
    chunks = [
        chunk({"role": "assistant", **tools(header(index=number, arguments=OSLO))}, index=number, finish="tool_calls") for number in (0, 1)
    ]
    (finding,) = found_by("tool-index-not-from-zero", stream(*chunks, finish=None, role=False))
    assert finding.places[0].choice == "1"
