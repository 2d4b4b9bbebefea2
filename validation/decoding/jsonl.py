"""Lines of JSON."""

from collections.abc import Iterator

from validation.decoding.diagnosis import Diagnosis
from validation.decoding.entries import Entry, remark
from validation.decoding.lines import Lines
from validation.decoding.slow_lines import SlowLines
from validation.decoding.values import LONG, REFUSED, Decode, deep
from validation.facts.carriage import LINE_INVALID, LINE_TOO_LONG, Input
from validation.facts.places import At


def records(lines: Lines, facts: Input, decode: Decode, first_line: int = 1) -> Iterator[tuple[At, object]]:
    """The records of `lines`, one a line. Fills `lines`, `records` and `tiers` of `facts` as it goes.

    One long function on purpose: this is the hot loop, and a call or an attribute a line costs more than what it does beside the decoder.
    """
    diagnosis = Diagnosis(LINE_INVALID, decode, log_prefix="log-prefix" in facts.wrappers)
    slow = SlowLines(decode, diagnosis)
    record = told_slowly = 0
    line = first_line
    quick = True
    entries: list[Entry]
    for pieces, base, ends, raw, skipped in lines:
        start = base
        width = 2 if ends == "CRLF" else 1
        if skipped:
            entries = [*slow.give_up(), remark(LINE_TOO_LONG, f"{skipped - start} bytes", line, start, skipped)]
            quick = True
            line += 1
            for first, low, high, value, step in entries:
                yield (record, first, low, high), value
                record += step
                told_slowly += step
        for text in pieces:
            size = len(text)
            if not size:
                at = start - base
                if not raw or raw[at - 1 : at + 1] != b"\r\n":
                    line += 1
                start += width
                continue
            end = start + size
            refusal = None
            if quick:
                try:
                    value = decode(text)
                except REFUSED as error:
                    refusal = error
                else:
                    if size <= LONG or not deep(text, value):
                        yield (record, line, start, end), value
                        record += 1
                        line += 1
                        start = end + width
                        continue
            for first, low, high, value, step in slow.line(text, line, start, refusal):
                yield (record, first, low, high), value
                record += step
                told_slowly += step
            quick = not slow.waiting
            line += 1
            start = end + width
        facts.lines = line - 1
        facts.records = record
        facts.tiers[1:] = record - told_slowly + slow.plain, diagnosis.count
    for first, low, high, value, step in slow.end():
        yield (record, first, low, high), value
        record += step
    facts.records = record
    facts.tiers[2] = diagnosis.count
