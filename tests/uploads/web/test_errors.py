"""The box "What does this error mean?" on the page of rules, without script."""

import html
from urllib.parse import quote

import pytest

from tests.uploads.web.visitor import Visitor
from validation.error_texts import ERROR_TEXTS


def look_up(visitor: Visitor, text: str) -> str:
    """The page up to its list of rules."""
    page = visitor.get(f"/rules/?error={quote(text, safe='', errors='surrogatepass')}")
    return page[page.index('id="error"') : page.index('id="input"')]


def test_nothing_is_said_before_something_is_asked(visitor: Visitor) -> None:
    for text in ("", " \n"):
        box = look_up(visitor, text)
        assert 'name="error"' in box
        assert 'role="status"' not in box


@pytest.mark.parametrize("error", ERROR_TEXTS)
def test_every_known_text_leads_to_its_rules(visitor: Visitor, error: object) -> None:
    box = look_up(visitor, f"Error 400: {error.wordings[0]}")
    assert f"/rules/{error.rules[0]}/" in box
    assert f"{', '.join(error.senders)}: " in html.unescape(box)


def test_of_an_unknown_text_it_says_so_and_what_to_do(visitor: Visitor) -> None:
    box = look_up(visitor, "Rate limit reached")
    assert "None of the known error texts is in it." in box
    assert "/rules/" not in box.partition('role="status"')[2]


@pytest.mark.parametrize(
    "text",
    [
        "</textarea><script>alert(1)</script>",
        '"><img src=x onerror=alert(1)>',
        "\0",
        "\ud800",
        "\u202e\x1b[31m",
        "{{ 7|add:7 }}",
        "[" * 20_000,
    ],
)
def test_what_is_pasted_stays_text(visitor: Visitor, text: str) -> None:
    box = look_up(visitor, text)
    assert "<script" not in box
    assert "<img" not in box
    assert not set("\0\x1b\u202e") & set(box)
    assert 'role="status"' in box
    assert len(box) < 60_000


def test_the_text_stays_in_the_field(visitor: Visitor) -> None:
    box = look_up(visitor, "line one\r\nUnexpected tool call id <b>")
    assert ">\nline one\nUnexpected tool call id &lt;b&gt;</textarea>" in box
