"""Where the usage stands, and whether it came when it was asked for."""

from typing import Any

import pytest

from tests.validation.rules.checking import found_by, is_clean, loud_roots, report_of
from validation.examples import chunk, jsonl, sse, stream

ASKED = {"stream_options": {"include_usage": True}}


def usage(total: int) -> dict[str, int]:
    return {"prompt_tokens": 9, "completion_tokens": total - 9, "total_tokens": total}


OPENING = chunk({"role": "assistant", "content": "Four."})
END = chunk({}, finish="stop")
LAST = chunk(choices=[], usage=usage(14))


def test_usage_before_text_is_early() -> None:
    (finding,) = found_by("usage-chunk-position", jsonl(OPENING, LAST, chunk({"content": "."}), END))
    assert (finding.variant, finding.params["chunk"], finding.places[0].pointer) == ("", 1, "/usage")


def test_text_behind_the_end_is_late_and_the_usage_before_it_in_place() -> None:
    report = report_of(sse(OPENING, END, LAST, "data: [DONE]\n\n", chunk({"content": "."}), done=False))
    assert loud_roots(report) == {"data-after-done"}
    early = report_of(sse(OPENING, LAST, END, "data: [DONE]\n\n", chunk({"content": "."}), done=False))
    assert loud_roots(early) == {"data-after-done", "usage-chunk-position"}


def test_results_of_a_filter_behind_the_usage_are_no_text() -> None:
    choice = {"index": 0, "finish_reason": None, "content_filter_offsets": {"check_offset": 4}, "content_filter_results": {}}
    assert is_clean(sse(OPENING, END, LAST, {"id": "", "object": "", "created": 0, "model": "", "choices": [choice]}))


@pytest.mark.parametrize("frame", [sse, jsonl])
def test_a_role_that_is_said_again_behind_the_usage_goes_on_with_nothing(frame: Any) -> None:
    again = chunk({"role": "assistant"})
    assert is_clean(frame(OPENING, END, LAST, again))
    assert found_by("usage-chunk-position", frame(OPENING, LAST, again, END))


@pytest.mark.parametrize("frame", [sse, jsonl])
def test_a_role_that_comes_first_behind_the_usage_is_missed_by_who_stopped_there(frame: Any) -> None:
    late = chunk({"role": "assistant"})
    assert found_by("usage-chunk-position", frame(chunk({"content": "Four."}), END, LAST, late))
    assert not found_by("usage-chunk-position", frame(chunk({"content": "Four."}), END, late, LAST))


def test_two_usages_that_agree_are_no_fault() -> None:
    assert found_by("usage-chunk-position", jsonl(OPENING, END, LAST, LAST)) == []


def test_two_usages_that_disagree_name_both_totals() -> None:
    (finding,) = found_by("usage-chunk-position", jsonl(OPENING, END, LAST, chunk(choices=[], usage=usage(20))))
    assert (finding.variant, finding.params["total"], finding.params["other"]) == ("twice", "14", "20")


@pytest.mark.parametrize("running", [None, usage(10)])
def test_usage_or_null_beside_every_delta_is_legal(running: object) -> None:
    trace = jsonl(*({**wire, "usage": running} for wire in (OPENING, chunk({"content": "."}), END)), LAST)
    assert found_by("usage-chunk-position", trace) == []
    assert is_clean(trace)


def test_usage_out_of_place_is_a_habit_of_openrouter() -> None:
    opening = {**OPENING, "provider": "Demo", "native_finish_reason": None}
    report = report_of(jsonl(opening, LAST, chunk({"content": "."}), END))
    (finding,) = [finding for finding in report.findings if finding.rule == "usage-chunk-position"]
    assert report.weight(finding) == ("info", True)


def test_usage_is_missed_only_where_the_request_asked_for_it() -> None:
    text = {"content": "Four."}
    assert found_by("usage-missing", stream(text, finish="stop", request=ASKED))
    assert found_by("usage-missing", stream(text, finish="stop", request={"stream_options": {"include_usage": False}})) == []
    assert found_by("usage-missing", stream(text, finish="stop", request={"stream_options": "yes"})) == []
    assert found_by("usage-missing", stream(text, finish="stop")) == []


def test_usage_inside_a_choice_counts_as_sent() -> None:
    choice = {"index": 0, "delta": {}, "finish_reason": "stop", "usage": usage(14)}
    assert found_by("usage-missing", jsonl(OPENING, chunk(choices=[choice]), request=ASKED)) == []


def test_usage_that_is_null_inside_a_choice_was_not_sent() -> None:
    choice = {"index": 0, "delta": {}, "finish_reason": "stop", "usage": None}
    assert found_by("usage-missing", jsonl(OPENING, chunk(choices=[choice]), request=ASKED))


def test_an_interrupted_stream_explains_the_missing_usage() -> None:
    report = report_of(sse(OPENING, done=False, request=ASKED))
    (finding,) = [finding for finding in report.findings if finding.rule == "usage-missing"]
    assert finding.cause == "finish-missing"
    assert report.weight(finding, "openai-strict")[1] is False
