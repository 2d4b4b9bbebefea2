"""GET /validations/{id}/report: the same report as everywhere."""

import io
import json
import xml.etree.ElementTree as ET

import pytest

from tests.uploads.api import traces
from tests.uploads.api.caller import Caller, Kept
from uploads.api import media
from validation.examples import assistant, history, result, user
from validation.pipeline import validate
from validation.rendering.json_report import report_document


def test_it_is_the_terminals_report(owner: Caller, kept: Kept) -> None:
    here = owner.get(f"{kept.path}/report").json()
    there = report_document(validate(io.BytesIO(traces.STOP_WITH_A_CALL), name="", sha256=here["input"]["sha256"]))
    for finding in here["findings"]:
        assert finding.pop("help_url").endswith(f"/rules/{finding['rule']}/")
    for finding in there["findings"]:
        finding.pop("help_url")
    assert here == there


@pytest.mark.parametrize(
    ("asked", "media_type"),
    [
        ({"format": "json"}, "application/json"),
        ({"format": "md"}, "text/markdown; charset=utf-8"),
        ({"format": "sarif"}, "application/sarif+json"),
        ({"format": "junit"}, "application/junit+xml; charset=utf-8"),
        ({"format": "gnu"}, "text/plain; charset=utf-8"),
        ({"format": "html"}, "text/html; charset=utf-8"),
        ({}, "application/json"),
    ],
)
def test_the_format_is_asked_for_by_name(owner: Caller, kept: Kept, asked: dict[str, str], media_type: str) -> None:
    assert owner.get(f"{kept.path}/report", **asked)["Content-Type"] == media_type


@pytest.mark.parametrize(
    ("accept", "media_type"),
    [
        ("text/markdown", "text/markdown; charset=utf-8"),
        ("text/markdown, */*;q=0.1", "text/markdown; charset=utf-8"),
        ("text/html, */*", "text/html; charset=utf-8"),
        ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "text/html; charset=utf-8"),
        ("application/json, text/plain, */*", "application/json"),
        ("*/*", "application/json"),
        ("application/sarif+json", "application/sarif+json"),
        ("application/junit+xml", "application/junit+xml; charset=utf-8"),
        ("text/plain", "text/plain; charset=utf-8"),
        ("application/json", "application/json"),
    ],
)
def test_or_by_accept(owner: Caller, kept: Kept, accept: str, media_type: str) -> None:
    assert owner.get(f"{kept.path}/report", headers={"Accept": accept})["Content-Type"] == media_type


@pytest.mark.parametrize("asked", [{"format": "docx"}, {"format": ""}, {"headers": {"Accept": "image/png"}}])
def test_another_format_is_not_there_and_the_list_is_told(owner: Caller, kept: Kept, asked: dict[str, object]) -> None:
    response = owner.get(f"{kept.path}/report", **asked)
    assert (response.status_code, response.json()["code"]) == (406, "not-acceptable")
    for name, media_type in media.REPORT_FORMATS.items():
        assert f"{name} ({media_type})" in response.json()["detail"]


def test_it_is_a_download_that_runs_nothing(owner: Caller, kept: Kept) -> None:
    for name in media.REPORT_FORMATS:
        response = owner.get(f"{kept.path}/report", format=name)
        ending = {"junit": "junit.xml", "gnu": "txt"}.get(name, name)
        assert response["Content-Disposition"] == f'attachment; filename="callcheck-{kept.id}.{ending}"'
        assert response["Content-Security-Policy"] == "default-src 'none'; sandbox"
        assert response["X-Content-Type-Options"] == "nosniff"
        assert response["Trace-Verdict"] == "passes with warnings"


def test_markdown_links_to_the_page(owner: Caller, kept: Kept) -> None:
    text = owner.get(f"{kept.path}/report", format="md").content.decode()
    assert kept.answer["html_url"] in text
    assert "tool-calls-finish-stop" in text


def test_sarif_has_a_result_with_the_page_of_its_rule(owner: Caller, kept: Kept) -> None:
    (run,) = owner.get(f"{kept.path}/report", format="sarif").json()["runs"]
    assert "tool-calls-finish-stop" in [result["ruleId"] for result in run["results"]]
    assert all(rule["helpUri"].endswith(f"/rules/{rule['id']}/") for rule in run["tool"]["driver"]["rules"])


@pytest.mark.parametrize(("fail_on", "failures"), [("error", 0), ("warning", 1), ("never", 0)])
def test_junit_fails_on_what_is_asked_for(owner: Caller, kept: Kept, fail_on: str, failures: int) -> None:
    suite = ET.fromstring(owner.get(f"{kept.path}/report", format="junit", fail_on=fail_on).content)
    assert len(suite.findall("testcase/failure")) == int(suite.attrib["failures"]) == failures


def test_gnu_lines_lead_to_the_line(owner: Caller, kept: Kept) -> None:
    lines = owner.get(f"{kept.path}/report", format="gnu").content.decode().splitlines()
    (warning,) = [line for line in lines if ": warning: " in line]
    assert warning.split(":")[1].isdecimal()
    assert warning.endswith("[tool-calls-finish-stop]")


@pytest.mark.parametrize("name", media.REPORT_FORMATS)
def test_a_hostile_trace_breaks_no_format(owner: Caller, name: str) -> None:
    hostile = history(user(), assistant("call_a"), result('<b>]]>&"|`\u202e\x1b[31m')).data.replace(b"<b>", b"<b>\\ud800\\u0000")
    kept = owner.keep(hostile, filename="a<b>]]>&:1.jsonl")
    content = owner.get(f"{kept.path}/report", format=name).content
    text = content.decode()
    if name in ("json", "sarif"):
        json.loads(text)
    else:
        assert all(sign.isprintable() for sign in text.replace("\n", ""))
    if name == "junit":
        ET.fromstring(content)


def test_the_profile_decides(owner: Caller, kept: Kept) -> None:
    report = owner.get(f"{kept.path}/report", profile="permissive").json()
    assert (report["profile"], report["verdict"]) == ("permissive", kept.answer["verdicts"]["permissive"])


def test_a_stranger_sees_none(stranger: Caller, kept: Kept) -> None:
    assert stranger.get(f"{kept.path}/report").status_code == 404


def test_of_a_history_it_says_where_it_can_be_sent(owner: Caller) -> None:
    here = owner.get(f"{owner.keep(traces.UNKNOWN_ID).path}/report").json()
    assert here["portability"]["openai-strict"] == {"verdict": "fails", "rules": ["tool-result-unknown-id"]}
