"""Shares: minted on purpose, told once, read by anybody who has the token, ended at once."""

import json
from datetime import timedelta

import pytest
from django.utils import timezone

from tests.uploads.api import traces
from tests.uploads.api.caller import Caller, Kept
from uploads import owners
from uploads.models import Share, Upload


def share(owner: Caller, kept: Kept, body: object = None) -> dict[str, str]:
    response = owner.post(f"{kept.path}/shares", b"" if body is None else json.dumps(body).encode(), "application/json")
    assert response.status_code == 201, response.content
    made: dict[str, str] = response.json()
    return made


class TestMinting:
    def test_a_share_lasts_seven_days_unless_said_otherwise(self, owner: Caller, kept: Kept) -> None:
        made = share(owner, kept)
        assert timedelta(days=6, hours=23) < Share.objects.get().until - timezone.now() < timedelta(days=7, minutes=1)
        assert made["active"] is True

    def test_days_and_note_can_be_said(self, owner: Caller, kept: Kept) -> None:
        made = share(owner, kept, {"days": 30, "note": "for the issue"})
        assert made["note"] == "for the issue"

    def test_the_token_is_told_once_and_not_stored(self, owner: Caller, kept: Kept) -> None:
        made = share(owner, kept)
        (listed,) = owner.get(f"{kept.path}/shares").json()["shares"]
        assert "token" not in listed
        assert Share.objects.get().token_hash == owners.hash_key(made["token"])

    def test_curl_without_a_type_is_understood(self, owner: Caller, kept: Kept) -> None:
        response = owner.post(f"{kept.path}/shares", b'{"days": 1}', "application/x-www-form-urlencoded")
        assert response.status_code == 201

    @pytest.mark.parametrize(
        ("body", "pointer"),
        [
            ('{"days": 2}', "/days"),
            ('{"days": "x"}', "/days"),
            ('{"days": true}', "/days"),
            ('{"days": null}', "/days"),
            ('{"note": "a\\u0000b"}', "/note"),
            ('{"note": "\\ud800"}', "/note"),
            ('{"note": "' + "x" * 201 + '"}', "/note"),
            ('{"note": []}', "/note"),
            ('{"detail": "full"}', "/detail"),
            ("[]", ""),
            ("7", ""),
        ],
    )
    def test_a_member_that_cannot_be_used_is_named(self, owner: Caller, kept: Kept, body: str, pointer: str) -> None:
        response = owner.post(f"{kept.path}/shares", body.encode(), "application/json")
        assert (response.status_code, response.json()["code"]) == (400, "malformed-request")
        assert [error["pointer"] for error in response.json()["errors"]] == [pointer]
        assert not Share.objects.exists()

    @pytest.mark.parametrize(("body", "status"), [(b"{", 400), (b"\xff", 400), (b"[" * 60_000, 400), (b" " * 70_000, 413)])
    def test_a_body_that_is_no_small_json_is_told(self, owner: Caller, kept: Kept, body: bytes, status: int) -> None:
        assert owner.post(f"{kept.path}/shares", body, "application/json").status_code == status

    def test_a_stranger_shares_nothing(self, stranger: Caller, visitor: Caller, kept: Kept) -> None:
        for caller in (stranger, visitor):
            assert caller.post(f"{kept.path}/shares", b"{}", "application/json").status_code == 404
            assert caller.get(f"{kept.path}/shares").status_code == 404
        assert not Share.objects.exists()


