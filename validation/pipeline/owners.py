"""Whose a record is, asked before it is its turn: so that the lines of streams that alternate can be taken stream by stream."""

from collections.abc import Callable
from typing import Any

from validation.decoding.ahead import NOBODY, Owned, Taker
from validation.facts.carriage import Done, Remark
from validation.facts.exact import CHUNK, as_dicts
from validation.facts.places import At
from validation.reassembly.path import Path
from validation.reassembly.streams import StreamRecorder
from validation.segmenting import Segmenter

NO_OBJECT = frozenset({Remark, Done, list, str, int, float, bool, type(None)})
"""Types of values that are no object."""

UNTYPED = NO_OBJECT | {dict}
"""Types of values that were not decoded by their exact shape."""


class Owners:
    """Knows the streams that go on, and the paths of those."""

    def __init__(self, segmenter: Segmenter[StreamRecorder], look_around: Callable[[At], None]) -> None:
        self._segmenter = segmenter
        self.look_around = look_around

    def owner_of(self, value: Any) -> Owned:
        """Whose record `value` is; nobody's if it is no chunk, or if that depends on what comes before it."""
        kind = type(value)
        stream = self._segmenter.on_beat.get(value.id) if kind not in UNTYPED else None
        if stream is not None:
            path = stream.recorder.path
            return stream, value.id, path if path is not None and kind is path.exact and path.follows else None
        if kind in NO_OBJECT:
            return NOBODY
        wire = value if kind is dict else as_dicts(value)
        owner = self._segmenter.owner_of(wire) if wire.get("object") == CHUNK else None
        return (owner, wire["id"], None) if owner is not None else NOBODY

    def turn_to(self, taker: Taker) -> None:
        """The stream of the path `taker` is the active one."""
        stream = self._segmenter.on_beat.get(taker.id) if isinstance(taker, Path) and isinstance(taker.id, str) else None
        if stream is not None and stream.recorder.path is taker:
            self._segmenter.turn_to(stream, taker.last_at)
