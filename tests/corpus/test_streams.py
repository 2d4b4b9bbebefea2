"""Streams as servers were reported to send them: the right rules, the right calls, the right end, and nothing else."""

import io
from typing import Any

import pytest

from tests.validation.rules.checking import loud_roots
from validation.pipeline import validate
from validation.profiles import WEIGHT
from validation.report import Report

from .cases import data, rows

ROWS = [row for family in ("servers", "clients", "shapes") for row in rows(family) if row.get("kind") != "history"]
LETTERS = {"clean": 0, "info": WEIGHT["info"], "warning": WEIGHT["warning"], "error": WEIGHT["error"]}

STREAM_ROWS = [row for row in ROWS if row["family"] != "shapes"]


def named(cases: list[dict[str, Any]]) -> list[Any]:
    return [pytest.param(row, id=row["file"]) for row in cases]


checked = pytest.mark.parametrize("row", named(ROWS))


def report_of(row: dict[str, Any]) -> Report:
    return validate(io.BytesIO(data(row)), name=row["file"], purpose=row.get("purpose"), request=row.get("context"))


def roots_by_rule(report: Report) -> dict[str, str]:
    """Rule -> the heaviest letter that one of its roots has."""
    letters: dict[str, str] = {}
    for finding in report.roots():
        letter = report.weight(finding)[0]
        letters[finding.rule] = max(letter, letters.get(finding.rule, "off"), key=WEIGHT.__getitem__)
    return letters


@checked
def test_every_rule_that_is_expected_is_a_root(row: dict[str, Any]) -> None:
    assert set(row["rules"]) <= set(roots_by_rule(report_of(row)))


@checked
def test_nothing_else_is_a_warning_or_an_error(row: dict[str, Any]) -> None:
    assert loud_roots(report_of(row)) <= {*row["rules"], *row["follow_ups"], *row["may"]}


@checked
def test_the_heaviest_root_has_the_letter_expected(row: dict[str, Any]) -> None:
    letters = [WEIGHT[letter] for rule, letter in roots_by_rule(report_of(row)).items() if letter != "info" or rule in row["rules"]]
    assert max(letters, default=0) == LETTERS[row["expect"]]


@pytest.mark.parametrize("row", named([row for row in STREAM_ROWS if row.get("calls") is not None]))
def test_the_calls_are_joined_as_expected(row: dict[str, Any]) -> None:
    assert calls_of(report_of(row)) == [(call.get("choice", 0), call["id"], call["name"], call["arguments"]) for call in row["calls"]]


def calls_of(report: Report) -> list[tuple[Any, ...]]:
    return [
        (choice["index"], call["id"], call["name"], call["arguments"])
        for stream in report.documents("streams")
        for choice in stream["choices"]
        for call in choice["calls"]
    ]


@pytest.mark.parametrize("row", named([row for row in ROWS if row.get("calls_meant") and "tool-index-reused" in row["rules"]]))
def test_a_second_call_under_one_index_is_a_slot_of_its_own(row: dict[str, Any]) -> None:
    report = report_of(row)
    assert [call[1:] for call in calls_of(report)] == [(call["id"], call["name"], call["arguments"]) for call in row["calls_meant"]]


@pytest.mark.parametrize("row", named([row for row in STREAM_ROWS if "finish_reason" in row]))
def test_every_choice_ends_as_expected(row: dict[str, Any]) -> None:
    ends = {
        str(choice["index"]): [finish["value"] for finish in choice["finish_reasons"]]
        for stream in report_of(row).documents("streams")
        for choice in stream["choices"]
    }
    expected = row["finish_reason"]
    if isinstance(expected, dict):
        assert {index: (values or [None])[0] for index, values in ends.items()} == expected
    elif isinstance(expected, list):
        assert [value for value in ends.values() if value] == [expected]
    else:
        assert {value for values in ends.values() for value in values} == ({expected} if expected else set())
