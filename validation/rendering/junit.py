"""The report as JUnit XML: a test case a rule that was broken, one more for the verdict, so that any CI shows it."""

import xml.etree.ElementTree as ET
from typing import Any

from validation.rendering.text import visible, where
from validation.report.weighing import NOT_CHECKED


def junit(document: dict[str, Any], *, fail_on: str = "error") -> str:
    """`document` (the JSON report) as one test suite. Findings at or above `fail_on` ("error", "warning", "never") are failures, the
    others skipped cases with a reason; what could not be fully checked is an error."""
    name = visible(document["input"]["name"] or "input")
    failing = {"error": ("error",), "warning": ("error", "warning")}.get(fail_on, ())
    suite = ET.Element("testsuite", name=f"callcheck {name}")
    counts = {"failures": 0, "errors": 0, "skipped": 0, "tests": 1}
    _verdict(suite, document, name, counts)
    for finding in document["findings"]:
        if not finding["caused_by"]:
            _case(suite, finding, name, finding["severity"] in failing, counts)
    for key, number in counts.items():
        suite.set(key, str(number))
    ET.indent(suite)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(suite, encoding="unicode") + "\n"


def _verdict(suite: ET.Element, document: dict[str, Any], name: str, counts: dict[str, int]) -> None:
    case = ET.SubElement(suite, "testcase", classname=name, name="could be fully checked")
    if document["verdict"] == NOT_CHECKED:
        ET.SubElement(case, "error", message=visible(document["summary"]))
        counts["errors"] += 1


def _case(suite: ET.Element, finding: dict[str, Any], name: str, fails: bool, counts: dict[str, int]) -> None:
    case = ET.SubElement(suite, "testcase", classname=name, name=f"{finding['rule']} at {visible(where(finding))}")
    counts["tests"] += 1
    message = visible(finding["message"])
    if fails:
        told = ET.SubElement(case, "failure", message=message, type=finding["rule"])
        parts = (("expected", finding["expected"]), ("got", finding["actual"]), ("why", finding["why"]), ("fix", finding["fix"]))
        told.text = "\n".join(f"{label}: {visible(text)}" for label, text in parts if text)
        counts["failures"] += 1
    else:
        ET.SubElement(case, "skipped", message=f"{finding['severity']}: {message}")
        counts["skipped"] += 1
