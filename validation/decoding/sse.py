"""An event stream, read as WHATWG says: fields, comments, events that end at a blank line."""

from collections.abc import Iterator

from validation.decoding.diagnosis import Diagnosis
from validation.decoding.entries import Entry, remark
from validation.decoding.event_data import EventData
from validation.decoding.exact import HEAD, ExactShapes
from validation.decoding.lines import Lines, ends_of, is_half
from validation.decoding.open_event import OpenEvent
from validation.decoding.values import LONG, REFUSED, Decode
from validation.facts.carriage import DATA_NOT_JSON, LINE_END, LINE_TOO_LONG, NO_SPACE, Input, Remark
from validation.facts.places import At

ENDS_LOOKED_AT = 1 << 12
SPACE = ord(" ")
SHORT = 40
"""A shorter event may be one of the spellings of `[DONE]` that are JSON."""


def records(runs: Lines, facts: Input, decode: Decode, first_line: int = 1) -> Iterator[tuple[At, object]]:  # noqa: C901, PLR0912, PLR0915 - see below
    """The records of `runs`, one an event. Fills `lines`, `records` and `tiers` of `facts` as it goes.

    One long function on purpose, like its twin in `jsonl`: the hot loop knows an event of one plain data line and a blank line, and
    hands everything else to `OpenEvent`.
    """
    diagnosis = Diagnosis(DATA_NOT_JSON, decode)
    data = EventData(decode, diagnosis)
    event = OpenEvent(data)
    exact = ExactShapes(decode)
    guesses = exact.guesses
    untyped = exact.untyped
    head = slice(HEAD)
    record = told_slowly = 0
    line = pending_line = first_line
    pending_start = pending_end = 0
    pending = b""  # the only line of the open event, as long as that is one plain data line
    quick = True  # the open event has nothing but `pending`
    told_ends = LineEnds(quiet=facts.pasted).entries
    for lines, base, raw, skipped, *_ in runs:
        start = base
        entries = [] if skipped or runs.open_end else told_ends(raw[:ENDS_LOOKED_AT], line, start)
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
        for text in lines:
            size = len(text)
            if size != 1:
                end = start + size
                if not quick and event.cut:
                    for first, low, high, value, step in event.release_cut():
                        yield (record, first, low, high), value
                        record += step
                        told_slowly += step
                    quick = True
                if quick and not pending and text[:5] == b"data:" and size > 6:
                    if text[5] == SPACE:
                        pending = text
                    else:
                        yield (record, line, start, end - 1), Remark(NO_SPACE)
                        pending = b"data: " + text[5:]
                    pending_line = line
                    pending_start = start
                    pending_end = end - 1
                    line += 1
                    start = end
                    continue
                if pending:
                    event.open(pending, pending_line, pending_start, pending_end)
                    pending = b""
                entries = event.field(text[:-1], line, start)
            else:
                if raw and is_half(raw, start - base):
                    start += 1
                    continue
                end = start + 1
                if pending:
                    refused = None
                    if SHORT < len(pending) < LONG:
                        data_text = pending[6:]
                        try:
                            value = guesses[data_text[head]](data_text)
                        except REFUSED:
                            try:
                                value = untyped(data_text)
                            except REFUSED as error:
                                refused = error
                        if refused is None:
                            if event.type:
                                event.give_type(value)
                            yield (record, pending_line, pending_start, pending_end), value
                            record += 1
                            pending = b""
                            line += 1
                            start = end
                            continue
                    event.open(pending, pending_line, pending_start, pending_end)
                    pending = b""
                    entries = event.dispatch(refused)
                elif quick:
                    event.type = ""
                    line += 1
                    start = end
                    continue
                else:
                    entries = event.dispatch()
            for first, low, high, value, step in entries:
                yield (record, first, low, high), value
                record += step
                told_slowly += step
            quick = event.empty
            line += 1
            start = end
        facts.lines = line - 1
        facts.records = record
        told = exact.lines = record - told_slowly
        facts.tiers[:] = exact.right, told - exact.right + data.plain, diagnosis.count
    if pending:
        event.open(pending, pending_line, pending_start, pending_end)
    for first, low, high, value, step in event.end(open_line=runs.open_end, pasted=facts.pasted):
        yield (record, first, low, high), value
        record += step
        told_slowly += step
    facts.records = record
    facts.tiers[1:] = record - told_slowly - facts.tiers[0] + data.plain, diagnosis.count


class LineEnds:
    """Tells line ends other than LF, once, and once more when they change. With `quiet`, for a text that was pasted, it tells nothing."""

    def __init__(self, *, quiet: bool) -> None:
        self.found = "mixed" if quiet else ""

    def entries(self, raw: bytes, line: int, start: int) -> list[Entry]:
        """What is to be told where lines begin that end as in `raw`; empty where LF alone ends them."""
        ends = ends_of(raw) if raw else "LF"
        if not ends or self.found in (ends, "mixed"):
            return []
        self.found = "mixed" if self.found else ends
        return [] if self.found == "LF" else [remark(LINE_END, self.found, line, start, start, 0)]