class TestReading:
    def test_a_visitor_reads_the_report(self, owner: Caller, visitor: Caller, kept: Kept) -> None:
        made = share(owner, kept)
        report = visitor.get(f"/shared/{made['token']}").json()
        for name in ("verdict", "counts", "summary", "findings", "streams", "input"):
            assert report[name] == kept.answer[name]

    def test_nothing_in_it_leads_to_the_owner(self, owner: Caller, visitor: Caller) -> None:
        kept = owner.keep(traces.STOP_WITH_A_CALL, label="secret project")
        made = share(owner, kept, {"note": "secret note"})
        raw = visitor.get(f"/shared/{made['token']}").content.decode()
        for secret in (kept.id, "secret project", "secret note", str(owner.key), made["id"]):
            assert secret not in raw

    def test_it_is_hidden_from_search_and_caches(self, owner: Caller, visitor: Caller, kept: Kept) -> None:
        response = visitor.get(f"/shared/{share(owner, kept)['token']}")
        assert response["X-Robots-Tag"] == "noindex, nofollow"
        assert response["Referrer-Policy"] == "no-referrer"
        assert response["Cache-Control"] == "no-store"

    def test_its_findings_have_pages(self, owner: Caller, visitor: Caller) -> None:
        kept = owner.keep(traces.many_broken_calls(5))
        token = share(owner, kept)["token"]
        first = visitor.get(f"/shared/{token}", limit=2).json()
        assert len(first["findings"]) == 2
        second = visitor.get(f"/shared/{token}?{first['next'].partition('?')[2]}").json()
        assert second["findings"][0] not in first["findings"]

    def test_without_content_it_still_has_the_verdict(self, owner: Caller, visitor: Caller, kept: Kept) -> None:
        token = share(owner, kept)["token"]
        Share.objects.update(detail_until=timezone.now() - timedelta(seconds=1))
        report = visitor.get(f"/shared/{token}").json()
        assert report["verdict"] == kept.answer["verdict"]
        assert report["streams"][0]["choices"][0]["calls"][0]["arguments"] is None
        assert report["streams"][0]["choices"][0]["message"] is None

    def test_what_never_was_what_has_ended_and_what_was_revoked_look_the_same(self, owner: Caller, visitor: Caller, kept: Kept) -> None:
        ended, revoked = share(owner, kept), share(owner, kept)
        Share.objects.filter(public_id=ended["id"]).update(until=timezone.now() - timedelta(seconds=1))
        owner.delete(f"{kept.path}/shares/{revoked['id']}")
        tokens = [ended["token"], revoked["token"], owners.random_secret("cs_"), "cs_x", "%00", "x" * 500]
        answers = {(response.status_code, response.content) for token in tokens if (response := visitor.get(f"/shared/{token}"))}
        assert len(answers) == 1
        assert answers.pop()[0] == 404

    def test_a_deleted_validation_ends_its_shares(self, owner: Caller, visitor: Caller, kept: Kept) -> None:
        token = share(owner, kept)["token"]
        owner.delete(kept.path)
        assert visitor.get(f"/shared/{token}").status_code == 404

    def test_an_owner_key_opens_no_share(self, owner: Caller, visitor: Caller, kept: Kept) -> None:
        assert visitor.get(f"/shared/{owner.key}").status_code == 404


class TestRevoking:
    def test_it_ends_at_once_and_twice_is_no_fault(self, owner: Caller, kept: Kept) -> None:
        made = share(owner, kept)
        for _ in range(2):
            assert owner.delete(f"{kept.path}/shares/{made['id']}").status_code == 204
        (listed,) = owner.get(f"{kept.path}/shares").json()["shares"]
        assert listed["active"] is False
        assert listed["revoked"] is not None

    def test_a_share_of_another_validation_is_not_found(self, owner: Caller, kept: Kept) -> None:
        made = share(owner, owner.keep(traces.CLEAN))
        assert owner.delete(f"{kept.path}/shares/{made['id']}").status_code == 404
        assert Share.objects.get().is_active

    def test_a_stranger_revokes_nothing(self, owner: Caller, stranger: Caller, kept: Kept) -> None:
        made = share(owner, kept)
        assert stranger.delete(f"{kept.path}/shares/{made['id']}").status_code == 404
        assert Share.objects.get().is_active


def test_sharing_shows_what_is_kept_no_longer_than_it_is_kept(owner: Caller, kept: Kept) -> None:
    soon = timezone.now() + timedelta(hours=1)
    Upload.objects.update(raw_expires=soon)
    made = share(owner, kept, {"days": 90})
    assert made["content_until"] < made["until"]
