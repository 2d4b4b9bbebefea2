"""How often one may ask."""

import pytest
from django.core.cache import cache
from pytest_django import Settings

from tests.services.broker import Broker
from tests.uploads.api import traces
from tests.uploads.api.caller import Caller


@pytest.fixture(autouse=True)
def _few(settings: Settings, _no_rates: None) -> None:
    settings.API_RATES = {"reads": "3/hour", "uploads": "2/hour"}


def test_too_many_uploads_are_told_when_to_come_back(visitor: Caller) -> None:
    assert [visitor.send(traces.CLEAN).status_code for _ in range(3)] == [201, 201, 429]
    response = visitor.send(traces.CLEAN)
    assert response.json()["code"] == "too-many-requests"
    assert 0 < int(response["Retry-After"]) <= 3600


def test_reads_are_counted_apart(visitor: Caller) -> None:
    for _ in range(2):
        visitor.send(traces.CLEAN)
    assert [visitor.get("/info").status_code for _ in range(4)] == [200, 200, 200, 429]


def test_a_key_is_counted_by_itself(visitor: Caller, owner: Caller) -> None:
    for _ in range(3):
        visitor.send(traces.CLEAN)
    assert owner.send(traces.CLEAN).status_code == 201


def test_a_header_does_not_make_another_address(visitor: Caller) -> None:
    statuses = [
        visitor.post("/validations", traces.CLEAN, headers={"X-Forwarded-For": f"10.0.0.{number}"}).status_code for number in range(3)
    ]
    assert statuses == [201, 201, 429]


def test_without_a_cache_nobody_is_turned_away(visitor: Caller, broker: Broker) -> None:
    cache.clear()
    broker.kill()
    assert [visitor.send(traces.CLEAN).status_code for _ in range(3)] == [201, 201, 201]
