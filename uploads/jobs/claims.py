"""Whose job it is. Every step is one conditional update, so that two workers, a late one and the sweeper never undo each other's work."""

import logging
from dataclasses import dataclass
from typing import Any

from celery import current_app
from django.conf import settings
from django.db import DatabaseError, transaction
from django.db.models import F, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_noop

from uploads.models import Validation

VALIDATE = "uploads.tasks.validate"
log = logging.getLogger(__name__)

MOST_ATTEMPTS = 3
"""How often a validation is started before it is given up."""

GAVE_UP = gettext_noop("The check was started three times and never came to its end. The trace may need more memory than there is.")
CRASHED = gettext_noop("The check stopped because of a fault in this service. The upload is kept; the fault is in the service's log.")
OUT_OF_TIME = gettext_noop("The check took longer than this service allows. Send a part of the trace that shows the problem.")
OUT_OF_MEMORY = gettext_noop("The check needed more memory than there is. Send a part of the trace that shows the problem.")
FILES_GONE = gettext_noop("The uploaded file is no longer there.")


def stale_seconds() -> float:
    """Seconds without a heartbeat after which a run counts as dead."""
    return float(settings.JOB_STALE_SECONDS)


@dataclass(frozen=True)
class Claim:
    """The right to run a validation. It is lost when the row is deleted or has another attempt."""

    validation_id: int
    attempt: int

    @property
    def row(self) -> QuerySet[Validation]:
        """The row, as long as it is this claim's."""
        return Validation.objects.filter(pk=self.validation_id, state=Validation.State.RUNNING, attempts=self.attempt)


def take(validation_id: int) -> Claim | None:
    """Claim a queued validation; None when it is deleted, done, or another's."""
    waiting = Validation.objects.filter(pk=validation_id, state=Validation.State.QUEUED, attempts__lt=MOST_ATTEMPTS)
    with transaction.atomic():
        now = timezone.now()
        taken = waiting.update(
            state=Validation.State.RUNNING, attempts=F("attempts") + 1, heartbeat=now, progress=0, progress_records=0
        )  # fmt: skip
        if not taken:
            return None
        return Claim(validation_id, Validation.objects.values_list("attempts", flat=True).get(pk=validation_id))


def beat(claim: Claim, read_bytes: int, records: int) -> bool:
    """Say that the run goes on and how far it is. False when it is no longer this claim's."""
    return bool(claim.row.update(heartbeat=timezone.now(), progress=read_bytes, progress_records=records))


def fail(claim: Claim, trouble: str) -> bool:
    """End the validation with a plain sentence. False when it is no longer this claim's."""
    return bool(claim.row.update(**_failed(trouble)))


def give_back(claim: Claim, *, ring: bool = False) -> bool:
    """Queue the validation again: soon by the sweeper, or at once with `ring`. False when it is no longer this claim's."""
    given = claim.row.update(state=Validation.State.QUEUED, enqueued=timezone.now() if ring else None, heartbeat=None)
    if given and ring:
        enqueue_on_commit(claim.validation_id)
    return bool(given)


def give_up(validation: Validation) -> bool:
    """Fail what nobody works on and has been started too often. False when somebody was faster."""
    unchanged = Validation.objects.filter(
        pk=validation.pk, state=validation.state, attempts=validation.attempts, heartbeat=validation.heartbeat
    )
    return bool(unchanged.update(**_failed(GAVE_UP)))


def enqueue_on_commit(validation_id: int) -> None:
    """Ring the bell once the row is there. A broker that does not answer costs the request nothing: the sweeper rings again."""

    def ring() -> None:
        enqueue(validation_id)

    transaction.on_commit(ring, robust=True)


def enqueue(validation_id: int) -> bool:
    """Send the message. False when the broker did not take it; the row then says so, for the sweeper."""
    try:
        current_app.send_task(VALIDATE, args=[validation_id])
    except Exception as error:
        # kombu's transports each raise errors of their own.
        log.warning("The broker did not take validation %d: %s", validation_id, error)
        _note_unsent(validation_id)
        return False
    return True


def _note_unsent(validation_id: int) -> None:
    try:
        Validation.objects.filter(pk=validation_id, state=Validation.State.QUEUED).update(enqueued=None)
    except DatabaseError:
        log.exception("Validation %d could not be marked as unsent", validation_id)


def _failed(trouble: str) -> dict[str, Any]:
    return {"state": Validation.State.FAILED, "trouble": trouble, "finished": timezone.now(), "heartbeat": None}
