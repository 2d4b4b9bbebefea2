"""docs/api.md tells of what is there, and of all of it."""

import re
from pathlib import Path

import pytest

from tests.uploads.api.conformance import operation_of
from uploads.api import findings, media, reports, validations
from uploads.api.problem_kinds import KINDS
from uploads.owners import SCOPES
from uploads.sharing import DAYS
from validation.pipeline import PURPOSES

DOCS = (Path(__file__).resolve().parents[3] / "docs" / "api.md").read_text(encoding="utf-8")


def test_every_address_in_it_exists() -> None:
    addresses = set(re.findall(r"/api/v1/[\w/{}-]+", DOCS)) - {"/api/v1/schema"}
    assert len(addresses) >= 10
    for address in addresses:
        path = re.sub(r"\{\w+\}", "x", address.rstrip("/"))
        assert any(operation_of(method, path) for method in ("GET", "POST", "DELETE")), address


def test_every_parameter_of_an_upload_and_of_findings_is_in_it() -> None:
    named = set(re.findall(r"`(\w+)`", DOCS))
    parameters = {parameter.name for parameter in (*validations.SENDING, *findings.FINDINGS)}
    assert parameters <= named
    assert {"format"} <= {parameter.name for parameter in reports.PARAMETERS}


@pytest.mark.parametrize("words", [("default", "openai-strict", "permissive"), media.REPORT_FORMATS, PURPOSES, SCOPES])
def test_every_word_that_can_be_said_is_in_it(words: tuple[str, ...]) -> None:
    assert all(f"`{word}`" in DOCS or f"={word}`" in DOCS for word in words)


def test_the_days_of_a_share_are_in_it() -> None:
    *first, last = map(str, DAYS)
    assert f"`days` is {', '.join(first)} or {last}" in DOCS


def test_every_problem_is_in_it_word_for_word() -> None:
    for kind in KINDS.values():
        assert f"### {kind.code}\n\n{kind.status}. **{kind.title}.** {kind.meaning} {kind.remedy}\n" in DOCS
