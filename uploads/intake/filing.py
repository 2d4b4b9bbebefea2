"""A received upload becomes a row, and its validation starts: in the request when it is small, else by a worker."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from uploads import storage
from uploads.intake import refusals
from uploads.intake.receiving import Stored
from uploads.jobs import claims, running
from uploads.models import LONGEST_LABEL, LONGEST_NAME, Part, Upload, Validation
from uploads.owners import hash_key, new_key
from uploads.text import visible
from validation.pipeline import PURPOSES
from validation.profiles import DEFAULT, PROFILES

if TYPE_CHECKING:
    from uploads.owners import Person


@dataclass
class Wanted:
    """What the sender asks for. `owner_key`: the key to file the upload under; without one and without a user a new one is made.

    `pasted`: the text went through a form field, which changes line ends. `origin`: "web", "paste" or "api".
    """

    filename: str = ""
    profile: str = DEFAULT
    purpose: str | None = None
    label: str = ""
    origin: str = Upload.Origin.WEB
    owner_key: str | None = None
    user: "Person" = None
    pasted: bool = False


@dataclass
class Received:
    """An upload that is kept. `owner_key` is set when a new one was made: this is the only time it can be told."""

    validation: Validation
    owner_key: str | None
    finished: bool


def cleaned(wanted: Wanted) -> Wanted:
    """`wanted` with a file name and a label that can be stored and shown. Raises Refused for an unknown profile or purpose."""
    if wanted.profile not in PROFILES:
        raise refusals.unknown_value("profile", wanted.profile, list(PROFILES))
    if wanted.purpose and wanted.purpose not in PURPOSES:
        raise refusals.unknown_value("purpose", wanted.purpose, list(PURPOSES))
    return replace(wanted, filename=base_name(wanted.filename), label=visible(wanted.label.strip(), LONGEST_LABEL))


def base_name(name: str) -> str:
    """What is kept of a file name, for display only: what follows the last slash of either kind, visible, at most 200 characters."""
    base = name.replace("\\", "/").rstrip("/").rpartition("/")[2].strip()
    return "" if base in (".", "..") else visible(base, LONGEST_NAME)


def file_and_start(parts: Mapping[str, tuple[Stored, str]], wanted: Wanted) -> Received:
    """Name the files, make the rows, start the validation. Raises Refused where there is no room; then nothing is left."""
    main = parts.get(Part.Role.TRACE) or parts[Part.Role.HISTORY]
    key = None if wanted.owner_key or _person(wanted) else new_key()
    upload = _upload(main[0], wanted, wanted.owner_key or key)
    inline = 0 < settings.INLINE_LIMIT >= main[0].size
    try:
        rows = _files(parts, upload)
        with transaction.atomic():
            validation = _rows(upload, rows, wanted, main[0].size, inline=inline)
            if not inline:
                claims.enqueue_on_commit(validation.pk)
    except BaseException:
        storage.remove_folder(upload.folder)
        raise
    finished = inline and running.run_in_request(validation, rows)
    return Received(validation, key, finished)


def _person(wanted: Wanted) -> int | None:
    return wanted.user.pk if wanted.user is not None and wanted.user.is_authenticated else None


def _upload(main: Stored, wanted: Wanted, key: str | None) -> Upload:
    now = timezone.now()
    return Upload(
        user_id=_person(wanted), owner_hash=hash_key(key) if key else "", label=wanted.label,
        origin=Upload.Origin.PASTE if wanted.pasted else wanted.origin, folder=storage.new_folder(),
        wire_bytes=main.wire_bytes, coding=main.coding, created=now, raw_expires=now + timedelta(days=settings.RAW_DAYS),
    )  # fmt: skip


def _files(parts: Mapping[str, tuple[Stored, str]], upload: Upload) -> list[Part]:
    """Give the files their names. Raises Refused where there is no room."""
    rows = []
    try:
        storage.make_folder(upload.folder)
        for role, (stored, name) in parts.items():
            file = f"{upload.folder}/{role}"
            stored.draft.keep(file)
            rows.append(Part(upload=upload, role=role, file=file, sha256=stored.sha256, size=stored.size, name=base_name(name)))
    except OSError as error:
        raise refusals.full_disk(error) from error
    return rows


def _rows(upload: Upload, parts: list[Part], wanted: Wanted, size: int, *, inline: bool) -> Validation:
    upload.save(force_insert=True)
    Part.objects.bulk_create(parts)
    now = upload.created
    return Validation.objects.create(
        upload=upload, purpose=wanted.purpose or "", profile=wanted.profile, created=now, size=size,
        expires=now + timedelta(days=settings.REPORT_DAYS), enqueued=now,
        state=Validation.State.RUNNING if inline else Validation.State.QUEUED,
        attempts=1 if inline else 0, heartbeat=now if inline else None,
    )  # fmt: skip
