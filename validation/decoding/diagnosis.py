"""Tier 3: what is wrong with a text that the decoder refuses, and what can be read from it all the same."""

import json
from typing import Final

from validation.decoding.entries import Entry
from validation.decoding.recoveries import Values, recover
from validation.decoding.refusals import TRUNCATED, in_words, may_be_tolerated, why
from validation.decoding.values import LONG, REFUSED, TOO_DEEP_DETAIL, Decode, constant, deep, opens_deep, tolerant
from validation.facts.carriage import BOM_INSIDE, NOT_UTF8, STOPS, TOO_DEEP, Remark

BOM: Final = b"\xef\xbb\xbf"

DETAILED: Final = 1_000
"""So many texts of a file are described to the character: naming the place costs most, and only the first samples are shown."""

BEGINNING: Final = 60
CLOSING_FENCE: Final = b"```"

Judged = tuple[list[Remark], Values]


def begun(shown: str) -> str:
    """How a text begins: it often says what it is (a proxy's message, a page of HTML, a logger's line)."""
    text = " ".join(shown[: 4 * BEGINNING].split())
    return text if len(text) <= BEGINNING else f"{text[: BEGINNING - 1]}…"


class Diagnosis:
    """Judges the refused texts of one file, and counts them.

    `kind`: what is said of a text that is not JSON. `log_prefix`: lines begin with words of a log, and some hold nothing else.
    """

    def __init__(self, kind: str, decode: Decode, *, log_prefix: bool = False) -> None:
        self.kind = kind
        self.decode = decode
        self.log_prefix = log_prefix
        self.count = 0

    def entries(self, text: bytes, line: int, start: int, end: int, inner: int | None = None, refusal: str | None = None) -> list[Entry]:
        """What stands at `start:end` of the upload, whose text the decoder refused: remarks, then the values that could be read.

        `inner`: where in the upload `text` begins if it stands there in one piece; a value that is only a part then gets its own range.
        `refusal`: what the decoder said of `text`, if known. The last remark takes the record number if no value follows.
        """
        self.count += 1
        if text.strip() == CLOSING_FENCE or (self.log_prefix and b"{" not in text):
            return []
        if refusal == TRUNCATED and end - start <= LONG and text.isascii():
            return [(line, start, end, Remark(self.kind, f"char {len(text)}: {STOPS}"), 1)]
        remarks, values = self.judge(text, refusal)
        told: list[Entry] = [(line, start, end, said, 0) for said in remarks]
        if not values:
            told[-1:] = [(line, start, end, said, 1) for said in remarks[-1:]]
        elif inner is None or (remarks and remarks[0].kind == NOT_UTF8) or (len(values) == 1 and not values[0][1]):
            told.extend([(line, start, end, value, 1) for value, _, _ in values])
        else:
            told.extend([(line, inner + low, inner + high, value, 1) for value, low, high in values])
        return told

    def judge(self, text: bytes, refusal: str | None) -> Judged:
        """The remarks on a refused text, and the values read from it with their ranges in it."""
        if text.startswith(BOM):
            return [Remark(BOM_INSIDE)], []
        remarks: list[Remark] = []
        try:
            shown = text.decode()
        except UnicodeDecodeError as error:
            remarks.append(Remark(NOT_UTF8, f"byte {error.start}"))
            shown = text.decode("utf-8", "replace")
            text = shown.encode()
            refusal = None
        if len(text) > LONG and opens_deep(text):
            return [*remarks, Remark(TOO_DEEP, TOO_DEEP_DETAIL)], []
        if refusal is None:
            try:
                return remarks, [(self.decode(text), 0, len(text))]
            except REFUSED as error:
                refusal = why(text, error)
        said, values = self.read(text, shown, refusal)
        for value, low, high in values:
            if high - low > LONG and deep(text[low:high], value):
                return [*remarks, Remark(TOO_DEEP, TOO_DEEP_DETAIL)], []
        return remarks + said, values

    def read(self, text: bytes, shown: str, refusal: str) -> Judged:
        """`text` (`shown` is the same as characters) as the standard library reads it, behind a log's words, or by a recovery."""
        if refusal == TRUNCATED:
            return [Remark(self.kind, f"char {len(shown)}: {STOPS}")], []
        if may_be_tolerated(text, refusal):
            try:
                value = tolerant(shown)
            except (ValueError, RecursionError):
                pass
            else:
                return self.odd_constant(text), [(value, 0, len(text))]
        if self.log_prefix and (low := text.find(b"{")) > 0:
            try:
                return [], [(self.decode(text[low:]), low, len(text.rstrip()))]
            except REFUSED:
                pass
        recovered = recover(text, refusal, self.decode)
        reason = self.reason(shown, refusal)
        if recovered is None:
            return [Remark(self.kind, f"{begun(shown)} ({reason})")], []
        return [Remark(self.kind, f"{reason}; {recovered.how}")], recovered.values

    def odd_constant(self, text: bytes) -> list[Remark]:
        """The remark on a NaN or Infinity, which only some readers accept."""
        odd = constant(text)
        if odd is None:
            return []
        place = len(text[: odd[0]].decode("utf-8", "replace"))
        return [Remark(self.kind, f"char {place}: {odd[1]} is not JSON; read as Python reads it")]

    def reason(self, shown: str, refusal: str) -> str:
        """Where a text stops being JSON and why: `char 8: expecting ',' delimiter, found }`. Without the place after the first thousand."""
        if self.count <= DETAILED:
            try:
                tolerant(shown)
            except json.JSONDecodeError as error:
                found = shown[error.pos : error.pos + 1]
                named = found if found.isprintable() else f"U+{ord(found):04X}"
                return f"char {error.pos}: {error.msg[:1].lower()}{error.msg[1:].removesuffix(' at')}, found {named or 'the end'}"
            except (ValueError, RecursionError):
                pass
        return in_words(refusal)
