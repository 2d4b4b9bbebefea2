"""Errors without an `error` around them: in a stream, in place of an answer, and what only resembles them in a log."""

import json

import pytest

from tests.validation.rules.checking import found_by, loud_roots, report_of
from validation.examples import Wire, chunk, document, jsonl, raw, sse, user

STARTED = (chunk({"role": "assistant", "content": "4 deg"}), chunk({"content": "rees"}))
BODIES: list[tuple[str, Wire]] = [
    ("500", {"object": "error", "message": "boom", "type": "InternalServerError", "param": None, "code": 500}),
    ("no code", {"detail": "boom"}),
    ("missing", {"detail": [{"type": "missing", "loc": ["body", "model"], "msg": "boom"}]}),
    ("503", {"type": "about:blank", "title": "Unavailable", "status": 503, "detail": "boom"}),
    ("502", {"code": 502, "message": "boom"}),
    ("1301", {"code": "1301", "msg": "boom", "request_id": "r"}),
    ("extra_forbidden", {"object": "error", "message": {"detail": [{"type": "extra_forbidden", "loc": ["body"], "msg": "boom"}]}}),
    ("336003", {"error_code": 336003, "error_msg": "boom", "id": "as-1"}),
    ("BAD_REQUEST", {"error_code": "BAD_REQUEST", "message": "boom"}),
    ("1000", {"result": None, "success": False, "errors": [{"code": 1000, "message": "boom"}], "messages": []}),
    ("1004", {"id": "r", "choices": None, "base_resp": {"status_code": 1004, "status_msg": "boom"}}),
    ("rate_limit_exceeded", {"code": "rate_limit_exceeded", "message": "boom"}),
]


@pytest.mark.parametrize(("code", "body"), BODIES)
@pytest.mark.parametrize("written", [sse, jsonl])
def test_a_bare_error_behind_the_chunks_of_a_stream_ends_it(code: str, body: Wire, written: object) -> None:
    example = written(*STARTED, body)  # type: ignore[operator]
    assert report_of(example).streams == 1
    assert loud_roots(report_of(example)) == {"stream-error-object"}
    (finding,) = found_by("stream-error-object", example)
    assert finding.params == {"chunk": 2, "code": code, "message": "boom"}
    place = finding.places[0]
    assert json.loads(example.data[place.byte_start : place.byte_end].removeprefix(b"data: ")) == body
    assert place.pointer == ""


@pytest.mark.parametrize(("code", "body"), BODIES)
def test_a_bare_error_in_place_of_an_answer_is_told_as_such(code: str, body: Wire) -> None:
    for example in (document(body), sse(body)):
        (finding,) = found_by("stream-error-object", example)
        assert (finding.variant, finding.params["code"]) == ("body", code)
        assert (finding.places[0].pointer, finding.places[0].line) == ("", 1)
        assert not found_by("input-unrecognised", example)


@pytest.mark.parametrize("body", [body for _, body in BODIES])
def test_a_bare_error_in_a_log_is_pointed_at_as_it_stands_there(body: Wire) -> None:
    example = jsonl(*({"ts": 1, "chunk": wire} for wire in STARTED), {"ts": 2, "chunk": {"error": {"message": "boom"}}})
    (wrapped,) = found_by("stream-error-object", example)
    assert wrapped.places[0].pointer == "/chunk/error"
    (bare,) = found_by("stream-error-object", sse({"error": body}))
    assert bare.places[0].pointer == "/error"


def test_a_bare_error_behind_an_answer_that_is_over_is_one_of_its_own() -> None:
    report = report_of(jsonl(*STARTED, chunk({}, finish="stop"), {"detail": "boom"}))
    assert report.streams == 2


@pytest.mark.parametrize(
    "record",
    [
        {"code": 0, "message": "ok"},
        {"code": 200, "message": "Success"},
        {"code": "ok", "message": "done"},
        {"code": "E12", "message": "started"},
        {"code": 404, "message": "Not found", "level": "info"},
        {"code": 500, "message": "boom", "success": True},
        {"type": "status", "detail": "searching"},
        {"error_code": 0, "error_msg": "ok"},
        {"error_code": 500, "error_msg": "boom", "level": "info"},
        {"success": True, "errors": [{"code": 1, "message": "boom"}]},
        {"success": False, "errors": []},
        {"object": "error", "message": {"text": "boom"}},
        {"base_resp": {"status_code": 0, "status_msg": ""}},
        {"detail": ""},
        {"detail": [{"a": 1}]},
        {"message": "boom"},
        {"object": "error"},
    ],
)
def test_what_only_resembles_an_error_is_none(record: Wire) -> None:
    for example in (sse(*STARTED, record), document(record)):
        assert not found_by("stream-error-object", example)


@pytest.mark.parametrize("record", [{"detail": "started"}, {"code": 404, "message": "Not found"}])
def test_lines_of_a_log_are_no_errors_of_a_stream(record: Wire) -> None:
    for example in (jsonl(record, record), jsonl({"level": "info"}, record), jsonl({"level": "info"}, *STARTED, record)):
        assert not found_by("stream-error-object", example)


def test_a_response_or_a_message_with_such_keys_is_what_it_was() -> None:
    assert report_of(document({"messages": [user()], "detail": "high"})).histories == 1
    assert not found_by("stream-error-object", sse({**STARTED[0], "detail": "x"}, *STARTED[1:]))


def test_odd_values_never_raise() -> None:
    for key in ("code", "detail", "message", "msg", "object", "status", "success", "error_code", "errors", "base_resp"):
        for value in (None, True, 1e300, 10**40, "9" * 5_000, [], [[]], [None], {}, "\ud800"):
            for body in ({key: value}, {"code": 500, "message": "x", key: value}, {"status": 500, "detail": "x", key: value}):
                report_of(raw(json.dumps(body).encode(), "example.json"))
