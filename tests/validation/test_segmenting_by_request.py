"""Whose record is it, in a log that names the request beside each chunk: streams whose own ids are equal, empty or new on each chunk."""

from collections.abc import Callable

import pytest

from tests.validation.rules.checking import found_by, loud_roots, report_of
from tests.validation.test_segmenting import alternating, contents, response
from validation.examples import Wire, chunk, jsonl, sse

Logged = list[Wire]


def logged(request: object, wires: list[Wire], key: str = "request_id", **beside: object) -> Logged:
    """One record a chunk, as somebody's recorder writes them."""
    return [{"ts": 1790000000 + number, key: request, **beside, "chunk": wire} for number, wire in enumerate(wires)]


def unnamed(*texts: str) -> list[Wire]:
    return [{**wire, "id": ""} for wire in response("", *texts)]


def renamed(prefix: str, *texts: str) -> list[Wire]:
    return [{**wire, "id": f"{prefix}-{number}"} for number, wire in enumerate(response("", *texts))]


def in_turn(*logs: Logged) -> Logged:
    return alternating(*logs)


def one_after_the_other(*logs: Logged) -> Logged:
    return [record for log in logs for record in log]


Order = Callable[..., Logged]
orders = pytest.mark.parametrize("order", [in_turn, one_after_the_other])


@orders
@pytest.mark.parametrize("written", [jsonl, sse])
@pytest.mark.parametrize("streams", [2, 3, 40])
def test_streams_with_one_id_are_told_apart_by_their_requests(written: Callable[..., object], order: Order, streams: int) -> None:
    log = order(*(logged(f"r-{number}", response("same", "a", "b", f"{number}")) for number in range(streams)))
    report = report_of(written(*log))  # type: ignore[arg-type]
    assert contents(report) == [f"ab{number}" for number in range(streams)]
    assert loud_roots(report) - {"done-missing"} == set()


@orders
@pytest.mark.parametrize("streams", [2, 3, 40])
def test_streams_without_ids_are_told_apart_by_their_requests(order: Order, streams: int) -> None:
    report = report_of(jsonl(*order(*(logged(f"r-{number}", unnamed("a", "b", f"{number}")) for number in range(streams)))))
    assert contents(report) == [f"ab{number}" for number in range(streams)]
    assert loud_roots(report) == {"chunk-id-missing"}


@orders
@pytest.mark.parametrize("streams", [2, 3, 40])
def test_streams_whose_id_changes_are_told_apart_by_their_requests(order: Order, streams: int) -> None:
    report = report_of(jsonl(*order(*(logged(f"r-{number}", renamed(f"c{number}", "a", "b", f"{number}")) for number in range(streams)))))
    assert contents(report) == [f"ab{number}" for number in range(streams)]
    assert loud_roots(report) == {"chunk-id-changes"}


def test_many_requests_that_have_only_begun_are_waited_for() -> None:
    report = report_of(jsonl(*in_turn(*(logged(f"r-{number}", unnamed("a", "b")) for number in range(500)))))
    assert report.streams == 500
    assert loud_roots(report) == {"chunk-id-missing"}


def test_what_is_wrong_in_one_request_is_said_of_its_stream_alone() -> None:
    whole, cut = response("same", "a", "b"), response("same", "c", "d", finish=None)
    report = report_of(jsonl(*in_turn(logged("r-1", whole), logged("r-2", cut))))
    (missing,) = (finding for finding in report.findings if finding.rule == "finish-missing")
    assert contents(report) == ["ab", "cd"]
    assert missing.segment == 1
    assert loud_roots(report) == {"finish-missing"}


def test_responses_of_one_session_are_told_apart_by_their_ids() -> None:
    log = in_turn(logged("s-1", response("a", "x", "y"), "session_id"), logged("s-1", response("b", "z", "z"), "session_id"))
    report = report_of(jsonl(*log))
    assert contents(report) == ["xy", "zz"]
    assert loud_roots(report) == set()


def test_responses_of_one_session_with_one_id_are_still_a_guess() -> None:
    log = one_after_the_other(*(logged("s-1", response("same", text), "session_id") for text in "xy"))
    report = report_of(jsonl(*log))
    assert contents(report) == ["x", "y"]
    assert loud_roots(report) == {"stream-boundary-ambiguous"}


@pytest.mark.parametrize("key", ["request_id", "trace_id", "session_id"])
def test_what_is_new_on_each_record_is_no_request(key: str) -> None:
    wires = [*response("a", "x", "y", "z"), *response("b", "u", "v", "w")]
    report = report_of(jsonl(*({"ts": 1, key: f"n-{number}", "chunk": wire} for number, wire in enumerate(wires))))
    assert contents(report) == ["xyz", "uvw"]
    assert loud_roots(report) == set()


