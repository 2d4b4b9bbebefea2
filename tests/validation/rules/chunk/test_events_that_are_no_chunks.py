"""JSON among the chunks of an event stream that is no object, or an empty one."""

import pytest

from tests.validation.rules.checking import found_by, loud_roots, report_of
from validation.examples import chunk, jsonl, sse

ROLE = chunk({"role": "assistant", "content": "Four"})
END = chunk({"content": " degrees."}, finish="stop")


@pytest.mark.parametrize("data", ["{}", "null", "5", "true", '"text"', "[]"])
def test_an_event_that_is_no_chunk_is_told_with_its_place(data: str) -> None:
    trace = sse(ROLE, f"data: {data}\n\n", END)
    (finding,) = found_by("choices-missing-or-null", trace)
    assert (finding.variant, finding.places[0].line, finding.params["data"]) == ("event", 3, data)
    assert loud_roots(report_of(trace)) == {"choices-missing-or-null"}


def test_many_of_them_are_one_finding() -> None:
    (finding,) = found_by("choices-missing-or-null", sse(ROLE, "data: {}\n\n", "data: null\n\n", END))
    assert finding.count == 2


def test_one_before_the_first_chunk_counts_too() -> None:
    (finding,) = found_by("choices-missing-or-null", sse("data: {}\n\n", ROLE, END))
    assert finding.places[0].line == 1


@pytest.mark.parametrize("data", ["{}", "null", "[]"])
def test_one_behind_the_end_marker_is_late_data(data: str) -> None:
    trace = sse(ROLE, END, "data: [DONE]\n\n", f"data: {data}\n\n", done=False)
    assert loud_roots(report_of(trace)) == {"data-after-done"}
    assert found_by("choices-missing-or-null", trace) == []


@pytest.mark.parametrize("data", ["{}", "null", "5", "[]"])
def test_lines_of_a_log_are_no_events(data: str) -> None:
    assert loud_roots(report_of(jsonl(ROLE, data, END))) == set()


def test_events_of_another_format_are_not_asked_for_choices() -> None:
    start = {"type": "message_start", "message": {"id": "msg_1", "type": "message", "role": "assistant", "content": [], "model": "m"}}
    events = "".join(f"event: {event['type']}\ndata: {event}\n\n".replace("'", '"') for event in (start, {"type": "message_stop"}))
    assert found_by("choices-missing-or-null", sse(events, "data: {}\n\n", done=False)) == []


def test_a_comment_is_no_event() -> None:
    assert loud_roots(report_of(sse(ROLE, ": ping\n\n", END))) == set()
