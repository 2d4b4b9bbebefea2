"""Lines of JSON."""

from collections.abc import Iterator
from io import BytesIO

from validation.decoding.abreast import Abreast
from validation.decoding.ahead import Ahead
from validation.decoding.diagnosis import Diagnosis
from validation.decoding.entries import remark
from validation.decoding.exact import HEAD, ExactShapes
from validation.decoding.lines import Lines, is_half
from validation.decoding.slow_lines import SlowLines
from validation.decoding.values import LONG, REFUSED, Decode, deep
from validation.facts.carriage import LINE_INVALID, LINE_TOO_LONG, Input
from validation.facts.places import At


def records(runs: Lines, facts: Input, decode: Decode, first_line: int = 1, ahead: Ahead | None = None) -> Iterator[tuple[At, object]]:  # noqa: C901, PLR0912, PLR0915 - see below
    """The records of `runs`, one a line. Fills `lines`, `records` and `tiers` of `facts` as it goes.

    One long function on purpose: this is the hot loop, and a call or an attribute a line costs more than all it does beside the decoder.
    """
    diagnosis = Diagnosis(LINE_INVALID, decode, log_prefix="log-prefix" in facts.wrappers)
    slow = SlowLines(decode, diagnosis)
    exact = ExactShapes(decode, told=ahead is not None)
    guesses = exact.guesses
    untyped = exact.untyped
    head = slice(HEAD)
    record = told_slowly = 0
    line = first_line
    quick = True
    facts.records, facts.lines = 0, first_line - 1
    for lines, base, raw, skipped, passed, alone in Abreast(runs, facts, ahead, exact, slow) if ahead is not None else runs:
        start = base
        record += passed
        line += passed
        if skipped:
            entries = [*slow.give_up(), remark(LINE_TOO_LONG, f"{skipped - start} bytes", line, start, skipped)]
            quick = True
            line += 1
            for first, low, high, value, step in entries:
                yield (record, first, low, high), value
                record += step
                told_slowly += step
        for text in lines:
            size = len(text)
            if size == 1:
                if not raw or not is_half(raw, start - base):
                    line += 1
                start += 1
                continue
            end = start + size
            refused = None
            if quick:
                try:
                    value = guesses[text[head]](text)
                except REFUSED:
                    try:
                        value = untyped(text)
                    except REFUSED as error:
                        refused = error
                if refused is None and (size <= LONG or not deep(text, value)):
                    yield (record, line, start, end - 1), value
                    record += 1
                    line += 1
                    start = end
                    if ahead is None:
                        continue
                    if exact.fresh is not None:
                        exact.learn(text[head], ahead.expected)
                    if ahead.taker is not None:
                        read = guesses.get(text[head])
                        if read is not None and type(lines) is BytesIO and not raw:
                            times, start = ahead.go(ahead.taker, lines, read, record, line, base)
                            record += times
                            line += times
                    continue
            for first, low, high, value, step in slow.line(text[:-1], line, start, refused, hold=not alone):
                yield (record, first, low, high), value
                record += step
                told_slowly += step
            quick = not slow.held
            line += 1
            start = end
        facts.lines = line - 1
        facts.records = record
        if alone:
            continue
        told = exact.lines = record - told_slowly
        facts.tiers[:] = exact.right, told - exact.right + slow.plain, diagnosis.count
    for first, low, high, value, step in slow.end():
        yield (record, first, low, high), value
        record += step
    facts.records = record
    facts.tiers[2] = diagnosis.count
