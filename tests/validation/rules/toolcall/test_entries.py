"""How the entries of calls follow each other: order, doubles, empty ones, whole calls, and more calls than were allowed."""

import pytest

from tests.validation.rules.checking import found_by, is_clean, loud_roots, report_of
from validation.examples import Wire, chunk, entry, header, stream, tools

OSLO, BERGEN = '{"city":"Oslo"}', '{"city":"Bergen"}'
ONE = {"parallel_tool_calls": False}


def roots_of(*deltas: Wire) -> set[str]:
    return loud_roots(report_of(stream(*deltas)))


def whole(index: int) -> Wire:
    return tools(header(f"call_{index}", index=index, arguments=OSLO))


def test_one_before_zero_is_out_of_order_and_nothing_else() -> None:
    assert roots_of(whole(1), whole(0)) == {"tool-index-out-of-order"}


def test_every_fall_of_the_index_is_counted() -> None:
    (finding,) = found_by("tool-index-out-of-order", stream(*(whole(index) for index in (2, 1, 3, 0))))
    assert (finding.count, finding.params["before"], finding.params["after"]) == (2, 2, 1)
    assert [place.chunk for place in finding.places] == [2, 1]


def test_fragments_that_go_back_are_not_out_of_order() -> None:
    deltas = tools(header(), header("call_b", index=1)), tools(entry(BERGEN, index=1)), tools(entry(OSLO))
    assert found_by("tool-index-out-of-order", stream(*deltas)) == []


def test_a_second_call_under_one_index_is_not_out_of_order() -> None:
    assert roots_of(tools(header(arguments=OSLO)), tools(header("call_b", arguments=BERGEN))) == {"tool-index-reused"}


def test_two_entries_of_a_call_in_one_chunk_are_a_fault_of_their_own() -> None:
    deltas = tools(header(), entry('{"city":')), tools(entry('"Oslo"}'))
    (finding,) = found_by("tool-index-twice-in-chunk", stream(*deltas))
    assert (finding.params["chunk"], finding.places[0].pointer) == (1, "/choices/0/delta/tool_calls/1/index")
    assert roots_of(*deltas) == {"tool-index-twice-in-chunk"}


def test_two_entries_with_two_ids_are_a_reused_index() -> None:
    assert roots_of(tools(header(arguments=OSLO), header("call_b", arguments=BERGEN))) == {"tool-index-reused"}


def test_two_entries_without_index_are_a_missing_index() -> None:
    assert roots_of(tools(header(index=...), entry(OSLO, index=...))) == {"tool-index-missing"}


def test_entries_of_two_choices_do_not_meet() -> None:
    first, second = ({"index": n, "delta": {"role": "assistant", **whole(0)}, "finish_reason": "tool_calls"} for n in (0, 1))
    assert is_clean(stream(chunk(choices=[first, second]), finish=None, role=False))


@pytest.mark.parametrize("empty", [{"arguments": ""}, {"arguments": None}, {}])
def test_an_entry_that_adds_nothing_is_legal(empty: Wire) -> None:
    trace = stream(tools(header()), tools(entry(OSLO)), tools({"index": 0, "function": empty}))
    (finding,) = found_by("tool-delta-empty", trace)
    assert (finding.variant, finding.count, finding.params["chunk"]) == ("", 1, 3)
    assert is_clean(trace)


def test_an_empty_header_is_no_empty_entry() -> None:
    assert found_by("tool-delta-empty", stream(tools(header()), tools(entry(OSLO)))) == []


def test_a_repeated_id_is_not_an_empty_entry() -> None:
    assert found_by("tool-delta-empty", stream(tools(header()), tools(entry(OSLO)), tools(entry("", id="call_a")))) == []


@pytest.mark.parametrize(("number", "variant"), [(50, ""), (51, "many")])
def test_more_than_fifty_empty_entries_in_a_row_are_a_warning(number: int, variant: str) -> None:
    trace = stream(tools(header()), *(tools(entry("")) for _ in range(number)), tools(entry(OSLO)))
    (finding,) = found_by("tool-delta-empty", trace)
    assert (finding.variant, finding.params["longest"]) == (variant, number)


def test_empty_entries_between_fragments_are_no_row() -> None:
    fragments = [part for letter in OSLO for part in (tools(entry("")), tools(entry("")), tools(entry("")), tools(entry(letter)))]
    (finding,) = found_by("tool-delta-empty", stream(tools(header()), *fragments))
    assert (finding.variant, finding.count, finding.params["longest"]) == ("", 45, 3)


def test_arguments_in_one_delta_are_legal_and_counted_once_a_choice() -> None:
    trace = stream(whole(0), whole(1), tools(header("call_2", index=2)), tools(entry(OSLO, index=2)))
    (finding,) = found_by("tool-call-single-chunk", trace)
    assert finding.params["calls"] == 3
    assert is_clean(trace)


def test_arguments_in_two_deltas_are_not_single() -> None:
    assert found_by("tool-call-single-chunk", stream(tools(header()), tools(entry('{"city":')), tools(entry('"Oslo"}')))) == []


@pytest.mark.parametrize(("value", "form"), [([], "an empty array"), (None, "null")])
def test_tool_calls_that_hold_nothing_are_counted(value: object, form: str) -> None:
    trace = stream(*({"content": ".", "tool_calls": value} for _ in range(7)), finish="stop")
    (finding,) = found_by("tool-calls-empty-array", trace)
    assert (finding.count, finding.params["form"]) == (7, form)
    assert is_clean(trace)


def test_more_calls_than_the_request_allowed_are_a_warning() -> None:
    trace = stream(whole(0), whole(1), whole(2), request=ONE)
    (finding,) = found_by("parallel-not-allowed", trace)
    assert (finding.params["calls"], finding.count, finding.places[0].tool_index) == (3, 2, None)
    assert loud_roots(report_of(trace)) == {"parallel-not-allowed"}


@pytest.mark.parametrize("request_", [None, {}, {"parallel_tool_calls": True}, {"parallel_tool_calls": None}, {"parallel_tool_calls": 0}])
def test_nothing_is_guessed_about_a_request_that_says_nothing(request_: Wire | None) -> None:
    assert found_by("parallel-not-allowed", stream(whole(0), whole(1), request=request_)) == []


def test_a_call_in_two_halves_is_one_call() -> None:
    assert found_by("parallel-not-allowed", stream(tools(header()), tools(entry(OSLO, index=1)), request=ONE)) == []


def test_an_entry_without_index_is_not_the_same_index_twice_in_a_chunk() -> None:
    assert roots_of(tools(header(), entry(OSLO, index=...))) == {"tool-index-missing"}
