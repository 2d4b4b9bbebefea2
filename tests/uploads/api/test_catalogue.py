"""GET /rules, /rules/{name}, /profiles and /info."""

import pytest
from pytest_django import Settings

from tests.uploads.api.caller import Caller
from validation.profiles import PROFILES
from validation.rules import RULES


def test_every_rule_is_listed_in_catalogue_order(visitor: Caller) -> None:
    rules = visitor.get("/rules").json()["rules"]
    assert [rule["name"] for rule in rules] == list(RULES)
    assert all(set(row) == set(PROFILES) for rule in rules for row in rule["letters"].values())


@pytest.mark.parametrize("name", list(RULES))
def test_every_rule_can_be_read(visitor: Caller, name: str) -> None:
    rule = visitor.get(f"/rules/{name}").json()
    assert rule["code"] == RULES[name].code
    assert rule["bad"]
    assert rule["texts"][""]["says"]


def test_a_code_finds_its_rule(visitor: Caller) -> None:
    assert visitor.get("/rules/FIN402").json()["code"] == "FIN402"


@pytest.mark.parametrize("name", ["no-such-rule", "FIN999", "%00", "x" * 5000])
def test_an_unknown_rule_is_not_found(visitor: Caller, name: str) -> None:
    assert visitor.get(f"/rules/{name}").status_code == 404


def test_profiles(visitor: Caller) -> None:
    answer = visitor.get("/profiles").json()
    assert [profile["name"] for profile in answer["profiles"]] == list(PROFILES)
    assert "openrouter" in answer["dialects"]


def test_info_tells_the_limits_in_force(visitor: Caller, settings: Settings) -> None:
    settings.MAX_UPLOAD_BYTES = 12345
    answer = visitor.get("/info").json()
    assert answer["limits"]["upload_bytes"] == 12345
    assert answer["limits"]["requests"] == {"reads": None, "uploads": None}
    assert answer["report_formats"] == ["json", "md", "sarif", "junit", "gnu", "html"]
