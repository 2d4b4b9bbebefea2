"""What is said of a wrapper: its name, what it lost, the requests that failed in it, and the credentials it gives away."""

import json

import pytest

from tests.validation.rules.checking import found_by, is_clean, loud_roots, report_of
from validation.examples import Example, assistant, chunk, document, dumps, header, jsonl, raw, sse, tools, user
from validation.rendering.json_report import report_document
from validation.rendering.text import text, where

CHUNKS = (chunk({"role": "assistant"}), chunk(tools(header(arguments='{"city":"Oslo"}'))), chunk({}, finish="tool_calls"))
HEAD = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n"
SECRET = "sk-proj-" + "9fQ2vLx7RtB4mZk1Hc8N" * 2


def test_each_wrapper_of_a_file_is_told_once_with_its_first_place() -> None:
    wrapped = [{"ts": 1, "chunk": wire} for wire in CHUNKS]
    found = found_by("wrapper-unwrapped", jsonl(wrapped[0], {"data": [user(), assistant(content="hi")]}, *wrapped[1:]))
    assert [(one.params["name"], one.variant, one.count, one.places[0].line) for one in found] == [
        ("ts-chunk", "", 3, 1),
        ("wrapper at $.data", "own-log", 1, 2),
    ]


def test_a_head_before_the_body_is_told_on_line_1() -> None:
    (found,) = found_by("wrapper-unwrapped", raw(HEAD + b"\r\n" + sse(*CHUNKS).data))
    assert (found.variant, found.params["name"], found.places[0].line) == ("head", "http-head", 1)


def test_words_of_a_log_before_the_json_are_told() -> None:
    (found,) = found_by("wrapper-unwrapped", raw(jsonl(*CHUNKS).data.replace(b'{"id"', b'2026-09-21 10:00:00 DEBUG {"id"')))
    assert (found.variant, found.params["name"]) == ("prefix", "log-prefix")


@pytest.mark.parametrize(
    "prefix", [b"web-1  | ", b"Nov 30 10:00:00 host app[12]: ", b"INFO:root:", b"2026-11-30 10:00:00,123 - app - INFO - "]
)
@pytest.mark.parametrize("field", [b"", b"data: "])
def test_lines_of_a_log_that_hold_nothing_else_are_passed_over(prefix: bytes, field: bytes) -> None:
    lines = [b"starting", *(field + dumps(wire).encode() for wire in CHUNKS), b"", field + b"[DONE]", b"bye"]
    assert is_clean(raw(b"".join(prefix + line + b"\n" for line in lines)))
    asked = dumps({"model": "demo-model", "messages": [user()]}).encode()
    assert report_of(raw(prefix + asked)).histories == 1


@pytest.mark.parametrize("example", [sse(*CHUNKS), jsonl(*CHUNKS), document(list(CHUNKS)), document([user()])])
@pytest.mark.parametrize("fence", [b"```\n", b"\n```json\r\n"])
def test_the_fences_of_a_block_of_code_are_passed_over(example: Example, fence: bytes) -> None:
    is_document = example.name.endswith(".json")
    pretty = json.dumps(json.loads(example.data), indent=1).encode() if is_document else example.data
    for data in (example.data, pretty):
        report = report_of(raw(fence + data + b"\n```\n"))
        assert report.streams + report.histories == 1
        assert loud_roots(report) == set()
        assert report.input["wrappers"] == ["code-fence"]


def test_the_fences_of_a_block_of_code_are_told_once_on_line_1() -> None:
    (found,) = found_by("wrapper-unwrapped", raw(b"\n```json\n" + jsonl(*CHUNKS).data + b"```\n"))
    assert (found.variant, found.params["name"], found.places[0].line) == ("fence", "code-fence", 1)


def test_a_fence_around_the_head_of_a_response_is_told_beside_it() -> None:
    found = found_by("wrapper-unwrapped", raw(b"```\n" + HEAD + b"\r\n" + sse(*CHUNKS).data + b"```\n"))
    assert [one.variant for one in found] == ["fence", "head"]


def test_a_fence_that_only_closes_is_told_too() -> None:
    report = report_of(raw(document([user()]).data + b"\n```\n"))
    assert (report.histories, report.input["wrappers"]) == (1, ["code-fence"])


def test_fences_around_something_else_say_nothing_of_what_it_is() -> None:
    assert "input-unrecognised" in loud_roots(report_of(raw(b'```json\n{"colour": "red"}\n```\n')))


REPORT = b"# Calls are lost\n\nWith {model}, see below:\n\n```json\n%s```\n\nThanks\n"
"""A bug report with a block of code in it."""


@pytest.mark.parametrize("example", [sse(*CHUNKS), jsonl(*CHUNKS), document(list(CHUNKS)), document([user()])])
def test_the_text_around_a_block_of_code_is_one_note(example: Example) -> None:
    report = report_of(raw(REPORT % (example.data if example.name != "example.json" else example.data + b"\n")))
    assert report.streams + report.histories == 1
    assert loud_roots(report) == set()
    assert [one.variant for one in report.findings if one.rule == "wrapper-unwrapped"] == ["fence"]


