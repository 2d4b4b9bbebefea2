"""Traces for the tests of the application, and the shortest way to have one kept."""

import gzip
import io
import os
from pathlib import Path
from typing import Any

from uploads import storage
from uploads.intake import Received, Wanted, receive
from uploads.models import Validation
from validation.examples import chunk, dumps, entry, header, jsonl, stream, tools

CLEAN = stream('{"city"', ': "Bonn"}').data
"""One call in four chunks; no rule is broken."""
STOPPED = stream('{"city"', ': "Bonn"}', finish="stop").data
"""The same, but its finish_reason says stop."""


def keep(trace: bytes = CLEAN, **wanted: Any) -> Received:
    """Have `trace` received as a door does."""
    return receive(io.BytesIO(trace), Wanted(filename="trace.jsonl", **wanted))


def checked(trace: bytes = CLEAN, **wanted: Any) -> Validation:
    """A small trace that was received and validated at once."""
    received = keep(trace, **wanted)
    assert received.finished, received.validation.trouble
    return received.validation


def many_streams(count: int) -> bytes:
    """`count` faultless streams, one after the other."""
    return b"".join(stream('{"n"', f": {number}}}").data.replace(b"chatcmpl-1", b"chatcmpl-%d" % number) for number in range(count))


def many_faults(count: int) -> bytes:
    """`count` streams, each of which breaks a rule or two."""
    return b"".join(
        stream('{"n"', f": {number}", finish="stop").data.replace(b"chatcmpl-1", b"chatcmpl-%d" % number) for number in range(count)
    )


def long_trace(megabytes: int) -> bytes:
    """Faultless streams of 2,000 chunks each, so many that a worker is busy with them for a while."""
    said = stream({"content": ""}, *[{"content": "x" * 60}] * 2000, finish="stop").data
    return b"".join(said.replace(b"chatcmpl-1", b"chatcmpl-%d" % number) for number in range((megabytes << 20) // len(said)))


def bomb(megabytes: int) -> bytes:
    """gzip that unpacks to that many megabytes of one byte."""
    return gzip.compress(b"a" * (megabytes << 20), 9)


def files() -> list[str]:
    """Every file in the storage, by name."""
    top = storage.root()
    return sorted(str(Path(folder, name).relative_to(top)) for folder, _, names in os.walk(top) for name in names)


__all__ = [
    "CLEAN", "STOPPED", "bomb", "checked", "chunk", "dumps", "entry", "files", "header", "jsonl", "keep", "long_trace", "many_faults",
    "many_streams", "stream", "tools",
]  # fmt: skip
