"""The OpenAPI document: valid, complete, and with examples that are real."""

from django.core.management import call_command

from tests.uploads.api.caller import API, Caller
from tests.uploads.api.conformance import patterns
from uploads.api import urls
from uploads.api.schema import document

UNDESCRIBED = {"schema", "nowhere"}


def test_it_is_valid_and_nothing_in_it_is_guessed(tmp_path: object) -> None:
    call_command("spectacular", "--validate", "--fail-on-warn", "--file", f"{tmp_path}/schema.yml")


def test_it_is_served(visitor: Caller) -> None:
    response = visitor.client.get(f"{API}/schema")
    assert response["Content-Type"] == "application/vnd.oai.openapi+json"
    assert response.json()["openapi"].startswith("3.")


def test_every_address_is_in_it() -> None:
    named = {pattern.name for pattern in urls.urlpatterns} - UNDESCRIBED
    assert len(patterns()) == len(named)


def test_every_call_says_what_it_does_and_how_it_fails() -> None:
    for path, operations in document()["paths"].items():
        for method, operation in operations.items():
            assert all(operation.get(words) for words in ("operationId", "summary", "description")), (method, path)
            assert {"400", "429", "500"} <= set(operation["responses"]), (method, path)


def test_only_the_api_is_in_it() -> None:
    assert all(path.startswith(API) for path in document()["paths"])
