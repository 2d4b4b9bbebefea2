"""Findings under a profile. Letters are weighed from what the validation stored and become a condition for the database."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

import msgspec
from django.db.models import Count as Number, Q, QuerySet

from uploads.models import Finding, Validation
from uploads.results import at_hand
from uploads.results.shapes import Group, Page, Weighed
from uploads.text import can_match
from validation import finding as words
from validation.profiles import LETTERS, OFF, WEIGHT
from validation.report.weighing import Count, weight
from validation.rules import RULES

MOST_A_PAGE = 1_000
MOST_CAUSED = 50
_HEAVIEST_FIRST = tuple(reversed([letter for letter in LETTERS if letter != OFF]))
_ORDER = {name: place for place, name in enumerate(RULES)}


@dataclass(frozen=True)
class Weighty:
    """A count of findings that weigh the same: their letter, and whether they are roots."""

    count: Count
    letter: str
    root: bool

    @property
    def rule(self) -> str:
        """The rule of their kind."""
        return self.count.kind.partition(":")[0]


def counts(validation: Validation) -> list[Count]:
    """The exact counts that a validation stores."""
    return [Count(*row) for row in validation.counts]


def weighed_counts(validation: Validation, profile: str) -> list[Weighty]:
    """The counts with what they weigh under `profile`; those that are off are left out."""
    weighed = [Weighty(count, *weight(validation.letters, count.kind, count.cause, count.dialect, profile)) for count in counts(validation)]
    return [one for one in weighed if one.letter != OFF]


def findings(  # noqa: PLR0913  these are the filters of the query string, one word each
    validation: Validation,
    *,
    profile: str | None = None,
    severity: Iterable[str] | None = None,
    rule: str | None = None,
    segment: int | None = None,
    choice: str | None = None,
    tool_index: int | None = None,
    caused_by: str | None = None,
    fingerprint: str | None = None,
    roots: bool | None = None,
    order: str = "severity",
    cursor: str | None = None,
    limit: int = 50,
) -> Page:
    """A page of stored findings that are not off under `profile`. `order`: "severity" (heaviest first, then file order) or "file".

    `roots`: True for those that count (each then comes with its `caused` ones), False for caused ones, None for both. `segment`: a number.
    Raises ValueError for a cursor that is none of ours, an unknown letter or order.
    """
    profile = profile or validation.profile
    wanted = _letters(severity)
    weighed = [
        one for one in weighed_counts(validation, profile)
        if one.letter in wanted and rule in (None, one.rule) and roots in (None, one.root)
    ]  # fmt: skip
    places = {"segment": segment, "choice": choice, "tool_index": tool_index, "caused_by": caused_by, "fingerprint": fingerprint}
    asked = {name: value for name, value in places.items() if value is not None}
    if not all(map(can_match, asked.values())):
        return Page([], None, 0)
    stored = validation.findings.filter(**asked)
    most = max(1, min(limit, MOST_A_PAGE))
    few = None if asked else at_hand.findings(validation)
    rows = _ordered(stored, weighed, order, cursor, most + 1) if few is None else _picked(few, weighed, order, cursor)[: most + 1]
    page = [_weighed(validation, row, profile) for row in rows[:most]]
    if roots:
        page = _with_caused(validation, page, profile)
    total = stored.filter(_any_of(weighed)).count() if asked else sum(one.count.number for one in weighed)
    return Page(page, _cursor(page[-1], order) if len(rows) > most else None, total)


def groups(validation: Validation, profile: str | None = None) -> list[Group]:
    """Rules that have roots under `profile`, heaviest letter first, then in catalogue order."""
    profile = profile or validation.profile
    stored = _stored_roots(validation, profile)
    weighed = sorted(weighed_counts(validation, profile), key=lambda one: one.rule)
    found = [_group(rule, list(members), stored[rule]) for rule, members in groupby(weighed, key=lambda one: one.rule)]
    return sorted(
        (group for group in found if group.number), key=lambda group: (-WEIGHT[group.letter], _ORDER.get(group.rule, len(_ORDER)))
    )


def heaviest_root(validation: Validation, profile: str) -> words.Finding | None:
    """The stored root that a reader should see first: by letter, then catalogue order, then file order."""
    roots = [one for one in weighed_counts(validation, profile) if one.root]
    few = at_hand.findings(validation) if roots else []
    if few is not None:
        return _heaviest(few, roots)
    ranked = sorted({(-WEIGHT[one.letter], _ORDER.get(one.rule, len(_ORDER)), one.letter, one.rule) for one in roots})
    for _, _, letter, rule in ranked:
        of_rule = [one for one in roots if one.rule == rule and one.letter == letter]
        first = validation.findings.filter(_any_of(of_rule)).order_by("number").first()
        if first is not None:
            return engine_finding(first)
    return None


def _heaviest(few: list[Finding], roots: list[Weighty]) -> words.Finding | None:
    letters = _letters_of(roots)
    ranked = [
        (-WEIGHT[letters[_key(row)]], _ORDER.get(row.rule, len(_ORDER)), row.rule, row.number, row) for row in few if _key(row) in letters
    ]
    return engine_finding(min(ranked)[-1]) if ranked else None


def engine_finding(row: Finding) -> words.Finding:
    """A stored finding as the engine's word."""
    places = tuple(msgspec.convert(row.places, list[words.Place]))
    return words.Finding(
        row.rule,
        row.variant,
        row.certainty,
        row.segment,
        row.dialect,
        places,
        row.params,
        row.count,
        row.fingerprint,
        row.caused_by,
        row.cause,
    )


