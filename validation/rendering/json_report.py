"""The report as JSON (schema `callcheck.report/1`): the same from the terminal, the API and a download."""

from collections.abc import Callable
from typing import Any

import msgspec

from validation.finding import Finding, Place
from validation.profiles import OFF
from validation.rendering.prose import Translate, prose, summary
from validation.report import SCHEMA, SEGMENTS_SHOWN, Report
from validation.rules import RULES


def report_document(report: Report, *, translate: Translate = str, help_url: Callable[[str], str] | None = None) -> dict[str, Any]:
    """The whole report. Findings that are off under its profile are left out; `help_url(rule name)` gives the address of a rule's page.

    `totals` counts all segments, `streams` and `histories` show the first 200. `portability` (endpoint -> verdict and deciding rules) is
    there when the report has a history.
    """
    findings = [
        finding_document(finding, letter, translate=translate, help_url=help_url)
        for finding in report.findings
        if (letter := report.weight(finding)[0]) != OFF
    ]
    document: dict[str, Any] = {
        "schema": SCHEMA,
        "engine": report.engine,
        "ruleset": report.ruleset,
        "profile": report.profile,
        "purpose": report.purpose,
        "looks_like": report.looks_like,
        "verdict": report.verdict(),
        "verdicts": report.verdicts(),
        "counts": report.letter_counts(),
        "complete": report.complete,
        "summary": summary(report, translate=translate),
        "input": report.input,
        "totals": {
            "streams": report.streams,
            "chunks": report.chunks,
            "responses": report.responses,
            "histories": report.histories,
            "messages": report.messages,
        },
        "streams": report.documents("streams"),
        "histories": report.documents("histories"),
        "findings": findings,
        "findings_omitted": report.omitted,
        "segments_omitted": max(0, report.segments - SEGMENTS_SHOWN),
    }
    if report.histories:
        document["portability"] = {
            profile: {"verdict": target.verdict, "rules": list(target.rules)} for profile, target in report.portability().items()
        }
    return document


def finding_document(
    finding: Finding, severity: str, *, translate: Translate = str, help_url: Callable[[str], str] | None = None
) -> dict[str, Any]:
    """One finding in words and data. Places: lines from 1; records, chunks and messages from 0; bytes half-open."""
    rule = RULES.get(finding.rule)
    words = prose(finding, translate)
    return {
        "rule": finding.rule,
        "code": rule.code if rule else None,
        "variant": finding.variant or None,
        "severity": severity,
        "certainty": finding.certainty,
        "message": words.message,
        "expected": words.expected or None,
        "actual": words.actual or None,
        "why": words.why or None,
        "unless": words.unless or None,
        "fix": words.fix or None,
        "params": finding.params,
        "segment": finding.segment,
        "places": [place_document(place) for place in finding.places],
        "count": finding.count,
        "caused_by": finding.caused_by,
        "fingerprint": finding.fingerprint,
        "help_url": help_url(finding.rule) if help_url else None,
    }


def place_document(place: Place) -> dict[str, Any]:
    """One place, without the fields that say nothing here."""
    document: dict[str, Any] = msgspec.to_builtins(place)
    if place.inner is not None:
        document["inner"] = place_document(place.inner)
    return {"line": place.line, "byte_start": place.byte_start, "byte_end": place.byte_end, "record": place.record, **document}
