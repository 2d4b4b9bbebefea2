"""What one chunk says about the stream it belongs to: its id, a role, a finish. And what a window of chunks says about a body."""

from collections import Counter
from collections.abc import Iterable
from itertools import groupby
from typing import Any

HELD_BACK = 64

Wire = dict[str, Any]


def by_position(chunks: list[Wire], before: list[str], framed: bool) -> bool:
    """True when only the order of these chunks tells streams apart, not their ids.

    An event stream: unless at least two ids each come back after another one. Else: when most ids occur once and no finish lies between;
    a window beyond 64 only held openings, and there one id that comes back shows that each has its own.
    """
    ids = [*before, *filter(None, map(id_of, chunks))]
    if not ids:
        return True
    if len(chunks) > HELD_BACK and len(set(ids)) < len(ids):
        return False
    if framed:
        runs = Counter(id for id, _ in groupby(ids))
        return sum(1 for times in runs.values() if times > 1) < 2
    counts = Counter(ids)
    once = sum(1 for times in counts.values() if times == 1)
    return len(counts) > 1 and once * 2 > len(counts) and not any(finishes(chunk) for chunk in chunks[:-1])


def starts_after_done(ids: list[str], wire: Wire) -> bool:
    """True when a chunk behind `[DONE]` belongs to another response than the one with `ids`, and is no late data of it."""
    return (id_of(wire) != "" and id_of(wire) not in ids) or has_role(wire)


def id_of(wire: Wire) -> str:
    """The id of a chunk, "" when it has none."""
    id = wire.get("id")
    return id if isinstance(id, str) else ""


def choices_of(wire: Wire) -> Iterable[Wire]:
    """The choices of a chunk that are objects."""
    choices = wire.get("choices")
    return [choice for choice in choices if type(choice) is dict] if type(choices) is list else ()


def finishes(wire: Wire) -> bool:
    """True when a choice of this chunk has a finish_reason."""
    return any(choice.get("finish_reason") for choice in choices_of(wire))


def has_role(wire: Wire) -> bool:
    """True when a delta of this chunk brings a role."""
    return any(type(delta := choice.get("delta")) is dict and delta.get("role") for choice in choices_of(wire))
