"""What every choice carries: index, delta, role; and which numbers choices may have."""

import tracemalloc

import pytest

from tests.validation.rules.checking import found_by, is_clean, loud_roots, report_of
from validation.examples import chunk, entry, header, jsonl, stream, tools

OSLO = '{"city":"Oslo"}'


def bare(delta: object = ..., **more: object) -> dict[str, object]:
    """A chunk whose only choice has exactly these keys."""
    choice = {**({} if delta is ... else {"delta": delta}), **more}
    return chunk(choices=[choice])


def test_a_choice_without_index_is_counted_once_a_choice() -> None:
    trace = jsonl(
        bare({"role": "assistant"}, finish_reason=None), bare({"content": "Four."}, finish_reason=None), bare({}, finish_reason="stop")
    )
    report = report_of(trace)
    (finding,) = [finding for finding in report.findings if finding.rule == "choice-index-missing"]
    assert finding.count == 3
    assert loud_roots(report) == {"choice-index-missing"}


def test_a_single_choice_without_index_does_not_look_like_an_unfinished_answer() -> None:
    trace = stream(bare({"content": "Four."}, finish_reason=None), finish="stop")
    assert loud_roots(report_of(trace)) == {"choice-index-missing"}


def test_null_as_index_is_named() -> None:
    (finding,) = found_by("choice-index-missing", stream(bare({"content": "4"}, index=None, finish_reason=None), finish="stop"))
    assert (finding.variant, finding.params["value"]) == ("invalid", "null")


@pytest.mark.parametrize("index", ["0", 0.5, -1, 10_000])
def test_an_index_that_is_no_usable_number_is_counted_on_every_chunk(index: object) -> None:
    words = [chunk({"content": word}, index=index) for word in "abcdef"]
    trace = jsonl(chunk({"role": "assistant"}, index=index), *words, chunk({}, index=index, finish="stop"))
    (finding,) = found_by("choice-index-missing", trace)
    assert (finding.variant, finding.count) == ("invalid", 8)


def test_a_missing_delta_is_found_on_the_finish_chunk() -> None:
    trace = stream({"content": "Four."}, bare(index=0, finish_reason="stop"), finish=None)
    report = report_of(trace)
    assert loud_roots(report) == {"delta-missing"}


def test_an_empty_delta_is_legal() -> None:
    assert is_clean(stream({}, {}, {"content": "Four."}, finish="stop"))


def test_a_role_is_looked_for_in_every_delta_of_the_choice() -> None:
    late = jsonl(chunk({"content": "Four"}), chunk({"role": "assistant", "content": "."}), chunk({}, finish="stop"))
    assert found_by("role-missing", late) == []


def test_an_empty_role_is_an_invalid_one_and_nothing_else() -> None:
    trace = jsonl(chunk({"role": "", "content": "Four"}), chunk({}, finish="stop"))
    assert loud_roots(report_of(trace)) == {"role-invalid"}


def test_each_choice_needs_a_role_of_its_own() -> None:
    trace = jsonl(
        chunk({"role": "assistant", "content": "4"}), chunk({"content": "5"}, index=1), chunk({}, finish="stop"),
        chunk({}, index=1, finish="stop"),
    )  # fmt: skip
    (finding,) = found_by("role-missing", trace)
    assert finding.places[0].choice == "1"


def test_a_role_on_every_chunk_is_legal() -> None:
    assert is_clean(jsonl(*(chunk({"role": "assistant", "content": "4"}) for _ in range(3)), chunk({"role": "assistant"}, finish="stop")))


def test_two_answers_are_legal() -> None:
    trace = jsonl(
        *(chunk({"role": "assistant", "content": "4"}, index=number) for number in (0, 1)),
        *(chunk({"content": "."}, index=number) for number in (1, 0)),
        *(chunk({}, index=number, finish="stop") for number in (0, 1)),
    )
    assert is_clean(trace)


def test_an_index_that_counts_chunks_is_the_cause_of_what_follows() -> None:
    trace = jsonl(
        chunk({"role": "assistant"}), *(chunk({"content": "."}, index=number) for number in range(1, 9)), chunk({}, index=9, finish="stop")
    )
    assert loud_roots(report_of(trace)) == {"choice-index-drifts"}


