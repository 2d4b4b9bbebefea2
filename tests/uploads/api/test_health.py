"""/healthz and /readyz."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from tests.services.broker import Broker

pytestmark = pytest.mark.django_db


def test_a_process_that_answers_is_alive(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(0):
        response = Client().get("/healthz")
    assert (response.status_code, response.json()) == (200, {"status": "ok"})


def test_it_is_ready_when_it_can_store_and_read() -> None:
    response = Client().get("/readyz")
    assert (response.status_code, response.json()) == (200, {"status": "ready", "database": "ok", "storage": "ok", "queue": "ok"})


def test_a_queue_that_is_down_is_told_and_uploads_go_on(broker: Broker) -> None:
    broker.kill()
    response = Client().get("/readyz")
    assert (response.status_code, response.json()["queue"]) == (200, "failing")


def test_without_storage_it_is_not_ready(settings: Settings, tmp_path: object) -> None:
    settings.STORAGES = {**settings.STORAGES, "default": {**settings.STORAGES["default"], "OPTIONS": {"location": "/dev/null/uploads"}}}
    response = Client().get("/readyz")
    assert (response.status_code, response.json()["storage"]) == (503, "failing")


def test_it_cannot_be_posted_to() -> None:
    assert Client().post("/healthz").status_code == 405
