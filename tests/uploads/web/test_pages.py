import re

import pytest
from django.urls import get_resolver

from tests.uploads.making import STOPPED
from tests.uploads.web.visitor import Visitor
from uploads.results.report_files import FORMATS
from validation.rules import RULES


def test_every_rule_has_its_page(visitor: Visitor) -> None:
    listed = visitor.get("rules")
    for name, rule in RULES.items():
        page = visitor.get(f"/rules/{name}/")
        assert f"/rules/{name}/" in listed
        assert rule.code in visitor.text
        assert page.count("Open in Callcheck") == len(rule.bad) + len(rule.good)


def test_a_code_leads_to_the_rule_too(visitor: Visitor) -> None:
    visitor.get("/rules/FIN407/")
    assert "tool-calls-finish-stop" in visitor.text
    visitor.get("/rules/nope/", 404)


@pytest.mark.parametrize("side", ["bad", "good"])
def test_an_example_of_a_rule_opens_with_its_request(visitor: Visitor, side: str) -> None:
    rule = RULES["tool-calls-finish-stop"]
    for place, _example in enumerate(getattr(rule, side)):
        visitor.post("upload", example=f"{rule.name}/{side}/{place}")
        page = visitor.result(visitor.arrived())
        assert (f"/rules/{rule.name}/" in page) == (side == "bad")


@pytest.mark.parametrize(
    "key", ["tool-calls-finish-stop/bad/99", "nope/bad/0", "tool-calls-finish-stop/other/0", "tool-calls-finish-stop/bad/x"]
)
def test_an_example_that_is_not_there_is_told(visitor: Visitor, key: str) -> None:
    visitor.post("upload", 422, example=key)


def test_no_page_has_script_or_style_inside(visitor: Visitor) -> None:
    validation = visitor.upload(STOPPED)
    addresses = ["upload", "mine", "rules", "privacy", "owner-key", "api-docs", "/rules/finish-missing/", "/nowhere/"]
    addresses += [f"/v/{validation.public_id}/{page}" for page in ("", "raw/", "share/", "again/", "delete/", "markdown/")]
    for address in addresses:
        page = visitor.get(address, 404 if address == "/nowhere/" else 200)
        assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:", page), address
        assert all("src=" in tag for tag in re.findall(r"<script[^>]*>", page)), address
        assert not re.search(r"(?:src|href)=\"(?:https?:)?//", page), address
        assert "script-src 'self'" in visitor.answer["Content-Security-Policy"]


def test_privacy_says_for_how_long(visitor: Visitor) -> None:
    visitor.get("privacy")
    assert "30 days" in visitor.text
    assert "365 days" in visitor.text


def test_the_report_is_offered_in_every_format(visitor: Visitor) -> None:
    validation = visitor.upload(STOPPED)
    page = visitor.result(validation)
    for kind in FORMATS:
        assert f'href="/v/{validation.public_id}/report.{kind}" download' in page
    assert visitor.get(f"/v/{validation.public_id}/report.gnu").startswith("trace.jsonl:")
    assert '"version": "2.1.0"' in visitor.get(f"/v/{validation.public_id}/report.sarif")
    assert "<testsuite " in visitor.get(f"/v/{validation.public_id}/report.junit")


def test_downloads_are_attachments_without_rights(visitor: Visitor) -> None:
    validation = visitor.upload(STOPPED, 'a b"c.jsonl')
    for kind, file in FORMATS.items():
        visitor.get(f"/v/{validation.public_id}/report.{kind}")
        assert re.fullmatch(rf'attachment; filename="[\w.-]+\.callcheck\.{file.ending}"', visitor.answer["Content-Disposition"])
        assert visitor.answer["Content-Type"] == f"{file.media_type}; charset=utf-8"
        assert visitor.answer["X-Content-Type-Options"] == "nosniff"
        assert "sandbox" in visitor.answer["Content-Security-Policy"]
    visitor.get(f"/v/{validation.public_id}/report.exe", 404)


def test_markdown_can_be_copied_without_script(visitor: Visitor) -> None:
    validation = visitor.upload(STOPPED)
    page = visitor.get(f"/v/{validation.public_id}/markdown/")
    assert "**Tool-call check: passes with warnings**" in page
    assert validation.public_id not in page.partition("<textarea")[2].partition("</textarea>")[0]


def test_the_addresses_that_open_without_a_key_are_these(db: None) -> None:
    names = {str(name) for name in get_resolver("uploads.web.urls").reverse_dict if isinstance(name, str)}
    private = {"result", "progress", "raw", "again", "delete", "markdown", "export", "share", "revoke"}
    by_secret = {"shared", "shared-raw", "shared-markdown", "shared-export"}
    public = {"upload", "mine", "owner-key", "owner-key-file", "rules", "rule", "api-docs", "privacy"}
    assert names == private | by_secret | public
