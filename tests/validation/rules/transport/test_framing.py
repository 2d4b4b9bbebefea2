"""How an event stream may be framed, and what its faults explain."""

import itertools

import pytest

from tests.validation.rules.checking import found_by, is_clean, loud_roots, report_of
from validation.examples import Example, chunk, dumps, header, jsonl, raw, sse, tools
from validation.rules import RULES

ROLE = chunk({"role": "assistant", "content": None})
CALL = chunk(tools(header(arguments='{"city":"Oslo"}')))
END = chunk({}, finish="tool_calls")
CLEAN = sse(ROLE, CALL, END)
LEGAL_ENDS = [b"\n", b"\r\n", b"\r"]


@pytest.mark.parametrize("end", LEGAL_ENDS)
@pytest.mark.parametrize("space", [b"data: ", b"data:"])
@pytest.mark.parametrize("between", [b"", b": ping\n\n", b"event: message\n", b"id: 7\nretry: 1000\n", b"\n\n\n"])
def test_everything_the_format_allows_is_clean(end: bytes, space: bytes, between: bytes) -> None:
    data = CLEAN.data.replace(b"data: ", between + b"data: ").replace(b"data: ", space).replace(b"\n", end)
    assert is_clean(raw(data, "example.sse"))


@pytest.mark.parametrize("rule", [rule for rule in RULES.values() if rule.family == "transport"], ids=lambda rule: rule.name)
def test_lines_of_json_have_no_framing(rule: object) -> None:
    assert found_by(rule.name, jsonl(ROLE, CALL, END)) == []


def test_pasted_text_is_not_judged_by_its_line_ends() -> None:
    unterminated = sse(ROLE, CALL, f"data: {dumps(END)}", done=False)
    assert found_by("sse-last-event-unterminated", unterminated)
    assert found_by("sse-last-event-unterminated", unterminated, pasted=True) == []
    returns = raw(CLEAN.data.replace(b"\n", b"\r\n"), "example.sse")
    assert found_by("sse-line-endings", returns)
    assert found_by("sse-line-endings", returns, pasted=True) == []


@pytest.mark.parametrize(("pasted", "certainty"), [(True, "needs-context"), (False, "certain")])
def test_a_text_without_any_blank_line_is_still_read_line_by_line(pasted: bool, certainty: str) -> None:
    report = report_of(sse(ROLE, chunk(tools(header(arguments='{"city":}'))), END, end="\n"), pasted=pasted)
    (finding,) = [finding for finding in report.findings if finding.rule == "sse-blank-line-missing"]
    assert (finding.certainty, finding.count) == (certainty, 1)
    (stream,) = report.documents("streams")
    assert (stream["chunks"], stream["done"], stream["choices"][0]["calls"][0]["arguments"]) == (3, True, '{"city":}')
    assert {finding.rule: finding.cause for finding in report.findings}["arguments-invalid-json"] == "sse-blank-line-missing"
    assert loud_roots(report) == {"sse-blank-line-missing"}


def test_a_bare_line_explains_a_missing_end_only_where_the_stream_ends_with_it() -> None:
    bare, whole = '{"status":"upstream gone"}\n\n', sse(ROLE, CALL, END).data.decode()
    for trace in (sse(ROLE, CALL, bare, done=False), sse(bare, ROLE, CALL, bare, done=False)):
        assert loud_roots(report_of(trace)) == {"sse-field-missing"}
    for trace in (sse(bare, ROLE, CALL, done=False), sse(whole, bare, ROLE, CALL, done=False), sse(ROLE, bare, CALL, done=False)):
        assert loud_roots(report_of(trace)) == {"sse-field-missing", "finish-missing"}


def test_line_ends_are_named() -> None:
    assert found_by("sse-line-endings", raw(CLEAN.data.replace(b"\n", b"\r\n"), "example.sse"))[0].params["ends"] == "CRLF"


def test_a_heartbeat_of_empty_data_counts_all_of_them() -> None:
    beats = sse(ROLE, "data:\n\n" * 5, CALL, "data: \n\n", END)
    assert found_by("sse-empty-data", beats)[0].count == 6


def test_a_comment_inside_data_is_shown_as_text() -> None:
    (finding,) = found_by("sse-data-not-json", sse(ROLE, CALL, "data: : DEMO PROCESSING\n\n", END))
    assert ": DEMO PROCESSING" in str(finding.params["detail"])


def test_what_is_lost_is_shown_before_what_was_read_all_the_same() -> None:
    printed = "data: {'id': None}\n\n"
    (finding,) = found_by("sse-data-not-json", sse(ROLE, printed, f"data: {dumps(CALL)[:90]}\n\n", END))
    assert (finding.variant, finding.params["line"], finding.count) == ("lost", 5, 2)


@pytest.mark.parametrize("spelled", ['["DONE"]', '"[DONE]"', '{"done":true}', "[done]"])
def test_an_end_in_another_spelling_is_one_error_that_explains_the_missing_one(spelled: str) -> None:
    report = report_of(sse(ROLE, CALL, END, f"data: {spelled}\n\n", done=False))
    assert loud_roots(report) == {"done-malformed"}
    assert {finding.rule: finding.cause for finding in report.findings}["done-missing"] == "done-malformed"


