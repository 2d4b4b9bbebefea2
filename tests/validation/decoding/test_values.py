"""The decoder's words are what `refusals` takes them for, and no JSON that any reader accepts is lost."""

import json
import math

import msgspec
import pytest
from hypothesis import given, settings, strategies as st

from tests.validation.decoding.reading import CHUNK, everything, is_remark
from validation.decoding.refusals import TRUNCATED, end_of_value, may_be_tolerated, parsed, refusal_of, value_end, why_line
from validation.decoding.values import MAX_DEPTH, decoder, deep, in_string, levels, opens_deep

decode = decoder()


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"{",
        b'{"a',
        b'{"a"',
        b'{"a":',
        b'{"a":"x',
        b'{"a":"x\\',
        b'{"a":"\\u00',
        b'{"a":tr',
        b'{"a":1.',
        b'{"a":-',
        b'{"a":1e',
        b"[1",
        b"[1,",
        b"nul",
    ],
)
def test_the_beginning_of_a_value_is_truncated_with_and_without_a_line_end(text: bytes) -> None:
    assert refusal_of(decode, text) == TRUNCATED
    with pytest.raises(msgspec.DecodeError) as refused:
        decode(text + b"\n")
    assert why_line(text, refused.value, decode) == TRUNCATED


@given(
    st.recursive(st.none() | st.integers() | st.text(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=6),
    st.data(),
)
def test_every_proper_prefix_of_an_object_is_truncated(value: object, data: st.DataObject) -> None:
    text = json.dumps({"value": value}, ensure_ascii=False).encode("utf-8", "replace")
    cut = text[: data.draw(st.integers(0, len(text) - 1))]
    assert refusal_of(decode, cut) == TRUNCATED


@pytest.mark.parametrize("text", [b'"\\ud83d"', b'{"a":"\\ud83d"}', b'["\\ude00"]', b'"\\ud83d and more"', b'{"b":["\\udfff"]}'])
def test_a_lone_surrogate_is_not_taken_for_a_truncation(text: bytes) -> None:
    assert refusal_of(decode, text) != TRUNCATED


@pytest.mark.parametrize(
    "text",
    [b"NaN", b"[NaN]", b'{"a":-Infinity}', b"1e999", b"-1e999", b"9" * 5_000, b'"\\ud83d"', b'["\\ude00\\ud83d"]', b'{"a":[1, Infinity ]}'],
)
def test_what_the_standard_library_accepts_is_known_by_the_refusal(text: bytes) -> None:
    refusal = refusal_of(decode, text)
    assert refusal is not None
    assert may_be_tolerated(text, refusal)
    assert parsed(text, decode) is not None


@pytest.mark.parametrize("text", [b'{"a":1}', b"[1]", b'"x"', b"12", b"true", b"-1.5e3"])
@pytest.mark.parametrize("rest", [b"{", b" }", b",1", b" x"])
def test_the_end_of_a_value_is_where_the_decoder_says(text: bytes, rest: bytes) -> None:
    refusal = refusal_of(decode, text + rest)
    if (refusal is not None and rest != b"{") or text[-1:] in b"}]":
        assert end_of_value(refusal or "") == len(text) + rest.startswith(b" ")
    if text[-1:] in b'}]"' or rest != b"{":
        assert value_end(memoryview(text + rest)) == len(text) + rest.startswith(b" ")


TOKENS = st.sampled_from(
    [
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        '"a"',
        '"',
        "\\",
        "\\ud83d",
        "\\u0041",
        "1",
        "-",
        "1.5",
        "1e999",
        "9" * 4_400,
        "NaN",
        "Infinity",
        "-Infinity",
        "null",
        "true",
        " ",
        "x",
    ]
)


@settings(max_examples=1_500)
@given(st.lists(TOKENS, max_size=9).map("".join))
def test_whatever_json_accepts_is_a_record_or_told(text: str) -> None:
    try:
        expected = json.JSONDecoder(parse_int=float).decode(text)
    except ValueError:
        return
    found = [value for _, value in everything(CHUNK + b"\n" + text.encode())[1][1:] if not is_remark(value)]
    assert len(found) == 1
    assert type(found[0]) is type(expected) or isinstance(expected, float)


def test_nan_is_told() -> None:
    ((_, said), (_, value)) = everything(CHUNK + b'\n{"NaN":[1,NaN]}')[1][1:]
    assert said == ("remark", "line-invalid", "char 10: NaN is not JSON; read as Python reads it")
    assert isinstance(value, dict)
    assert math.isnan(value["NaN"][1])


def test_depth_is_counted_in_values_and_in_texts_that_are_none() -> None:
    fits, over = b"[" * MAX_DEPTH + b"]" * MAX_DEPTH, b"[" * (MAX_DEPTH + 1) + b"]" * (MAX_DEPTH + 1)
    assert not deep(fits, json.loads(fits))
    assert deep(over, json.loads(over))
    assert not opens_deep(fits)
    assert opens_deep(over)
    assert not opens_deep(b'["' + b"[" * 2_000 + b'"]')
    assert not opens_deep(b"[]" * 2_000)
    assert not deep(b"[" * 2_000, [[{}] * 2_000])


@pytest.mark.parametrize(
    ("text", "inside"), [(b'"a', True), (b'"a"', False), (b'"a\\"', True), (b'"a\\\\"', False), (b'{"a":"b', True), (b'"\\\\\\"', True)]
)
def test_a_text_that_ends_in_a_string_is_known(text: bytes, inside: bool) -> None:
    assert in_string(text) is inside


def test_brackets_in_strings_are_no_levels() -> None:
    assert levels(b'{"a":"]]}}","b":[') == 2


@pytest.mark.parametrize(
    "seed",
    [
        b'"',
        b'\\"',
        b"[",
        b"{",
        b"{'",
        b'{"a":',
        b"{}",
        b",",
        b"[NaN,",
        b"'\\",
        b" ",
        b"\r",
        b"data:",
        b'{"a":1},',
        b"\xef\xbb\xbf",
        b"\xff",
    ],
)
def test_a_long_line_of_anything_is_read_in_linear_time(seed: bytes) -> None:
    """No time is measured: what is not linear does not end."""
    long = seed * (300_000 // len(seed))
    for data in (
        CHUNK + b"\n" + long + b"\n" + CHUNK,
        b"[" * 600 + long,
        b"data: x\n\ndata: " + long + b"\n\n" + long + b"\n",
        b"{\n" + long + b"\n" + CHUNK,
    ):
        facts, _ = everything(data)
        assert facts.bytes == len(data)
