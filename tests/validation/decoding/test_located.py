"""Many places in one record are the places that `locate` gives, one by one."""

import json
from typing import Any

import pytest
from hypothesis import given, strategies as st

from validation.decoding.located import Located
from validation.decoding.tokens import locate

values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=25) | st.dictionaries(st.sampled_from(["a", "b", "~", "/", "0"]), inner, max_size=4),
    max_leaves=60,
)
steps = st.sampled_from(["a", "b", "~0", "~1", "0", "1", "17", "24", "99", "x", ""])


@given(values, st.lists(st.lists(steps, max_size=4), max_size=8), st.sampled_from(["", "data: ", " "]))
def test_every_pointer_gives_what_locate_gives(value: Any, pointers: list[list[str]], front: str) -> None:
    token = (front + json.dumps(value, indent=1)).encode()
    located = Located(token)
    for path in pointers:
        pointer = "".join(f"/{step}" for step in path)
        assert located.range_of(pointer) == locate(token, pointer)


def test_each_element_of_a_long_array_is_found() -> None:
    token = json.dumps({"messages": [{"n": number} for number in range(3_000)]}).encode()
    located = Located(token)
    for number in (0, 15, 16, 17, 1_500, 2_999):
        low, high = located.range_of(f"/messages/{number}/n")
        assert token[low:high] == str(number).encode()
    assert located.range_of("/messages/3000/n") == located.range_of("/messages")


LONG = '{"content": "four degrees"}'


@pytest.mark.parametrize(
    "token",
    [
        f'{{"a": {LONG}, "b": {LONG}}}',
        f'{{"b": {LONG}, "a": {LONG}, "b": {LONG}}}',
        f'{{"a": [{LONG}], "b": {LONG}}}',
        f'{{"b": {LONG[:-1]}, "a": {LONG}}}, "a": 1}}',
        f'{{"a": {json.dumps(LONG)}, "b": {LONG}}}',
    ],
)
def test_a_text_that_stands_twice_is_found_where_it_is_meant(token: str) -> None:
    located = Located(token.encode())
    for pointer in ("/a", "/b", "/b/content", "/a/0", "/b/a", "/b/a/content"):
        assert located.range_of(pointer) == locate(token.encode(), pointer)
