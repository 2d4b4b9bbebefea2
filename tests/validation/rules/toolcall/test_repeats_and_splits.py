"""Arguments that come again and again, and calls that are spread over two indexes: both are told only when nothing else fits."""

import pytest

from tests.validation.rules.checking import found_by, loud_roots, report_of
from validation.examples import Wire, entry, header, stream, tools

OSLO = '{"city":"Oslo","unit":"c"}'


def fragments(*parts: str) -> set[tuple[str, str]]:
    """(rule, variant) of the loud roots."""
    report = report_of(stream(*parts))
    loud = loud_roots(report)
    return {(finding.rule, finding.variant) for finding in report.findings if finding.rule in loud and finding.cause is None}


CUMULATIVE = "tool-arguments-cumulative"


@pytest.mark.parametrize(
    ("parts", "variant"),
    [
        (('{"city"', '{"city":"Oslo"', OSLO), "snapshots"),
        (('{"city":', OSLO), "snapshots"),
        (('{"city"', '{"city":"Oslo"', OSLO, OSLO), "snapshots"),
        (('{"city":', '"Oslo",', '"unit":"c"}', OSLO), "replay"),
        (('{"city":', '"Oslo"', OSLO), "replay"),
        ((OSLO, OSLO), "replay"),
        (("{}", "{}"), "replay"),
    ],
)
def test_repeated_arguments_are_the_only_fault_told(parts: tuple[str, ...], variant: str) -> None:
    assert fragments(*parts) == {(CUMULATIVE, variant)}


@pytest.mark.parametrize(
    "parts",
    [
        ('{"city":', '"Oslo"}'),
        ('{"a":', '{"a":', "1}}"),
        ("[1", "[1]]"),
        ("1", "12"),
        (OSLO,),
    ],
)
def test_fragments_that_are_json_together_are_not_repeated(parts: tuple[str, ...]) -> None:
    assert found_by(CUMULATIVE, stream(*parts)) == []


@pytest.mark.parametrize(
    "parts", [("{}", OSLO), ('{"city":', '{"city":"Os'), ('{"a":1}', '{"b":2}'), ('"a', '"a"'), (OSLO[:5], OSLO[:9], OSLO[9:])]
)
def test_other_broken_joins_are_left_to_other_rules(parts: tuple[str, ...]) -> None:
    assert found_by(CUMULATIVE, stream(*parts, finish="tool_calls")) == []


def test_objects_instead_of_texts_are_not_judged_as_repeats() -> None:
    deltas = tools(header(arguments={"city": "Oslo"})), tools(entry({"city": "Oslo"}))
    assert found_by(CUMULATIVE, stream(*deltas)) == []


def test_a_reused_index_explains_what_looks_repeated() -> None:
    whole = tools(header(arguments=OSLO)), tools(header("call_b", arguments=OSLO))
    assert loud_roots(report_of(stream(*whole))) == {"tool-index-reused"}


# One call under two indexes


def roots_of(*deltas: Wire) -> set[str]:
    return loud_roots(report_of(stream(*deltas)))


SPLIT = "tool-call-split-over-indexes"


@pytest.mark.parametrize(("own", "other"), [(0, 1), (2, 0), (1, 0), (3, 7)])
def test_a_header_and_arguments_under_another_index_are_one_fault(own: int, other: int) -> None:
    assert roots_of(tools(header(index=own)), tools(entry(OSLO, index=other))) == {SPLIT}


def test_both_places_are_shown() -> None:
    (finding,) = found_by(SPLIT, stream(tools(header(index=2)), tools(entry(OSLO[:9], index=0)), tools(entry(OSLO[9:], index=0))))
    assert [(place.chunk, place.pointer[-6:]) for place in finding.places] == [(2, "/index"), (1, "alls/0")]
    assert (finding.params["slot"], finding.params["other"], finding.certainty) == ("2", "0", "inferred")


def test_two_headers_and_two_rests_are_paired_in_order() -> None:
    deltas = (
        tools(header(index=4)),
        tools(entry(OSLO, index=0)),
        tools(header("call_b", "get_time", index=5)),
        tools(entry("{}", index=1)),
    )
    (finding,) = found_by(SPLIT, stream(*deltas))
    assert (finding.count, finding.params["name"]) == (2, "get_weather")
    assert roots_of(*deltas) == {SPLIT}


def test_a_rest_with_the_id_of_its_header_is_no_shared_id() -> None:
    assert roots_of(tools(header()), tools(entry(OSLO, index=1, id="call_a"))) == {SPLIT}


def test_arguments_that_begin_beside_their_header_and_end_elsewhere_are_one_fault() -> None:
    begun, rest = tools(header(arguments=OSLO[:5])), tools({**entry(OSLO[5:], index=1), "id": "call_a"})
    assert loud_roots(report_of(stream(begun, rest))) == {"tool-call-split-over-indexes"}


def test_a_rest_with_another_id_is_a_call_of_its_own() -> None:
    assert found_by(SPLIT, stream(tools(header()), tools(entry(OSLO, index=1, id="call_b")))) == []


def test_more_headers_than_rests_prove_nothing() -> None:
    deltas = tools(header()), tools(header("call_b", index=1)), tools(entry(OSLO, index=2))
    assert found_by(SPLIT, stream(*deltas)) == []


def test_a_call_without_arguments_beside_a_whole_one_is_legal() -> None:
    assert found_by(SPLIT, stream(tools(header()), tools(header("call_b", index=1, arguments=OSLO)))) == []


def test_two_calls_with_one_id_whose_arguments_are_whole_are_shared() -> None:
    deltas = tools(header(arguments=OSLO)), tools(entry(OSLO, index=1, id="call_a"))
    assert found_by(SPLIT, stream(*deltas)) == []
    assert "tool-id-shared" in roots_of(*deltas)


def test_arguments_without_index_are_a_missing_index() -> None:
    assert roots_of(tools(header()), tools(entry(OSLO, index=...))) == {"tool-index-missing"}
