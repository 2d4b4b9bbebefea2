"""What a file is, is seen from its content alone."""

import gzip
import json
import zlib

import pytest
from hypothesis import given, settings, strategies as st

from tests.validation.decoding.reading import CHUNK, VALUE, Trickle, event, everything, kinds, remarks, values
from validation.decoding.kind import encoding_of

PRETTY = json.dumps([VALUE, VALUE], indent=2).encode()


@pytest.mark.parametrize(
    ("data", "container"),
    [
        (b"", "jsonl"),
        (b"\n \n", "jsonl"),
        (CHUNK, "json"),
        (b"\n\n" + CHUNK + b"\n\n", "json"),
        (CHUNK + b"\n" + CHUNK, "jsonl"),
        (PRETTY, "json"),
        (b'"a text"', "json"),
        (b"17\n", "json"),
        (b"upstream error", "jsonl"),
        (event(CHUNK), "sse"),
        (b": ping\n", "sse"),
        (b"id: 1\n", "sse"),
        (b"retry: 1\n", "sse"),
        (b"event: x\n", "sse"),
        (b"data:", "sse"),
        (CHUNK + b"\r\rdata: x\r", "sse"),
        (b'{"error":{"code":400}}\n', "json"),
        (b'{"a"\n: 1}', "json"),
        (b'{"data: x":1}\n{"event:":2}', "jsonl"),
    ],
)
def test_the_container_is_told_by_the_content(data: bytes, container: str) -> None:
    assert everything(data)[0].container == container


def test_the_head_of_a_request_is_skipped_and_named_too() -> None:
    body = b'{"model":"demo-model","messages":[]}'
    facts, found = everything(b"POST https://x/v1/chat/completions HTTP/1.1\r\nHost: x\r\n\r\n" + body)
    assert facts.wrappers == ["http-head"]
    assert [value for _, value in found] == [json.loads(body)]
    assert kinds(b"POSTED x HTTP/1.1 {}\n" + body + b"\n") == ["line-invalid"]


@pytest.mark.parametrize("line", [b"POST /v1 HTTP/1.1", b'GET /health HTTP/1.1" 200'])
def test_a_line_that_names_a_request_is_no_head_of_one(line: bytes) -> None:
    facts, found = everything(line + b"\n" + CHUNK + b"\n" + CHUNK + b"\n")
    assert [value for _, value in found if value == VALUE] == [VALUE, VALUE]
    assert "http-head" not in facts.wrappers
    assert values(b"POST /v1 HTTP/1.1\n" + event(CHUNK) + event(CHUNK))[-2:] == [VALUE, VALUE]
    assert values((b"POST /v1/chat/completions HTTP/1.1 " + CHUNK + b"\n") * 3) == [VALUE] * 3


def test_the_head_of_an_http_response_is_skipped_and_named() -> None:
    head = b"HTTP/1.1 100 Continue\r\n\r\nHTTP/2 200\r\ncontent-type: text/event-stream\r\nx-data: {}\r\n\r\n"
    facts, found = everything(head + event(CHUNK, b"\r\n\r\n"))
    assert facts.wrappers == ["http-head"]
    assert [value for _, value in found] == [("remark", "line-end", "CRLF"), VALUE]
    assert found[-1][0][1:3] == (7, len(head))
    facts, found = everything(head + CHUNK)
    assert (facts.container, [value for _, value in found]) == ("json", [VALUE])


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("text", [CHUNK.decode() + "\n", event(CHUNK).decode()])
def test_another_encoding_is_named_once_and_not_judged_line_by_line(encoding: str, mark: str, text: str) -> None:
    data = (mark + text * 50).encode(encoding)
    facts, found = everything(data)
    assert facts.encoding == encoding
    assert found == [((0, 1, 0, len(data)), ("remark", "not-utf8", encoding))]
    assert facts.bytes == len(data)


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (gzip.compress(CHUNK, mtime=0), "gzip"),
        (b"PK\x03\x04" + bytes(40), "zip"),
        (b"\x89PNG\r\n\x1a\n", "png"),
        (b"%PDF-1.7\n", "pdf"),
        (b"x\x00" * 4 + bytes(400), "binary"),
        (zlib.compress(bytes(range(256)) * 9), "binary"),
        (b"HTTP/1.1 200 OK\r\n\r\n" + gzip.compress(CHUNK, mtime=0), "gzip"),
    ],
)
def test_a_binary_file_is_named_once(data: bytes, name: str) -> None:
    facts, found = everything(data)
    assert facts.encoding == "binary"
    assert [value for _, value in found] == [("remark", "not-utf8", name)]


@pytest.mark.parametrize("text", ["{'a': 'ü'}", '{"a":"深圳"}\n' * 9, "data: \x1b[31m\n\n", '{"a":1}\x00\n' * 2])
def test_text_is_not_called_binary(text: str) -> None:
    assert encoding_of(text.encode()) is None


def test_one_line_among_lines_may_be_of_another_kind() -> None:
    data = event(CHUNK) * 2 + CHUNK + b"\n\n" + event(CHUNK)
    assert values(data) == [VALUE] * 3
    assert kinds(data) == ["field-missing"]


PIECES = st.sampled_from(
    [
        *(CHUNK, b"data: ", b"data:", b"[DONE]", b": x", b"event: error\n", b"event: a\n", b"\n", b"\n\n", b"\r\n", b"\r", b" "),
        *(b"{", b"}", b"[", b"]", b",", b'"', b"\\", b"'", b"NaN", b"-Infinity", b"1e999", b"\\ud83d", b"9" * 40, b'{"a":1,}'),
        *(b"{'a': None}", b'{"error":{"a":1}}', b"HTTP/1.1 200 OK\r\n", b"INFO ", b"\xef\xbb\xbf", b"\xff", b"\x00"),
    ]
)
HOSTILE = st.binary(max_size=200) | st.lists(PIECES, max_size=25).map(b"".join)


@settings(max_examples=600)
@given(HOSTILE, st.booleans())
def test_no_bytes_raise_and_every_pair_keeps_its_place(data: bytes, pasted: bool) -> None:
    facts, found = everything(data, pasted=pasted)
    assert facts.bytes == len(data)
    assert all(0 <= at[2] <= at[3] <= len(data) and at[1] >= 1 for at, _ in found)
    assert [at[0] for at, _ in found] == sorted(at[0] for at, _ in found)
    numbers = {at[0] for at, value in found if not isinstance(value, tuple)}
    assert numbers <= set(range(facts.records)) or facts.encoding != "utf-8"
    assert len(numbers) == sum(not isinstance(value, tuple) for _, value in found)


@settings(max_examples=200)
@given(HOSTILE, st.lists(st.integers(1, 7), min_size=1, max_size=5))
def test_how_the_bytes_arrive_changes_nothing(data: bytes, sizes: list[int]) -> None:
    whole, trickled = everything(data), everything(Trickle(data, sizes))  # type: ignore[arg-type]
    assert repr(whole[1]) == repr(trickled[1])
    assert (whole[0].container, whole[0].lines, whole[0].records, whole[0].tiers) == (
        trickled[0].container, trickled[0].lines, trickled[0].records, trickled[0].tiers,
    )  # fmt: skip


def test_remarks_have_short_texts() -> None:
    data = event(b"x" * 5_000) + event(b'{"a":"' + b"y" * 5_000) + b": " + b"z" * 5_000 + b"\n\n" + b'{"error":"' + b"w" * 5_000 + b'"}\n'
    assert remarks(data)
    assert all(len(detail) <= 200 for _, detail in remarks(data))
