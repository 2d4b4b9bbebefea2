"""What a second id in a slot means: one test a row of the table."""

from tests.validation.rules.checking import found_by, is_clean, loud_roots, report_of
from validation.examples import Wire, entry, header, stream, tools

OSLO, BERGEN = '{"city":"Oslo"}', '{"city":"Bergen"}'


def roots_of(*deltas: Wire) -> set[str]:
    return loud_roots(report_of(stream(*deltas)))


def test_a_new_id_with_a_name_behind_complete_arguments_is_a_second_call() -> None:
    assert roots_of(tools(header(arguments=OSLO)), tools(header("call_b", arguments=BERGEN))) == {"tool-index-reused"}


def test_a_second_call_in_fragments_is_one_too() -> None:
    deltas = tools(header()), tools(entry(OSLO)), tools(header("call_b")), tools(entry(BERGEN))
    assert roots_of(*deltas) == {"tool-index-reused"}


def test_three_calls_under_one_index_are_one_finding() -> None:
    trace = stream(*(tools(header(f"call_{letter}", arguments=OSLO)) for letter in "abc"))
    (finding,) = found_by("tool-index-reused", trace)
    assert (finding.count, finding.params["id"], finding.params["other"]) == (2, "call_a", "call_b")
    assert loud_roots(report_of(trace)) == {"tool-index-reused"}


def test_two_indexes_used_twice_are_two_findings() -> None:
    trace = stream(*(tools(header(f"call_{number}{letter}", arguments=OSLO, index=number)) for number in (0, 1) for letter in "ab"))
    assert [finding.places[0].tool_index for finding in found_by("tool-index-reused", trace)] == [0, 1]


def test_a_new_id_without_a_name_before_the_arguments_are_whole_is_a_changed_id() -> None:
    assert roots_of(tools(header()), tools(entry('{"city":', id="call_x")), tools(entry('"Oslo"}', id="call_y"))) == {"tool-id-changes"}


def test_every_changed_id_of_a_call_is_counted_in_one_finding() -> None:
    parts = ('{"ci', 'ty":', '"Os', 'lo"}')
    trace = stream(tools(header()), *(tools(entry(part, id=f"call_{number}")) for number, part in enumerate(parts)))
    (finding,) = found_by("tool-id-changes", trace)
    assert (finding.count, finding.params["other"]) == (4, "call_0")


def test_a_new_id_with_another_name_is_a_second_call_even_before_arguments() -> None:
    deltas = tools(header()), tools(header("call_b", "get_time", '{"zone":"UTC"}'))
    assert roots_of(*deltas) == {"tool-index-reused"}


def test_a_new_id_with_the_same_name_is_a_changed_id_where_the_joined_arguments_parse() -> None:
    deltas = tools(header(arguments='{"city":')), tools(header("call_x", arguments='"Oslo"}'))
    assert roots_of(*deltas) == {"tool-id-changes", "tool-name-repeated"}


def test_a_new_id_with_the_same_name_is_a_second_call_where_the_joined_arguments_do_not_parse() -> None:
    deltas = tools(header(arguments='{"city":')), tools(header("call_x", arguments='{"city":')), tools(entry('"Oslo"}'))
    assert "tool-index-reused" in roots_of(*deltas)
    assert "tool-id-changes" not in roots_of(*deltas)


def test_the_id_of_a_second_call_with_the_same_name_stays_its_own_on_later_fragments() -> None:
    opened = tools(header()), tools(header("call_b"))
    parts = [tools(entry(part, id=id)) for part in ('{"city":', '"Oslo"}') for id in ("call_a", "call_b")]
    assert roots_of(*opened, *parts) == {"tool-index-reused", "tool-id-repeated"}


def test_an_id_that_is_no_second_call_s_still_changes_beside_one() -> None:
    opened = tools(header()), tools(header("call_b"))
    parts = [tools(entry(part, id=id)) for part in ('{"city":', '"Oslo"}') for id in ("call_a", "call_x")]
    assert roots_of(*opened, *parts) == {"tool-index-reused", "tool-id-repeated", "tool-id-changes"}


def test_the_id_of_another_slot_says_that_index_and_id_disagree() -> None:
    trace = stream(tools(header()), tools(header("call_b", index=1)), tools(entry(OSLO, id="call_b")), tools(entry(BERGEN, index=1)))
    (finding,) = found_by("tool-id-changes", trace)
    assert (finding.variant, finding.params["other"]) == ("other-slot", "call_b")


def test_a_word_for_nothing_is_no_changed_id() -> None:
    assert roots_of(tools(header()), tools(entry('{"city":', id="null")), tools(entry('"Oslo"}', id="null"))) == {"tool-id-placeholder"}


def test_a_word_for_nothing_and_no_other_id_is_one_fault() -> None:
    assert roots_of(tools(header("undefined", arguments=OSLO))) == {"tool-id-placeholder"}


def test_another_value_without_id_behind_complete_arguments_is_trailing_data() -> None:
    trace = stream(tools(header(arguments=OSLO)), tools(entry(BERGEN)))
    (finding,) = found_by("arguments-trailing-data", trace)
    assert finding.variant == "second-call"
    assert loud_roots(report_of(trace)) == {"arguments-trailing-data"}


def test_an_empty_id_and_a_null_id_never_conflict() -> None:
    assert is_clean(stream(tools(header()), tools({**entry('{"city":'), "id": ""}), tools({**entry('"Oslo"}'), "id": None})))


def test_an_id_that_comes_late_fills_the_slot() -> None:
    trace = stream(tools(entry('{"city":', name="get_weather", type="function")), tools(entry('"Oslo"}', id="call_a")))
    assert found_by("tool-id-missing", trace) == []
    assert found_by("tool-id-changes", trace) == []


def test_brackets_inside_a_text_do_not_make_arguments_complete() -> None:
    parts = tools(header(arguments='{"a":"}')), tools(entry('}"', id="call_x")), tools(entry("}"))
    assert roots_of(*parts) == {"tool-id-changes"}
