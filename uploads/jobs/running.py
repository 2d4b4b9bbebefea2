"""One claimed validation from the file to the saved result."""

import logging
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.db import DatabaseError, connection

from uploads import storage
from uploads.jobs import claims
from uploads.jobs.claims import Claim
from uploads.jobs.heartbeat import Heartbeat
from uploads.jobs.request_context import NotUsable, request_of
from uploads.models import Part, Upload, Validation
from uploads.results.evidence import Spool
from uploads.results.saving import Lost, save
from validation.pipeline import Stopped, validate
from validation.report import Report

log = logging.getLogger(__name__)

SPARE_SECONDS = 15
"""A run ends itself so long before the queue would kill its process."""

LONG_SECONDS = 30
"""After so long without a query the database may have closed the connection."""


class OutOfTime(Stopped):
    """The run took longer than it may."""


class NotOurs(Stopped):
    """The validation was deleted, or is another's by now."""


@dataclass
class Watch:
    """What a run is asked about once a second: how far it is, whether it is still wanted, and whether there is time left."""

    until: float
    still_ours: Callable[[], bool]
    read_bytes: int = 0

    def on_progress(self, read_bytes: int) -> None:
        """Raises OutOfTime or NotOurs."""
        self.read_bytes = read_bytes
        if time.monotonic() > self.until:
            raise OutOfTime
        if not self.still_ours():
            raise NotOurs


def run_queued(validation_id: int) -> bool:
    """Claim and run a validation. False when there was nothing to claim: its message came twice, or it was deleted."""
    claim = claims.take(validation_id)
    if claim is None:
        return False
    with Spool() as spool:
        watch = Watch(time.monotonic() + _most_seconds(), lambda: not heartbeat.lost.is_set())
        with Heartbeat(claim, lambda: (watch.read_bytes, spool.records)) as heartbeat:
            _guarded(claim, lambda: _run_as_it_stands(claim, spool, watch))
    return True


def run_in_request(validation: Validation, parts: Iterable[Part]) -> bool:
    """Run a small validation whose row was made as claimed. True when it is finished; on overrun it is queued for a worker."""
    claim = Claim(validation.pk, validation.attempts)
    watch = Watch(time.monotonic() + float(settings.INLINE_SECONDS), lambda: True)
    with Spool(durable=False) as spool:
        try:
            _guarded(claim, lambda: _run(claim, validation, parts, spool, watch), in_request=True)
        except OutOfTime:
            claims.give_back(claim, ring=True)
    if validation.state != Validation.State.DONE:
        validation.refresh_from_db()
    return validation.is_finished


def _most_seconds() -> float:
    hard = float(settings.VALIDATION_HARD_SECONDS)
    return max(hard - SPARE_SECONDS, hard / 2)


def _guarded(claim: Claim, run: Callable[[], None], *, in_request: bool = False) -> None:
    """Whatever happens in `run`, the row ends finished or queued, unless the process is killed: then the sweeper sees to it."""
    try:
        run()
    except (NotOurs, Lost, Validation.DoesNotExist):
        log.info("Validation %d is no longer ours", claim.validation_id)
    except (OutOfTime, SoftTimeLimitExceeded):
        if in_request:
            raise
        claims.fail(claim, claims.OUT_OF_TIME)
    except MemoryError:
        claims.fail(claim, claims.OUT_OF_MEMORY)
    except FileNotFoundError:
        claims.fail(claim, claims.FILES_GONE)
    except (DatabaseError, OSError):
        log.exception("Validation %d could not be run or saved now", claim.validation_id)
        claims.give_back(claim)
    except Exception:
        log.exception("Validation %d ended in a fault", claim.validation_id)
        claims.fail(claim, claims.CRASHED)


def _run_as_it_stands(claim: Claim, spool: Spool, watch: Watch) -> None:
    validation = Validation.objects.select_related("upload").get(pk=claim.validation_id)
    _run(claim, validation, validation.upload.parts.all(), spool, watch)


def _run(claim: Claim, validation: Validation, parts: Iterable[Part], spool: Spool, watch: Watch) -> None:
    begun = time.monotonic()
    report = _report(validation, {part.role: part for part in parts}, spool, watch)
    if time.monotonic() - begun > LONG_SECONDS and not connection.in_atomic_block:
        connection.close_if_unusable_or_obsolete()
    save(claim.row, claim.attempt, validation, report, spool)


def _report(validation: Validation, parts: Mapping[str, Part], spool: Spool, watch: Watch) -> Report:
    part = parts.get(Part.Role.TRACE) or parts[Part.Role.HISTORY]
    try:
        request = request_of(parts)
    except NotUsable:
        # Intake has read it, so this is what was sent; an engine without a request judges what it can.
        request = None
    with storage.path(str(part.file.name)).open("rb") as source:
        return validate(
            source,
            spool,
            name=part.name,
            purpose=validation.purpose or None,
            profile=validation.profile,
            request=request,
            pasted=validation.upload.origin == Upload.Origin.PASTE,
            # A content coding is only how the bytes travelled; a .gz file is what somebody has.
            packed=bool(validation.upload.coding) and part.name.lower().endswith(".gz"),
            sha256=part.sha256,
            on_progress=watch.on_progress,
        )
