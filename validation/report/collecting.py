"""Findings as they come, segment by segment: causes, fingerprints, exact counts, and the stored few in file order.

Memory stays flat: what is kept is at most 200 findings of a kind; everything else is only counted.
"""

import hashlib
import re
from bisect import insort
from collections import Counter
from collections.abc import Sequence
from operator import itemgetter
from typing import NamedTuple

from validation.facts.places import Scope
from validation.finding import Finding, Found, Place, kind_of
from validation.profiles import Row
from validation.report.causes import AFTER, ANY, BEFORE, ROOTS, SAME_ID, SAME_RECORD, SAME_TURN, Link, explaining
from validation.report.weighing import Count, letters_of

PER_KIND = 200
PER_VALIDATION = 5_000
FINGERPRINT_VERSION = "1"

_NUMBERS = re.compile(r"/\d+(?=/|$)")


class Raised(NamedTuple):
    """A finding as its rule yielded it: `order` is the rule's place in the catalogue, `row` the letters of its kind."""

    rule: str
    order: int
    row: Row
    found: Found


Position = tuple[int, int, int]
"""Where a finding stands in the report: first byte, the rule's place in the catalogue, a serial number."""

Stored = list[tuple[Position, Finding]]


class Collector:
    """Takes the findings of one segment at a time and keeps what a report needs."""

    def __init__(self) -> None:
        self.letters: dict[str, dict[str, str]] = {}
        self._counts: Counter[tuple[str, str | None, str | None, str]] = Counter()
        self._stored: dict[str, Stored] = {}
        self._ordinals: Counter[str] = Counter()
        self._totals: Counter[str] = Counter()
        self._serial = 0

    def segment(self, number: int | None, kind: str, dialect: str | None, raised: Sequence[Raised]) -> None:
        """Take all findings of one segment (or of the file, `number` None): `kind` "stream", "response", "history" or "file"."""
        causes = _causes(raised)
        marks = [self._mark(one, kind) for one in raised]
        kinds = [kind_of(one.rule, one.found.variant) for one in raised]
        for one, mark, own, cause in zip(raised, marks, kinds, causes, strict=True):
            if own not in self.letters:
                self.letters[own] = letters_of(one.row)
            self._counts[own, None if cause is None else kinds[cause], dialect, kind] += 1
            self._totals[one.rule] += 1
            self._serial += 1
            key = (one.found.places[0].byte_start, one.order, self._serial)
            stored = self._stored.setdefault(own, [])
            if len(stored) < PER_KIND or key < stored[-1][0]:
                finding = _stamped(one, number, dialect, mark)
                if cause is not None:
                    finding.caused_by, finding.cause = fingerprint_of(marks[cause]), kinds[cause]
                _keep(stored, key, finding)

    def _mark(self, one: Raised, kind: str) -> str:
        """What the fingerprint is made of. The same after re-recording and on a masked copy: nothing of the content, no line, no record."""
        scope = one.found.scope
        pointer = _NUMBERS.sub("/#", one.found.places[0].way)
        parts = (FINGERPRINT_VERSION, one.rule, one.found.variant, kind, scope.choice, scope.slot, pointer, scope.turn, scope.call)
        base = "|".join(["" if part is None else str(part) for part in parts])
        ordinal = self._ordinals.get(base, 0)
        self._ordinals[base] = ordinal + 1
        return f"{base}|{ordinal}"

    def findings(self) -> list[Finding]:
        """The stored findings in file order."""
        every = sorted((item for stored in self._stored.values() for item in stored), key=lambda item: item[0])
        return [finding for _, finding in every[:PER_VALIDATION]]

    def omitted(self) -> dict[str, int]:
        """rule -> findings that were counted and not stored."""
        kept = Counter(finding.rule for finding in self.findings())
        return {rule: total - kept[rule] for rule, total in self._totals.items() if total > kept[rule]}

    def counts(self) -> list[Count]:
        """How many findings of each (kind, cause, dialect, kind of segment), exactly."""
        return [Count(kind, cause, dialect, number, segment) for (kind, cause, dialect, segment), number in self._counts.items()]


def fingerprint_of(mark: str) -> str:
    """16 hexadecimal digits that stand for a finding in every recording of the same fault."""
    return hashlib.sha256(mark.encode(errors="surrogatepass")).hexdigest()[:16]


def _stamped(one: Raised, number: int | None, dialect: str | None, mark: str) -> Finding:
    found = one.found
    places = tuple(place for place in found.places if place.line)  # of the whole file: nowhere in it
    return Finding(
        one.rule, found.variant, found.certainty, number, dialect, places, found.params, found.times, fingerprint_of(mark),
    )  # fmt: skip


