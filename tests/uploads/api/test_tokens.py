"""API tokens: a person's, with scopes and an end."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from tests.uploads.api import traces
from tests.uploads.api.caller import Caller
from uploads import owners
from uploads.models import ApiToken, Upload


@pytest.fixture
def person() -> User:
    return User.objects.create_user("ada")


def caller(person: User, scopes: str = "read write") -> Caller:
    return Caller(owners.mint_token(person, "ci", scopes)[1])


def test_an_upload_is_filed_under_the_person(person: User) -> None:
    kept = caller(person).keep(traces.CLEAN)
    assert kept.answer["owner_key"] is None
    assert Upload.objects.get().user == person
    assert caller(person).get(kept.path).status_code == 200


def test_one_persons_token_opens_nothing_of_another(person: User) -> None:
    kept = caller(person).keep(traces.CLEAN)
    assert caller(User.objects.create_user("bob")).get(kept.path).status_code == 404


def test_a_reading_token_writes_nothing(person: User) -> None:
    kept = caller(person).keep(traces.CLEAN)
    reader = caller(person, "read")
    assert reader.get(kept.path).status_code == 200
    for response in (reader.send(traces.CLEAN), reader.delete(kept.path), reader.post(f"{kept.path}/shares")):
        assert (response.status_code, response.json()["code"]) == (403, "not-allowed")
    assert Upload.objects.count() == 1


def test_a_writing_token_reads_nothing(person: User) -> None:
    writer = caller(person, "write")
    assert writer.send(traces.CLEAN).status_code == 201
    assert writer.get("/validations").status_code == 403


def test_an_ended_token_is_none(person: User) -> None:
    ended = caller(person)
    ApiToken.objects.update(expires=timezone.now() - timedelta(seconds=1))
    assert ended.send(traces.CLEAN).status_code == 401
