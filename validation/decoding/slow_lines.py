"""The lines of a JSONL file that are not one JSON value each: refused lines, and lines that continue a value opened before."""

from typing import Final

from validation.decoding.diagnosis import Diagnosis
from validation.decoding.entries import Entry, excerpt, remark
from validation.decoding.lines import BLANK, MAX_LINE
from validation.decoding.refusals import TRUNCATED, refusal_of, why, why_line
from validation.decoding.values import LONG, REFUSED, TOO_DEEP_DETAIL, Decode, deep, in_string, levels
from validation.facts.carriage import CUT_AT_END, DONE, TOO_DEEP, Remark

SPELLINGS: Final = (b"[DONE]", b"data: [DONE]", b"data:[DONE]")
ATTEMPTS: Final = 64
"""So many values over several lines may come to nothing before a file is no longer searched for them."""


class SlowLines:
    """Takes the lines that the hot loop hands over, and every line after them while any are `held`.

    A line that stops inside a value is either cut, or the first line of a value that was printed over several lines; the lines after it
    tell. `plain`: how many lines turned out to be plain JSON after all. `stuck`: no line can continue what is held, it ends in a string.
    """

    def __init__(self, decode: Decode, diagnosis: Diagnosis) -> None:
        self.decode = decode
        self.diagnosis = diagnosis
        self.held: list[tuple[bytes, int, int]] = []
        self.plain = 0
        self.depth = 0
        self.size = 0
        self.stuck = False
        self.failures = 0

    def line(self, text: bytes, line: int, start: int, error: BaseException | None = None, *, hold: bool = True) -> list[Entry]:
        """What is known after one more line; `error` is what the decoder raised for it with its end, if it was asked.

        Without `hold`, no later line goes on with a value that this one stops inside.
        """
        if not self.held:
            return self.judge(text, line, start, why_line(text, error, self.decode) if error else None, hold=hold)
        if not text.strip(BLANK):
            return []
        if self.continues(text):
            return self.extend(text, line, start)
        return self.give_up() + self.judge(text, line, start, hold=hold)

    def judge(self, text: bytes, line: int, start: int, refusal: str | None = None, *, hold: bool = True) -> list[Entry]:
        """One line by itself. With `hold`, a line that stops inside a value is kept until the next one is seen."""
        end = start + len(text)
        if refusal is None:
            try:
                value = self.decode(text)
            except REFUSED as error:
                refusal = why(text, error)
            else:
                self.plain += 1
                deep_inside = len(text) > LONG and deep(text, value)
                return [remark(TOO_DEEP, TOO_DEEP_DETAIL, line, start, end) if deep_inside else (line, start, end, value, 1)]
        bare = text.strip(BLANK)
        if not bare:
            return []
        if bare.endswith(b"[DONE]") and (self.diagnosis.log_prefix or bare in SPELLINGS):
            return [(line, start, end, DONE, 1)]
        behind_words = hold and refusal != TRUNCATED and self.stops_behind_words(text)
        if hold and (refusal == TRUNCATED or behind_words):
            self.held = [(text, line, start)]
            self.size = len(text)
            self.stuck = behind_words or self.failures >= ATTEMPTS or in_string(text)
            self.depth = 0 if self.stuck else levels(text)
            return []
        return self.diagnosis.entries(text, line, start, end, start, refusal)

    def stops_behind_words(self, text: bytes) -> bool:
        """Whether the value behind the words of a log stops inside: no line goes on with it, but it may be where the capture was cut."""
        low = text.find(b"{") if self.diagnosis.log_prefix else -1
        return low > 0 and refusal_of(self.decode, text[low:]) == TRUNCATED

    def continues(self, text: bytes) -> bool:
        """Whether `text` can belong to the value that is held."""
        return (
            not self.stuck
            and self.depth > 0
            and self.size + len(text) <= MAX_LINE
            and not stands_alone(self.held[-1][0], text, self.decode)
        )

    def extend(self, text: bytes, line: int, start: int) -> list[Entry]:
        """Add a line to the value that is held; tell it when it closes."""
        self.held.append((text, line, start))
        self.size += len(text) + LONG
        self.stuck = in_string(text)
        self.depth += levels(text)
        if self.stuck or self.depth > 0:
            return []
        told = self.close(b"\n".join(held[0] for held in self.held), start + len(text))
        if isinstance(told[-1][3], Remark):
            return self.give_up()
        self.held = []
        return told

    def close(self, whole: bytes, end: int) -> list[Entry]:
        """What the held lines are together."""
        _, line, start = self.held[0]
        try:
            value = self.decode(whole)
        except REFUSED as error:
            return self.diagnosis.entries(whole, line, start, end, None, why(whole, error))
        self.diagnosis.count += 1
        if deep(whole, value):
            return [remark(TOO_DEEP, TOO_DEEP_DETAIL, line, start, end)]
        how = f"one value over {len(self.held)} lines; read as one"
        return [remark(self.diagnosis.kind, how, line, start, end, 0), (line, start, end, value, 1)]

    def give_up(self) -> list[Entry]:
        """What is held is no value over several lines: judge its lines one by one."""
        held, self.held = self.held, []
        if len(held) == 1:
            return self.judge(*held[0], TRUNCATED, hold=False)
        self.failures += 1 if held else 0
        return [told for text, line, start in held for told in self.judge(text, line, start, hold=False)]

    def end(self) -> list[Entry]:
        """The file has ended: what is held was cut."""
        if not self.held:
            return []
        _, line, start = self.held[0]
        last, _, last_start = self.held[-1]
        self.held = []
        self.diagnosis.count += 1
        return [remark(CUT_AT_END, excerpt(last), line, start, last_start + len(last))]


def stands_alone(before: bytes, text: bytes, decode: Decode) -> bool:
    """Whether `text` is an object by itself, where the line before it did not ask for one: then it begins something new."""
    if before.rstrip(BLANK)[-1:] in (b"[", b",", b":") or text.lstrip(BLANK)[:1] != b"{":
        return False
    try:
        return bool(decode(text))
    except REFUSED:
        return False
