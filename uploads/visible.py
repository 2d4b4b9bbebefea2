"""Trace text as HTML that cannot deceive: escaped, with invisible and direction-changing characters written out."""

import re
import unicodedata

from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

_RANGES = (
    "\x00-\x08\x0b-\x1f\x7f-\x9f"  # controls but tab and line feed
    "\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u17b4\u17b5"
    "\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff"
    "\u2800\ud800-\udfff"
    "\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
_CODE = re.compile(r"`([^`\n]+)`")
_HIDDEN = re.compile(f"([{_RANGES}])\\1*")
_BYTE_BEFORE = 0xDC00
"""Python decodes a byte that is not UTF-8 as the surrogate U+DC00 + byte."""


def shown(text: str) -> SafeString:
    """`text` escaped; each run of one invisible character becomes a small tag with its code point, or the byte that is not UTF-8."""
    pieces: list[str] = []
    done = 0
    for match in _HIDDEN.finditer(text):
        pieces.append(escape(text[done : match.start()]))
        pieces.append(_tag(match[1], match.end() - match.start()))
        done = match.end()
    pieces.append(escape(text[done:]))
    return mark_safe("".join(pieces))  # noqa: S308 - every piece above is escaped


def inline(text: str) -> SafeString:
    """Plain text as HTML that hides nothing, with what stands between backticks as code."""
    pieces = _CODE.split(text)
    marked = ((format_html("<code>{}</code>", shown(piece)) if place % 2 else shown(piece),) for place, piece in enumerate(pieces))
    return format_html_join("", "{}", marked)


def decoded(data: bytes) -> str:
    """Bytes of a trace as text. Cut characters at either end are dropped, other bytes that are not UTF-8 stay recognisable."""
    start = 0
    while start < min(3, len(data)) and data[start] & 0xC0 == 0x80:
        start += 1
    text = data[start:].decode("utf-8", "surrogateescape")
    return _without_cut_end(text)


def _without_cut_end(text: str) -> str:
    """Drop a character that was cut in its middle at the end: a lead byte and at most two that follow."""
    for length in (1, 2, 3):
        tail = text[-length:]
        if len(tail) < length or not all("\udc80" <= character <= "\udcff" for character in tail):
            return text
        lead = ord(tail[0]) - _BYTE_BEFORE
        needs = 2 if 0xC2 <= lead <= 0xDF else 3 if 0xE0 <= lead <= 0xEF else 4 if 0xF0 <= lead <= 0xF4 else 0
        if needs > length:
            return text[:-length]
    return text


def _tag(character: str, run: int) -> str:
    code = ord(character)
    if 0xDC80 <= code <= 0xDCFF:
        label, name = f"\\x{code - _BYTE_BEFORE:02X}", "a byte that is not UTF-8"
    else:
        label, name = f"U+{code:04X}", unicodedata.name(character, "")
    times = f" ×{run}" if run > 1 else ""
    return format_html('<span class="inv" title="{}">{}{}</span>', name.lower(), label, times)
