"""GET /validations/{id}/records: the raw trace, line by line."""

import pytest
from django.utils import timezone

from tests.uploads.api import traces
from tests.uploads.api.caller import API, Caller, Kept
from uploads.models import Upload


def test_records_are_the_lines_as_sent(owner: Caller, kept: Kept) -> None:
    page = owner.get(f"{kept.path}/records").json()
    sent = traces.STOP_WITH_A_CALL.decode().splitlines()
    assert [record["text"] for record in page["records"]] == sent
    assert [record["record"] for record in page["records"]] == list(range(len(sent)))
    assert [record["line"] for record in page["records"]] == list(range(1, len(sent) + 1))
    assert page["total"] == len(sent)


def test_some_can_be_asked_for(owner: Caller, kept: Kept) -> None:
    page = owner.get(f"{kept.path}/records", from_=1, to=1).json()
    assert [record["record"] for record in page["records"]] == [1]
    assert page["next"] is None


def test_pages_go_on_to_the_end(owner: Caller) -> None:
    kept = owner.keep(traces.many_streams(150))
    numbers, path = [], f"{kept.path}/records"
    while path:
        page = owner.get(path).json()
        numbers += [record["record"] for record in page["records"]]
        path = page["next"] and page["next"].partition(API)[2]
    assert numbers == list(range(300))


def test_events_are_records_too(owner: Caller) -> None:
    kept = owner.keep(traces.CLEAN_EVENTS)
    texts = [record["text"] for record in owner.get(f"{kept.path}/records").json()["records"]]
    assert any("[DONE]" in text for text in texts)


def test_behind_the_end_there_is_nothing(owner: Caller, kept: Kept) -> None:
    assert owner.get(f"{kept.path}/records", from_=1000).json()["records"] == []


@pytest.mark.parametrize("query", [{"from_": 5, "to": 4}, {"from_": -1}, {"to": "x"}, {"from_": 2**40}])
def test_what_makes_no_range_is_refused(owner: Caller, kept: Kept, query: dict[str, int]) -> None:
    assert owner.get(f"{kept.path}/records", **query).status_code == 400


def test_the_owner_is_told_when_they_have_been_deleted(owner: Caller, stranger: Caller, kept: Kept) -> None:
    Upload.objects.update(raw_deleted=timezone.now())
    response = owner.get(f"{kept.path}/records")
    assert (response.status_code, response.json()["code"]) == (410, "raw-expired")
    assert stranger.get(f"{kept.path}/records").status_code == 404


def test_a_stranger_sees_none(stranger: Caller, kept: Kept) -> None:
    assert stranger.get(f"{kept.path}/records").status_code == 404
