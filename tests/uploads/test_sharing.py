"""Shares: made on purpose, shown once, ended at once."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.uploads.making import checked
from uploads import sharing
from uploads.jobs.expiry import expire
from uploads.models import Share, Upload

pytestmark = pytest.mark.django_db


def test_the_token_opens_what_was_shared() -> None:
    validation = checked()
    share, token = sharing.mint(validation, 7, "for the bug report")
    opened = sharing.active(token)
    assert opened == share
    assert opened is not None
    assert (opened.validation, opened.note, opened.detail, opened.shows_content) == (validation, "for the bug report", "full", True)


def test_the_token_is_stored_nowhere() -> None:
    _, token = sharing.mint(checked(), 1)
    assert token not in str(Share.objects.values().get())


@pytest.mark.parametrize("days", [0, 2, -1, 365])
def test_other_lengths_are_none(days: int) -> None:
    with pytest.raises(ValueError, match="1, 7, 30, 90"):
        sharing.mint(checked(), days)


@pytest.mark.parametrize("token", ["", "cs_", "\x00", "cs_" + "a" * 32, "ck_" + "a" * 32])
def test_another_token_opens_nothing(token: str) -> None:
    sharing.mint(checked(), 1)
    assert sharing.active(token) is None


def test_a_revoked_share_is_closed_at_once_and_stays_in_the_list() -> None:
    validation = checked()
    share, token = sharing.mint(validation, 90)
    sharing.revoke(share)
    assert sharing.active(token) is None
    first = share.revoked
    sharing.revoke(share)
    assert Share.objects.get().revoked == first
    assert list(sharing.of(validation)) == [share]


def test_an_ended_share_is_closed() -> None:
    _, token = sharing.mint(checked(), 1)
    Share.objects.update(until=timezone.now() - timedelta(seconds=1))
    assert sharing.active(token) is None


def test_content_is_shown_no_longer_than_it_is_kept() -> None:
    validation = checked()
    share, token = sharing.mint(validation, 90)
    assert share.detail_until == validation.upload.raw_expires < share.until
    Share.objects.update(detail_until=timezone.now() - timedelta(seconds=1))
    opened = sharing.active(token)
    assert opened is not None
    assert not opened.shows_content


def test_a_share_ends_with_its_validation() -> None:
    _, token = sharing.mint(checked(), 90)
    expire(timezone.now() + timedelta(days=400))
    assert sharing.active(token) is None
    assert not Upload.objects.exists()


def test_shares_are_found_by_their_public_id_within_their_validation() -> None:
    validation, other = checked(), checked()
    share, _ = sharing.mint(validation, 1)
    assert sharing.find(validation, share.public_id) == share
    assert sharing.find(other, share.public_id) is None
    assert sharing.find(validation, "\x00") is None
