"""The way through the house: names the rooms in order, and nothing else does.

decoding -> segmenting -> reassembly -> rules -> report. A segment is judged as soon as it is over and then forgotten, so memory follows the
open streams and not the file.
"""

import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any, BinaryIO

from validation.decoding import locate, records
from validation.facts.carriage import DONE, Body, Input, Remark
from validation.facts.histories import History, HistoryCall, Message, Result, Split, Turn
from validation.facts.places import At, Spot
from validation.facts.requests import Request
from validation.facts.streams import Call, Choice, Stream
from validation.finding import Finding, Place
from validation.profiles import DEFAULT
from validation.reassembly.dialects import detect
from validation.reassembly.histories import read_history
from validation.reassembly.streams import StreamRecorder
from validation.report import SEGMENTS_SHOWN, Report
from validation.report.collecting import Collector, Raised
from validation.report.segments import Evidence, Nothing, Segment, Sink, without_seams
from validation.report.summaries import of_history, of_stream
from validation.rules import RULES, RULESET, rules_for
from validation.segmenting import Segmenter
from validation.shapes import Shape, foreign_name, shape_of

ENGINE = "0.1.0"
PURPOSES = ("send", "archive", "train")
INDEX_EVERY = 1_024
REASONED_KEPT = 10_000

_ORDER = {name: place for place, name in enumerate(RULES)}
_MERGED = frozenset({"input", "finish", "arguments", "target"})
"""Families that judge a merged response: how a stream was framed and cut says nothing there."""


class Stopped(Exception):  # noqa: N818 - not an error: somebody wanted the run to end
    """Raised by `on_progress` to stop a run; it passes through `validate`."""


def validate(  # noqa: PLR0913 - everything behind the sink is named
    source: BinaryIO,
    sink: Sink | None = None,
    *,
    name: str = "",
    purpose: str | None = None,
    profile: str = DEFAULT,
    request: Mapping[str, Any] | None = None,
    pasted: bool = False,
    sha256: str = "",
    on_progress: Callable[[int], None] | None = None,
) -> Report:
    """Validate one trace or file of histories.

    `source` is read from its start to its end; when it can seek, places of findings are narrowed to their tokens. `request` is the request
    that led to a stream. `on_progress(bytes read)` is called at most once a second and may raise `Stopped`. Nothing else is raised for any
    input.
    """
    return _Run(source, sink or Nothing(), Input(name, pasted), purpose, request).report(profile, sha256, on_progress)


