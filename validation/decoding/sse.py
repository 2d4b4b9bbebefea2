"""An event stream, read as WHATWG says: fields, comments, events that end at a blank line."""

from collections.abc import Iterator

from validation.decoding.diagnosis import Diagnosis
from validation.decoding.entries import remark
from validation.decoding.event_data import EventData
from validation.decoding.lines import Lines
from validation.decoding.open_event import OpenEvent
from validation.decoding.values import LONG, REFUSED, Decode
from validation.facts.carriage import DATA_NOT_JSON, LINE_END, LINE_TOO_LONG, NO_SPACE, Input, Remark
from validation.facts.places import At

SHORT = 40
"""A shorter event may be one of the spellings of `[DONE]` that are JSON."""


def records(lines: Lines, facts: Input, decode: Decode, first_line: int = 1) -> Iterator[tuple[At, object]]:
    """The records of `lines`, one an event. Fills `lines`, `records` and `tiers` of `facts` as it goes.

    One long function on purpose, like its twin in `jsonl`: the hot loop sees an event of one plain data line and a blank line, and hands everything
    else to `OpenEvent`.
    """
    diagnosis = Diagnosis(DATA_NOT_JSON, decode)
    data = EventData(decode, diagnosis)
    event = OpenEvent(data)
    record = told_slowly = 0
    line = pending_line = first_line
    pending_start = pending_end = 0
    pending = b""  # the only line of the open event, as long as that is one plain data line
    quick = True  # the open event has nothing but `pending`
    kept_ends = ""
    for pieces, base, ends, raw, skipped in lines:
        start = base
        width = 2 if ends == "CRLF" else 1
        entries = []
        if ends and ends != kept_ends and kept_ends != "mixed":
            kept_ends = "mixed" if kept_ends else ends
            if kept_ends != "LF" and not facts.pasted:
                entries.append(remark(LINE_END, kept_ends, line, start, start, 0))
        if skipped:
            if pending:
                event.open(pending, pending_line, pending_start, pending_end)
                pending = b""
            entries += [*event.break_off(), remark(LINE_TOO_LONG, f"{skipped - start} bytes", line, start, skipped)]
            quick = False
            line += 1
        for first, low, high, value, step in entries:
            yield (record, first, low, high), value
            record += step
            told_slowly += step
        for text in pieces:
            end = start + len(text)
            if text:
                if quick and not pending:
                    if text[:6] == b"data: ":
                        pending = text
                        pending_line = line
                        pending_start = start
                        pending_end = end
                        line += 1
                        start = end + width
                        continue
                    if text[:5] == b"data:" and text[5:]:
                        yield (record, line, start, end), Remark(NO_SPACE)
                        pending = b"data: " + text[5:]
                        pending_line = line
                        pending_start = start
                        pending_end = end
                        line += 1
                        start = end + width
                        continue
                if pending:
                    event.open(pending, pending_line, pending_start, pending_end)
                    pending = b""
                entries = event.field(text, line, start)
            else:
                if raw and raw[start - base - 1 : start - base + 1] == b"\r\n":
                    start += 1
                    continue
                if pending:
                    if SHORT < len(pending) < LONG:
                        try:
                            value = decode(pending[6:])
                        except REFUSED:
                            pass
                        else:
                            yield (record, pending_line, pending_start, pending_end), value
                            record += 1
                            pending = b""
                            line += 1
                            start += width
                            continue
                    event.open(pending, pending_line, pending_start, pending_end)
                    pending = b""
                elif quick:
                    line += 1
                    start += width
                    continue
                entries = event.dispatch()
            for first, low, high, value, step in entries:
                yield (record, first, low, high), value
                record += step
                told_slowly += step
            quick = event.empty
            line += 1
            start = end + width
        facts.lines = line - 1
        facts.records = record
        facts.tiers[1:] = record - told_slowly + data.plain, diagnosis.count
    if pending:
        event.open(pending, pending_line, pending_start, pending_end)
    for first, low, high, value, step in event.end(open_line=lines.open_end, pasted=facts.pasted):
        yield (record, first, low, high), value
        record += step
        told_slowly += step
    facts.records = record
    facts.tiers[1:] = record - told_slowly + data.plain, diagnosis.count
