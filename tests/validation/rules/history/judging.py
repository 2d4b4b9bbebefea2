"""Read a small history, let every rule of its families judge it."""

from collections.abc import Iterable
from typing import Any

from validation.facts.carriage import Body
from validation.facts.histories import History, HistoryCall, Message, Result, Split, Turn
from validation.finding import Found
from validation.profiles import OFF
from validation.reassembly.histories import read_history
from validation.rules import RULES, rules_for

AT = (0, 1, 0, 400)
FAMILIES = frozenset({"history", "message"})
COLUMNS = ("default", "openai-strict", "deepseek", "mistral", "vllm", "openrouter", "anthropic-compat", "gemini-compat", "permissive")


def read(*messages: Any, **given: Any) -> History:
    return read_history(list(messages), AT, 0, Body(), **given)


def judge(history: History, families: frozenset[str] = FAMILIES) -> dict[str, list[Found]]:
    """Rule name -> what it found."""
    groups: tuple[tuple[type, Iterable[Any]], ...] = (
        (History, [history]),
        (Message, history.messages),
        (Turn, history.turns),
        (HistoryCall, history.calls),
        (Result, history.results),
        (Split, history.splits),
    )
    every: dict[str, list[Found]] = {}
    for kind, things in groups:
        for rule in rules_for(kind, families):
            for thing in things:
                for found in rule.check(thing):
                    every.setdefault(rule.name, []).append(found)
    return every


def found_in(name: str, *messages: Any, **given: Any) -> list[Found]:
    """What the rule `name` found in these messages."""
    return judge(read(*messages, **given), frozenset({RULES[name].family})).get(name, [])


def variants_in(name: str, *messages: Any, **given: Any) -> list[str]:
    """The variants of what the rule `name` found in these messages."""
    return [found.variant for found in found_in(name, *messages, **given)]


def found_in_record(name: str, wire: Any, **given: Any) -> list[Found]:
    """What the rule `name` found in a whole record: an object with `messages`, perhaps `model` and `tools`."""
    return judge(read_history(wire, AT, 0, Body(), **given), frozenset({RULES[name].family})).get(name, [])


def letters_of(kind: str) -> str:
    """The letters of a kind, one character a column, in the order of the catalogue's index; `-` is off."""
    name, _, variant = kind.partition(":")
    row = RULES[name].letters[variant]
    return "".join("-" if row.letter(column) == OFF else row.letter(column)[0].upper() for column in COLUMNS)


def places(found: Found) -> list[int | None]:
    """The message of the primary place, then those of the related ones."""
    return [place.message for place in found.places]