def test_spans_and_line_numbers_are_no_requests() -> None:
    wires = response("a", "x", "y", "z")
    report = report_of(
        jsonl(*({"line": number, "span_id": number // 2, "event_id": number, "chunk": wire} for number, wire in enumerate(wires)))
    )
    assert contents(report) == ["xyz"]
    assert loud_roots(report) == set()


def test_a_request_that_the_first_record_does_not_name_is_known_by_the_id() -> None:
    first, *rest = response("a", "x", "y")
    other = logged("r-2", response("a", "z", "z"))
    log = [*logged(None, [first]), *in_turn(logged("r-1", rest), other)]
    report = report_of(jsonl(*log))
    assert contents(report) == ["xy", "zz"]


def test_the_end_of_one_request_ends_no_other() -> None:
    one, two = ([{"request_id": name, "data": wire} for wire in response("same", "a", "b")] for name in ("r-1", "r-2"))
    done = [{"request_id": name, "data": "[DONE]"} for name in ("r-1", "r-2")]
    late = {"request_id": "r-1", "data": chunk({"content": "late"}, id="same")}
    clean = [*one[:3], *two[:2], one[3], done[0], *two[2:], done[1]]
    assert loud_roots(report_of(jsonl(*clean))) == set()
    assert loud_roots(report_of(jsonl(*clean[:-1], late, done[1]))) == {"data-after-done"}
    assert loud_roots(report_of(jsonl(*clean, done[0]))) == {"done-repeated"}


def test_an_error_belongs_to_the_request_that_it_names() -> None:
    error = {"error": {"message": "overloaded", "code": 503}}
    one, two = logged("r-1", response("same", "a", "b")), logged("r-2", [*response("same", "c", finish=None), error])
    report = report_of(jsonl(*one[:2], *two[:2], *one[2:3], *two[2:], *one[3:]))
    assert contents(report) == ["ab", "c"]
    assert loud_roots(report) == {"stream-error-object"}


def test_streams_of_several_requests_alternate() -> None:
    log = in_turn(*(logged(name, response("same", "a", "b")) for name in ("r-1", "r-2")))
    (alternate,) = found_by("streams-interleaved", jsonl(*log))
    assert alternate.params["line"] == 3


def test_a_request_id_in_an_object_beside_the_chunk_counts_too() -> None:
    log = in_turn(
        *([{"meta": {"request_id": name}, "chunk": wire} for wire in response("same", text, text)] for name, text in ("1a", "2b"))
    )
    assert contents(report_of(jsonl(*log))) == ["aa", "bb"]


# Names that are of no one request


@orders
@pytest.mark.parametrize("records", [3, 10])
def test_the_number_of_a_batch_is_no_request(order: Order, records: int) -> None:
    wires = order(*(response(f"c-{number}", "a", "b", "c", f"{number}") for number in range(3)))
    report = report_of(jsonl(*({"trace_id": f"b-{number // records}", "chunk": wire} for number, wire in enumerate(wires))))
    assert contents(report) == ["abc0", "abc1", "abc2"]
    assert loud_roots(report) == set()


def test_the_number_of_a_batch_parts_no_answer_without_an_id() -> None:
    wires = unnamed("a", "b", "c", "d", "e", "f", "g")
    report = report_of(jsonl(*({"trace_id": f"b-{number // 3}", "chunk": wire} for number, wire in enumerate(wires))))
    assert contents(report) == ["abcdefg"]


@pytest.mark.parametrize("named", [lambda wire: "role" in str(wire), lambda wire: '"stop"' in str(wire).replace("'", '"')])
@pytest.mark.parametrize("empty", [None, "", ...])
def test_a_session_beside_the_request_of_some_records_parts_no_answer(named: Callable[[Wire], bool], empty: object) -> None:
    def record(request: str, wire: Wire) -> Wire:
        wanted = {"request_id": request if named(wire) else empty, "session_id": "s-1", "chunk": wire}
        return {key: value for key, value in wanted.items() if value is not ...}

    log = in_turn(*([record(f"r-{number}", wire) for wire in response(f"c-{number}", "a", f"{number}")] for number in range(40)))
    report = report_of(jsonl(*log))
    assert contents(report) == [f"a{number}" for number in range(40)]
    assert loud_roots(report) == set()


@pytest.mark.parametrize("sessions", [1, 2])
def test_many_answers_of_one_session_are_told_apart_by_their_ids(sessions: int) -> None:
    log = in_turn(*(logged(f"s-{number % sessions}", response(f"c-{number}", "a", f"{number}"), "session_id") for number in range(70)))
    report = report_of(jsonl(*log))
    assert contents(report) == [f"a{number}" for number in range(70)]
    assert loud_roots(report) == set()


def test_an_answer_without_ids_whose_request_is_named_late_is_one() -> None:
    first, second, *rest = unnamed("a", "b", "c")
    report = report_of(jsonl(*logged(None, [first, second]), *logged("r-1", rest)))
    assert contents(report) == ["abc"]


def test_a_request_that_was_tried_again_has_two_answers() -> None:
    log = [*logged("r-1", response("c-1", "a", "b", finish=None)), *logged("r-1", response("c-2", "a", "b"))]
    report = report_of(jsonl(*log))
    assert contents(report) == ["ab", "ab"]
    assert loud_roots(report) == {"finish-missing"}