def test_two_answers_of_which_one_does_not_finish_are_no_drift() -> None:
    trace = jsonl(
        chunk({"role": "assistant", "content": "4"}),
        chunk({"role": "assistant", "content": "5"}, index=1),
        chunk({}, index=1, finish="stop"),
    )
    assert loud_roots(report_of(trace)) == {"finish-missing"}


def test_three_answers_cut_after_their_first_chunk_are_no_drift() -> None:
    trace = jsonl(*(chunk({"role": "assistant", "content": "4"}, index=number) for number in range(3)))
    assert loud_roots(report_of(trace)) == {"finish-missing"}


def test_a_second_answer_is_a_drift_where_the_request_asked_for_one() -> None:
    answers = (
        chunk({"role": "assistant", "content": "4"}, finish="stop"), chunk({"role": "assistant", "content": "5"}, index=1, finish="stop")
    )  # fmt: skip
    assert found_by("choice-index-drifts", jsonl(*answers, request={"n": 1}))
    assert found_by("choice-index-drifts", jsonl(*answers, request={"n": 2})) == []


def test_a_hole_that_an_error_in_the_stream_explains_is_not_told() -> None:
    begun = [chunk({"role": "assistant", "content": "4"}), chunk({"role": "assistant", "content": "5"}, index=2)]
    assert loud_roots(report_of(jsonl(*begun, {"error": {"message": "boom"}}))) == {"stream-error-object"}


@pytest.mark.parametrize(("n", "found"), [(4, False), (3, False), (2, True), (None, True), ("4", True)])
def test_a_hole_below_the_number_of_answers_asked_for_is_no_drift(n: object, found: bool) -> None:
    answers = (chunk({"role": "assistant", "content": "4"}, index=number, finish="stop") for number in (0, 2))
    assert bool(found_by("choice-index-drifts", jsonl(*answers, request={"n": n}))) is found


def test_a_hole_in_the_numbers_names_the_number_that_is_missing() -> None:
    trace = jsonl(*(chunk({"role": "assistant", "content": "4"}, index=number, finish="stop") for number in (0, 2)))
    (finding,) = found_by("choice-index-drifts", trace)
    assert (finding.variant, finding.params["absent"], finding.places[0].chunk) == ("gap", 1, 1)


@pytest.mark.parametrize(("used", "absent"), [((1,), None), ((2, 1), None), ((2,), 1), ((1, 4), 2)])
def test_an_answer_without_a_number_fills_one_hole(used: tuple[int, ...], absent: int | None) -> None:
    bare = chunk(choices=[{"delta": {"role": "assistant", "content": "4"}, "finish_reason": "stop"}])
    trace = jsonl(bare, *(chunk({"role": "assistant", "content": "5"}, index=number, finish="stop") for number in used))
    assert [finding.params["absent"] for finding in found_by("choice-index-drifts", trace)] == ([] if absent is None else [absent])
    assert loud_roots(report_of(trace)) == {"choice-index-missing" if absent is None else "choice-index-drifts"}


def test_calls_of_two_choices_do_not_mix() -> None:
    trace = jsonl(
        *(chunk({"role": "assistant", **tools(header(f"call_{number}"))}, index=number) for number in (0, 1)),
        *(chunk(tools(entry(OSLO)), index=number) for number in (1, 0)),
        *(chunk({}, index=number, finish="tool_calls") for number in (0, 1)),
    )
    assert is_clean(trace)


@pytest.mark.parametrize(
    ("index", "value"), [("0", '"0"'), ("", '""'), ([0], "[…]"), ({}, "{…}"), (-1, "-1"), (10**12, "1000000000000"), (True, "true")]
)
def test_an_index_that_cannot_be_used_is_shown_as_it_was_sent(index: object, value: str) -> None:
    (finding,) = found_by("choice-index-missing", jsonl(chunk({"role": "assistant", "content": "."}, index=index, finish="stop")))
    assert (finding.variant, finding.params["value"]) == ("invalid", value)


def test_a_high_number_costs_no_more_than_a_low_one() -> None:
    def peak(index: int) -> int:
        trace = jsonl(chunk({"role": "assistant", "content": "4"}, index=index, finish="stop"))
        tracemalloc.start()
        assert found_by("choice-index-drifts", trace)
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return most

    peak(1)
    assert peak(9_999) < peak(1) + 100_000, "a number for every hole would be 320 kB"