class _Run:
    """One validation while it goes on."""

    def __init__(self, source: BinaryIO, sink: Sink, facts: Input, purpose: str | None, request: Mapping[str, Any] | None) -> None:
        self.source = source
        self.sink = sink
        self.keeps = not isinstance(sink, Nothing)
        self.facts = facts
        self.purpose = purpose
        self.request = Request(request) if request is not None else None
        self.collector = Collector()
        self.segmenter: Segmenter[StreamRecorder] = Segmenter(self._new_body, self._open_stream, self._close_stream)
        self.shown: list[tuple[Segment, Evidence]] = []
        self.segments = 0
        self.chunks = 0
        self.messages = 0
        self.judged = 0
        self.dialects: set[str | None] = set()
        self.limited = False
        self.held_stream: Stream | None = None
        self.held_history: tuple[object, At] | None = None
        self.lines_of_histories = False
        self.reasoned: dict[str, Spot] = {}
        self.loose_messages: list[tuple[dict[str, Any], At]] = []

    def report(self, profile: str, sha256: str, on_progress: Callable[[int], None] | None) -> Report:
        """Run to the end of the source."""
        index_next = 0
        segmenter = self.segmenter
        on_beat = segmenter.on_beat
        for at, value in records(self.source, self.facts, on_block=_at_most_once_a_second(on_progress)):
            if at[0] >= index_next:
                self.segmenter.framed = self.facts.container == "sse"
                self.sink.record(at[0], at[1], at[2])
                index_next = at[0] + INDEX_EVERY
            if type(value) is dict:
                id = value.get("id")
                stream = on_beat.get(id) if type(id) is str else None
                if stream is not None:
                    if stream is not segmenter.current:
                        segmenter.turn_to(stream, at)
                    path = stream.recorder.path
                    if path is not None and path.walk(value, at):
                        continue
                if value.get("object") == "chat.completion.chunk":
                    segmenter.chunk(value, at)
                    continue
            self._other(value, at)
        return self._finish(profile, sha256)

    def _other(self, value: object, at: At) -> None:
        """Anything but the usual chunk: markers, remarks, odd chunks, responses, histories, and what is not recognised."""
        if isinstance(value, Remark):
            self.segmenter.note(value.kind, at, value.detail)
            return
        if value is DONE:
            self.segmenter.done(at)
            return
        shape = shape_of(value)
        shapes = self.facts.shapes
        shapes[shape] = shapes.get(shape, 0) + 1
        if shape in (Shape.HISTORY, Shape.REQUEST):
            self._hold_history(value, at)
        elif isinstance(value, dict) and shape is not Shape.UNKNOWN:
            self._object(shape, value, at)
        elif self.facts.foreign is None:
            self.facts.foreign = foreign_name(value)

    def _object(self, shape: Shape, wire: dict[str, Any], at: At) -> None:
        if shape is Shape.RESPONSE:
            self._response(wire, at)
        elif shape is Shape.MESSAGE:
            self.loose_messages.append((wire, at))
        else:
            self.segmenter.chunk(wire, at)

    # Streams

    def _new_body(self) -> Body:
        return Body(self.facts.container, self.facts.pasted)

    def _open_stream(self, at: At, body: Body) -> StreamRecorder:
        self.facts.streams += 1
        if self.held_stream is not None:
            self.request = None
            self._judge_held()
        recorder = StreamRecorder(self.segments, at, body)
        self.segments += 1
        return recorder

    def _close_stream(self, recorder: StreamRecorder) -> None:
        stream = recorder.close()
        if self.request is not None and self.facts.streams + self.facts.responses == 1:
            self.held_stream = stream
        else:
            self._judge_stream(stream)

    def _judge_held(self) -> None:
        if self.held_stream is not None:
            stream, self.held_stream = self.held_stream, None
            stream.request = self.request
            self._judge_stream(stream)

    def _response(self, wire: dict[str, Any], at: At) -> None:
        beside = self.segmenter.known(wire.get("id"))
        if beside is not None:
            beside.merged_copy(at)
            return
        self.facts.responses += 1
        recorder = StreamRecorder(self.segments, at, self._new_body())
        self.segments += 1
        recorder.response(wire, at)
        self._close_stream(recorder)

    def _judge_stream(self, stream: Stream) -> None:
        stream.dialect = detect(stream)
        self.dialects.add(stream.dialect)
        self.chunks += stream.chunks
        self._note_reasoned(stream)
        families = None if stream.kind == "stream" else _MERGED
        calls = [call for choice in stream.choices for call in choice.calls]
        raised = [*_judge(Stream, [stream], families), *_judge(Body, [stream.body], families)]
        raised += [*_judge(Choice, stream.choices, families), *_judge(Call, calls, families)]
        self.limited = self.limited or bool(stream.limits) or not _whole(stream.body)
        self._collect(stream.number, stream.kind, stream.dialect, raised, of_stream(stream, seams=self.keeps))

    def _note_reasoned(self, stream: Stream) -> None:
        """Keep which calls came with a reasoning text: a history of the same file should give it back."""
        for choice in stream.choices:
            for call in choice.calls if choice.reasoning_chars else ():
                if call.id and len(self.reasoned) < REASONED_KEPT:
                    self.reasoned.setdefault(call.id, call.first)

    # Histories

    def _hold_history(self, wire: object, at: At) -> None:
        """The first history waits for a second line like it: two or more lines without a model are training examples."""
        if self.held_history is None and not self.lines_of_histories:
            self.held_history = (wire, at)
            return
        if not self.lines_of_histories:
            self.lines_of_histories = True
            self._read_held()
        self._history(wire, at)

    def _read_held(self) -> None:
        if self.held_history is not None:
            (wire, at), self.held_history = self.held_history, None
            self._history(wire, at)

    def _history(self, wire: object, at: At, places: list[At] | None = None) -> None:
        self.facts.histories += 1
        several = self.lines_of_histories and isinstance(wire, dict)
        history = read_history(
            wire, at, self.segments, self._new_body(), purpose=self.purpose, request=self.request, lines_of_histories=several, places=places
        )
        self.segments += 1
        history.reasoned = self.reasoned
        self.facts.purpose = self.facts.purpose or history.purpose
        self._judge_history(history)

    def _judge_history(self, history: History) -> None:
        self.messages += len(history.messages)
        groups = ((History, [history]), (Body, [history.body]), (Message, history.messages), (Turn, history.turns),
                  (HistoryCall, history.calls), (Result, history.results), (Split, history.splits))  # fmt: skip
        raised = [one for kind, group in groups for one in _judge(kind, group, None)]
        self.limited = self.limited or bool(history.limits)
        if history.foreign:
            self.facts.foreign = self.facts.foreign or "Anthropic Messages"
        self._collect(history.number, "history", None, raised, of_history(history))

    # Report

    def _collect(self, number: int, kind: str, dialect: str | None, raised: list[Raised], summary: tuple[Segment, Evidence]) -> None:
        self.judged += 1
        self.collector.segment(number, kind, dialect, raised)
        self.sink.segment(*summary)
        if len(self.shown) < SEGMENTS_SHOWN:
            self.shown.append((summary[0], without_seams(summary[1])))

    def _finish(self, profile: str, sha256: str) -> Report:
        facts = self.facts
        for kind, at, detail in self.segmenter.end():
            facts.body.note(kind, at, detail)
        self._judge_held()
        if self.loose_messages:
            places = [at for _, at in self.loose_messages]
            self._history([message for message, _ in self.loose_messages], places[0], places)
        self._read_held()
        facts.interleaved = self.segmenter.interleaved
        if facts.streams:
            facts.shapes["chunks"] = facts.streams
        raised = [*_judge(Input, [facts], None), *_judge(Body, [facts.body], None)]
        self.collector.segment(None, "file", None, raised)
        self.shown.sort(key=lambda pair: pair[0].number)
        findings = self.collector.findings()
        _narrow(findings, self.source)
        complete = bool(self.judged) and not self.limited and _whole(facts.body) and facts.encoding == "utf-8" and not facts.foreign
        return Report(
            ENGINE, RULESET, profile, self.purpose or facts.purpose, self._looks_like(), complete and facts.complete, self._input(sha256),
            self.collector.letters, self.collector.counts(), findings, self.collector.omitted(), self.segments,
            facts.streams, facts.histories, self.chunks, self.messages, self.shown,
        )  # fmt: skip

    def _looks_like(self) -> str | None:
        if len(self.dialects) == 1:
            return next(iter(self.dialects))
        return "mixed" if self.dialects else None

    def _input(self, sha256: str) -> dict[str, Any]:
        facts = self.facts
        return {
            "name": facts.name, "bytes": facts.bytes, "sha256": sha256, "container": facts.container, "encoding": facts.encoding,
            "wrappers": facts.wrappers, "lines": facts.lines, "records": facts.records, "tiers": facts.tiers,
        }  # fmt: skip


