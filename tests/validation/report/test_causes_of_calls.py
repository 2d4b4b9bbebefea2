"""What is wrong with one call explains nothing of another call of the same choice."""

import pytest

from tests.validation.rules.checking import loud_roots, report_of
from validation.examples import Wire, chunk, entry, header, jsonl, stream, tools

OSLO = '{"city":"Oslo"}'
REUSED = (tools(header(arguments=OSLO)), tools(header("call_b", arguments=OSLO)))
CUMULATIVE = (tools(header()), tools(entry('{"city":')), tools(entry(OSLO)))
SPLIT = (tools(header()), tools(entry(OSLO, index=1)))
NOT_ARRAY = ({"tool_calls": header(arguments=OSLO)},)


def other(index: int, arguments: str = OSLO, **changes: object) -> Wire:
    """A delta with a call of its own under `index`; a change of None leaves the key out."""
    whole = {**header("call_z", arguments=arguments, index=index), **changes}
    return tools({key: value for key, value in whole.items() if value is not None})


@pytest.mark.parametrize(
    ("root", "deltas", "follow"),
    [
        ("tool-index-reused", (*REUSED, other(1, '{"city":"Os')), "truncation-reported-complete"),
        ("tool-arguments-cumulative", (*CUMULATIVE, other(1, '{"city":"Os')), "truncation-reported-complete"),
        ("tool-call-split-over-indexes", (*SPLIT, other(2, '{"city":"Os')), "truncation-reported-complete"),
        ("tool-call-split-over-indexes", (*SPLIT, other(2, id=None)), "tool-id-missing"),
        ("tool-call-split-over-indexes", (*SPLIT, other(2, type=None)), "tool-type-missing"),
        ("tool-calls-not-array", (*NOT_ARRAY, other(1, type=None)), "tool-type-missing"),
        ("tool-index-reused", (*REUSED, tools(header("call_z", index=1), entry("{}", index=1))), "tool-index-twice-in-chunk"),
    ],
)
def test_a_fault_of_one_call_does_not_hide_that_of_another(root: str, deltas: tuple[Wire, ...], follow: str) -> None:
    assert loud_roots(report_of(stream(*deltas))) == {root, follow}


@pytest.mark.parametrize(
    ("root", "deltas", "follow"),
    [
        (
            "tool-index-reused",
            (tools(header(arguments=OSLO)), tools(header("call_b", arguments='{"city":"Os'))),
            "truncation-reported-complete",
        ),
        ("tool-calls-not-array", ({"tool_calls": {**header(arguments=OSLO), "type": None}},), "tool-type-invalid"),
        ("tool-call-split-over-indexes", (tools(header()), tools(entry('{"city":"Os', index=1))), "truncation-reported-complete"),
    ],
)
def test_a_fault_of_one_call_explains_what_follows_for_that_call(root: str, deltas: tuple[Wire, ...], follow: str) -> None:
    report = report_of(stream(*deltas))
    assert loud_roots(report) == {root}
    assert {finding.cause for finding in report.findings if finding.rule == follow} == {root}


def test_a_recording_that_begins_late_explains_the_calls_that_were_open_and_no_later_one() -> None:
    late = chunk(tools(entry(':"Oslo"}'))), chunk(tools(entry('Bergen"}', index=1)))
    later = chunk(other(2, "{city}", type=None))
    assert loud_roots(report_of(jsonl(*late, chunk({}, finish="tool_calls")))) == {"capture-starts-midway"}
    roots = loud_roots(report_of(jsonl(*late, later, chunk({}, finish="tool_calls"))))
    assert roots == {"capture-starts-midway", "arguments-invalid-json", "tool-type-missing"}


def test_an_index_used_twice_explains_the_two_entries_that_its_own_call_has_in_one_chunk() -> None:
    report = report_of(stream(tools(header(arguments=OSLO)), tools(header("call_b"), entry(OSLO))))
    assert {finding.cause for finding in report.findings if finding.rule == "tool-index-twice-in-chunk"} == {"tool-index-reused"}


def test_an_index_used_twice_explains_the_arguments_of_the_second_call_too() -> None:
    deltas = (
        tools(header(name="now")),
        tools(header("call_b", name="today")),
        tools(entry('{"a":')),
        tools(entry('{"b":')),
        tools(entry("1}")),
    )
    report = report_of(stream(*deltas, tools(entry("2}"))))
    assert loud_roots(report) == {"tool-index-reused"}
    assert {finding.cause for finding in report.findings if finding.rule == "arguments-invalid-json"} == {"tool-index-reused"}
