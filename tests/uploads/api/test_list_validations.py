"""GET /validations: one's own, page by page."""

from datetime import timedelta

from django.utils import timezone

from tests.uploads.api import traces
from tests.uploads.api.caller import API, Caller
from uploads.models import Validation


def listed(caller: Caller, **query: object) -> list[str]:
    return [validation["id"] for validation in caller.get("/validations", **query).json()["validations"]]


def test_a_list_needs_a_key(visitor: Caller) -> None:
    response = visitor.get("/validations")
    assert (response.status_code, response["WWW-Authenticate"]) == (401, "Bearer")
    problem = response.json()
    assert (problem["code"], problem["title"]) == ("key-needed", "A key is needed")
    assert "no Authorization header" in problem["detail"]


def test_only_ones_own_are_listed(owner: Caller, stranger: Caller) -> None:
    kept = owner.keep(traces.CLEAN)
    assert listed(owner) == [kept.id]
    assert listed(stranger) == []


def test_the_newest_comes_first(owner: Caller) -> None:
    made = [owner.keep(traces.CLEAN).id for _ in range(3)]
    assert listed(owner) == made[::-1]


def test_pages_hold_everything_once(owner: Caller) -> None:
    made = [owner.keep(traces.CLEAN).id for _ in range(5)]
    # Made in the same moment, two of them.
    Validation.objects.filter(public_id__in=made[1:3]).update(created=timezone.now() - timedelta(minutes=1))
    seen, path = [], "/validations?limit=2"
    while path:
        page = owner.get(path).json()
        seen += [validation["id"] for validation in page["validations"]]
        path = page["next"] and page["next"].partition(API)[2]
    assert sorted(seen) == sorted(made)


def test_a_label_finds_its_series(owner: Caller) -> None:
    owner.keep(traces.CLEAN, label="staging")
    kept = owner.keep(traces.CLEAN, label="production")
    assert listed(owner, label="production") == [kept.id]


def test_a_cursor_of_ones_own_making_is_refused(owner: Caller) -> None:
    for cursor in ("x", "1", "1.", "-1.a", "1.a;b", "99999999999999999.a"):
        assert owner.get("/validations", cursor=cursor).status_code in (200, 400)
    assert owner.get("/validations", cursor="x").json()["code"] == "invalid-parameter"
