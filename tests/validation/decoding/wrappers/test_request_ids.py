"""The id of the request that a record of a log answers."""

import pytest

from validation.decoding.wrappers.request_ids import first_of, request_keys, request_of
from validation.examples import chunk


@pytest.mark.parametrize(
    "key",
    [
        "request_id",
        "requestId",
        "x-request-id",
        "X-Request-ID",
        "req_id",
        "trace_id",
        "traceId",
        "custom_id",
        "litellm_call_id",
        "session_id",
    ],
)
def test_a_request_goes_by_many_names(key: str) -> None:
    assert request_of({"ts": 1, key: "r-1", "chunk": chunk()}) == "r-1"
    assert request_of({"ts": 1, "headers": {key: "r-1"}, "chunk": chunk()}) == "r-1"


@pytest.mark.parametrize("key", ["id", "span_id", "event_id", "call_id", "line", "seq", "uuid", "timestamp"])
def test_what_may_be_new_on_each_record_is_none_of_them(key: str) -> None:
    assert request_of({key: "r-1", "chunk": chunk()}) == ""


def test_the_request_comes_before_the_trace_and_the_session_that_hold_several() -> None:
    record = {"session_id": "s", "trace_id": "t", "request_id": "r"}
    assert request_keys(record) == ("request_id", "trace_id", "session_id")
    assert request_of(record) == "r"
    assert request_of({**record, "request_id": None}) == "t"


def test_a_number_is_an_id_and_what_is_empty_none() -> None:
    assert first_of({"request_id": 0}, ("request_id",)) == "0"
    for nothing in ("", None, True, [], {}):
        assert first_of({"request_id": nothing}, ("request_id",)) == ""


def test_a_logged_request_names_itself() -> None:
    assert request_of({"request": {"id": "r-1", "model": "demo"}, "chunk": chunk()}) == "r-1"


def test_what_the_chunk_itself_says_is_not_the_word_of_the_log() -> None:
    assert request_of({"chunk": chunk(request_id="r-1")}) == ""
