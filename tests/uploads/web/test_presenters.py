import html
import re
import unicodedata

import pytest
from hypothesis import given, settings, strategies

from uploads.web import joined, places, words
from uploads.web.visible import decoded, shown
from validation.finding import Place


@settings(deadline=None)
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


@pytest.mark.parametrize(
    ("pointer", "path"),
    [
        ("/choices/0/finish_reason", "choices[0].finish_reason"),
        ("/messages/7/tool_calls/0/id", "messages[7].tool_calls[0].id"),
        ("/a~1b/c d", '["a/b"]["c d"]'),
        ("", ""),
        ("/0", "[0]"),
    ],
)
def test_a_pointer_is_written_as_people_write_paths(pointer: str, path: str) -> None:
    assert places.path(pointer) == path


@pytest.mark.parametrize(
    ("count", "said"), [(0, "0 bytes"), (1, "1 byte"), (1023, "1023 bytes"), (81_000, "79 kB"), (1 << 30, "1 GB"), (1_500_000, "1.4 MB")]
)
def test_sizes_have_the_unit_that_suits_them(count: int, said: str) -> None:
    assert words.size(count) == said


def test_inline_code_is_code_and_everything_else_is_text() -> None:
    assert words.inline("use `<a>` & `b`") == "use <code>&lt;a&gt;</code> &amp; <code>b</code>"


def test_short_arguments_are_whole_and_long_ones_begin() -> None:
    pieces = [[number, "y" * 10] for number in range(5000)]
    whole = joined.joined(pieces[:3], lambda chunk: f"/raw#{chunk}")
    assert whole.whole is None
    assert whole.start.count('class="seam"') == 2
    long = joined.joined(pieces, lambda chunk: f"/raw#{chunk}")
    assert long.whole is not None
    assert (long.start.count("y"), long.whole.count("y"), long.left) == (joined.FOLDED, joined.WHOLE, "30,000")


def test_fragments_cannot_bring_markup() -> None:
    assert "<b>" not in joined.joined([[0, "<b"], [1, ">"]], lambda chunk: '"><b>').start


def test_a_place_inside_a_text_that_a_wrapper_holds_shows_the_way_in() -> None:
    inner = Place(line=9, pointer="/choices/0/finish_reason")
    place = Place(line=1, pointer="/log/entries/0/response/content/text", via="json-string", inner=inner)
    assert places.way(place) == "log.entries[0].response.content.text › line 9 › choices[0].finish_reason"
    assert places.way(inner) == "choices[0].finish_reason"
