"""Findings and reports in words. Texts are msgids of the rules; a `translate` function gives them in the reader's language.

Nothing here raises: a param that a text asks for and a stored finding lacks prints `?`, a rule that is gone prints its name.
"""

import re
from collections.abc import Callable
from typing import NamedTuple

from validation.facts.places import short
from validation.finding import Finding, Param
from validation.profiles import WEIGHT
from validation.report import Report
from validation.rules import RULES

Translate = Callable[[str], str]

_PLACES = re.compile(r"\{(\w+)\}")
_CATALOGUE = {name: place for place, name in enumerate(RULES)}

NOTHING_BROKEN = "No rule was broken in what was uploaded. That says nothing about other requests."
NOTHING_JUDGED = "There was nothing in the file that could be judged."


class Prose(NamedTuple):
    """The words of one finding, each text filled in; empty where the rule has nothing to say."""

    message: str
    expected: str
    actual: str
    why: str
    unless: str
    fix: str


def prose(finding: Finding, translate: Translate = str) -> Prose:
    """The words of `finding`, in the language of `translate`."""
    rule = RULES.get(finding.rule)
    if rule is None:
        return Prose(finding.rule, "", "", "", "", "")
    texts = rule.texts_of(finding.variant)
    parts = (texts.says, texts.expected, texts.actual, texts.why, texts.unless, texts.fix)
    return Prose(*(fill(translate(part), finding.params) if part else "" for part in parts))


def fill(text: str, params: dict[str, Param]) -> str:
    """`text` with its `{param}` places filled; what is not there prints `?`."""
    return _PLACES.sub(lambda match: _shown(params.get(match[1])), text)


def _shown(value: Param) -> str:
    return "?" if value is None else short(value, 2_000)


def heaviest(report: Report, profile: str | None = None) -> Finding | None:
    """The root that a reader should see first: by letter, then catalogue order, then file order."""
    return min(
        report.roots(profile),
        key=lambda finding: (-WEIGHT[report.weight(finding, profile)[0]], _CATALOGUE.get(finding.rule, len(_CATALOGUE))),
        default=None,
    )


def summary(report: Report, profile: str | None = None, translate: Translate = str) -> str:
    """One plain sentence: the first warning or error, or that no rule was broken."""
    counts = report.letter_counts(profile)
    first = heaviest(report, profile)
    if first is not None and (counts["error"] or counts["warning"] or not report.complete):
        return prose(first, translate).message
    return translate(NOTHING_BROKEN if report.complete else NOTHING_JUDGED)
