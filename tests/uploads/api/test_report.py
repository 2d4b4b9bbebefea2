"""GET /validations/{id}/report: the same report as everywhere."""

import io

import pytest

from tests.uploads.api import traces
from tests.uploads.api.caller import Caller, Kept
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
        ("text/html, */*", "application/json"),
        ("application/json", "application/json"),
    ],
)
def test_or_by_accept(owner: Caller, kept: Kept, accept: str, media_type: str) -> None:
    assert owner.get(f"{kept.path}/report", headers={"Accept": accept})["Content-Type"] == media_type


@pytest.mark.parametrize("asked", [{"format": "docx"}, {"format": ""}, {"headers": {"Accept": "image/png"}}])
def test_another_format_is_not_there_and_the_list_is_told(owner: Caller, kept: Kept, asked: dict[str, object]) -> None:
    response = owner.get(f"{kept.path}/report", **asked)
    assert (response.status_code, response.json()["code"]) == (406, "not-acceptable")
    assert "json" in response.json()["detail"]
    assert "md" in response.json()["detail"]


def test_it_is_a_download_that_runs_nothing(owner: Caller, kept: Kept) -> None:
    for name in ("json", "md"):
        response = owner.get(f"{kept.path}/report", format=name)
        assert response["Content-Disposition"] == f'attachment; filename="callcheck-{kept.id}.{name}"'
        assert response["Content-Security-Policy"] == "default-src 'none'; sandbox"
        assert response["X-Content-Type-Options"] == "nosniff"
        assert response["Trace-Verdict"] == "passes with warnings"


def test_markdown_links_to_the_page(owner: Caller, kept: Kept) -> None:
    text = owner.get(f"{kept.path}/report", format="md").content.decode()
    assert kept.answer["html_url"] in text
    assert "tool-calls-finish-stop" in text


def test_the_profile_decides(owner: Caller, kept: Kept) -> None:
    report = owner.get(f"{kept.path}/report", profile="permissive").json()
    assert (report["profile"], report["verdict"]) == ("permissive", kept.answer["verdicts"]["permissive"])


def test_a_stranger_sees_none(stranger: Caller, kept: Kept) -> None:
    assert stranger.get(f"{kept.path}/report").status_code == 404


def test_of_a_history_it_says_where_it_can_be_sent(owner: Caller) -> None:
    here = owner.get(f"{owner.keep(traces.UNKNOWN_ID).path}/report").json()
    assert here["portability"]["openai-strict"] == {"verdict": "fails", "rules": ["tool-result-unknown-id"]}