def _judge(kind: type, things: Iterable[Any], families: frozenset[str] | None) -> list[Raised]:
    """Every rule that judges `kind`, over `things`."""
    return [
        Raised(rule.name, _ORDER[rule.name], rule.letters[found.variant], found)
        for rule in rules_for(kind, families)
        for thing in things
        for found in rule.check(thing)
    ]


def _whole(body: Body) -> bool:
    """True when everything of this body was read."""
    return not {"line-too-long", "too-deep", "never-ended"} & set(body.oddities)


def _at_most_once_a_second(on_progress: Callable[[int], None] | None) -> Callable[[int], None] | None:
    if on_progress is None:
        return None
    last = time.monotonic()

    def on_block(count: int) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= 1:
            last = now
            on_progress(count)

    return on_block


def _narrow(findings: list[Finding], source: BinaryIO) -> None:
    """Narrow the byte ranges of places from whole records to the tokens that their pointers name."""
    if not source.seekable():
        return
    records_read: dict[tuple[int, int], bytes] = {}
    for finding in findings:
        finding.places = tuple(_narrowed(place, source, records_read) for place in finding.places)


def _narrowed(place: Place, source: BinaryIO, records_read: dict[tuple[int, int], bytes]) -> Place:
    if not place.pointer or place.byte_end <= place.byte_start:
        return place
    key = (place.byte_start, place.byte_end)
    if key not in records_read:
        records_read.clear()
        source.seek(place.byte_start)
        records_read[key] = source.read(place.byte_end - place.byte_start)
    start, end = locate(records_read[key], place.pointer)
    return Place(
        place.line, place.byte_start + start, place.byte_start + end, place.record, place.chunk, place.message, place.pointer,
        place.choice, place.tool_index, place.call_id,
    )  # fmt: skip
