"""API tokens are made, listed and revoked by whoever runs the service."""

import io
import sys
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command

from tests.uploads.making import checked
from uploads import owners, results
from uploads.models import ApiToken

pytestmark = pytest.mark.django_db


def said(*command: Any, **options: Any) -> str:
    """What a command writes to standard output."""
    out = io.StringIO()
    call_command(*command, stdout=out, stderr=io.StringIO(), **options)
    return out.getvalue()


def test_a_minted_token_is_printed_alone_and_opens_the_api() -> None:
    secret = said("mint_token", "ada", "ci").strip()
    token = owners.token_from(secret)
    assert token is not None
    assert (token.user.username, token.name, token.scopes, token.expires) == ("ada", "ci", "read write", None)
    assert not token.user.has_usable_password()


def test_an_account_that_is_there_is_used() -> None:
    person = User.objects.create_user("ada")
    said("mint_token", "ada", "one")
    said("mint_token", "ada", "two")
    assert [token.user for token in ApiToken.objects.all()] == [person, person]


def test_scopes_and_an_end_can_be_asked_for() -> None:
    said("mint_token", "ada", "reader", "--scopes", "read", "--days", "7")
    token = ApiToken.objects.get()
    assert token.scopes == "read"
    assert token.expires is not None
    assert (token.expires - token.created).days in (6, 7)


@pytest.mark.parametrize("wrong", [["--scopes", "admin"], ["--days", "0"], ["--days", "99999"]])
def test_what_cannot_be_given_is_refused(wrong: list[str]) -> None:
    with pytest.raises(CommandError):
        said("mint_token", "ada", "ci", *wrong)
    assert not ApiToken.objects.exists()


def test_the_list_shows_no_secret() -> None:
    secret = said("mint_token", "ada", "ci").strip()
    listed = said("list_tokens")
    assert "ada\tci\tread write\tnever used\tno end" in listed
    assert secret not in listed
    assert owners.hash_key(secret) not in listed


def test_a_revoked_token_opens_nothing() -> None:
    secret = said("mint_token", "ada", "ci").strip()
    said("revoke_token", str(ApiToken.objects.get().pk))
    assert owners.token_from(secret) is None
    with pytest.raises(CommandError, match="no token 4711"):
        said("revoke_token", "4711")


def test_uploads_of_a_key_are_adopted(monkeypatch: pytest.MonkeyPatch) -> None:
    key = owners.new_key()
    validation = checked(owner_key=key)
    person = User.objects.create_user("ada")
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{key}\n"))
    assert said("adopt_uploads", "ada").startswith("1 uploads")
    assert results.find(validation.public_id, [], person) == validation
    assert results.find(validation.public_id, [key]) == validation


@pytest.mark.parametrize(("user", "typed"), [("nobody", "ck_" + "a" * 32), ("ada", "ck_short"), ("ada", "")])
def test_nothing_is_adopted_for_nobody_or_without_a_key(user: str, typed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    User.objects.create_user("ada")
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    with pytest.raises(CommandError):
        said("adopt_uploads", user)
