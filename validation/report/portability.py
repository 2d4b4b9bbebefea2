"""Where a history can be sent: for every endpoint the verdict, and the rules that decide it. From stored data alone."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from validation.finding import Finding
from validation.profiles import ERROR, OFF, PROFILES, WARNING
from validation.report.segments import Segment
from validation.report.weighing import FAILS, PASSES_WITH_WARNINGS, Count, Letters, verdict, weight

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


def counts_of_histories(findings: Iterable[Finding], segments: Iterable[Segment]) -> list[Count]:
    """The stored findings of histories and of the file, counted: for a report that has streams, too, whose profiles mean an emitter.

    A segment beyond those given is told by its places: only a history has messages.
    """
    kinds = {segment.number: segment.kind for segment in segments}
    ours = [finding for finding in findings if _is_of_history(finding, kinds)]
    return [Count(finding.kind, finding.cause, finding.dialect, 1) for finding in ours]


def _is_of_history(finding: Finding, kinds: Mapping[int, str]) -> bool:
    if finding.segment is None:
        return True
    kind = kinds.get(finding.segment)
    return kind == "history" if kind else finding.places[0].message is not None
