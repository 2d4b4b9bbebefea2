"""What a run has just saved is told without reading it back, and is what everybody else reads."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.uploads.making import STOPPED, TRACES, keep, many_faults, many_streams, read_again
from uploads import results
from uploads.models import Validation
from uploads.results import at_hand
from validation.profiles import PROFILES

pytestmark = pytest.mark.django_db

MIXED = STOPPED + many_faults(12) + TRACES["no place for it"].replace(b"chatcmpl-1", b"chatcmpl-99")


def told(validation: Validation, **filters: Any) -> list[Any]:
    """All that a document of `validation` is made of."""
    profile = filters.get("profile")
    page = results.findings(validation, **filters)
    segments = results.segments(validation, limit=20)
    return [
        results.head(validation, profile), results.summary(validation, profile), page.findings, page.next, page.total,
        [results.segment_document(validation, segment) for segment in segments], [segment.facts for segment in segments],
    ]  # fmt: skip


@pytest.mark.parametrize("trace", [*TRACES.values(), MIXED], ids=[*TRACES, "mixed"])
@pytest.mark.parametrize("profile", PROFILES)
def test_what_is_at_hand_is_what_the_rows_hold(trace: bytes, profile: str) -> None:
    validation = keep(trace).validation
    assert told(validation, profile=profile) == told(read_again(validation), profile=profile)


@pytest.mark.parametrize("order", ["severity", "file"])
@pytest.mark.parametrize("filters", [{}, {"severity": ["error"]}, {"roots": True}, {"roots": False}, {"limit": 3}])
def test_pages_picked_from_few_are_those_of_the_database(filters: dict[str, Any], order: str, monkeypatch: pytest.MonkeyPatch) -> None:
    validation = read_again(keep(MIXED).validation)
    picked = pages(validation, order=order, **filters)
    monkeypatch.setattr(at_hand, "MOST", 0)
    assert pages(validation, order=order, **filters) == picked


def pages(validation: Validation, **filters: Any) -> list[results.Page]:
    """Every page, one after the other."""
    found = [results.findings(validation, **filters)]
    while found[-1].next is not None:
        found.append(results.findings(validation, cursor=found[-1].next, **filters))
    return found


def test_segments_picked_from_few_are_those_of_the_database() -> None:
    validation = keep(many_streams(5) + TRACES["history"]).validation
    for filters in ({}, {"after": 1}, {"limit": 2}, {"kind": "stream"}, {"kind": "none such"}):
        kept = [segment.number for segment in results.segments(validation, **filters)]
        assert kept == [segment.number for segment in results.segments(read_again(validation), **filters)]


def test_a_validation_that_was_just_made_is_told_without_a_query() -> None:
    validation = keep(MIXED).validation
    with CaptureQueriesContext(connection) as queries:
        told(validation)
    assert queries.captured_queries == []


def test_more_than_a_few_are_left_to_the_database() -> None:
    validation = keep(many_faults(at_hand.MOST // 2 + 30)).validation
    assert at_hand.saved(validation) is None
    assert results.findings(validation, limit=5).total > at_hand.MOST
