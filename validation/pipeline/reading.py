"""A body of records, from its first to its last: chunks go along the paths of their streams, all else to whom `recipients` says."""

import io
from collections.abc import Callable
from typing import Any, BinaryIO

from validation.decoding import records
from validation.decoding.ahead import Ahead
from validation.facts.carriage import Wrapped
from validation.facts.exact import CHUNK, as_dicts
from validation.facts.places import At
from validation.pipeline.context import Context
from validation.pipeline.owners import NO_OBJECT, UNTYPED, Owners
from validation.pipeline.recipients import Recipients
from validation.pipeline.streams import Streams
from validation.reassembly.streams import StreamRecorder
from validation.segmenting import Segmenter


class Reading:
    """Reads one body of records: the file, or an event stream that a wrapper holds as text. `around`: the streams around the wrapper."""

    def __init__(self, context: Context, around: Streams | None = None) -> None:
        self.context = context
        self.facts = context.facts
        self.court = context.court
        self.streams = Streams(context, around)
        self.segmenter: Segmenter[StreamRecorder] = Segmenter(context.new_body, self.streams.open, self.streams.close)
        self.recipients = Recipients(context, self.streams, self.segmenter, self._read_inside)

    def read(self, source: BinaryIO, on_block: Callable[[int], None] | None = None) -> None:
        """Read `source` to its end.

        A chunk of the exact shape of the one before it in its stream, or of one that came earlier, goes straight along the path of those.
        The path takes what comes next, at once where the last one that was asked took something, else where two went along it in a row.
        """
        ahead = Ahead(Owners(self.segmenter, self._look_around))
        segmenter = self.segmenter
        on_beat = segmenter.on_beat
        value: Any
        for at, value in records(source, self.facts, on_block=on_block, ahead=ahead):
            if at[0] >= ahead.until:
                ahead.look(at)
            ahead.taker = None
            kind = type(value)
            if kind not in UNTYPED and (stream := on_beat.get(value.id)) is not None:
                path = stream.recorder.path
                if path is not None and (kind is not path.exact or not path.walk_exact(value, at)):
                    path = stream.recorder.back(value, at)
                if path is not None:
                    if stream is not segmenter.current:
                        segmenter.turn_to(stream, at)
                        ahead.turns += 1
                    elif path.follows and (ahead.eager or path is ahead.walked):
                        ahead.taker = path
                    ahead.walked = path
                    continue
            ahead.walked = None
            ahead.catch_up()
            self._record(value, at)
            self._expect(ahead, value, at)

    def _expect(self, ahead: Ahead, value: Any, at: At) -> None:
        """Say which shape follows the record `value`, which did not go straight along, and who takes what comes if that is worth while."""
        stream = self.segmenter.current
        path = stream.recorder.path if stream is not None else None
        if path is None or path.last_at is not at:
            ahead.expected = None
            return
        ahead.expected = path.exact
        goes_on = type(value) is dict and type(path.id) is str and self.segmenter.on_beat.get(path.id) is stream
        if goes_on and ahead.eager and path.follows and path.exact is not None:
            ahead.taker = path

    def _look_around(self, at: At) -> None:
        """What is done from time to time: an entry of the index, and a look at which streams are over."""
        self.segmenter.framed = self.facts.container == "sse"
        self.court.record(at, self.context.origin)
        self.segmenter.check(at)

    def _record(self, value: Any, at: At) -> None:
        """Read a record that does not go straight along."""
        kind = type(value)
        if kind in NO_OBJECT:
            self.recipients.give(value, at)
            return
        id = value.get("id") if kind is dict else value.id
        stream = self.segmenter.on_beat.get(id) if type(id) is str else None
        path = None
        if stream is not None:
            if stream is not self.segmenter.current:
                self.segmenter.turn_to(stream, at)
            path = stream.recorder.path
            if path is not None and kind is not path.exact and path.walks(value, at):
                return
        wire = value if kind is dict else as_dicts(value)
        if wire.get("object") != CHUNK:
            self.recipients.give(wire, at)
        elif stream is None or path is None:
            self.segmenter.chunk(wire, at)
        else:
            stream.recorder.unlike(wire, at)
            path = stream.recorder.path
            if path is not None and kind is not dict:
                path.known_as(kind)

    def end(self) -> None:
        """The body is over: judge what is still open."""
        self.recipients.end()
        self.facts.interleaved = self.segmenter.interleaved

    def _read_inside(self, part: Wrapped, at: At) -> None:
        """Read an event stream that a wrapper holds as text."""
        inner = Reading(self.context.inside(part, at), self.streams)
        inner.read(io.BytesIO(part.value))
        inner.end()
        self.court.inner(inner.facts, self.context.origin_of(part, at))
