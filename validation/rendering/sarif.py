"""The report as SARIF 2.1.0, for code scanning: a result a root finding, with fingerprints that survive re-recording."""

from typing import Any

from validation.rendering.text import visible
from validation.rules import RULES

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
LEVELS = {"error": "error", "warning": "warning", "info": "note"}
RESULTS = 5_000


def sarif(document: dict[str, Any]) -> dict[str, Any]:
    """`document` (the JSON report) as one SARIF log with one run; only roots are results."""
    roots = [finding for finding in document["findings"] if not finding["caused_by"]][:RESULTS]
    names = list(dict.fromkeys(finding["rule"] for finding in roots))
    place = {name: number for number, name in enumerate(names)}
    uri = document["input"]["name"] or "input"
    return {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": {"name": "Callcheck", "version": document["engine"], "rules": [_rule(name, roots) for name in names]}},
                "artifacts": [{"location": {"uri": _uri(uri)}, "length": document["input"]["bytes"], "hashes": _hashes(document)}],
                "results": [_result(finding, place[finding["rule"]], uri) for finding in roots],
                "properties": {"verdict": document["verdict"], "profile": document["profile"], "ruleset": document["ruleset"]},
            }
        ],
    }


def _rule(name: str, roots: list[dict[str, Any]]) -> dict[str, Any]:
    rule = RULES.get(name)
    described: dict[str, Any] = {"id": name, "name": rule.code if rule else name}
    if rule:
        described["shortDescription"] = {"text": rule.title}
        described["fullDescription"] = {"text": " ".join(rule.page.split()) or rule.title}
        described["help"] = {"text": rule.texts[""].fix or rule.title}
    url = next((finding["help_url"] for finding in roots if finding["rule"] == name and finding["help_url"]), None)
    return {**described, **({"helpUri": url} if url else {})}


def _result(finding: dict[str, Any], number: int, uri: str) -> dict[str, Any]:
    return {
        "ruleId": finding["rule"],
        "ruleIndex": number,
        "level": LEVELS[finding["severity"]],
        "message": {"text": visible(finding["message"])},
        "locations": [_location(place, uri) for place in finding["places"][:1]] or [{"physicalLocation": _file(uri)}],
        "relatedLocations": [{"id": number, **_location(place, uri)} for number, place in enumerate(finding["places"][1:11], 1)],
        "partialFingerprints": {"callcheck/v1": finding["fingerprint"]},
        "occurrenceCount": finding["count"],
    }


def _location(place: dict[str, Any], uri: str) -> dict[str, Any]:
    region = {"startLine": max(1, place["line"]), "byteOffset": place["byte_start"], "byteLength": place["byte_end"] - place["byte_start"]}
    names = [f"{word} {place[word]}" for word in ("chunk", "message", "choice", "tool_index") if place.get(word) is not None]
    logical = [{"fullyQualifiedName": visible(", ".join([*names, place.get("pointer") or "/"]))}]
    return {"physicalLocation": {**_file(uri), "region": region}, "logicalLocations": logical}


def _file(uri: str) -> dict[str, Any]:
    return {"artifactLocation": {"uri": _uri(uri)}}


def _uri(name: str) -> str:
    """A file name as a relative URI: everything but the safest characters is percent-encoded."""
    return "".join(
        c if c.isascii() and (c.isalnum() or c in "-._~") else "".join(f"%{b:02X}" for b in c.encode("utf-8", "replace")) for c in name
    )


def _hashes(document: dict[str, Any]) -> dict[str, str]:
    return {"sha-256": document["input"]["sha256"]} if document["input"]["sha256"] else {}
