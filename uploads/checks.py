"""System checks: a setting that would lose work or open a hole is told before anybody is served."""

import os
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning as Caution, register


@register()
def check_broker(**_: Any) -> list[CheckMessage]:
    if settings.CELERY_BROKER_URL:
        return []
    return [
        Caution(
            "There is no broker: an upload above INLINE_LIMIT is kept, but nothing validates it.",
            hint="Set CELERY_BROKER_URL, or start everything with `manage.py serve`, which brings its own.",
            id="callcheck.W001",
        )
    ]


@register()
def check_size_limit(**_: Any) -> list[CheckMessage]:
    if settings.MAX_UPLOAD_BYTES > 0:
        return []
    return [
        Error(
            "Uploads have no size limit: one of them can fill the disk.",
            hint="Set MAX_UPLOAD_BYTES to a number of bytes above 0.",
            id="callcheck.E001",
        )
    ]


@register()
def check_inline_limit(**_: Any) -> list[CheckMessage]:
    if settings.INLINE_LIMIT <= settings.MAX_UPLOAD_BYTES and settings.INLINE_LIMIT <= 16 << 20:
        return []
    return [
        Caution(
            f"INLINE_LIMIT is {settings.INLINE_LIMIT:,} bytes: requests would validate what is meant for the worker.",
            hint="262144 is the default; at most 16 MiB and MAX_UPLOAD_BYTES make sense; 0 sends everything to the worker.",
            id="callcheck.W002",
        )
    ]


@register()
def check_expiry(**_: Any) -> list[CheckMessage]:
    if settings.RAW_DAYS <= settings.REPORT_DAYS:
        return []
    return [
        Error(
            f"RAW_DAYS ({settings.RAW_DAYS}) is above REPORT_DAYS ({settings.REPORT_DAYS}): traces would outlive their reports.",
            hint="Keep reports at least as long as the traces they are about.",
            id="callcheck.E002",
        )
    ]


@register()
def check_uploads_folder(**_: Any) -> list[CheckMessage]:
    folder = settings.UPLOADS_DIR
    existing = next(path for path in (folder, *folder.parents) if path.exists())
    if existing.is_dir() and os.access(existing, os.W_OK | os.X_OK):
        return []
    return [
        Error(
            f"Uploads cannot be stored in {folder}: {existing} is not a folder that this user may write to.",
            hint="Set DATA to one that is.",
            id="callcheck.E003",
        )
    ]


@register(Tags.security, deploy=True)
def check_signing_key(**_: Any) -> list[CheckMessage]:
    if settings.SECRET_KEY_IS_KEPT:
        return []
    return [
        Caution(
            "The signing key is a random one of this process: a restart signs every browser out of its uploads.",
            hint="Set SECRET_KEY to the same long random text for all processes. `manage.py serve` keeps one in its data folder.",
            id="callcheck.W003",
        )
    ]
