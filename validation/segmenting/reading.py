"""What one chunk says about the stream it belongs to: its id, a role, a finish. And what a window of chunks says about a body."""

from collections import Counter
from collections.abc import Iterable
from itertools import groupby
from typing import Any

HELD_BACK = 64
MANY = 8
"""An event stream is one response; more ids than this, each opened by a role, are a log of many."""

Wire = dict[str, Any]


def by_position(chunks: list[Wire], before: list[str], framed: bool) -> bool:
    """True when only the order of these chunks tells streams apart, not their ids.

    An event stream: unless at least two ids each come back after another one. Else: when most ids occur once and no finish lies between.
    Neither holds where ids come back and most of them were opened by a role: then many streams, interleaved, have only begun.
    """
    ids = [*before, *filter(None, map(id_of, chunks))]
    if not ids:
        return True
    counts = Counter(ids)
    if (not framed or len(counts) > MANY) and len(counts) < len(ids) and _opened(chunks) * 2 > len(counts):
        return False
    if framed:
        runs = Counter(id for id, _ in groupby(ids))
        return sum(1 for times in runs.values() if times > 1) < 2
    once = sum(1 for times in counts.values() if times == 1)
    return len(counts) > 1 and once * 2 > len(counts) and not any(finishes(chunk) for chunk in chunks[:-1])


def _opened(chunks: list[Wire]) -> int:
    """How many ids came first with a role."""
    seen: set[str] = set()
    opened = 0
    for chunk in chunks:
        id = id_of(chunk)
        if id and id not in seen:
            seen.add(id)
            opened += has_role(chunk)
    return opened


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


def has_first_choice(wire: Wire) -> bool:
    """True unless every choice of this chunk has a number above 0: a response does not begin with its second answer."""
    return any(type(index := choice.get("index")) is not int or index == 0 for choice in choices_of(wire))


def only_role(wire: Wire) -> bool:
    """True when the deltas of this chunk bring a role and nothing else."""
    deltas = [choice.get("delta") for choice in choices_of(wire)]
    return has_role(wire) and not any(value for delta in deltas if type(delta) is dict for key, value in delta.items() if key != "role")