def _group(rule: str, members: Sequence[Weighty], stored: int) -> Group:
    roots = [one for one in members if one.root]
    letter = max((one.letter for one in roots), key=WEIGHT.__getitem__, default=OFF)
    number = sum(one.count.number for one in roots)
    return Group(rule, letter, number, stored, sum(one.count.number for one in members) - number)


def _stored_roots(validation: Validation, profile: str) -> Counter[str]:
    stored: Counter[str] = Counter()
    for row in validation.findings.values("kind", "cause", "dialect").annotate(stored=Number("pk")).order_by():
        letter, root = weight(validation.letters, row["kind"], row["cause"], row["dialect"], profile)
        if root and letter != OFF:
            stored[row["kind"].partition(":")[0]] += row["stored"]
    return stored


def _letters(severity: Iterable[str] | None) -> set[str]:
    wanted = set(_HEAVIEST_FIRST) if severity is None else set(severity)
    unknown = wanted - set(_HEAVIEST_FIRST)
    if unknown:
        raise ValueError(f"severity can be {', '.join(_HEAVIEST_FIRST)}")
    return wanted


def _any_of(weighed: Iterable[Weighty]) -> Q:
    """The condition for findings of any of these counts. Kinds with the same cause and dialect stand in one list."""
    kinds: dict[tuple[str | None, str | None], set[str]] = {}
    for one in weighed:
        kinds.setdefault((one.count.cause, one.count.dialect), set()).add(one.count.kind)
    condition = Q(pk__in=[])
    for (cause, dialect), some in kinds.items():
        condition |= Q(cause=cause, dialect=dialect, kind__in=sorted(some))
    return condition


def _ordered(stored: QuerySet[Finding], weighed: list[Weighty], order: str, cursor: str | None, most: int) -> list[Finding]:
    if order == "file":
        after = _after(cursor, int)
        return list(stored.filter(_any_of(weighed), number__gt=-1 if after is None else after).order_by("number")[:most])
    if order != "severity":
        raise ValueError("order can be severity or file")
    letter, number = _after(cursor, _letter_and_number) or (_HEAVIEST_FIRST[0], -1)
    rows: list[Finding] = []
    for place in range(_HEAVIEST_FIRST.index(letter), len(_HEAVIEST_FIRST)):
        of_letter = [one for one in weighed if one.letter == _HEAVIEST_FIRST[place]]
        if of_letter and len(rows) < most:
            after_number = number if _HEAVIEST_FIRST[place] == letter else -1
            rows += stored.filter(_any_of(of_letter), number__gt=after_number).order_by("number")[: most - len(rows)]
    return rows


def _picked(few: list[Finding], weighed: list[Weighty], order: str, cursor: str | None) -> list[Finding]:
    """What `_ordered` asks the database for, picked from all findings there are."""
    letters = _letters_of(weighed)
    rows = [row for row in few if _key(row) in letters]
    if order == "file":
        after = _after(cursor, int)
        return [row for row in rows if after is None or row.number > after]
    if order != "severity":
        raise ValueError("order can be severity or file")
    letter, number = _after(cursor, _letter_and_number) or (_HEAVIEST_FIRST[0], -1)
    begin = (_HEAVIEST_FIRST.index(letter), number)
    placed = sorted((_HEAVIEST_FIRST.index(letters[_key(row)]), row.number, row) for row in rows)
    return [row for place, at, row in placed if (place, at) > begin]


def _letters_of(weighed: Iterable[Weighty]) -> dict[tuple[str, str | None, str | None], str]:
    return {(one.count.kind, one.count.cause, one.count.dialect): one.letter for one in weighed}


def _key(row: Finding) -> tuple[str, str | None, str | None]:
    return row.kind, row.cause, row.dialect


def _after(cursor: str | None, read: Callable[[str], Any]) -> Any:
    if cursor is None:
        return None
    try:
        return read(cursor[:40])
    except ValueError:
        raise ValueError("this cursor was not given by this service") from None


def _letter_and_number(cursor: str) -> tuple[str, int]:
    letter, _, number = cursor.partition(".")
    if letter not in _HEAVIEST_FIRST or not number.isdecimal() or len(number) > 10:
        raise ValueError(cursor)
    return letter, int(number)


def _cursor(last: Weighed, order: str) -> str:
    return str(last.number) if order == "file" else f"{last.letter}.{last.number}"


def _weighed(validation: Validation, row: Finding, profile: str) -> Weighed:
    return Weighed(row.number, engine_finding(row), *weight(validation.letters, row.kind, row.cause, row.dialect, profile))


def _with_caused(validation: Validation, page: list[Weighed], profile: str) -> list[Weighed]:
    fingerprints = [one.finding.fingerprint for one in page]
    beneath: dict[str, list[Weighed]] = {}
    for row in validation.findings.filter(caused_by__in=fingerprints).order_by("number")[: MOST_CAUSED * len(page)]:
        weighed = _weighed(validation, row, profile)
        family = beneath.setdefault(str(row.caused_by), [])
        if weighed.letter != OFF and not weighed.root and len(family) < MOST_CAUSED:
            family.append(weighed)
    return [replace(one, caused=beneath.get(one.finding.fingerprint, [])) for one in page]