def test_an_end_that_lacks_its_blank_line_counts_as_seen() -> None:
    assert is_clean(sse(ROLE, CALL, END, "data: [DONE]", done=False))
    assert is_clean(sse(ROLE, CALL, END, "data: [DONE]\n", done=False))


def test_a_stream_without_finish_and_end_has_one_error() -> None:
    assert loud_roots(report_of(sse(ROLE, CALL, done=False))) == {"finish-missing"}


def test_an_unframed_error_is_shown_where_it_stands_and_explains_the_rest() -> None:
    report = report_of(sse(ROLE, CALL, '{"error":{"code":400,"message":"too long"}}\n', done=False))
    assert loud_roots(report) == {"sse-field-missing"}
    (finding,) = [finding for finding in report.findings if finding.rule == "sse-field-missing"]
    assert finding.variant == "error"
    assert finding.params["line"] == 5
    assert "too long" in str(finding.params["excerpt"])


def test_lines_of_chunks_that_only_end_as_an_event_stream_does_are_known_by_their_missing_field() -> None:
    lines = jsonl(chunk({"role": "assistant", "content": "Hi"}), chunk({}, finish="stop")).data + b"data: [DONE]\n\n"
    assert loud_roots(report_of(raw(lines))) == {"sse-field-missing"}


def test_data_whose_name_has_another_case_is_an_error_and_its_stream_is_read() -> None:
    report = report_of(raw(CLEAN.data.replace(b"data:", b"Data:")))
    (finding,) = [finding for finding in report.findings if finding.rule == "sse-field-missing"]
    assert (finding.variant, finding.count, finding.params["excerpt"]) == ("case", 4, "Data")
    assert (report.streams, loud_roots(report)) == (1, {"sse-field-missing"})


def test_a_file_that_is_only_an_error_is_an_error_and_needs_no_end() -> None:
    for example in (sse({"error": {"message": "no"}}, done=False), raw(b'{"error":{"code":400,"message":"no"}}', "example.sse")):
        assert loud_roots(report_of(example)) == {"stream-error-object"}
        assert found_by("stream-error-object", example)[0].variant == "body"


def test_an_error_of_null_is_none() -> None:
    assert is_clean(sse(*({**wire, "error": None} for wire in (ROLE, CALL, END))))


def test_an_error_tells_its_code_message_and_how_far_the_stream_was() -> None:
    (finding,) = found_by("stream-error-object", sse(ROLE, CALL, {"error": {"code": 502, "message": "at capacity"}}))
    assert finding.params == {"chunk": 2, "code": "502", "message": "at capacity"}


def test_what_stands_behind_a_missing_blank_line_follows_from_it() -> None:
    assert loud_roots(report_of(sse(ROLE, CALL, END, end="\n"))) == {"sse-blank-line-missing"}


@pytest.mark.parametrize("number", range(3))
def test_one_missing_blank_line_is_enough(number: int) -> None:
    events = [f"data: {dumps(wire)}\n\n" for wire in (ROLE, CALL, END)]
    events[number] = events[number][:-1]
    assert "sse-blank-line-missing" in loud_roots(report_of(sse(*events)))


def two_responses(*between: str) -> Example:
    second = [{**wire, "id": "chatcmpl-2"} for wire in (ROLE, CALL, END)]
    return sse(ROLE, CALL, END, *between, *second)


def test_a_second_response_after_the_end_is_no_fault_of_the_first() -> None:
    assert is_clean(two_responses("data: [DONE]\n\n"))


def test_a_second_end_is_told_with_the_first() -> None:
    (finding,) = found_by("done-repeated", sse(ROLE, CALL, END, "data: [DONE]\n\n"))
    assert [place.line for place in finding.places] == [9, 7]


def test_data_after_the_end_names_its_line() -> None:
    (finding,) = found_by("data-after-done", sse(ROLE, CALL, END, "data: [DONE]\n\n", chunk({"content": "late"}), done=False))
    assert [place.line for place in finding.places] == [9, 7]


def test_every_transport_fault_together_never_stops_the_engine() -> None:
    faults = [
        "data:\n\n",
        "data: oops\n\n",
        "event: error\n",
        '{"error":{}}\n\n',
        ": c\n\n",
        "data: [DONE]\n\n",
        'data: ["DONE"]\n\n',
        "data: {\n",
    ]
    for order in itertools.islice(itertools.permutations(faults, 4), 0, None, 97):
        report_of(sse(ROLE, *order, CALL, *order, END, done=False))


def test_data_behind_the_end_explains_late_text_only_where_it_is_the_first() -> None:
    late, done = chunk({"content": "late"}), "data: [DONE]\n\n"
    assert loud_roots(report_of(sse(ROLE, CALL, END, done, late, done=False))) == {"data-after-done"}
    assert loud_roots(report_of(sse(ROLE, CALL, END, late, done, late, done=False))) == {"data-after-done", "delta-after-finish"}
