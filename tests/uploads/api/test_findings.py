"""GET /validations/{id}/findings."""

import pytest
from pytest_django import Settings

from tests.uploads.api import traces
from tests.uploads.api.caller import API, Caller, Kept


def test_findings_and_their_exact_numbers(owner: Caller, kept: Kept) -> None:
    page = owner.get(f"{kept.path}/findings").json()
    assert page["findings"][0]["rule"] == "tool-calls-finish-stop"
    assert page["rules"][0] == {"rule": "tool-calls-finish-stop", "severity": "warning", "number": 1, "caused": 0, "stored": 1}
    assert (page["total"], page["next"]) == (len(page["findings"]), None)
    assert {finding["severity"] for finding in page["findings"][1:]} == {"info"}


def test_pages_hold_every_finding_once(owner: Caller) -> None:
    kept = owner.keep(traces.many_broken_calls(7))
    whole = owner.get(f"{kept.path}/findings", limit=500).json()["findings"]
    assert len(whole) >= 7
    for order in ("severity", "file"):
        seen, path = [], f"{kept.path}/findings?limit=3&order={order}"
        while path:
            page = owner.get(path).json()
            seen += page["findings"]
            path = page["next"] and page["next"].partition(API)[2]
        key = str
        assert sorted(map(key, seen)) == sorted(map(key, whole))


def test_a_capped_rule_tells_how_many_there_are(owner: Caller) -> None:
    kept = owner.keep(traces.many_broken_calls(230), wait=30)
    page = owner.get(f"{kept.path}/findings", rule="arguments-invalid-json", limit=500).json()
    (group,) = [group for group in page["rules"] if group["rule"] == "arguments-invalid-json"]
    assert (group["number"], group["stored"]) == (230, 200)
    assert (page["total"], len(page["findings"])) == (230, 200)
    assert kept.answer["findings_omitted"] == {"arguments-invalid-json": 30}


@pytest.mark.parametrize(
    ("query", "there"),
    [
        ({"severity": "warning"}, True),
        ({"severity": "error"}, False),
        ({"severity": "error,warning"}, True),
        ({"rule": "tool-calls-finish-stop"}, True),
        ({"rule": "input-empty"}, False),
        ({"segment": "0"}, True),
        ({"segment": "1"}, False),
        ({"choice": "0"}, True),
        ({"choice": "1"}, False),
        ({"index": "5"}, False),
        ({"caused": "0"}, True),
        ({"profile": "permissive", "severity": "warning"}, False),
    ],
)
def test_filters(owner: Caller, kept: Kept, query: dict[str, str], there: bool) -> None:
    rules = [finding["rule"] for finding in owner.get(f"{kept.path}/findings", **query).json()["findings"]]
    assert ("tool-calls-finish-stop" in rules) is there


def test_a_filter_leaves_out_all_others(owner: Caller, kept: Kept) -> None:
    for query in ({"rule": "tool-calls-finish-stop"}, {"severity": "warning"}):
        page = owner.get(f"{kept.path}/findings", **query).json()
        assert ([finding["rule"] for finding in page["findings"]], page["total"]) == (["tool-calls-finish-stop"], 1)


@pytest.mark.parametrize(
    "query",
    [
        {"severity": "fatal"}, {"severity": ""}, {"rule": "no-such-rule"}, {"rule": "a'b"}, {"segment": "-1"}, {"segment": "9" * 30},
        {"index": "x"}, {"choice": "\0"}, {"cursor": "x"}, {"cursor": "é"}, {"limit": "0"}, {"limit": "501"}, {"order": "line"},
    ],
)  # fmt: skip
def test_what_is_unknown_is_refused(owner: Caller, kept: Kept, query: dict[str, str]) -> None:
    response = owner.get(f"{kept.path}/findings", **query)
    assert (response.status_code, response.json()["code"]) == (400, "invalid-parameter")


def test_a_stranger_sees_none(stranger: Caller, kept: Kept) -> None:
    assert stranger.get(f"{kept.path}/findings").status_code == 404


def test_there_are_none_before_the_end(owner: Caller, settings: Settings) -> None:
    settings.INLINE_LIMIT = 0
    id = owner.send(traces.CLEAN, wait=0).json()["id"]
    response = owner.get(f"/validations/{id}/findings")
    assert (response.status_code, response.json()["code"]) == (409, "not-finished")
    assert response["Retry-After"]
