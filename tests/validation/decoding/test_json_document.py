"""A document is one record, or one an element where the elements stand for themselves; each at its own bytes."""

import io
import json

import pytest

from tests.validation.decoding.reading import CHUNK, VALUE, everything, is_remark, kinds, remarks, texts, values
from validation.decoding import json_document, records
from validation.facts.carriage import Input, Remark

MESSAGES = [{"role": "user", "content": "hi"}, {"role": "assistant", "content": "hello"}]


@pytest.mark.parametrize("indent", [None, 1])
@pytest.mark.parametrize("end", ["", "\n", "\r\n"])
@pytest.mark.parametrize(
    "value",
    [{"messages": MESSAGES}, MESSAGES, {"log": {"entries": []}}, {"error": {"code": 400}}, [], {}, [1, 2], [{"type": "human", "data": {}}],
     [{"type": "function_call", "call_id": "c"}], [{"content": "hi"}, *MESSAGES]],
)  # fmt: skip
def test_an_object_and_messages_are_one_record(value: object, indent: int | None, end: str) -> None:
    data = (json.dumps(value, indent=indent) + end).encode()
    facts, found = everything(data)
    assert found == [((0, 1, 0, len(data.rstrip())), value)]
    assert facts.container == "json"
    assert facts.lines == len(data.splitlines())


@pytest.mark.parametrize("separator", [b",", b",\n", b" ,\r\n  ", b",\r"])
def test_chunks_in_an_array_are_records_with_their_own_bytes(separator: bytes) -> None:
    data = b"[" + separator.replace(b",", b"") + separator.join([CHUNK] * 3) + b"\n]\n"
    facts, found = everything(data)
    assert [value for _, value in found] == [VALUE] * 3
    assert texts(data) == [CHUNK] * 3
    assert [at[0] for at, _ in found] == [0, 1, 2]
    ends = separator.replace(b"\r\n", b"\n").replace(b"\r", b"\n").count(b"\n")
    assert [at[1] for at, _ in found] == [1 + ends * (number + 1) for number in range(3)]
    assert facts.container == "json"


def test_requests_and_arrays_of_chunks_in_an_array_are_records() -> None:
    for elements in ([{"messages": MESSAGES}, {"messages": MESSAGES}], [[VALUE], [VALUE, VALUE]], [{"custom_id": "a"}]):
        assert values(json.dumps(elements).encode()) == elements


def test_elements_that_only_the_standard_library_reads_keep_their_places() -> None:
    data = b"[" + CHUNK + b',\n{"a":"\\ud83d \xc3\xa9"}, {"b":1e999},' + CHUNK + b"]"
    assert values(data) == [VALUE, {"a": "\ud83d é"}, {"b": float("inf")}, VALUE]
    assert texts(data) == [CHUNK, b'{"a":"\\ud83d \xc3\xa9"}', b'{"b":1e999}', CHUNK]
    assert kinds(data) == []


def test_an_element_that_is_not_utf8_is_told_and_the_others_are_read() -> None:
    data = b"[" + CHUNK + b',{"a":"\xff"},' + CHUNK + b"]"
    assert kinds(data) == ["not-utf8"]
    assert values(data) == [VALUE, {"a": "\ufffd"}, VALUE]


def test_a_cut_array_gives_the_elements_before_the_cut() -> None:
    for separator in (b",", b",\n"):
        data = b"[" + CHUNK + separator + CHUNK + separator + b'{"id":"c1","obj'
        assert values(data) == [VALUE, VALUE]
        assert remarks(data) == [("cut-at-end", '{"id":"c1","obj')]
        assert everything(data)[1][-1][0][0] == 2


def test_a_cut_object_is_told_once_and_gives_the_messages_before_the_cut() -> None:
    data = json.dumps({"messages": MESSAGES}, indent=2).encode()[:-20]
    assert kinds(data) == ["cut-at-end"]
    assert values(data) == [{"messages": MESSAGES[:-1]}]


def test_a_document_with_trailing_commas_or_of_python_literals_is_read_as_one() -> None:
    assert values(b'{\n "messages": [\n  {"role": "user"},\n ],\n}\n') == [{"messages": [{"role": "user"}]}]
    assert kinds(b'{\n "messages": [\n  {"role": "user"},\n ],\n}\n') == ["line-invalid"]
    assert values(b"{'messages': [\n  {'role': 'user', 'name': None}]}\n") == [{"messages": [{"role": "user", "name": None}]}]
    assert values(b"[\n" + CHUNK + b",\n" + CHUNK + b",\n]") == [VALUE, VALUE]


def test_a_broken_document_is_told_once_and_not_line_by_line() -> None:
    text = json.dumps({"messages": MESSAGES}, indent=2).replace('"content": "hi"', '"content" "hi"').encode()
    assert [kind for kind, detail in remarks(text) if "expecting ':'" in detail] == ["line-invalid"]
    assert len(remarks(text)) == 1


def test_lines_of_json_of_which_the_first_is_cut_are_no_document() -> None:
    data = b'{"id":"c1","choices":[\n' + (CHUNK + b"\n") * 3
    facts, _ = everything(data)
    assert facts.container == "jsonl"
    assert values(data) == [VALUE] * 3


def test_a_deep_document_is_told() -> None:
    for data in (b"[" * 600 + b"]" * 600, b"[\n" * 5_000, b'{"a":\n' * 600 + b"1" + b"}" * 600):
        assert kinds(data) == ["too-deep"]


def test_a_document_that_is_too_long_is_not_held(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("validation.decoding.MAX_DOCUMENT", 1 << 20)
    data = b"[\n" + b",\n".join([CHUNK] * 20_000) + b"\n]"
    assert len(data) > json_document.MAX_DOCUMENT >> 6
    facts = Input()
    ((at, value),) = list(records(io.BytesIO(data), facts))
    assert isinstance(value, Remark)
    assert (value.kind, at[3], facts.bytes) == ("line-too-long", len(data), len(data))


def test_lines_longer_than_the_first_block_are_lines() -> None:
    line = b'{"messages":[' + b",".join([b'{"role":"user","content":"hi"}'] * 20_000) + b"]}"
    facts, found = everything(b"\n".join([line] * 3))
    assert facts.container == "jsonl"
    assert len(found) == 3
    facts, found = everything(line)
    assert facts.container == "json"
    assert not any(is_remark(value) for _, value in found)
