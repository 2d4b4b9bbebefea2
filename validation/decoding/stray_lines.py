"""Lines of an event stream that are no field: clients ignore them, and an error may stand there."""

import re
from typing import Final

from validation.decoding.diagnosis import BOM
from validation.decoding.entries import Entry, excerpt, remark
from validation.decoding.lines import MAX_LINE
from validation.decoding.refusals import parsed
from validation.decoding.values import LONG, Decode, deep, in_string, levels
from validation.facts.carriage import BOM_INSIDE, FIELD_MISSING
from validation.shapes import Shape, shape_of

OF_CURL: Final = (b"< ", b"> ", b"* ")
"""How the lines begin that `curl -v` writes between those of the answer; headers may hold JSON."""
SENT: Final = frozenset({Shape.REQUEST, Shape.HISTORY})
"""What no endpoint writes into its answer: it stands in the same file, and is a record of its own."""
STATUS: Final = re.compile(rb"(?<=[\]}])HTTP/[\d.]+ \d{3}[^{}]*\Z")
"""How the head of an answer goes on behind the body of its request, where what went over a connection was saved without ends of lines."""
METER: Final = re.compile(rb"[ \d]{3} +[\d.kMG]+ [ \d.:kMG-]{24,}(?=(?:data|event|id|retry):)")
"""The meter of curl, where it was saved with the answer: the next line of the answer stands right behind it."""
OBJECT: Final = re.compile(rb"\{(?=\s*(?:[\w\"'}]|\Z))")


class StrayLines:
    """Tells which stray lines hold JSON, by themselves or several together, and gives the value of one that holds an error.

    A value without an error is not given, since no client sees it, but for a request or a history: several bodies were put in one file.
    """

    def __init__(self, decode: Decode) -> None:
        self.decode = decode
        self.held: list[tuple[bytes, int, int]] = []
        self.depth = 0
        self.size = 0

    @property
    def waiting(self) -> bool:
        """Whether a value is open that the next line may continue."""
        return bool(self.held)

    def line(self, text: bytes, line: int, start: int) -> list[Entry]:
        """What one more stray line is; a plain text that is ignored everywhere gives nothing."""
        if status := STATUS.search(text):
            text = text[: status.start()]
        if self.held:
            return self.extend(text, line, start)
        if text.startswith(OF_CURL) and text[2:].lstrip()[:1] not in (b"{", b"["):
            return []
        end = start + len(text)
        told: list[Entry] = []
        if text.startswith(BOM):
            told = [remark(BOM_INSIDE, excerpt(text[3:]), line, start, end, 0)]
            text = text[3:]
        low = json_start(text)
        if low is not None:
            before = text[:low].strip()
            value = parsed(text[low:], self.decode)
            if value is None and not told and before[-1:] in (b"", b":") and self.opens(text, line, start):
                return []
            if not before or (value and value[0]):
                return told + self.missing(text, before, value, line, start, end)
        if told:
            told[-1] = (line, start, end, told[-1][3], 1)
        return told

    def opens(self, text: bytes, line: int, start: int) -> bool:
        """Whether `text` is the first line of a value over several lines, which is then held."""
        if in_string(text) or levels(text) <= 0:
            return False
        self.held = [(text, line, start)]
        self.depth = levels(text)
        self.size = len(text)
        return True

    def extend(self, text: bytes, line: int, start: int) -> list[Entry]:
        """One more line of the value that is held."""
        self.held.append((text, line, start))
        self.depth += levels(text)
        self.size += len(text) + LONG
        if self.depth > 0 and self.size <= MAX_LINE and not in_string(text):
            return []
        return self.release()

    def release(self) -> list[Entry]:
        """What the held lines are, complete or not."""
        if not self.held:
            return []
        held, self.held = self.held, []
        whole = b"\n".join(text for text, _, _ in held)
        _, line, start = held[0]
        last, _, last_start = held[-1]
        low = json_start(whole) or 0
        return self.missing(whole, whole[:low].strip(), parsed(whole[low:], self.decode), line, start, last_start + len(last))

    def missing(self, text: bytes, before: bytes, value: tuple[object] | None, line: int, start: int, end: int) -> list[Entry]:
        """JSON without a field it belongs to, and its value if that is an error. `before`: what stands before the value."""
        if value and not before and is_sent(value[0]) and not (len(text) > LONG and deep(text, value[0])):
            return [(line, start, end, value[0], 1)]
        error = error_in(before, value[0]) if value and not (len(text) > LONG and deep(text, value[0])) else None
        said = remark(FIELD_MISSING, excerpt(text), line, start, end, 0 if error else 1)
        return [said, (line, start, end, error, 1)] if error else [said]


def is_sent(value: object) -> bool:
    """True for a request or a history that holds a message."""
    return bool(value.get("messages") if isinstance(value, dict) else value) and shape_of(value) in SENT


def json_start(text: bytes) -> int | None:
    """Where JSON may begin in a stray line: at its first `{`, or at a `[` that it begins with."""
    bare = text.lstrip()
    if bare[:1] == b"[":
        return len(text) - len(bare)
    found = OBJECT.search(text)
    return found.start() if found else None


def error_in(before: bytes, value: object) -> object | None:
    """The object with an `error` that a stray value is or holds, or None. After the field name `error` the value is the error itself."""
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    if not isinstance(value, dict):
        return None
    if value.get("error"):
        return value
    return {"error": value} if before == b"error:" and value else None
