"""Joined arguments with their seams in view: where one fragment ends and the next begins, each leading to its chunk."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from uploads.visible import shown
from uploads.web import words

FOLDED = 320
WHOLE = 20_000
SEAMS = 3_000

Pieces = Sequence[Sequence[object]]
"""[chunk, text] of every fragment, in order."""


@dataclass(frozen=True)
class Joined:
    """Arguments as HTML. `whole` is set where `start` is only their beginning; `left`: how many characters even `whole` leaves out."""

    start: SafeString
    whole: SafeString | None
    length: int
    left: str


def joined(pieces: Pieces, chunk_link: Callable[[int], str]) -> Joined:
    """The joined text of `pieces`. `chunk_link` gives the address of a chunk, or an empty text where there is none."""
    parts = [(int(str(chunk)), str(text)) for chunk, text in pieces]
    length = sum(len(text) for _chunk, text in parts)
    if length <= FOLDED:
        return Joined(_html(parts, length, chunk_link), None, length, "")
    left = words.number(length - WHOLE) if length > WHOLE else ""
    return Joined(_html(parts, FOLDED, chunk_link), _html(parts, WHOLE, chunk_link), length, left)


def plain(text: str) -> Joined:
    """A text that came in one piece."""
    return joined([(0, text)], lambda _chunk: "")


def _html(parts: list[tuple[int, str]], limit: int, chunk_link: Callable[[int], str]) -> SafeString:
    out: list[str] = []
    left = limit
    for place, (chunk, text) in enumerate(parts):
        if left <= 0:
            break
        if place and place < SEAMS:
            out.append(_seam(chunk, chunk_link(chunk)))
        out.append(shown(text[:left]))
        left -= len(text)
    if left < 0 or (left == 0 and sum(len(text) for _chunk, text in parts) > limit):
        out.append('<span class="cut">…</span>')
    return mark_safe("".join(out))  # noqa: S308 - every piece above is escaped


def _seam(chunk: int, href: str) -> SafeString:
    title = gettext("chunk %(number)s") % {"number": words.number(chunk)}
    if not href:
        return format_html('<span class="seam" title="{}" aria-hidden="true"></span>', title)
    # Hundreds of stops would bury the keyboard: the first and last chunk of a call are ordinary links beside it.
    return format_html('<a class="seam" href="{}" title="{}" tabindex="-1" aria-hidden="true"></a>', href, title)
