"""The data of one event, or of one data line that was meant to be an event."""

import re
from typing import Final, NamedTuple

from validation.decoding.diagnosis import Diagnosis
from validation.decoding.entries import Entry, excerpt, remark
from validation.decoding.lines import BLANK
from validation.decoding.refusals import TRUNCATED, parsed, refusal_of, why
from validation.decoding.values import LONG, REFUSED, TOO_DEEP_DETAIL, Decode, deep
from validation.facts.carriage import DATA_NOT_JSON, DONE, DONE_MALFORMED, EMPTY_DATA, TOO_DEEP

SPELLING: Final = re.compile(rb"\s*+\[DONE\]|[\s\[\](){}\"'<>]*+(?i:done)[\s\[\](){}\"'<>]*+\Z")


class DataLine(NamedTuple):
    """One `data` field: its value, its line, and where the line and the value in it stand."""

    value: bytes
    line: int
    start: int
    end: int
    inner: int


def data_line(text: bytes, line: int, start: int, name: int = 5) -> DataLine:
    """A field whose name and colon are `name` bytes long, without the one optional space."""
    skip = name + 1 if text[name : name + 1] == b" " else name
    return DataLine(text[skip:], line, start, start + len(text), start + skip)


class EventData:
    """Tells what the data of an event is.

    `plain`: how many were plain JSON. `stopped`: the last one stops inside a value or inside `[DONE]`.
    """

    def __init__(self, decode: Decode, diagnosis: Diagnosis) -> None:
        self.decode = decode
        self.diagnosis = diagnosis
        self.plain = 0
        self.stopped = False

    def entries(self, text: bytes, line: int, start: int, end: int, inner: int | None = None, refusal: str | None = None) -> list[Entry]:
        """What is said of data `text`, which stands at `start:end`: a value, `DONE`, or remarks and what could be read all the same.

        `inner`: where `text` itself begins in the upload, if it stands there in one piece. `refusal`: why it is not JSON, if that is known.
        """
        self.stopped = False
        if text == b"[DONE]":
            return [(line, start, end, DONE, 1)]
        if refusal is not None:
            return self.refused(text, line, start, end, inner, refusal)
        try:
            value = self.decode(text)
        except REFUSED as error:
            return self.refused(text, line, start, end, inner, why(text, error))
        if len(text) < LONG and means_done(value):
            return [remark(DONE_MALFORMED, excerpt(text), line, start, end)]
        self.plain += 1
        if len(text) > LONG and deep(text, value):
            return [remark(TOO_DEEP, TOO_DEEP_DETAIL, line, start, end)]
        return [(line, start, end, value, 1)]

    def refused(self, text: bytes, line: int, start: int, end: int, inner: int | None, refusal: str) -> list[Entry]:
        """What is said of data that is not JSON."""
        if not text.strip(BLANK):
            return [remark(EMPTY_DATA, "", line, start, end)]
        self.stopped = refusal == TRUNCATED or b"[DONE]".startswith(text)
        if self.stopped:
            return self.diagnosis.entries(text, line, start, end, inner, refusal)
        if SPELLING.match(text):
            return [remark(DONE_MALFORMED, excerpt(text), line, start, end)]
        if text.startswith(b"data:"):
            again = text[6:] if text.startswith(b" ", 5) else text[5:]
            if again.strip(BLANK) == b"[DONE]":
                return [remark(DONE_MALFORMED, excerpt(text), line, start, end)]
            value = parsed(again, self.decode)
            if value:
                said = remark(DATA_NOT_JSON, "char 0: a second data: prefix; the value after it was read", line, start, end, 0)
                self.diagnosis.count += 1
                return [said, (line, start, end, value[0], 1)]
        return self.diagnosis.entries(text, line, start, end, inner, refusal)

    def stops_inside(self, text: bytes) -> bool:
        """Whether `text` is the beginning of a JSON value or of `[DONE]`, and no more."""
        refusal = refusal_of(self.decode, text)
        return refusal == TRUNCATED or (b"[DONE]".startswith(text) and len(text) < 6)

    def alone(self, text: bytes) -> bool:
        """Whether `text` is an event's data by itself: an object, an array, or `[DONE]`."""
        if text == b"[DONE]":
            return True
        value = parsed(text, self.decode)
        return value is not None and isinstance(value[0], dict | list) and bool(value[0])


def means_done(value: object) -> bool:
    """Whether a JSON value is a spelling of `[DONE]`: `["DONE"]`, `"[DONE]"`, `{"done": true}`."""
    if isinstance(value, dict):
        return len(value) == 1 and value.get("done") is True
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    return isinstance(value, str) and value.strip(" []").upper() == "DONE"
