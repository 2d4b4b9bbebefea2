"""Room 5: findings -> a report. Causes, order, caps, counts and verdicts; nothing here looks at the trace again."""

from typing import Any

import msgspec

from validation.finding import Finding
from validation.profiles import DEFAULT, OFF, PROFILES
from validation.report.portability import Target, counts_of_histories, portability
from validation.report.segments import Evidence, Segment, document
from validation.report.weighing import Count, letter_counts, verdict, weight

SCHEMA = "callcheck.report/1"
SEGMENTS_SHOWN = 200


class Report(msgspec.Struct):
    """One validation's result. `findings`: the stored ones, in file order. `counts`: exact. `letters`: of the kinds that occurred.

    `input`: name, bytes, sha256, container, wrappers, lines, records, tiers, encoding. `shown`: the first 200 segments with their content.
    `segments`: how many streams, responses and histories there are, `chunks` those of all streams, `messages` those of all histories.
    `omitted`: rule -> findings counted but not stored. `complete`: everything was read and there was something to judge.
    """

    engine: str
    ruleset: str
    profile: str
    purpose: str | None
    looks_like: str | None
    complete: bool
    input: dict[str, Any]
    letters: dict[str, dict[str, str]]
    counts: list[Count]
    findings: list[Finding]
    omitted: dict[str, int]
    segments: int
    streams: int
    histories: int
    chunks: int
    messages: int
    shown: list[tuple[Segment, Evidence]]

    def weight(self, finding: Finding, profile: str | None = None) -> tuple[str, bool]:
        """The letter that `finding` weighs under `profile` (the report's own when None), and whether it is a root."""
        return weight(self.letters, finding.kind, finding.cause, finding.dialect, profile or self.profile)

    def verdict(self, profile: str | None = None) -> str:
        """The verdict under `profile` (the report's own when None)."""
        return verdict(self.letters, self.counts, profile or self.profile, complete=self.complete)

    def verdicts(self) -> dict[str, str]:
        """profile -> verdict, for every profile."""
        return {name: self.verdict(name) for name in PROFILES}

    @property
    def responses(self) -> int:
        """How many whole responses there are: segments that are neither streams nor histories."""
        return self.segments - self.streams - self.histories

    def portability(self) -> dict[str, Target]:
        """profile -> verdict and deciding rules, for every endpoint that a history can be sent to.

        Empty without a history of Chat Completions.
        """
        dialects = [segment.dialect for segment, _ in self.shown if segment.kind == "history"]
        if not self.histories or (dialects and all(dialects)):
            return {}  # a history has a dialect only where it is of another wire format
        return portability(self.letters, counts_of_histories(self.counts), complete=self.complete)

    def letter_counts(self, profile: str | None = None) -> dict[str, int]:
        """error, warning, info -> how many roots under `profile` (the report's own when None)."""
        return letter_counts(self.letters, self.counts, profile or self.profile)

    def roots(self, profile: str | None = None) -> list[Finding]:
        """The stored findings that are roots and not off under `profile`, in file order."""
        return [finding for finding in self.findings if self.weight(finding, profile)[1] and self.weight(finding, profile)[0] != OFF]

    def documents(self, kind: str) -> list[dict[str, Any]]:
        """The shown segments as the report has them: `kind` "streams" (responses too) or "histories"."""
        histories = kind == "histories"
        return [document(segment, evidence) for segment, evidence in self.shown if (segment.kind == "history") == histories]


__all__ = ["DEFAULT", "SCHEMA", "SEGMENTS_SHOWN", "Report"]
