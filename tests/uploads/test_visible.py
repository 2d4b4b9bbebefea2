"""Trace text on a page: escaped, with what is invisible written out."""

import html
import re
import unicodedata

from hypothesis import given, strategies

from uploads.visible import decoded, inline, shown


@given(strategies.text())
def test_shown_text_reads_back_and_holds_nothing_hidden(text: str) -> None:
    page = shown(text)
    plain = html.unescape(re.sub(r'<span class="inv" title="[^"]*">[^<]*</span>', "", page))
    assert plain == "".join(character for character in text if character in plain)
    assert not [c for c in html.unescape(page) if unicodedata.category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp") and c not in "\t\n"]
    assert "<" not in re.sub(r"</?span[^<>]*>", "", page)


def test_a_run_of_one_character_is_told_with_its_length() -> None:
    assert "U+200B ×3" in shown("a\u200b\u200b\u200bb")


def test_a_character_that_was_cut_is_left_out_and_a_broken_byte_is_not() -> None:
    text = "深圳".encode()
    assert decoded(text[1:-1]) == ""
    assert decoded(text[:4]) == "深"
    assert shown(decoded(b"a\xffb")) == 'a<span class="inv" title="a byte that is not utf-8">\\xFF</span>b'


def test_inline_code_is_code_and_everything_else_is_text() -> None:
    assert inline("use `<a>` & `b`") == "use <code>&lt;a&gt;</code> &amp; <code>b</code>"
