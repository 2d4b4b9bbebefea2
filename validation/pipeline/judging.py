"""Finished segments to the report: every rule that judges them, and what is kept of them."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Any, BinaryIO

from validation.facts.budgets import Budget
from validation.facts.carriage import LINE_TOO_LONG, NEVER_ENDED, TOO_DEEP, Body, Input
from validation.facts.foreign import ANTHROPIC, RESPONSES, AnthropicStream, Block, Item, ResponsesStream
from validation.facts.histories import History, HistoryCall, Message, Result, Split, Turn
from validation.facts.places import At, Origin, Spot, Within, in_the_file
from validation.facts.streams import Call, Stream
from validation.pipeline.asking import judged, judged_together
from validation.pipeline.placing import in_the_upload, narrow, renumbered, segment_in_the_upload
from validation.reassembly.dialects import detect
from validation.report import SEGMENTS_SHOWN, Report
from validation.report.collecting import Collector, Raised
from validation.report.segments import Evidence, Nothing, Segment, Sink, without_seams
from validation.report.summaries import of_history, of_stream
from validation.rules import RULESET
from validation.version import ENGINE

CALLS_KEPT = 4_000
WATCHED = 1_000
TOGETHER = 64
MANY_CHARS = 1 << 18
"""Streams wait to be judged together while there are fewer than TOGETHER of them, and they hold no more text than this."""

_MERGED = frozenset({"input", "finish", "arguments", "target", "stream-error-object"})
"""Families that judge a merged response, and a rule: how a stream was framed and cut says nothing there."""
_FOREIGN = frozenset({"input", "transport", "finish", "arguments", "foreign"})
"""Families that judge a stream or a history of another wire format."""
_FORMATS = {ANTHROPIC: "anthropic-messages", RESPONSES: "responses-api"}
"""What a segment of another wire format is said to look like. No profile is about them, so it lowers nothing."""
_OF_CHAT = frozenset(
    {"done-missing", "done-malformed", "done-repeated", "data-after-done", "sse-event-error", "sse-event-field", "capture-starts-midway"}
)
"""Rules of these families that are about streams of Chat Completions alone: other formats name their events and send no `[DONE]`."""
_NOT_READ = {LINE_TOO_LONG, TOO_DEEP, NEVER_ENDED}


class Court:
    """Judges what is over and remembers what the report needs. `input` is the file, whatever wrapper a segment comes from."""

    def __init__(self, facts: Input, sink: Sink, purpose: str | None, on_progress: Callable[[int], None] | None = None) -> None:
        self.input = facts
        self.purpose = purpose
        self._on_progress = on_progress
        self._sink = sink
        self._keeps = not isinstance(sink, Nothing)
        self._collector = Collector()
        self._shown: list[tuple[Segment, Evidence]] = []
        self._segments = 0
        self._judged = 0
        self._chunks = 0
        self._messages = 0
        self._dialects: set[str | None] = set()
        self._formats: Counter[str] = Counter()
        self._whole = True
        self._reasoned: dict[str, Spot] = {}
        self._signed: set[str] = set()
        self._budget = Budget()
        self._waiting: list[Stream] = []
        self._waiting_chars = 0

    def opened(self) -> int:
        """The number of the next segment."""
        number = self._segments
        self._segments += 1
        return number

    def record(self, at: At, origin: Origin | None) -> None:
        """An entry of the sparse index of records; records inside a wrapper have none of their own."""
        if origin is None:
            self._sink.record(at[0], at[1], at[2])

    def saw(self, shape: str) -> None:
        """Count one record of a shape."""
        self.input.shapes[shape] = self.input.shapes.get(shape, 0) + 1

    def foreign(self, name: str | None) -> None:
        """Remember the first format that was recognised and has no reader."""
        self.input.foreign = self.input.foreign or name

    def inner(self, facts: Input, origin: Origin) -> None:
        """What was seen of a body inside a wrapper that no segment of it took."""
        for kind, oddity in facts.body.oddities.items():
            for at, detail in oddity.samples:
                self.input.body.note(kind, in_the_file(at, origin), detail)
            self.input.body.oddities[kind].count += oddity.count - len(oddity.samples)
        for key in facts.header_keys:
            self.input.header_keys.append(key._replace(at=in_the_file(key.at, origin)))
        self.input.header_keys_seen += facts.header_keys_seen
        self.input.interleaved = self.input.interleaved or (in_the_file(facts.interleaved, origin) if facts.interleaved else None)
        self.input.wrappers += [name for name in facts.wrappers if name not in self.input.wrappers]
        for name, envelope in facts.envelopes.items():
            envelope.first = in_the_file(envelope.first, origin)
            self.input.envelopes.setdefault(name, envelope)
        self.foreign(facts.foreign)

    def stream(self, stream: Stream) -> None:
        """Take a stream or a response that is over. Short ones are judged together: a rule is quicker at what it did just before."""
        if isinstance(stream, AnthropicStream | ResponsesStream):
            self._foreign_stream(stream)
            return
        stream.dialect = detect(stream)
        stream.body.lone_value = self._is_whole_file(stream)
        stream.budget = self._budget
        self._dialects.add(stream.dialect)
        if stream.kind == "stream":
            self._chunks += stream.chunks
        self.note_for_histories(stream)
        self._whole = self._whole and not stream.limits and _was_read(stream.body)
        self._waiting.append(stream)
        self._waiting_chars += _chars(stream)
        if len(self._waiting) == TOGETHER or self._waiting_chars > MANY_CHARS:
            self._judge_waiting()

    def _judge_waiting(self) -> None:
        """Judge the streams that wait, in the order in which they ended."""
        streams, self._waiting, self._waiting_chars = self._waiting, [], 0
        for kind, group in groupby(streams, key=lambda stream: stream.kind):
            together = list(group)
            for stream, raised in zip(together, judged_together(together, None if kind == "stream" else _MERGED), strict=True):
                self._collect(stream, stream.kind, stream.dialect, raised)
                if self._shows:
                    self._show(of_stream(stream, seams=self._keeps), stream.origin)
                let_go(stream)

    def _is_whole_file(self, stream: Stream) -> bool:
        """True for a file that is one JSON value, and that value one chunk."""
        alone = self.input.records == 1 and stream.chunks == 1 and self.input.container == "json"
        return alone and stream.origin is None and not isinstance(stream.first, Within)

    def _foreign_stream(self, stream: AnthropicStream | ResponsesStream) -> None:
        """Judge a stream of another wire format."""
        stream.budget = self._budget
        stream.dialect = _FORMATS[ANTHROPIC if isinstance(stream, AnthropicStream) else RESPONSES]
        self._dialects.add(stream.dialect)
        self._formats[stream.dialect] += 1
        self._chunks += stream.chunks
        calls = [call for choice in stream.choices for call in choice.calls]
        groups: list[tuple[type, list[Any]]] = [(Stream, [stream]), (Body, [stream.body]), (Call, calls), (type(stream), [stream])]
        groups.append((Block, stream.blocks) if isinstance(stream, AnthropicStream) else (Item, stream.items))
        raised = [one for kind, group in groups for one in judged(kind, group, _FOREIGN) if one.rule not in _OF_CHAT]
        self._whole = self._whole and not stream.limits and _was_read(stream.body)
        self._collect(stream, "stream", stream.dialect, raised)
        if self._shows:
            self._show(of_stream(stream, seams=self._keeps), stream.origin)
        let_go(stream)

    def history(self, history: History) -> None:
        """Judge a history."""
        self.input.histories += 1
        self.input.purpose = self.input.purpose or history.purpose
        self._messages += len(history.messages)
        history.reasoned = self._reasoned
        history.signed = self._signed
        history.budget = self._budget
        groups = ((History, [history]), (Body, [history.body]), (Message, history.messages), (Turn, history.turns),
                  (HistoryCall, history.calls), (Result, history.results), (Split, history.splits))  # fmt: skip
        raised = [one for kind, group in groups for one in self._watched(kind, group, _FOREIGN if history.foreign else None)]
        if history.sources is not None and history.sources.numbers:
            raised = [renumbered(one, history.sources) for one in raised]
        self._whole = self._whole and not history.limits
        dialect = _FORMATS.get(history.foreign or "")
        self._collect(history, "history", dialect, raised)
        if self._shows:
            summary = of_history(history)
            summary[0].dialect = dialect
            self._show(summary, history.origin)

    def _watched(self, kind: type, things: Sequence[Any], families: frozenset[str] | None) -> Iterator[Raised]:
        """`judged`, a thousand things at a time: a history may be long, and whoever watches the run may want to end it."""
        for start in range(0, len(things), WATCHED):
            if self._on_progress is not None:
                self._on_progress(self.input.bytes)
            yield from judged(kind, things[start : start + WATCHED], families)

    def note_for_histories(self, stream: Stream) -> None:
        """Keep which calls came with a reasoning text or with Google's extra content: a history of the same file should give it back."""
        signed = "gemini-compat" in stream.marks
        for choice in stream.choices:
            for call in choice.calls if choice.reasoning_chars or signed else ():
                if call.id and choice.reasoning_chars and len(self._reasoned) < CALLS_KEPT:
                    self._reasoned.setdefault(call.id, call.first)
                if call.id and signed and len(self._signed) < CALLS_KEPT:
                    self._signed.add(call.id)

    def _collect(self, judged: Stream | History, kind: str, dialect: str | None, raised: list[Raised]) -> None:
        """Count what was found in a segment, with its places seen from the upload."""
        self._judged += 1
        origin = judged.origin
        if origin is not None:
            raised = [one._replace(found=in_the_upload(one.found, origin, judged.sources)) for one in raised]
        self._collector.segment(judged.number, kind, dialect, raised)

    @property
    def _shows(self) -> bool:
        """Whether anybody will see the next segment: a sink that keeps it, or the report, which shows the first ones."""
        return self._keeps or len(self._shown) < SEGMENTS_SHOWN

    def _show(self, summary: tuple[Segment, Evidence], origin: Origin | None) -> None:
        """Hand a segment on, and keep it for the report if it is one of the first."""
        segment, evidence = summary
        if origin is not None:
            segment = segment_in_the_upload(segment, origin)
        self._sink.segment(segment, evidence)
        if len(self._shown) < SEGMENTS_SHOWN:
            self._shown.append((segment, without_seams(evidence)))

    def report(self, profile: str, sha256: str, source: BinaryIO) -> Report:
        """Judge the file as a whole and put the report together."""
        self._judge_waiting()
        facts = self.input
        facts.shapes["chunks"] = facts.streams - self._formats.total()
        facts.shapes.update({f"{name} streams": number for name, number in self._formats.items()})
        if not facts.shapes["chunks"]:
            del facts.shapes["chunks"]
        self._collector.segment(None, "file", None, [*judged(Input, [facts], None), *judged(Body, [facts.body], None)])
        self._shown.sort(key=lambda pair: pair[0].number)
        findings = self._collector.findings()
        narrow(findings, source)
        return Report(
            ENGINE, RULESET, profile, self.purpose or facts.purpose, self._looks_like(), self._complete(), self._input(sha256),
            self._collector.letters, self._collector.counts(), findings, self._collector.omitted(), self._segments,
            facts.streams, facts.histories, self._chunks, self._messages, self._shown,
        )  # fmt: skip

    def _complete(self) -> bool:
        facts = self.input
        return bool(self._judged) and self._whole and _was_read(facts.body) and facts.encoding == "utf-8" and not facts.foreign

    def _looks_like(self) -> str | None:
        if len(self._dialects) == 1:
            return next(iter(self._dialects))
        return "mixed" if self._dialects else None

    def _input(self, sha256: str) -> dict[str, Any]:
        facts = self.input
        return {
            "name": facts.name, "bytes": facts.bytes, "sha256": sha256, "container": facts.container, "encoding": facts.encoding,
            "wrappers": facts.wrappers, "lines": facts.lines, "records": facts.records, "tiers": facts.tiers,
        }  # fmt: skip


def _chars(stream: Stream) -> int:
    """How much text a stream holds."""
    return sum(
        choice.content_chars + choice.reasoning_chars + sum([call.size for call in choice.calls]) for choice in stream.choices
    )  # fmt: skip


def let_go(stream: Stream) -> None:
    """Undo the circle of stream, choices and calls, so that a judged stream is freed at once and not by the collector."""
    for choice in stream.choices:
        choice.calls.clear()
    stream.choices.clear()


def _was_read(body: Body) -> bool:
    """True when nothing of this body was skipped."""
    return not _NOT_READ & set(body.oddities)
