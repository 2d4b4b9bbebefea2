"""Values over several lines behind the words of a log are sections; nothing that such a line holds is passed over."""

import json

import pytest

from tests.validation.decoding.reading import CHUNK, VALUE, everything, kinds, values

REQUEST = {"model": "demo-model", "messages": [{"role": "user", "content": "Weather {in} Oslo?"}]}
LONG = 2_000_000


def said(value: object, words: str = "2026-10-01 10:00:00 [DEBUG] Received: ", indent: int | None = 2) -> bytes:
    return f"{words}{json.dumps(value, indent=indent)}\n".encode()


LOG = b"2026-10-01 09:59:59 [INFO] ready\n" + said(REQUEST) + b"2026-10-01 10:00:01  [INFO] Streaming...\n" + said(VALUE) * 2


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_values_over_several_lines_are_read_at_their_places(end: bytes) -> None:
    data = LOG.replace(b"\n", end)
    facts, found = everything(data)
    assert [value for _, value in found] == [REQUEST, VALUE, VALUE]
    assert [json.loads(data[at[2] : at[3]]) for at, _ in found] == [REQUEST, VALUE, VALUE]
    assert [at[1] for at, _ in found] == [2, 12, 22]
    assert (facts.wrappers, facts.records) == (["log-prefix"], 3)


def test_values_on_one_line_between_them_are_read_too() -> None:
    assert values(LOG + said(VALUE, indent=None) + said(VALUE)) == [REQUEST, VALUE, VALUE, VALUE, VALUE]


def test_words_behind_a_value_are_told() -> None:
    data = LOG + said(VALUE, indent=None).strip() + b" and more\n"
    assert kinds(data) == ["line-invalid"]
    assert values(data) == [REQUEST, VALUE, VALUE, VALUE]


def test_a_value_that_the_log_was_cut_in_is_told() -> None:
    data = LOG + said(REQUEST)[:-20]
    assert kinds(data) == ["cut-at-end"]
    assert values(data) == [REQUEST, VALUE, VALUE]


def test_brackets_in_the_words_of_a_log_are_no_values() -> None:
    data = LOG + b"10:00:00 INFO set {a, b}\n10:00:00 INFO set {\n" + said(VALUE)
    assert (values(data), kinds(data)) == ([REQUEST, VALUE, VALUE, VALUE], [])


@pytest.mark.parametrize(
    "data",
    [
        b"const request = {\n" + said(REQUEST, "")[2:],
        json.dumps(REQUEST, indent=2).encode(),
        b"10:00:00 INFO a {\n10:00:00 INFO b {\n",
        (b"10:00:00 INFO " + CHUNK + b"\n") * 2,
    ],
)
def test_other_texts_are_no_such_log(data: bytes) -> None:
    assert [at[1] for at, value in everything(data)[1] if value in (REQUEST, VALUE)] in ([], [1], [1, 2])


@pytest.mark.parametrize("line", [b"INFO " * (LONG // 5), b"10:00:00 " + b"{" * LONG, b"10:00:00 INFO {\n" * (LONG // 16)])
def test_a_log_of_any_kind_is_read_in_time(line: bytes) -> None:
    everything(LOG + line)
