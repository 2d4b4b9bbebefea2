"""How words and figures are shown: translated, grouped by thousands, with their places marked."""

import re

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from uploads.visible import inline

_PLACE = re.compile(r"\{(\w+)\}")


def translate(text: str) -> str:
    """The text in the reader's language. An empty one stays empty: gettext would answer with the catalogue's header."""
    return gettext(text) if text else ""


def with_places(text: str) -> SafeString:
    """A text of a rule, with the places that a finding fills marked as such."""
    pieces = _PLACE.split(text)
    marked = ((format_html("<var>{}</var>", piece) if place % 2 else inline(piece),) for place, piece in enumerate(pieces))
    return format_html_join("", "{}", marked)


def paragraphs(text: str) -> list[SafeString]:
    """A docstring's paragraphs as HTML, each without its line breaks."""
    return [inline(" ".join(block.split())) for block in re.split(r"\n\s*\n", text.strip()) if block.strip()]


def number(value: int) -> str:
    """A whole number with its thousands set apart: 100,000."""
    return f"{value:,}"


def size(count: int) -> str:
    """A count of bytes in the unit that suits it, in powers of 1,024: 79 kB."""
    if count < 1024:
        return ngettext("%(number)s byte", "%(number)s bytes", count) % {"number": count}
    amount = float(count)
    for unit in ("kB", "MB", "GB"):
        amount /= 1024
        if amount < 999.5 or unit == "GB":
            break
    rounded = f"{amount:.1f}".removesuffix(".0") if amount < 9.95 else f"{amount:.0f}"
    return f"{rounded} {unit}"


def fill(text: str, count: int) -> str:
    """Put a count into a text with `%(number)s`, as `ngettext` gave it."""
    return text % {"number": number(count)}


def joined(parts: list[str]) -> str:
    """Parts of one sentence with commas: "2 errors, 1 warning"."""
    return ", ".join(part for part in parts if part)
