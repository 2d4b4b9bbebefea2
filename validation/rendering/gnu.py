"""The report as GNU error lines, `file:line: severity: message [rule]`: editors and problem matchers read them as they are."""

from typing import Any

from validation.rendering.text import visible


def gnu(document: dict[str, Any]) -> str:
    """`document` (the JSON report) as one line a root finding; notes too. An empty text when nothing was found."""
    name = visible(document["input"]["name"] or "input").replace(":", "_")
    lines = [
        f"{name}:{_line(finding)}: {_SEVERITY[finding['severity']]}: {visible(finding['message'])} [{finding['rule']}]\n"
        for finding in document["findings"]
        if not finding["caused_by"]
    ]
    return "".join(lines)


_SEVERITY = {"error": "error", "warning": "warning", "info": "note"}


def _line(finding: dict[str, Any]) -> int:
    return max(1, finding["places"][0]["line"]) if finding["places"] else 1
