"""Two questions that tests of rules ask: what did this rule find, and is the input clean."""

import io
from typing import Any

from validation.examples import Example
from validation.finding import Finding
from validation.pipeline import validate
from validation.report import Report

LOUD = ("error", "warning")


def report_of(example: Example, **options: Any) -> Report:
    """The report on one example, under `default` unless options say otherwise."""
    stated = {"name": example.name, "purpose": example.purpose, "request": example.request}
    return validate(io.BytesIO(example.data), **{**stated, **options})


def found_by(rule: str, example: Example, **options: Any) -> list[Finding]:
    """The findings of `rule`, roots or not, in file order."""
    return [finding for finding in report_of(example, **options).findings if finding.rule == rule]


def loud_roots(report: Report, profile: str = "default") -> set[str]:
    """The names of the rules that are roots at warning or error."""
    return {finding.rule for finding in report.findings if is_loud_root(report, finding, profile)}


def is_loud_root(report: Report, finding: Finding, profile: str = "default") -> bool:
    """True for a root at warning or error."""
    letter, root = report.weight(finding, profile)
    return root and letter in LOUD


def is_clean(example: Example, **options: Any) -> bool:
    """True when the input gives no warning and no error."""
    return not loud_roots(report_of(example, **options))
