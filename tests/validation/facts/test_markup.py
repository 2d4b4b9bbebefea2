"""Markup of tool calls in texts, as facts: what is a marker, what is a body, what stands in code."""

import pytest

from validation.facts.markup import asked_about, bare_calls_in, markup_in, name_token_in


@pytest.mark.parametrize("bar", "|｜‖│∣￨")
def test_every_bar_makes_a_marker(bar: str) -> None:
    for marker in (f"<{bar}tool_calls_section_begin{bar}>", f"<{bar}tool▁call▁begin{bar}>", f"<{bar}python_tag{bar}>", f"{bar}DSML{bar}"):
        found = markup_in(f"So. {marker}")
        assert found is not None
        assert (found.char, found.quoted) == (4, False)
        assert marker.startswith(found.marker)


def test_the_first_marker_outside_code_is_taken() -> None:
    found = markup_in("`<|tool_call_begin|>` and <|python_tag|>")
    assert found is not None
    assert (found.marker, found.quoted) == ("<|python_tag|>", False)


def test_a_body_may_stand_on_a_later_line() -> None:
    assert markup_in('<tool_call>\n\n  {"name": "f"}')
    assert markup_in("<tool_call>\n\n  So it goes.") is None


def test_offsets_hold_behind_code() -> None:
    text = 'é`a`\n```\ncode\n```\n<tool_call>{"a": 1}'
    found = markup_in(text)
    assert found is not None
    assert text[found.char :].startswith("<tool_call>")


@pytest.mark.parametrize(
    "text", ["<" * 100_000, "<|tool" * 20_000, "```\n" * 30_000, "`tool" * 50_000, "<function=" + "a" * 100_000, "<tool_call>" * 20_000,
             "[TOOL_CALLS]" + " " * 100_000, "<tool_call>" + "a" * 100_000, "functools[" * 20_000]
)  # fmt: skip
def test_texts_made_to_be_slow_are_read_to_their_end(text: str) -> None:
    assert markup_in(text) is None or markup_in(text)
    assert bare_calls_in(text) == []


def test_brackets_beyond_all_depth_are_no_call() -> None:
    assert bare_calls_in("[" * 100_000 + '"name"' + "]" * 100_000) == []


def test_a_call_with_half_of_a_surrogate_pair_does_no_harm() -> None:
    assert bare_calls_in('{"name": "f\ud800", "arguments": {}}') == []


@pytest.mark.parametrize("messages", [None, "tool_call", [None], [{"role": "user"}], [{"role": "user", "content": [1, {"text": 2}]}],
                                      [{"role": "assistant", "content": "tool_call"}]])  # fmt: skip
def test_only_words_of_the_user_count_as_asking(messages: object) -> None:
    assert not asked_about(messages, "<tool_call>")


def test_the_bare_word_of_a_marker_is_enough_to_ask() -> None:
    assert asked_about([{"role": "user", "content": "What does python_tag mean?"}], "<|python_tag|>")
    assert not asked_about([{"role": "user", "content": "What does it mean?"}], "<||>")


def test_a_name_with_angle_brackets_alone_holds_no_token() -> None:
    assert name_token_in("list<int>") is None
    assert name_token_in("f</tool_call>") == "</tool_call"
