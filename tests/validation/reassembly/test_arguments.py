"""What joined arguments are, and what readers of them disagree on: held against the standard library, which tells everything slowly."""

import json
from typing import Any

import pytest
from hypothesis import given, strategies as st

from validation.facts.json_text import NO_QUIRKS, Json
from validation.reassembly.arguments import read_arguments, whole_characters
from validation.reassembly.json_text import describe
from validation.reassembly.relaxed_json import MAX_SIZE, relaxations

SCALARS = (
    st.none() | st.booleans() | st.integers(-(1 << 60), 1 << 60) | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8)
)
KEYS = st.sampled_from(["a", "b", "\\", '"', ":", "é", 'a":', ""])
PAIRS = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.lists(st.tuples(KEYS, inner), max_size=4).map(tuple), max_leaves=12
)
SPACES = st.sampled_from(["", " ", "\n\t"])


def written(value: Any, space: str, ascii: bool) -> str:
    """The JSON of `value`; a tuple of pairs is an object, whose keys may come again."""
    if isinstance(value, tuple):
        members = (f"{json.dumps(key, ensure_ascii=ascii)}{space}:{space}{written(inner, space, ascii)}" for key, inner in value)
        return f"{{{space}{f'{space},{space}'.join(members)}}}"
    if isinstance(value, list):
        return f"[{','.join(written(inner, space, ascii) for inner in value)}]"
    return json.dumps(value, ensure_ascii=ascii)


def twins_in(text: str) -> int:
    """How many keys come again in their object, told by the standard library."""
    twins = 0

    def count(pairs: list[tuple[str, Any]]) -> None:
        nonlocal twins
        twins += len(pairs) - len({key for key, _ in pairs})

    json.loads(text, object_pairs_hook=count)
    return twins


@given(PAIRS, SPACES, st.booleans())
def test_keys_that_come_again_are_those_that_the_standard_library_tells(value: Any, space: str, ascii: bool) -> None:
    text = written(value, space, ascii)
    _, what, quirks = read_arguments(text)
    assert what.state is Json.VALID
    assert (quirks.duplicate.times if quirks.duplicate else 0) == twins_in(text)


@given(PAIRS, SPACES, st.booleans())
def test_integers_that_a_double_does_not_hold_are_told(value: Any, space: str, ascii: bool) -> None:
    text = written(value, space, ascii)
    seen: list[int] = []
    json.loads(text, parse_int=lambda digits: seen.append(int(digits)))
    _, _, quirks = read_arguments(text)
    assert (quirks.number.times if quirks.number else 0) == sum(1 for number in seen if abs(number) > 1 << 53)


@given(st.text(alphabet=st.characters(), max_size=40))
def test_any_text_is_read_as_before_and_never_raises(text: str) -> None:
    shown, what, quirks = read_arguments(text, [text[:3], text[3:]])
    assert what == describe(shown)
    assert shown == text or quirks.halves is not None


@given(st.lists(st.text(alphabet="\ud83d\ude00a", min_size=1, max_size=3), max_size=5))
def test_fragments_with_whole_characters_join_to_the_text_that_is_shown(pieces: list[str]) -> None:
    text = "".join(pieces)
    assert "".join(whole_characters(pieces)) == read_arguments(text, pieces)[0]


@pytest.mark.parametrize(
    "text", ["", "{}", '{"a":1}', "null", '{"a":[1,{"b":"c:d"}],"u":"\\u00e9"}', '{"a":0.5,"b":1e5}', '{"a', '{"a":1}}']
)
def test_the_usual_text_has_no_quirk_and_costs_no_object(text: str) -> None:
    assert read_arguments(text)[2] is NO_QUIRKS


HOSTILE = {
    "deep": "[" * 100_000, "deep objects": '{"a":' * 100_000, "deep and closed": "[" * 600 + "]" * 600, "digits": "9" * 1_000_000,
    "many digits": f"[{','.join(['9' * 4_000] * 200)}]", "one key": '{"a":1' + ',"a":1' * 100_000 + "}", "quotes": '"' * 200_000,
    "escaped quotes": '"' + '\\"' * 200_000, "halves": '"' + "\ud83d" * 100_000 + '"', "escaped halves": '"' + "\\ud83d" * 100_000 + '"',
    "lost": '"' + "\ufffd" * 500_000 + '"', "commas": "," * 200_000, "comments": "/*" * 200_000, "open comment": "[/*" + "*" * 200_000,
    "single quotes": "'" * 200_000, "words": "[" + "NaN," * 100_000 + "]", "backslashes": "'" + "\\" * 200_001, "nul": "\0" * 100_000,
    "colons": '{"a":"' + '\\":' * 100_000 + '"}', "encoded": json.dumps(json.dumps(json.dumps("x" * 100_000))),
}  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_text_is_told_and_never_raises(text: str) -> None:
    _, what, quirks = read_arguments(text, [text[:7], text[7:]])
    assert what.state in Json
    for mark in (quirks.duplicate, quirks.number, quirks.surrogate, quirks.replacement):
        assert mark is None or len(mark.text.encode()) <= 500


def test_a_text_beyond_the_limit_is_not_read_a_second_time() -> None:
    text = f"{{'a':'{'x' * MAX_SIZE}'}}"
    assert relaxations(text) == ()
    assert read_arguments(text)[1].state is Json.INVALID
