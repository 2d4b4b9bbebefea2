"""Findings under every profile: pages, filters, groups, what caused what."""

from typing import Any

import pytest

from tests.uploads.making import STOPPED, TRACES, checked, from_the_terminal, many_faults
from uploads import results
from validation.profiles import PROFILES

pytestmark = pytest.mark.django_db


class TestFindings:
    def test_pages_follow_each_other_without_gap_or_repetition(self) -> None:
        validation = checked(many_faults(30))
        every = results.findings(validation, limit=1000)
        for order in ("severity", "file"):
            numbers, cursor = [], None
            while True:
                page = results.findings(validation, order=order, cursor=cursor, limit=7)
                numbers += [one.number for one in page.findings]
                cursor = page.next
                if cursor is None:
                    break
            assert sorted(numbers) == sorted(one.number for one in every.findings)
            assert len(numbers) == len(set(numbers)) == every.total

    def test_the_heaviest_come_first(self) -> None:
        validation = checked(STOPPED + TRACES["no place for it"].replace(b"chatcmpl-1", b"chatcmpl-9"))
        weights = [one.letter for one in results.findings(validation).findings]
        assert len(set(weights)) > 1
        assert weights == sorted(weights, key=["error", "warning", "info"].index)

    def test_the_profile_decides_what_a_finding_weighs(self) -> None:
        validation = checked(STOPPED)
        letters = {profile: [one.letter for one in results.findings(validation, profile=profile).findings] for profile in PROFILES}
        fresh = from_the_terminal(STOPPED)
        for profile in PROFILES:
            weighed = [fresh.weight(finding, profile)[0] for finding in fresh.findings]
            assert sorted(letters[profile]) == sorted(letter for letter in weighed if letter != "off")
        assert len({tuple(letter) for letter in letters.values()}) > 1

    def test_filters_leave_what_matches(self) -> None:
        validation = checked(many_faults(5))
        rule = results.groups(validation)[0].rule
        assert {one.finding.rule for one in results.findings(validation, rule=rule).findings} == {rule}
        third = results.findings(validation, segment=3).findings
        assert third
        assert {one.finding.segment for one in third} == {3}
        assert {one.letter for one in results.findings(validation, severity=["error"]).findings} == {"error"}
        assert results.findings(validation, rule="nothing").total == 0

    def test_what_one_fault_causes_is_shown_beneath_it(self) -> None:
        validation = next(
            validation for validation in map(checked, TRACES.values()) if validation.findings.exclude(caused_by=None).exists()
        )
        roots = results.findings(validation, roots=True)
        caused = results.findings(validation, roots=False)
        assert caused.findings
        assert {one.number for root in roots.findings for one in root.caused} == {one.number for one in caused.findings}
        assert results.findings(validation, roots=None).total == roots.total + caused.total

    def test_counts_stay_exact_where_findings_are_capped(self) -> None:
        validation = checked(many_faults(230))
        group = results.groups(validation)[0]
        assert (group.number, group.stored) == (230, 200)
        assert results.findings(validation, rule=group.rule).total == 230
        assert validation.omitted[group.rule] == 30

    @pytest.mark.parametrize("cursor", ["x", "error", "error.-1", "nope.3", "error." + "9" * 30, "\x00"])
    def test_a_cursor_that_is_none_of_ours_is_a_value_error(self, cursor: str) -> None:
        with pytest.raises(ValueError, match="cursor"):
            results.findings(checked(), cursor=cursor)

    @pytest.mark.parametrize(
        "filters", [{"segment": 2**80}, {"tool_index": -(2**80)}, {"choice": "\x00"}, {"fingerprint": "\ud800"}, {"rule": "\x00"}]
    )
    def test_a_filter_that_nothing_can_match_matches_nothing(self, filters: dict[str, Any]) -> None:
        assert results.findings(checked(STOPPED), **filters).findings == []

    def test_an_unknown_letter_is_a_value_error(self) -> None:
        with pytest.raises(ValueError, match="severity"):
            results.findings(checked(), severity=["fatal"])
