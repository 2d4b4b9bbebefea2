"""Ids of calls and results as texts show them."""

from collections.abc import Sequence

from validation.facts.histories.calls import HistoryCall
from validation.facts.histories.results import Result

IDS_SHOWN = 3
ID_CHARACTERS = 64


def ids_of(things: Sequence[HistoryCall | Result]) -> str:
    """Their ids as one short text: the first three, and how many more."""
    shown = ", ".join(short_id(thing.id) for thing in things[:IDS_SHOWN])
    return shown if len(things) <= IDS_SHOWN else f"{shown} … +{len(things) - IDS_SHOWN}"


def short_id(id: str | None) -> str:
    """An id as texts show it: at most 64 characters, "" for none."""
    id = id or ""
    return id if len(id) <= ID_CHARACTERS else f"{id[: ID_CHARACTERS - 1]}…"
