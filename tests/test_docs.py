"""The pages under docs/ that are made of something are made of what is there now."""

from pathlib import Path

import pytest
from django.core.management import call_command
from pytest_django import Settings

from validation.rendering.rules_page import FAMILY_TITLES, rules_page
from validation.rule import FAMILIES
from validation.rules import RULES

pytestmark = pytest.mark.once
PAGE = Path(__file__).resolve().parent.parent / "docs" / "rules.md"


def test_the_page_of_rules_is_made_of_the_rules_as_they_are() -> None:
    assert PAGE.read_text(encoding="utf-8") == rules_page(), "docs/rules.md is stale: make rules"


def test_the_command_writes_it(tmp_path: Path, settings: Settings) -> None:
    settings.BASE_DIR = tmp_path
    (tmp_path / "docs").mkdir()
    call_command("write_rules_page")
    assert (tmp_path / "docs" / "rules.md").read_text(encoding="utf-8") == rules_page()


def test_every_rule_has_its_heading_and_stands_in_the_index() -> None:
    page = rules_page()
    for name, rule in RULES.items():
        assert f"\n### {name}\n\n{rule.code} · " in page
        assert f"| [{rule.code}](#{name}) | `{name}` | " in page


def test_every_family_has_a_title() -> None:
    assert set(FAMILY_TITLES) == set(FAMILIES.values())


def test_nothing_of_an_example_ends_its_block() -> None:
    fence = ""
    for line in rules_page().splitlines():
        if fence:
            fence = "" if line == fence else fence
        elif line.startswith("```"):
            fence = line.removesuffix("text")
        else:
            assert not line.startswith("{"), "a wire line outside its block"
    assert fence == ""
