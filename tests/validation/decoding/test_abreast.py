"""Streams that alternate: their lines are taken stream by stream, and nobody sees it."""

import io
from collections.abc import Callable, Iterator
from itertools import count
from random import Random
from typing import Any

import pytest

from validation.decoding import abreast
from validation.examples import Wire, chunk, entry, header, jsonl, tools
from validation.pipeline import validate
from validation.rendering.json_report import report_document
from validation.report.segments import Evidence, Segment

STREAMS = 8


def stream(id: str, pieces: int = 250, *, texts: bool = False, end: bool = True) -> Iterator[bytes]:
    """The lines of one stream: texts or the fragments of two calls."""
    wires: list[Wire] = [{"role": "assistant", "content": None}]
    if texts:
        wires += [{"content": f"word {n} "} for n in range(pieces)]
    else:
        wires.append(tools(header(f"call_a_{id}")))
        wires += [tools(entry("7")) for _ in range(pieces // 2)]
        wires.append(tools(header(f"call_b_{id}", index=1)))
        wires += [tools(entry("8", index=1)) for _ in range(pieces // 2)]
    for wire in wires:
        yield jsonl(chunk(wire, id=id)).data
    if end:
        yield jsonl(chunk({}, finish="stop" if texts else "tool_calls", id=id)).data


def id_of(number: int) -> str:
    return f"chatcmpl-{number:029d}"


def in_turn(streams: list[Iterator[bytes]], seed: int = 1) -> list[bytes]:
    """The lines of the streams, which are picked by chance."""
    pick = Random(seed)
    lines = []
    while streams:
        one = pick.choice(streams)
        line = next(one, None)
        if line is None:
            streams.remove(one)
        else:
            lines.append(line)
    return lines


def mixed(seed: int = 1, **how: Any) -> list[bytes]:
    return in_turn([stream(id_of(number), texts=number % 3 == 0, **how) for number in range(STREAMS)], seed)


class Kept:
    """Keeps all that a sink is given."""

    def __init__(self) -> None:
        self.segments: dict[int, tuple[Segment, Evidence]] = {}
        self.records: list[tuple[int, int, int]] = []

    def segment(self, segment: Segment, evidence: Evidence) -> None:
        self.segments[segment.number] = (segment, evidence)

    def record(self, record: int, line: int, byte: int) -> None:
        self.records.append((record, line, byte))


def seen(data: bytes) -> tuple[dict[str, Any], Kept]:
    sink = Kept()
    report = report_document(validate(io.BytesIO(data), sink))
    report["input"].pop("tiers")
    return report, sink


@pytest.fixture
def sorted_lines(monkeypatch: pytest.MonkeyPatch) -> Callable[[bytes], int]:
    """Validates with and without sorting, wants the same, and tells how many lines were sorted."""

    def both(data: bytes) -> int:
        lines = count_sorted(monkeypatch)
        report, kept = seen(data)
        monkeypatch.setattr(abreast, "FEW", 1 << 20)
        plain_report, plain = seen(data)
        assert report == plain_report
        assert kept.segments == plain.segments
        assert_true(kept.records, data)
        assert len(kept.records) == len(plain.records)
        return next(lines)

    return both


def assert_true(records: list[tuple[int, int, int]], data: bytes) -> None:
    """The index of records leads to the beginnings of their lines."""
    starts = [0, *(at + 1 for at, byte in enumerate(data) if byte == 10)]
    assert all(starts[line - 1] == byte for _, line, byte in records)


def count_sorted(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """Counts, from now on, the lines that are taken out of their order."""
    taken = count()
    follow = abreast.Share.follow

    def counted(share: abreast.Share, *how: Any) -> None:
        before = share.done
        follow(share, *how)
        for _ in range(share.done - before):
            next(taken)

    monkeypatch.setattr(abreast.Share, "follow", counted)
    return taken


def test_most_lines_of_streams_that_alternate_are_sorted(sorted_lines: Callable[[bytes], int]) -> None:
    lines = mixed()
    assert sorted_lines(b"".join(lines)) > len(lines) * 0.6


def test_streams_that_follow_each_other_are_not_sorted(sorted_lines: Callable[[bytes], int]) -> None:
    assert sorted_lines(b"".join(line for number in range(STREAMS) for line in stream(id_of(number)))) == 0


def test_many_streams_with_few_lines_each_are_not_sorted(sorted_lines: Callable[[bytes], int]) -> None:
    assert sorted_lines(b"".join(in_turn([stream(id_of(number), 2) for number in range(600)]))) == 0


SURPRISES = {
    "the end of the body": b"[DONE]\n",
    "an error of nobody": b'{"error":{"message":"overloaded","code":503}}\n',
    "a chunk without id": jsonl(chunk({"content": "whose?"}, id="")).data,
    "a chunk with an id of its own": jsonl(chunk({"content": "whose?"}, id="chatcmpl-own")).data,
    "a message": b'{"role":"user","content":"hello"}\n',
    "a bad line": b'{"id":"chatcmpl-1","obj\n',
    "a bad line of a stream": jsonl(chunk(tools(entry("7")), id=id_of(1))).data[:-9] + b"\n",
    "a line with two values of a stream": jsonl(chunk(tools(entry("7")), id=id_of(1))).data[:-1] + b"{}\n",
    "a line that is cut behind a comma": b'{"object":"chat.completion.chunk",\n',
    "a blank line": b"\n",
    "a line end of Windows": jsonl(chunk(tools(entry("7")), id=id_of(1))).data[:-1] + b"\r\n",
    "a merged copy": jsonl({**chunk(id=id_of(1)), "object": "chat.completion"}).data,
    "an event of another format": b'{"type":"ping"}\n',
    "the id at another place": jsonl({"choices": chunk({"content": "x"})["choices"], **chunk(id=id_of(0), choices=...)}).data,
    "a role again": jsonl(chunk({"role": "assistant", "content": ""}, id=id_of(2))).data,
    "another call": jsonl(chunk(tools(header("call_c", index=2)), id=id_of(2))).data,
    "a fragment of another call": jsonl(chunk(tools(entry("9", index=0)), id=id_of(2))).data,
    "a later created": jsonl(chunk(tools(entry("7")), id=id_of(4), created=1790000009)).data,
    "an end": jsonl(chunk({}, finish="tool_calls", id=id_of(5))).data,
}


@pytest.mark.parametrize("surprise", SURPRISES.values(), ids=SURPRISES)
@pytest.mark.parametrize("seed", range(2))
def test_what_comes_between_streams_that_alternate_is_told_the_same(
    surprise: bytes, seed: int, sorted_lines: Callable[[bytes], int]
) -> None:
    lines = mixed(seed, end=seed != 1)
    pick = Random(seed)
    for _ in range(3):
        lines.insert(pick.randrange(600, len(lines)), surprise)
    assert sorted_lines(b"".join(lines)) > 0


def test_ids_that_begin_alike_are_no_single_stream(sorted_lines: Callable[[bytes], int]) -> None:
    alike = "chatcmpl-" + "0" * 60
    assert sorted_lines(b"".join(in_turn([stream(f"{alike}{number}") for number in range(STREAMS)]))) == 0


def test_texts_that_must_be_looked_at_singly_are_not_sorted_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    windows: list[int] = []
    runs = abreast.Sorted.runs
    monkeypatch.setattr(abreast.Sorted, "runs", lambda lines: windows.append(1) or runs(lines))
    same = [chunk({"role": "assistant"}), *(chunk({"content": "x"}) for _ in range(12_000))]
    seen(b"".join(in_turn([iter([jsonl({**wire, "id": id_of(number)}).data for wire in same]) for number in range(2)])))
    assert 1 <= len(windows) <= 3
