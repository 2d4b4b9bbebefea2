"""Traces for the tests of the application, and the shortest way to have one kept."""

import gzip
import hashlib
import io
import os
from pathlib import Path
from typing import Any

from django.conf import settings

from uploads import storage
from uploads.intake import Received, Wanted, receive
from uploads.jobs import running
from uploads.models import Validation
from validation.examples import assistant, chunk, dumps, entry, header, history, jsonl, result, sse, stream, tools, user
from validation.pipeline import validate
from validation.report import Report

CLEAN = stream('{"city"', ': "Bonn"}').data
"""One call in four chunks; no rule is broken."""
STOPPED = stream('{"city"', ': "Bonn"}', finish="stop").data
"""The same, but its finish_reason says stop."""


def keep(trace: bytes = CLEAN, **wanted: Any) -> Received:
    """Have `trace` received as a door does."""
    return receive(io.BytesIO(trace), Wanted(filename="trace.jsonl", **wanted))


def checked(trace: bytes = CLEAN, **wanted: Any) -> Validation:
    """A small trace that was received and validated at once, as somebody who comes later reads it."""
    received = keep(trace, **wanted)
    assert received.finished, received.validation.trouble
    return read_again(received.validation)


def read_again(validation: Validation) -> Validation:
    """`validation` from its row, with nothing at hand."""
    return Validation.objects.select_related("upload").get(pk=validation.pk)


def checked_by_a_worker(trace: bytes) -> Validation:
    """A trace that was received and then validated by the task's code, whatever its size."""
    before, settings.INLINE_LIMIT = settings.INLINE_LIMIT, 0
    try:
        validation = keep(trace).validation
    finally:
        settings.INLINE_LIMIT = before
    assert running.run_queued(validation.pk)
    validation = Validation.objects.select_related("upload").get(pk=validation.pk)
    assert validation.state == "done", validation.trouble
    return validation


def from_the_terminal(trace: bytes, **keywords: Any) -> Report:
    """The engine's report, as the terminal has it."""
    return validate(io.BytesIO(trace), sha256=hashlib.sha256(trace).hexdigest(), **{"name": "trace.jsonl", **keywords})


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


TRACES: dict[str, bytes] = {
    "clean": CLEAN,
    "stopped": STOPPED,
    "empty": b"",
    "no trace": b"hello\nworld\n",
    "broken lines": CLEAN + b'{"a": \n\xff\xfe\n' + STOPPED,
    "events": sse(chunk({"role": "assistant", "content": "Hi"}), chunk({}, finish="stop")).data,
    "many": many_faults(30),
    "history": history(user(), assistant("call_a"), result("call_zzz")).data,
    "odd numbers": stream(chunk(tools(entry("{}", index=2**70, id="call_x", name="f")))).data,
    "no place for it": stream(chunk({"tool_calls": {"a": 1}})).data,
}
"""One of everything."""

__all__ = [
    "CLEAN", "STOPPED", "TRACES", "bomb", "checked", "checked_by_a_worker", "chunk", "dumps", "entry", "files", "from_the_terminal",
    "header", "jsonl", "keep", "long_trace", "many_faults", "many_streams", "read_again", "stream", "tools",
]  # fmt: skip
