"""The report as one HTML file that needs nothing beside it: no script, its styles inside. Like every export it is in English."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from uploads.visible import inline, shown
from validation.rendering.text import by_verdict, counted, where
from validation.report.weighing import FAILS, NOT_CHECKED, PASSES, PASSES_WITH_WARNINGS

TONES = {PASSES: "pass", PASSES_WITH_WARNINGS: "warning", FAILS: "error", NOT_CHECKED: "unknown"}
LETTERS = {"error": "Error", "warning": "Warning", "info": "Note"}
_STYLES = Path(__file__).parents[1] / "static" / "callcheck"
_SHEETS = ("tokens", "base", "result", "calls")


def html(document: dict[str, Any], address: str | None = None) -> str:
    """`document` (the JSON report) as a page. `address`: that of the page it was taken from, for whoever may follow it."""
    pages = {finding["rule"]: finding["help_url"] for finding in document["findings"]}
    context = {
        "name": shown(document["input"]["name"] or "trace"),
        "verdict": document["verdict"],
        "tone": TONES.get(document["verdict"], "unknown"),
        "counted": shown(counted(document)),
        "summary": inline(document["summary"]),
        "complete": document["complete"],
        "ruleset": document["ruleset"],
        "profiles": list(_verdicts({name: {"verdict": word, "rules": ()} for name, word in document["verdicts"].items()}, pages)),
        "portability": list(_verdicts(document.get("portability") or {}, pages)),
        "findings": _findings(document["findings"]),
        "omitted": document["findings_omitted"],
        "segments": [*map(_stream, document["streams"]), *map(_history, document["histories"])],
        "segments_omitted": document["segments_omitted"],
        "address": address,
        "styles": _styles(),
    }
    return render_to_string("report.html", context)


@cache
def _styles() -> SafeString:
    # The site's own sheets, which hold nothing of a trace.
    return mark_safe("".join((_STYLES / f"{name}.css").read_text(encoding="utf-8") for name in _SHEETS))  # noqa: S308


def _verdicts(targets: dict[str, dict[str, Any]], pages: dict[str, str | None]) -> Iterator[dict[str, Any]]:
    for verdict, rules, names in by_verdict(targets):
        deciding = [{"name": rule, "page": pages.get(rule)} for rule in rules]
        yield {"verdict": verdict, "tone": TONES.get(verdict, "unknown"), "names": names, "rules": deciding}


def _findings(findings: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The roots, the heaviest first, each with those that it explains."""
    beneath: dict[str, list[dict[str, Any]]] = {}
    for finding in findings:
        if finding["caused_by"]:
            beneath.setdefault(finding["caused_by"], []).append(_finding(finding))
    roots = sorted((one for one in findings if not one["caused_by"]), key=lambda one: list(LETTERS).index(one["severity"]))
    return [{**_finding(root), "caused": beneath.get(root["fingerprint"], [])} for root in roots]


def _finding(finding: dict[str, Any]) -> dict[str, Any]:
    texts = {name: inline(finding[name] or "") for name in ("message", "expected", "actual", "why", "unless", "fix")}
    plain = {name: finding[name] for name in ("rule", "code", "severity", "count", "fingerprint", "help_url")}
    return {**plain, **texts, "letter": LETTERS[finding["severity"]], "where": shown(where(finding))}


def _stream(stream: dict[str, Any]) -> dict[str, Any]:
    calls = [
        _call(call, f"choice {choice['index']}, call {call['slot']}", call["arguments"])
        for choice in stream["choices"]
        for call in choice["calls"]
    ]
    return {"title": f"{stream['kind'].capitalize()} {stream['number']}", "calls": calls}


def _call(call: dict[str, Any], place: str, arguments: str | None = None) -> dict[str, Any]:
    return {
        "name": shown(call["name"] or "(no name)"),
        "id": shown(call["id"] or "(no id)"),
        "place": place,
        "json": call["json"],
        "arguments": None if arguments is None else shown(arguments),
    }


def _history(history: dict[str, Any]) -> dict[str, Any]:
    calls = [{**_call(call, f"message {call['message']}"), "results": call["results"]} for call in history["calls"]]
    return {"title": f"History {history['number']}", "calls": calls, "is_history": True}
