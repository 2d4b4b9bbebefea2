"""Read a small history, let every rule of its two families judge it."""

from collections.abc import Iterable
from typing import Any

from validation.facts.carriage import Body
from validation.facts.histories import History, HistoryCall, Message, Result, Turn
from validation.finding import Found
from validation.reassembly.histories import read_history
from validation.rules import rules_for

AT = (0, 1, 0, 400)
FAMILIES = frozenset({"history", "message"})


def read(*messages: Any, **given: Any) -> History:
    return read_history(list(messages), AT, 0, Body(), **given)


def judge(history: History) -> dict[str, list[Found]]:
    """Rule name -> what it found."""
    groups: tuple[tuple[type, Iterable[Any]], ...] = (
        (History, [history]),
        (Message, history.messages),
        (Turn, history.turns),
        (HistoryCall, history.calls),
        (Result, history.results),
    )
    every: dict[str, list[Found]] = {}
    for kind, things in groups:
        for rule in rules_for(kind, FAMILIES):
            for thing in things:
                for found in rule.check(thing):
                    every.setdefault(rule.name, []).append(found)
    return every


def found_in(name: str, *messages: Any, **given: Any) -> list[Found]:
    """What the rule `name` found in these messages."""
    return judge(read(*messages, **given)).get(name, [])


def places(found: Found) -> list[int | None]:
    """The message of the primary place, then those of the related ones."""
    return [place.message for place in found.places]
