"""Every rule is asked about everything that it judges."""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import compress, count, repeat
from operator import attrgetter
from typing import Any

from validation.facts.carriage import Body
from validation.facts.streams import Call, Choice, Stream
from validation.finding import Found
from validation.report.collecting import Raised
from validation.rule import Rule
from validation.rules import RULES, rules_for

_ORDER = {name: place for place, name in enumerate(RULES)}


def judged(kind: type, things: Sequence[Any], families: frozenset[str] | None) -> list[Raised]:
    """What every rule that judges `kind` finds in `things`; only rules of `families` when given.

    A rule is not asked about a thing that lacks the fact it needs: most things lack most facts, and asking costs more than looking.
    """
    return [
        _raised(rule, found)
        for rule, fact in asked(kind, families)
        for thing in things
        if fact is None or fact(thing)
        for found in rule.check(thing)
    ]


def judged_together(streams: Sequence[Stream], families: frozenset[str] | None) -> list[list[Raised]]:
    """What every rule finds in each of `streams`: in itself, its body, its choices, its calls."""
    raised: list[list[Raised]] = [[] for _ in streams]
    numbered = list(enumerate(streams))
    choices = [(number, choice) for number, stream in numbered for choice in stream.choices]
    groups: list[tuple[type, list[tuple[int, Any]]]] = [
        (Stream, numbered),
        (Body, [(number, stream.body) for number, stream in numbered if stream.body.oddities]),  # nothing else of a body is judged
        (Choice, choices),
        (Call, [(number, call) for number, choice in choices for call in choice.calls]),
    ]
    for kind, group in groups:
        unusual = group if kind is Body else [(number, thing) for number, thing in group if not thing.usual]
        every, few = _apart(group), _apart(unusual)
        for rule, fact in asked(kind, families):
            numbers, things = few if rule.unusual else every
            for place, found in _found_in(things, rule, fact):
                raised[numbers[place]].append(_raised(rule, found))
    return raised


def _apart(group: Sequence[tuple[int, Any]]) -> tuple[list[int], list[Any]]:
    """The numbers and the things of pairs."""
    return [number for number, _ in group], [thing for _, thing in group]


def _found_in(things: Sequence[Any], rule: Rule, fact: Callable[[Any], Any] | None) -> list[tuple[int, Found]]:
    """What a rule finds in `things`, one thing at most in each, with its place among them.

    A rule mostly finds nothing, so nothing is done here between one thing and the next.
    """
    places: Iterable[int] = count()
    if fact is not None:
        having = list(map(fact, things))
        if not any(having):
            return []
        places, things = compress(places, having), list(compress(things, having))
    every = list(map(next, map(rule.check, things), repeat(None)))
    return [(place, found) for place, found in zip(places, every, strict=False) if found is not None] if any(every) else []


def _raised(rule: Rule, found: Found) -> Raised:
    return Raised(rule.name, _ORDER[rule.name], rule.letters[found.variant], found)


@cache
def asked(kind: type, families: frozenset[str] | None) -> list[tuple[Rule, Callable[[Any], Any] | None]]:
    """The rules that judge `kind`, each with what looks up the fact it needs."""
    return [(rule, attrgetter(rule.needs) if rule.needs else None) for rule in rules_for(kind, families)]
