"""Links that show a report to others: minted on purpose, shown once, stored hashed, revoked at once."""

from datetime import timedelta

from django.db.models import QuerySet
from django.utils import timezone

from uploads.models import LONGEST_NOTE, Share, Validation
from uploads.owners import hash_key, is_key, random_secret
from uploads.text import visible

DAYS = (1, 7, 30, 90)
"""How long a share may last."""


def mint(validation: Validation, days: int, note: str = "") -> tuple[Share, str]:
    """A new share of everything as sent, and its token, which nobody can be shown again.

    Content is shown as long as the raw bytes are kept, the report until the share ends. Raises ValueError for another number of days.
    """
    if days not in DAYS:
        raise ValueError(f"a share lasts {', '.join(map(str, DAYS))} days, not {days}")
    token = random_secret("cs_")
    until = min(timezone.now() + timedelta(days=days), validation.expires)
    share = Share.objects.create(
        validation=validation, token_hash=hash_key(token), detail=Share.Detail.FULL, until=until,
        detail_until=min(until, validation.upload.raw_expires), note=visible(note, LONGEST_NOTE),
    )  # fmt: skip
    return share, token


def active(token: str) -> Share | None:
    """The share that `token` opens now, with its validation and upload, or None: never minted, revoked and ended look the same."""
    if not is_key(token, "cs_"):
        return None
    share = Share.objects.select_related("validation__upload").filter(token_hash=hash_key(token)).first()
    return share if share is not None and share.is_active else None


def of(validation: Validation) -> QuerySet[Share]:
    """All shares of `validation`, the newest first."""
    return validation.shares.order_by("-created", "-pk")


def find(validation: Validation, public_id: str) -> Share | None:
    """One share of `validation` by its public id, or None."""
    return validation.shares.filter(public_id=public_id).first() if public_id.isascii() and public_id.isalnum() else None


def revoke(share: Share) -> None:
    """End `share` now. A second time changes nothing."""
    now = timezone.now()
    if Share.objects.filter(pk=share.pk, revoked=None).update(revoked=now):
        share.revoked = now
