"""Where a history can be sent: for every endpoint the verdict, and the rules that decide it. From stored data alone."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from validation.profiles import ERROR, OFF, PROFILES, WARNING
from validation.report.weighing import FAILS, NOT_CHECKED, PASSES, PASSES_WITH_WARNINGS, Count, Letters, verdict, weight

_OURS = frozenset({"history", "file"})
_BEST_FIRST = (PASSES, PASSES_WITH_WARNINGS, NOT_CHECKED, FAILS)
_DECISIVE = {FAILS: ERROR, PASSES_WITH_WARNINGS: WARNING}


class Target(NamedTuple):
    """One endpoint: its verdict, and the names of the rules with findings of the letter that gives this verdict, by name."""

    verdict: str
    rules: tuple[str, ...]


def portability(letters: Letters, counts: Iterable[Count], *, complete: bool) -> dict[str, Target]:
    """profile -> target, for every profile that is an endpoint. `counts` are those of histories (and of the file)."""
    every = list(counts)
    return {name: _target(letters, every, name, complete=complete) for name, profile in PROFILES.items() if profile.endpoint}


def _target(letters: Letters, counts: list[Count], profile: str, *, complete: bool) -> Target:
    word = verdict(letters, counts, profile, complete=complete)
    decisive = _DECISIVE.get(word, OFF)
    weighed = ((count.kind, weight(letters, count.kind, count.cause, count.dialect, profile)) for count in counts)
    deciding = {kind.partition(":")[0] for kind, (letter, root) in weighed if root and letter == decisive != OFF}
    return Target(word, tuple(sorted(deciding)))


def alike(targets: Mapping[str, Target]) -> list[tuple[Target, list[str]]]:
    """Each verdict with the rules that decide it, and the targets that share both; those that take the history first."""
    groups: dict[Target, list[str]] = {}
    for name, target in targets.items():
        groups.setdefault(target, []).append(name)
    return sorted(groups.items(), key=lambda group: _BEST_FIRST.index(group[0].verdict))


def counts_of_histories(counts: Iterable[Count]) -> list[Count]:
    """Those of `counts` that tell of a history, or of the file: beside histories it may hold streams, whose profiles mean an emitter."""
    return [count for count in counts if count.segment in _OURS]
