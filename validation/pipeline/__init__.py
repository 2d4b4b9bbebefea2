"""The way through the house: names the rooms in order, and nothing else does.

decoding -> segmenting -> reassembly -> rules -> report. A segment is judged as soon as it is over and then forgotten, so memory follows the
open streams and not the file. `reading` takes records along the paths of their streams, `recipients` says what any other one is, `streams`
and `histories` open and hold segments and hand on what is over, `judging` takes finished segments to the report, `placing` says where in
the upload a finding stands.
"""

import time
from collections.abc import Callable, Mapping
from typing import Any, BinaryIO

from validation.facts.carriage import Input
from validation.facts.requests import Request
from validation.pipeline.context import Context
from validation.pipeline.judging import Court
from validation.pipeline.reading import Reading
from validation.profiles import DEFAULT
from validation.report import Report
from validation.report.segments import Nothing, Sink

SECONDS_BETWEEN = 1.0
"""How long a run works before it says again how far it is."""

GZIP = "gzip"
"""The name of the wrapper around a source that was unpacked before it came here."""

PURPOSES = ("send", "archive", "train")

__all__ = ["PURPOSES", "Stopped", "validate"]


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
    packed: bool = False,
    sha256: str = "",
    on_progress: Callable[[int], None] | None = None,
) -> Report:
    """Validate one trace or file of histories.

    `source` is read from its start to its end; when it can seek, places of findings are narrowed to their tokens. `packed`: it is what a
    .gz file held. `request` is the request that led to a stream; it counts when the file holds one stream. `on_progress(bytes read)` is
    called at most once a second and may raise `Stopped`. Nothing else is raised for any input.
    """
    facts = Input(name, pasted)
    if packed:
        facts.wrappers.append(GZIP)
    on_block = now_and_then(on_progress)
    court = Court(facts, sink or Nothing(), purpose, on_block)
    reading = Reading(Context(court, facts, Request(request) if request is not None else None))
    reading.read(source, on_block)
    reading.end()
    return court.report(profile, sha256, source)


def now_and_then(on_progress: Callable[[int], None] | None) -> Callable[[int], None] | None:
    """`on_progress`, called only when SECONDS_BETWEEN have gone by since the last call."""
    if on_progress is None:
        return None
    last = time.monotonic()

    def on_block(count: int) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= SECONDS_BETWEEN:
            last = now
            on_progress(count)

    return on_block
