"""What is due goes: raw bytes first, reports later, and files that no row names."""

import logging
from datetime import datetime

from django.utils import timezone

from uploads import storage
from uploads.models import Upload, Validation
from uploads.results.removing import delete, remove_raw

log = logging.getLogger(__name__)
MOST = 1_000
"""Uploads or validations removed in one go; the rest goes with the next one."""


def expire(now: datetime | None = None) -> dict[str, int]:
    """Remove what is due. Says how many uploads lost their raw bytes, how many validations and how many stray files are gone."""
    now = now or timezone.now()
    due_uploads = Upload.objects.filter(raw_expires__lte=now, raw_deleted=None).order_by("raw_expires")[:MOST]
    due_validations = Validation.objects.filter(expires__lte=now).order_by("expires")[:MOST]
    removed = {"validations": 0, "raw": 0, "strays": 0}
    for validation in due_validations:
        delete(validation)
        removed["validations"] += 1
    for upload in due_uploads:
        remove_raw(upload)
        removed["raw"] += 1
    removed["strays"] = storage.remove_strays()
    if any(removed.values()):
        log.info("Expired: %(validations)d validations, the raw bytes of %(raw)d uploads, %(strays)d files without a row", removed)
    return removed
