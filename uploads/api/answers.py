"""The documents that describe a validation: named field by field, so that nothing is told by accident."""

from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from uploads import results
from uploads.models import Segment, Validation
from validation.rendering.json_report import finding_document
from validation.report import SCHEMA

FINDINGS_SHOWN = 50
SEGMENTS_SHOWN = 20
CONTENT_CHARACTERS = 1 << 20
"""The joined texts of a segment are left out of a validation's document when they are longer; the segment itself has them."""


def address(request: HttpRequest, name: str, *args: str | int) -> str:
    """The whole address of a named place."""
    return request.build_absolute_uri(reverse(name, args=args))


def head(request: HttpRequest, validation: Validation, profile: str | None = None) -> dict[str, Any]:
    """What every view of a validation begins with."""
    told = results.head(validation, profile)
    return {
        "id": told["id"],
        "status": told["status"],
        "verdict": told["verdict"],
        "verdicts": told["verdicts"],
        "counts": told["counts"] or None,
        "complete": told["complete"],
        "profile": told["profile"],
        "purpose": told["purpose"],
        "looks_like": told["looks_like"],
        "label": validation.upload.label,
        "input": told["input"],
        "progress": None if validation.is_finished else progress(told),
        "trouble": told["trouble"],
        "created": told["created"],
        "raw_expires": told["raw_expires"],
        "expires": told["expires"],
        "url": address(request, "api:validation", validation.public_id),
        "html_url": address(request, "web:result", validation.public_id),
    }


def progress(told: dict[str, Any]) -> dict[str, int]:
    """How far a run is."""
    done = told["progress"]
    return {"bytes": done["bytes"], "of_bytes": done["of"], "records": done["records"], "percent": done["percent"]}


def whole(request: HttpRequest, validation: Validation, profile: str | None = None) -> dict[str, Any]:
    """A validation: its head, and the first findings and segments once it is done."""
    place = [validation.public_id]
    return {
        **head(request, validation, profile),
        **judged(validation, profile),
        "findings_url": address(request, "api:findings", *place),
        "segments_url": address(request, "api:segments", *place),
        "report_url": address(request, "api:report", *place),
        **content(request, validation, profile),
    }


def judged(validation: Validation, profile: str | None = None) -> dict[str, Any]:
    """By what it was judged, and the one sentence; null until it is done. `schema` says that this is a report, shortened."""
    done = validation.state == Validation.State.DONE
    return {
        "schema": SCHEMA,
        "summary": results.summary(validation, profile) if done else None,
        "engine": validation.engine or None,
        "ruleset": validation.ruleset or None,
    }


def content(request: HttpRequest, validation: Validation, profile: str | None = None, *, texts: bool = True) -> dict[str, Any]:
    """The first findings and segments, with their texts where these are there, wanted and not too long; nothing until it is done."""
    shown = results.segments(validation, limit=SEGMENTS_SHOWN) if validation.state == Validation.State.DONE else []
    documents = [(segment, results.segment_document(validation, segment, content=texts and is_short(segment))) for segment in shown]
    page = results.findings(validation, profile=profile, limit=FINDINGS_SHOWN)
    return {
        "findings": findings(request, page),
        "findings_more": page.total - len(page.findings),
        "findings_omitted": validation.omitted,
        "streams": [document for segment, document in documents if segment.kind != "history"],
        "histories": [document for segment, document in documents if segment.kind == "history"],
        "segments_omitted": max(0, validation.segment_count - len(shown)),
        **portability(validation),
    }


def portability(validation: Validation) -> dict[str, Any]:
    """Where its history can be sent, as the report says it; nothing for a validation without one."""
    if not validation.history_count:
        return {}
    targets = results.portability(validation)
    return {"portability": {name: {"verdict": target.verdict, "rules": list(target.rules)} for name, target in targets.items()}}


def is_short(segment: Segment) -> bool:
    """Whether the texts of a segment belong into a document beside others."""
    choices = segment.facts.get("choices", [])
    characters = sum(choice["content_chars"] + sum(call["arguments_chars"] for call in choice["calls"]) for choice in choices)
    return bool(characters <= CONTENT_CHARACTERS)


def findings(request: HttpRequest, page: results.Page) -> list[dict[str, Any]]:
    """The findings of a page, in words."""
    return [
        finding_document(weighed.finding, weighed.letter, help_url=lambda rule: address(request, "web:rule", rule))
        for weighed in page.findings
    ]


def result_headers(told: dict[str, Any]) -> dict[str, str]:
    """`Trace-Verdict` and `Trace-Findings` of a finished validation; none while there is no verdict."""
    if told["verdict"] is None:
        return {}
    counts = told["counts"]
    return {
        "Trace-Verdict": told["verdict"],
        "Trace-Findings": "; ".join(f"{letter}={counts[letter]}" for letter in ("error", "warning", "info")),
    }
