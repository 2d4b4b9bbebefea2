"""Histories as they were reported to fail: the right rule, at the right message, with the right ids, and nothing else."""

import io
from typing import Any

import pytest

from tests.validation.rules.checking import loud_roots
from validation.finding import Finding
from validation.pipeline import validate
from validation.profiles import OFF, PROFILES, WEIGHT
from validation.report import Report

from .cases import CASES, data, rows

PURPOSES = ("archive", "send", "train")
VERDICTS = {"error": "fails", "warning": "passes with warnings", "info": "passes", "clean": "passes"}
LETTERS = {"clean": WEIGHT["off"], "info": WEIGHT["info"], "warning": WEIGHT["warning"], "error": WEIGHT["error"]}
ROWS = rows("histories")
CLIENTS = [row for row in rows("clients") if row.get("kind") == "history"]


def checked(cases: list[dict[str, Any]]) -> Any:
    return pytest.mark.parametrize("row", [pytest.param(row, id=row["file"]) for row in cases])


def report_of(row: dict[str, Any], purpose: str | None) -> Report:
    return validate(io.BytesIO(data(row)), name=row["file"], purpose=purpose)


def named_ids(finding: Finding) -> list[str]:
    """The call ids that a finding is about: its list, or the id of its primary place."""
    if "ids" in finding.params:
        return str(finding.params["ids"]).split(", ")
    return [place.call_id for place in finding.places[:1] if place.call_id]


def heaviest(report: Report, profile: str) -> int:
    """The weight of the heaviest root in a history; what is said of the file itself is no part of the expectations."""
    weighed = [report.weight(finding, profile) for finding in report.findings if finding.segment is not None]
    return max((WEIGHT[letter] for letter, root in weighed if root), default=0)


@checked(ROWS)
def test_the_roots_of_every_profile_are_those_expected(row: dict[str, Any]) -> None:
    report = report_of(row, row["purpose"])
    for profile, names in row["rules_by_profile"].items():
        assert set(names) <= loud_roots(report, profile) <= {*names, *row["may"]}, profile


@checked(ROWS)
def test_the_verdict_of_every_profile_is_the_one_expected(row: dict[str, Any]) -> None:
    report = report_of(row, row["purpose"])
    expected = row["verdict_by_profile"]
    assert expected.keys() <= PROFILES.keys()
    assert {profile: report.verdict(profile) for profile in expected} == {profile: VERDICTS[word] for profile, word in expected.items()}
    assert {profile: heaviest(report, profile) for profile in expected} == {profile: LETTERS[word] for profile, word in expected.items()}


@checked(ROWS)
def test_every_rule_points_at_its_message_and_its_ids(row: dict[str, Any]) -> None:
    report = report_of(row, row["purpose"])
    assert {point["rule"] for point in row["rule_points"]} == set(row["rules"])
    for point in row["rule_points"]:
        assert [finding for finding in report.findings if _is_at(finding, point, report)], (
            point, [(finding.kind, finding.places, finding.params) for finding in report.findings],
        )  # fmt: skip


def _message(finding: Finding) -> int | None:
    """The message of the primary place; None for a finding about the file as a whole."""
    return finding.places[0].message if finding.places else None


def _is_at(finding: Finding, point: dict[str, Any], report: Report) -> bool:
    letter, root = report.weight(finding, "openai-strict")
    return (
        (finding.rule, _message(finding), letter, root) == (point["rule"], point["message"], point["severity"], True)
        and (not point["ids"] or named_ids(finding) == point["ids"])
        and ("related" not in point or [place.message for place in finding.places[1:]] == point["related"])
        and point.get("history", finding.segment) == finding.segment
    )


@checked(ROWS)
def test_what_is_caused_was_expected_as_a_follow_up(row: dict[str, Any]) -> None:
    report = report_of(row, row["purpose"])
    caused = {
        finding.rule for finding in report.findings if finding.cause is not None and report.weight(finding, "openai-strict")[0] != OFF
    }
    assert caused <= {*row["follow_ups"], *row["may"]}


@pytest.mark.parametrize(
    ("row", "purpose"),
    [pytest.param(row, purpose, id=f"{row['file']} as {purpose}") for row in ROWS for purpose in PURPOSES],
)
def test_the_purpose_decides_the_verdict(row: dict[str, Any], purpose: str) -> None:
    report = report_of(row, purpose)
    assert report.verdict("openai-strict") == VERDICTS[row["expect_by_purpose"][purpose]]
    assert heaviest(report, "openai-strict") == LETTERS[row["expect_by_purpose"][purpose]]


@checked([row for row in ROWS if "expect_purpose_inferred" in row])
def test_a_purpose_that_the_lines_alone_tell_weighs_less(row: dict[str, Any]) -> None:
    assert heaviest(report_of(row, None), "openai-strict") == LETTERS[row["expect_purpose_inferred"]]


@pytest.mark.parametrize("row", [pytest.param(row, id=row["file"]) for row in ROWS])
def test_the_purpose_is_taken_from_the_shape(row: dict[str, Any]) -> None:
    assert report_of(row, None).purpose == row.get("purpose_by_shape", row["purpose"])


@checked(CLIENTS)
def test_histories_that_clients_met_give_what_is_expected(row: dict[str, Any]) -> None:
    report = report_of(row, None)
    roots = {finding.rule for finding in report.roots("default")}
    assert set(row["rules"]) <= roots
    assert loud_roots(report, "default") <= {*row["rules"], *row["may"]}
    assert report.verdict("default") == VERDICTS[row["expect"]]


# The histories made from the nine chunks


def seed(name: str) -> Report:
    return validate(io.BytesIO((CASES / "seeds" / name).read_bytes()), name=name)


def points(report: Report) -> list[tuple[str, int | None, list[str]]]:
    return [(finding.rule, _message(finding), named_ids(finding)) for finding in report.roots("default")]


def test_both_results_make_a_clean_history() -> None:
    assert loud_roots(seed("history-clean.json"), "openai-strict") == set()


def test_without_its_calls_both_results_are_orphans() -> None:
    found = points(seed("history-no-tool-calls.json"))
    assert [name for name, _, _ in found if name.startswith("tool-")] == ["tool-result-orphan"] * 2


def test_an_unknown_id_names_the_call_it_leaves_open() -> None:
    report = seed("history-unknown-id.json")
    (found,) = [finding for finding in report.roots("default") if finding.rule == "tool-result-unknown-id"]
    assert found.params["id"] == "call_zzz"
    assert str(found.params["missing"]).startswith("call_")
    assert "tool-result-missing" not in {finding.rule for finding in report.findings}


def test_another_order_is_noted() -> None:
    report = seed("history-swapped-order.json")
    assert "tool-result-order" in {finding.rule for finding in report.roots("default")}
    assert report.verdict("default") == "passes"
