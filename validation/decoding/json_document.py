"""A file that is one JSON value, or was meant to be one. It is held whole."""

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final

import msgspec

from validation.decoding.arrays import separate, walk
from validation.decoding.cut_documents import whole_characters, whole_part
from validation.decoding.diagnosis import Diagnosis
from validation.decoding.entries import Entry, excerpt, remark
from validation.decoding.lines import BLANK, NOT_BLANK, count_ends, count_feeds
from validation.decoding.refusals import TRUNCATED, end_of_value, parsed, refusal_of, why
from validation.decoding.slow_lines import stands_alone
from validation.decoding.values import LONG, REFUSED, TOO_DEEP_DETAIL, Decode, constant, deep, skip
from validation.facts.carriage import CUT_AT_END, LINE_INVALID, TOO_DEEP, Input, Remark
from validation.facts.places import At

MAX_DOCUMENT: Final = 64 << 20
"""A longer document is not held."""

LINES_LOOKED_AT: Final = 64
FIRST_LINE: Final = re.compile(rb"[^\r\n]*+")
ELEMENT: Final = re.compile(rb"[^ \t\r\n,]")

raw_elements: Final = msgspec.json.Decoder(list[msgspec.Raw]).decode


class Document:
    """The text of a file from its first to its last character that is not blank. `line` and `start`: where the text begins in the file."""

    def __init__(self, text: bytes, decode: Decode, line: int, start: int) -> None:
        front = len(text) - len(text.lstrip(BLANK))
        self.text = text.strip(BLANK)
        self.decode = decode
        self.line = line + count_ends(text, 0, front)
        self.start = start + front
        self.end = self.start + len(self.text)
        self.diagnosis = Diagnosis(LINE_INVALID, decode)

    def records(self, facts: Input) -> Iterator[tuple[At, object]] | None:
        """The records of the document; None if it is not one value but lines, or several values. Fills `records` and `tiers`."""
        try:
            entries: Iterable[Entry] | None = self.read()
        except REFUSED as error:
            entries = self.refused(why(self.text, error), facts)
        return None if entries is None else self.numbered(entries, facts)

    def goes_on(self) -> bool:
        """Whether the text, the first part of a longer one, is the beginning of one value over several lines."""
        try:
            skip(self.text)
        except REFUSED as error:
            several = b"\n" in self.text or b"\r" in self.text
            return several and why(self.text, error) == TRUNCATED and not self.lines_stand_alone()
        return False

    def numbered(self, entries: Iterable[Entry], facts: Input) -> Iterator[tuple[At, object]]:
        """The entries with record numbers."""
        record = 0
        for line, low, high, value, step in entries:
            facts.records = record + step
            facts.tiers[1:] = max(0, facts.records - self.diagnosis.count), self.diagnosis.count
            yield (record, line, low, high), value
            record += step

    def read(self) -> Iterable[Entry]:
        """One record, or one an element where the elements stand for themselves. Raises one of `REFUSED` if the text is not JSON."""
        if self.text.startswith(b"["):
            elements = raw_elements(self.text)
            first = parsed(bytes(elements[0]), self.decode) if elements else None
            if elements and (first is None or separate(first[0])):
                return self.each(elements)
        value = self.decode(self.text)
        if deep(self.text, value):
            return [remark(TOO_DEEP, TOO_DEEP_DETAIL, self.line, self.start, self.end)]
        return [(self.line, self.start, self.end, value, 1)]

    def each(self, elements: list[msgspec.Raw]) -> Iterator[Entry]:
        """The elements of an array that is JSON as far as its brackets, each at its own place."""
        line, before, high = self.line, 0, 1
        count = count_ends if b"\r" in self.text else count_feeds
        for raw in elements:
            text = bytes(raw)
            low = ELEMENT.search(self.text, high).start()  # type: ignore[union-attr]
            high = low + len(text)
            line += count(self.text, before, low)
            before = low
            try:
                value = self.decode(text)
            except REFUSED as error:
                at = self.start + low
                yield from self.diagnosis.entries(text, line, at, self.start + high, at, why(text, error))
            else:
                if len(text) > LONG and deep(text, value):
                    yield remark(TOO_DEEP, TOO_DEEP_DETAIL, line, self.start + low, self.start + high)
                else:
                    yield (line, self.start + low, self.start + high, value, 1)

    def refused(self, refusal: str, facts: Input) -> Iterable[Entry] | None:
        """What can be read of a text that is not JSON; None if it is no document."""
        if end_of_value(refusal) is not None or self.lines_stand_alone():
            return None
        if refusal == TRUNCATED:
            return self.cut(facts)
        if self.text.startswith(b"["):
            values, complete = walk(self.text)
            if complete and values and separate(values[0][0]):
                return self.tolerated(values)
        return self.diagnosed(refusal)

    def diagnosed(self, refusal: str) -> Iterable[Entry] | None:
        """The whole text as the diagnosis sees it; None if nothing can be read and its first line is not even the beginning of a value."""
        told = self.diagnosis.entries(self.text, self.line, self.start, self.end, None, refusal)
        if not told:  # nothing but a fence
            return None
        line, low, high, value, _ = told[-1]
        if isinstance(value, list) and value and separate(value[0]):
            return [*told[:-1], *((line, low, high, element, 1) for element in value)]
        if not isinstance(value, Remark) or value.kind != LINE_INVALID:
            return told
        first = FIRST_LINE.match(self.text)[0]  # type: ignore[index]
        return told if refusal_of(self.decode, first) == TRUNCATED and len(first) < len(self.text) else None

    def cut(self, facts: Input) -> Iterator[Entry]:
        """A document that stops before its end: the whole elements of a list of records, or whole messages, then the cut."""
        self.diagnosis.count += 1
        text = whole_characters(self.text)
        values, _ = walk(text) if text.startswith(b"[") else ([], False)
        part = whole_part(text) if text.startswith(b"{") else None
        rest = values[-1][2] if values else part[1] if part is not None else 0
        if values and separate(values[0][0]):
            yield from self.placed(values)
        elif rest:
            facts.cut = True
            yield (self.line, self.start, self.end, part[0] if part is not None else [value for value, _, _ in values], 1)
        last = self.text[rest:].lstrip(BLANK + b",")
        start = self.end - len(last)
        line = self.line + count_ends(self.text, 0, start - self.start)
        yield remark(CUT_AT_END, excerpt(last), line, start, self.end)

    def tolerated(self, values: list[tuple[object, int, int]]) -> Iterator[Entry]:
        """A list of records that only the standard library accepts."""
        self.diagnosis.count += 1
        odd = constant(self.text)
        if odd:
            detail = f"byte {odd[0]}: {odd[1]} is not JSON; read as Python reads it"
            yield remark(LINE_INVALID, detail, self.line, self.start, self.end, 0)
        yield from self.placed(values)

    def placed(self, values: list[tuple[object, int, int]]) -> Iterator[Entry]:
        """Values at their places."""
        line, before = self.line, 0
        for value, low, high in values:
            line += count_ends(self.text, before, low)
            before = low
            yield (line, self.start + low, self.start + high, value, 1)

    def lines_stand_alone(self) -> bool:
        """Whether the text is lines of JSON after all, one of which is broken."""
        before = b""
        for found in islice(NOT_BLANK.finditer(self.text), LINES_LOOKED_AT):
            if stands_alone(before, found[0], self.decode):
                return True
            before = found[0]
        return False
