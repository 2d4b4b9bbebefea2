"""What a text is as JSON: held against the standard library on valid, cut and damaged texts."""

import json
from typing import Any

import pytest
from hypothesis import given, strategies as st

from validation.facts.json_text import Json
from validation.reassembly.json_text import describe, is_complete

values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)
objects = st.dictionaries(st.text(max_size=5), values, max_size=4)


@given(values, st.booleans())
def test_what_an_encoder_wrote_is_valid(value: Any, ascii_only: bool) -> None:
    assert describe(json.dumps(value, ensure_ascii=ascii_only)).state is Json.VALID


@given(objects, st.data())
def test_every_beginning_of_an_object_is_truncated(value: dict[str, Any], data: st.DataObject) -> None:
    text = json.dumps(value)
    cut = data.draw(st.integers(1, len(text) - 1))
    found = describe(text[:cut])
    assert (found.state, found.char, found.kind) == (Json.TRUNCATED, cut, "object")


@given(objects, st.sampled_from(["{", "}", '{"a":1}', "x", "null", ","]))
def test_text_behind_a_whole_value_is_trailing(value: dict[str, Any], rest: str) -> None:
    text = json.dumps(value)
    found = describe(f"{text} {rest}")
    assert (found.state, found.char) == (Json.TRAILING, len(text) + 1)


@given(objects, st.data())
def test_a_damaged_text_is_valid_exactly_where_the_standard_library_says_so(value: dict[str, Any], data: st.DataObject) -> None:
    characters = list(json.dumps(value))
    characters[data.draw(st.integers(0, len(characters) - 1))] = data.draw(st.sampled_from(list('{}[],:"x1\\ -')))
    text = "".join(characters)
    try:
        json.loads(text, parse_constant=_refuse)
        valid = True
    except ValueError:
        valid = False
    assert (describe(text).state is Json.VALID) == valid


def _refuse(word: str) -> None:
    raise ValueError(word)


@given(st.text())
def test_no_text_raises(text: str) -> None:
    describe(text)
    is_complete(text)


@pytest.mark.parametrize("text", ["", " ", "\n\t"])
def test_blank_is_empty(text: str) -> None:
    assert describe(text).state is Json.EMPTY


@pytest.mark.parametrize(
    ("text", "char", "reason"),
    [
        ("{'a':1}", 1, "expected a key in double quotes"),
        ('{"a" 1}', 5, "expected a colon after the key"),
        ('{"a":1,}', 7, "a comma before the closing bracket"),
        ('{"a":1 "b":2}', 7, "expected a comma or }"),
        ('{"a":"\n"}', 6, "a raw control character inside a string"),
        ('{"a":"\\x"}', 6, "an escape that JSON does not have"),
        ('{"a":NaN}', 5, "expected a value"),
        ('{"a":01}', 6, "not a number"),
        ("I will look it up", 0, "expected a value"),
    ],
)
def test_a_broken_text_names_the_character_and_the_reason(text: str, char: int, reason: str) -> None:
    assert describe(text)[:3] == (Json.INVALID, char, reason)


@pytest.mark.parametrize("text", ['{"a":"\\ud800"}', '{"a":1e999}', '{"a":' + "9" * 5_000 + "}"])
def test_what_decoders_refuse_but_the_grammar_allows_is_valid(text: str) -> None:
    assert describe(text).state is Json.VALID


def test_depth_is_bounded_and_costs_no_recursion() -> None:
    assert describe("[" * 512 + "]" * 512).state is Json.VALID
    assert describe("[" * 513 + "]" * 513).state is Json.TOO_DEEP
    assert describe('{"a":' * 100_000).state is Json.TOO_DEEP


@pytest.mark.parametrize(
    ("text", "complete"), [('{"a":1}', True), ('{"a":1} \n', True), ('{"a":', False), ("", False), ("12", False), ('{"a":}', False)]
)
def test_complete_is_a_whole_object_or_array(text: str, complete: bool) -> None:
    assert is_complete(text) is complete