def _keep(stored: Stored, key: Position, finding: Finding) -> None:
    """Keep the first 200 of a kind by their place in the file, whatever order the segments end in."""
    insort(stored, (key, finding), key=itemgetter(0))
    if len(stored) > PER_KIND:
        stored.pop()


Key = tuple[str | None, str | None, int | None]


class _Roots:
    """The findings of one segment by kind and scope, so that a search for a cause looks at those alone that can agree."""

    def __init__(self, raised: Sequence[Raised]) -> None:
        self.raised = raised
        self.places: dict[str, list[int]] = {}
        self._by_scope: dict[tuple[str, Key], list[int]] = {}
        self._by_turn: dict[tuple[str, int | None], list[int]] = {}
        for place, one in enumerate(raised):
            self._add(one.rule, place, one.found)
            if one.found.variant:
                self._add(kind_of(one.rule, one.found.variant), place, one.found)

    def _add(self, kind: str, place: int, found: Found) -> None:
        self.places.setdefault(kind, []).append(place)
        choice, slot, turn = _key(found.scope)
        for label in (slot,) if found.slots is None else found.slots:
            self._by_scope.setdefault((kind, (choice, label, turn)), []).append(place)
        self._by_turn.setdefault((kind, found.scope.turn), []).append(place)

    def cause_of(self, place: int) -> int | None:
        """The place of the finding that explains the one at `place`, or None."""
        found = self.raised[place].found
        for link in explaining(self.raised[place].rule, self.places):
            for candidate in self._candidates(link, found.scope):
                if candidate != place and _holds(link, self.raised[candidate].found, found):
                    return candidate
        return None

    def _candidates(self, link: Link, scope: Scope) -> Sequence[int]:
        """Findings of the link's root that may agree with `scope`, in their order. Where `scope` leaves something open, all of them."""
        choice, slot, turn = _key(scope)
        if link.scope in (ANY, AFTER, BEFORE) or (turn is None and None in (choice, slot)):
            return self.places[link.root]
        turns = {turn, None}
        if slot is None:
            found = [self._by_turn.get((link.root, one), ()) for one in turns]
        else:
            keys = [(one, label, number) for one in {choice, None} for label in {slot, None} for number in turns]
            found = [self._by_scope.get((link.root, key), ()) for key in keys]
        return sorted(place for places in found for place in places)


def _key(scope: Scope) -> Key:
    return scope.choice, scope.slot, scope.turn


def _causes(raised: Sequence[Raised]) -> list[int | None]:
    """For each finding of a segment the place of the root that explains it, or None. Chains end at their first root."""
    if len(raised) < 2 or ROOTS.isdisjoint([one.rule for one in raised]):
        return [None] * len(raised)
    roots = _Roots(raised)
    direct = [roots.cause_of(place) for place in range(len(raised))]
    return [_top(place, direct) for place in range(len(raised))]


def _top(place: int, direct: Sequence[int | None]) -> int | None:
    seen = {place}
    top = direct[place]
    while top is not None and direct[top] is not None and top not in seen:
        seen.add(top)
        top = direct[top]
    return top if top != place else None


def _holds(link: Link, root: Found, follow: Found) -> bool:
    if link.scope == ANY:
        return True
    if not (_agree(root.scope, follow.scope) and _of_its_calls(root.calls, follow.calls)):
        return False
    if link.scope in (SAME_ID, SAME_TURN) and root.scope.turn != follow.scope.turn:
        return False
    if link.scope == SAME_ID:
        return root.scope.call_id == follow.scope.call_id
    if link.scope == SAME_RECORD:
        return any(_in_one_record(one, other) for one in root.places for other in follow.places)
    if link.scope == BEFORE:
        return follow.places[0].byte_start <= root.places[-1].byte_start
    return link.scope != AFTER or follow.places[0].byte_start >= root.places[0].byte_start


def _in_one_record(one: Place, other: Place) -> bool:
    if one.inner is not None and other.inner is not None and not _in_one_record(one.inner, other.inner):
        return False
    return one.record == other.record


def _agree(one: Scope, other: Scope) -> bool:
    return all(mine is None or theirs is None or mine == theirs for mine, theirs in ((one.choice, other.choice), (one.turn, other.turn)))


def _of_its_calls(root: frozenset[str] | None, follow: frozenset[str] | None) -> bool:
    """True unless the follow-up is about a call, too, that the root is not about."""
    return root is None or follow is None or follow <= root
