"""Whose is it: keys, cookies, bearer tokens."""

from datetime import timedelta

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from django.utils import timezone

from tests.uploads.making import checked, keep
from uploads import owners, results
from uploads.models import ApiToken, Upload

pytestmark = pytest.mark.django_db


def request_after(response: HttpResponse) -> HttpRequest:
    request = RequestFactory().get("/")
    request.COOKIES = {name: morsel.value for name, morsel in response.cookies.items()}
    return request


def bearer(secret: str) -> HttpRequest:
    return RequestFactory().get("/", headers={"Authorization": f"Bearer {secret}"})


class TestKeys:
    def test_keys_are_long_random_and_never_stored(self) -> None:
        key = owners.new_key()
        validation = checked(owner_key=key)
        assert key != owners.new_key()
        assert key.startswith("ck_")
        assert len(key) == 3 + 32
        assert key not in str(Upload.objects.filter(pk=validation.upload_id).values().get())

    def test_the_owner_is_known_by_the_key(self) -> None:
        key = owners.new_key()
        validation = checked(owner_key=key)
        assert owners.owned(validation, [None, owners.new_key(), key])
        assert not owners.owned(validation, [owners.new_key()])
        assert not owners.owned(validation, [None, ""])
        assert not owners.owned(validation, [], AnonymousUser())

    def test_an_upload_without_an_owner_is_nobodys(self) -> None:
        validation = checked()
        Upload.objects.update(owner_hash="")
        validation.upload.refresh_from_db()
        assert not owners.owned(validation, [None, ""])

    def test_signing_in_adopts_what_is_nobodys(self) -> None:
        user = get_user_model().objects.create(username="ada")
        key = owners.new_key()
        validation = checked(owner_key=key)
        assert owners.adopt(key, user) == 1
        assert results.find(validation.public_id, [], user) == validation


class TestTheCookie:
    def test_a_browser_keeps_its_key_for_a_year_out_of_reach_of_scripts(self) -> None:
        response = HttpResponse()
        owners.set_cookie(response, owners.new_key())
        morsel = response.cookies[owners.OWNER_COOKIE]
        assert (morsel["httponly"], morsel["samesite"], morsel["max-age"]) == (True, "Lax", 365 * 24 * 3600)

    def test_it_comes_back(self) -> None:
        response = HttpResponse()
        key = owners.new_key()
        owners.set_cookie(response, key)
        assert owners.key_from_cookie(request_after(response)) == key

    def test_a_changed_one_is_no_key(self) -> None:
        request = RequestFactory().get("/")
        request.COOKIES = {owners.OWNER_COOKIE: owners.new_key() + ":1:forged"}
        assert owners.key_from_cookie(request) is None

    def test_an_entered_key_is_held_beside_its_own(self) -> None:
        first, response = HttpResponse(), HttpResponse()
        own, entered = owners.new_key(), owners.new_key()
        owners.set_cookie(first, own)
        owners.add_to_cookie(request_after(first), response, entered)
        again = request_after(response)
        assert owners.keys_from_cookie(again) == [own, entered]
        assert owners.key_from_cookie(again) == own

    def test_of_many_entered_keys_the_latest_are_held(self) -> None:
        response = HttpResponse()
        keys = [owners.new_key() for _ in range(14)]
        for key in keys:
            before, response = response, HttpResponse()
            owners.add_to_cookie(request_after(before), response, key)
        assert owners.keys_from_cookie(request_after(response)) == [keys[0], *keys[-9:]]

    def test_a_key_entered_again_pushes_none_out(self) -> None:
        response = HttpResponse()
        keys = [owners.new_key() for _ in range(10)]
        owners.set_cookie(response, *keys)
        after = HttpResponse()
        owners.add_to_cookie(request_after(response), after, keys[4])
        assert owners.keys_from_cookie(request_after(after)) == keys


class TestBearers:
    def test_an_owner_key_is_read_from_the_header(self) -> None:
        key = owners.new_key()
        assert owners.key_from_bearer(bearer(key)) == key

    @pytest.mark.parametrize("secret", ["", "ck_", "ck_short", "ck_" + "A" * 32, "ct_" + "a" * 32, "ck_" + "a" * 32 + "\x00"])
    def test_anything_else_is_no_key(self, secret: str) -> None:
        request = RequestFactory().get("/")
        request.META["HTTP_AUTHORIZATION"] = f"Bearer {secret}"
        assert owners.key_from_bearer(request) is None

    def test_a_token_leads_to_its_user_and_remembers_its_use(self) -> None:
        user = get_user_model().objects.create(username="ada")
        token, secret = owners.mint_token(user, "ci")
        found = owners.token_from_bearer(bearer(secret))
        assert found is not None
        assert found.user == user
        assert ApiToken.objects.get(pk=token.pk).last_used is not None

    def test_an_expired_token_and_an_inactive_user_have_none(self) -> None:
        user = get_user_model().objects.create(username="ada")
        _, secret = owners.mint_token(user, "ci")
        ApiToken.objects.update(expires=timezone.now() - timedelta(seconds=1))
        assert owners.token_from_bearer(bearer(secret)) is None
        ApiToken.objects.update(expires=None)
        get_user_model().objects.update(is_active=False)
        assert owners.token_from_bearer(bearer(secret)) is None


class TestFinding:
    def test_anothers_and_a_missing_one_are_answered_alike(self) -> None:
        key = owners.new_key()
        validation = checked(owner_key=key)
        assert results.find(validation.public_id, [key]) == validation
        assert results.find(validation.public_id, [owners.new_key()]) is None
        assert results.find("nothing", [key]) is None

    @pytest.mark.parametrize("public_id", ["", "\x00", "a/b", "x" * 10_000, "ü", "' OR 1=1"])
    def test_no_id_is_an_error(self, public_id: str) -> None:
        assert results.find(public_id, [owners.new_key()]) is None

    def test_mine_are_the_newest_first_and_nobody_elses(self) -> None:
        key = owners.new_key()
        mine = [keep(owner_key=key).validation for _ in range(3)]
        keep()
        assert list(results.mine([key])) == mine[::-1]
        assert list(results.mine([])) == []
