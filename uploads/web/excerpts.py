"""Evidence lines: the record a finding is about, two before and two after, cut so that the deciding words are in view at any width."""

import re
from dataclasses import dataclass, replace

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from uploads import results
from uploads.models import Validation
from uploads.visible import shown
from uploads.web import words
from uploads.web.links import Links
from validation.finding import Finding, Place

AROUND = 2
BEFORE, AFTER = 44, 110
TOKEN_HEAD, TOKEN_TAIL = 110, 40
NEIGHBOUR = 240
LONG = 60
_LINE_END = re.compile(r"\s*[\r\n]\s*")
RELATED = 3
SEPARATOR = "…"


@dataclass(frozen=True)
class Line:
    """One line of evidence. `word` and `label`: what its number counts, and the number."""

    word: str
    label: str
    href: str
    html: SafeString
    primary: bool


def evidence(validation: Validation, finding: Finding, links: Links) -> list[Line]:
    """The lines to show under `finding`, in file order; empty once the raw bytes are gone or where the finding names no place."""
    if not finding.places or not links.raw or not (finding.places[0].line or finding.places[0].message is not None):
        return []
    primary = finding.places[0]
    hit = _excerpt(validation, primary, links, primary=True)
    if hit is None:
        return []
    lines = {_order(primary): hit}
    if primary.message is None:
        lines |= _neighbours(validation, primary, links)
        lines[_order(primary)] = hit
    for place in finding.places[1 : 1 + RELATED]:
        if _order(place) not in lines:
            related = _excerpt(validation, place, links, primary=False)
            if related is not None:
                lines[_order(place)] = related
    return [lines[order] for order in sorted(lines)]


def _order(place: Place) -> tuple[int, int]:
    return (place.line, place.message or 0)


def _neighbours(validation: Validation, place: Place, links: Links) -> dict[tuple[int, int], Line]:
    records = results.around(validation, place.record, AROUND, AROUND)
    return {
        (line.number, 0): Line(gettext("line"), words.number(line.number), links.line(line.number), shown(_telling(line.text)), False)
        for line in records
        if line.record != place.record
    }


def _telling(text: str) -> str:
    """A neighbour from where its records differ: the envelope, the same in every chunk, is left out."""
    start = text.find('"choices"')
    start = start if start > BEFORE else 0
    cut = text[start : start + NEIGHBOUR]
    return f"{SEPARATOR}{cut}" if start else cut


def _excerpt(validation: Validation, place: Place, links: Links, *, primary: bool) -> Line | None:
    piece = results.excerpt(validation, place)
    if piece is None or not (piece.before + piece.marked + piece.after).strip():
        return None
    if place.message is None:
        word, label = gettext("line"), words.number(piece.line)
    else:
        word, label = gettext("message"), words.number(place.message)
    return Line(word, label, links.line(piece.line), _marked(_on_one_line(piece)), primary)


def _on_one_line(piece: results.Excerpt) -> results.Excerpt:
    """The lines of an indented document joined; a line end inside JSON is never part of a value."""
    before, marked, after = (_LINE_END.sub(" ", text) for text in (piece.before, piece.marked, piece.after))
    return replace(piece, before=before, marked=marked, after=after)


def _marked(piece: results.Excerpt) -> SafeString:
    """The range with a little before and after it; a range that is the whole record is shown from its start, with nothing marked."""
    if len(piece.before) <= len("data: ") and not piece.after.strip():
        whole = piece.before + piece.marked
        limit = BEFORE + TOKEN_HEAD + AFTER
        return format_html("{}{}", shown(whole[:limit]), _dots(len(whole) > limit or piece.cut_marked or piece.cut_after))
    before = piece.before[-BEFORE:] if piece.cut_before or len(piece.before) > BEFORE else piece.before.lstrip()
    after = piece.after[:AFTER]
    return format_html(
        "{}{}<mark{}>{}</mark>{}{}",
        _dots(piece.cut_before or len(piece.before) > BEFORE),
        shown(before),
        SafeString(' class="long"' if len(piece.marked) > LONG else ""),
        _token(piece.marked),
        shown(after),
        _dots(piece.cut_after or len(piece.after) > AFTER),
    )


def _token(text: str) -> SafeString:
    if len(text) <= TOKEN_HEAD + TOKEN_TAIL:
        return shown(text)
    return format_html("{}{}{}", shown(text[:TOKEN_HEAD]), _dots(True), shown(text[-TOKEN_TAIL:]))


def _dots(wanted: bool) -> SafeString:
    return format_html('<span class="cut">{}</span>', SEPARATOR) if wanted else SafeString("")
