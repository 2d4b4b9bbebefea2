"""GET /validations/{id}/segments and /segments/{number}."""

from tests.uploads.api import traces
from tests.uploads.api.caller import API, Caller, Kept


def test_streams_are_listed_and_read(owner: Caller, kept: Kept) -> None:
    (segment,) = owner.get(f"{kept.path}/segments").json()["segments"]
    whole = owner.get(segment["url"].partition(API)[2]).json()
    assert segment["kind"] == "stream"
    assert whole["history"] is None
    assert whole["stream"] == kept.answer["streams"][0]


def test_the_findings_of_a_segment_are_a_link_away(owner: Caller, kept: Kept) -> None:
    number = kept.answer["streams"][0]["number"]
    address = owner.get(f"{kept.path}/segments/{number}").json()["findings_url"]
    findings = owner.get(address.partition(API)[2]).json()["findings"]
    assert "tool-calls-finish-stop" in {finding["rule"] for finding in findings}
    assert {finding["segment"] for finding in findings} == {number}


def test_a_history_is_a_segment_too(owner: Caller) -> None:
    kept = owner.keep(traces.UNKNOWN_ID)
    (segment,) = owner.get(f"{kept.path}/segments").json()["segments"]
    whole = owner.get(f"{kept.path}/segments/{segment['number']}").json()
    assert whole["stream"] is None
    assert whole["history"]["messages"] == 3


def test_pages_hold_every_segment_once(owner: Caller) -> None:
    kept = owner.keep(traces.many_streams(23))
    numbers, path = [], f"{kept.path}/segments?limit=10"
    while path:
        page = owner.get(path).json()
        assert page["total"] == 23
        numbers += [segment["number"] for segment in page["segments"]]
        path = page["next"] and page["next"].partition(API)[2]
    assert numbers == sorted(set(numbers))
    assert len(numbers) == 23


def test_a_segment_that_is_not_there(owner: Caller, kept: Kept) -> None:
    for number in ("77", "9" * 12, "9" * 40):
        assert owner.get(f"{kept.path}/segments/{number}").status_code == 404


def test_a_stranger_sees_none(stranger: Caller, kept: Kept) -> None:
    assert stranger.get(f"{kept.path}/segments").status_code == 404
    assert stranger.get(f"{kept.path}/segments/1").status_code == 404
