"""A JSON pointer leads to the bytes of its token."""

import json

import pytest
from hypothesis import given, strategies as st

from validation.decoding.tokens import locate

CHUNK = b'{"choices":[{"index":0, "delta": {"tool_calls":[ {"index":1,"function":{"arguments":"{\\"a\\": 1}"}} ]}}],"a/b~c":7}'


@pytest.mark.parametrize(
    ("pointer", "token"),
    [
        ("/choices/0/delta/tool_calls/0/index", b"1"),
        ("/choices/0/index", b"0"),
        ("/choices/0/delta/tool_calls/0/function/arguments", b'"{\\"a\\": 1}"'),
        ("/choices/0/delta/tool_calls", b'[ {"index":1,"function":{"arguments":"{\\"a\\": 1}"}} ]'),
        ("/a~1b~0c", b"7"),
        ("/choices/0/delta/tool_calls/0/id", b'{"index":1,"function":{"arguments":"{\\"a\\": 1}"}}'),
        ("/choices/7", b'[{"index":0, "delta": {"tool_calls":[ {"index":1,"function":{"arguments":"{\\"a\\": 1}"}} ]}}]'),
        ("/choices/x", b'[{"index":0, "delta": {"tool_calls":[ {"index":1,"function":{"arguments":"{\\"a\\": 1}"}} ]}}]'),
        ("/a~1b~0c/deeper", b"7"),
        ("/nothing", CHUNK),
        ("", CHUNK),
    ],
)
@pytest.mark.parametrize("before", [b"", b"data: ", b"data:"])
def test_the_smallest_token_or_its_deepest_ancestor(pointer: str, token: bytes, before: bytes) -> None:
    low, high = locate(before + CHUNK, pointer)
    assert (before + CHUNK)[low:high] == (token if token is not CHUNK or pointer else before + CHUNK)


def test_of_a_key_that_stands_twice_the_last_one_counts() -> None:
    assert locate(b'{"a":1,"b":2,"a":3}', "/a") == (17, 18)


def test_an_equal_value_before_it_is_not_taken_for_it() -> None:
    assert locate(b'{"x":{"id":"a"},"id":"a"}', "/id") == (21, 24)


@pytest.mark.parametrize(
    "token", [b"data: {\ndata: 1}", b"{'a': 1}", b'{"a":', b"", b"data:", b"[" * 5_000, b"\xff\xfe", b'{"a":NaN}', b'{"a":1}{"a":2}']
)
def test_where_nothing_can_be_told_it_is_the_whole(token: bytes) -> None:
    assert locate(token, "/a") == (0, len(token))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=15,
)


def pointers(value: object, prefix: str = "") -> dict[str, object]:
    found = {prefix: value}
    if isinstance(value, dict):
        for key, child in value.items():
            found |= pointers(child, f"{prefix}/{key.replace('~', '~0').replace('/', '~1')}")
    if isinstance(value, list):
        for number, child in enumerate(value):
            found |= pointers(child, f"{prefix}/{number}")
    return found


@given(JSON, st.sampled_from([None, 1]), st.booleans())
def test_every_pointer_of_a_value_leads_to_its_bytes(value: object, indent: int | None, ascii_only: bool) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only).encode("utf-8", "surrogatepass")
    for pointer, child in pointers(value).items():
        low, high = locate(text, pointer)
        assert json.loads(text[low:high].decode("utf-8", "surrogatepass")) == child or b"\\ud" in text or not text.isascii()


@given(st.binary(max_size=60), st.text(max_size=20))
def test_no_token_and_no_pointer_raise(token: bytes, pointer: str) -> None:
    low, high = locate(token, pointer)
    assert 0 <= low <= high <= len(token)