def test_a_broken_line_in_a_block_of_code_is_told_where_it_stands() -> None:
    data = REPORT % jsonl(*CHUNKS).data.replace(b'"delta":{}', b'"delta":{', 1)
    (found,) = found_by("json-invalid-line", raw(data))
    assert (found.places[0].line, data[found.places[0].byte_start :].partition(b"\n")[0][-2:]) == (8, b"]}")


def test_a_credential_in_the_text_around_a_block_of_code_is_told_where_it_stands() -> None:
    data = REPORT.replace(b"Thanks", SECRET.encode()) % jsonl(*CHUNKS).data
    (found,) = found_by("secret-in-trace", raw(data))
    assert (found.places[0].line, data[found.places[0].byte_start : found.places[0].byte_end]) == (11, SECRET.encode())


def test_the_lines_that_name_the_files_which_tail_printed_are_one_note() -> None:
    other = jsonl(*({**wire, "id": "chatcmpl-2"} for wire in CHUNKS)).data
    for example in (jsonl(*CHUNKS), sse(*CHUNKS)):
        report = report_of(
            raw(b"==> a b.log <==\n" + example.data + b"\n==> c.log <==\n" + (other if example.name == "example.jsonl" else b""))
        )
        assert report.streams == (2 if example.name == "example.jsonl" else 1)
        assert loud_roots(report) == set()
        assert [one.variant for one in report.findings if one.rule == "wrapper-unwrapped"] == ["banners"]


def test_a_credential_in_the_lines_before_a_stream_is_told_where_it_stands() -> None:
    for line in (f"> Authorization: Bearer {SECRET}", f"$ curl -N https://api.local/v1 -H 'Authorization: Bearer {SECRET}'"):
        before = f"* Connected\n{line}\n>\n".encode()
        (found,) = found_by("secret-in-trace", raw(before + sse(*CHUNKS).data))
        place = found.places[0]
        assert (found.variant, place.line, before[place.byte_start : place.byte_end].decode()) == ("header", 2, line)


def test_the_body_itself_has_no_wrapper() -> None:
    for example in (jsonl(*CHUNKS), sse(*CHUNKS), document([user()]), document({"model": "m", "messages": [user()]})):
        assert found_by("wrapper-unwrapped", example) == []


def test_a_wrapper_is_a_note_under_every_profile() -> None:
    report = report_of(jsonl(*({"data": wire} for wire in CHUNKS)))
    (found,) = [finding for finding in report.findings if finding.rule == "wrapper-unwrapped"]
    assert {report.weight(found, profile)[0] for profile in report.verdicts()} == {"info"}


def test_a_failed_request_warns_and_is_a_note_where_all_is_permitted() -> None:
    report = report_of(document({"custom_id": "r-3", "response": None, "error": {"code": "batch_expired"}}))
    (found,) = [finding for finding in report.findings if finding.rule == "request-failed"]
    assert report.weight(found, "default")[0] == "warning"
    assert report.weight(found, "permissive")[0] == "info"
    assert "stream-error-object" not in {finding.rule for finding in report.findings}


def test_a_credential_in_the_head_of_a_response_is_found() -> None:
    (found,) = found_by("secret-in-trace", raw(HEAD + b"set-cookie: session=9fQ2vLx7RtB4mZk1Hc8NpW5y; Path=/\r\n\r\n" + sse(*CHUNKS).data))
    assert (found.variant, found.params["where"], found.places[0].line) == ("header", "set-cookie", 3)
    assert is_clean(raw(HEAD + b"set-cookie: session=deleted; Path=/\r\nx-request-id: req-demo-1\r\n\r\n" + sse(*CHUNKS).data))


def test_a_credential_beside_the_chunks_is_counted_on_every_line_and_shown_on_none() -> None:
    example = jsonl(*({"api_key": SECRET, "chunk": wire} for wire in CHUNKS))
    (found,) = found_by("secret-in-trace", example)
    assert (found.params["secrets"], found.places[0].pointer) == (3, "/api_key")
    assert SECRET not in json.dumps(report_document(report_of(example)))


def test_a_place_inside_a_text_is_told_with_its_line_there() -> None:
    body = "".join(f"data: {dumps(wire)}\n\n" for wire in (*CHUNKS[:2], chunk({}, finish="weird"))) + "data: [DONE]\n\n"
    report = report_document(report_of(document({"request": {"model": "m", "messages": [user()]}, "response": body})))
    (found,) = [finding for finding in report["findings"] if finding["rule"] == "finish-unknown-value"]
    assert where(found) == "chunk 2, line 1, /response > line 5, /choices/0/finish_reason"
    assert where(found) in text(report)
    assert found["places"][0]["inner"]["byte_start"] > 0


def test_a_text_inside_a_text_is_a_chain_of_three_places() -> None:
    inner = dumps({"ts": 1, "chunk": dumps(chunk({"role": "assistant"}, finish="weird"))})
    example = jsonl({"n": 1, "line": inner})
    (found,) = found_by("finish-unknown-value", example)
    place, data = found.places[0], example.data
    told = []
    while place is not None:
        told.append((place.pointer, place.via))
        token = data[place.byte_start : place.byte_end]
        data, place = json.loads(token).encode(), place.inner
    assert told == [("/line", "json-string"), ("/chunk", "json-string"), ("/choices/0/finish_reason", "")]
    assert token == b'"weird"'
