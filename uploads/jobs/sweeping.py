"""Every few seconds: runs whose process died are queued again or given up, and what the broker forgot is sent again."""

import logging
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from uploads.jobs import claims
from uploads.models import Validation

log = logging.getLogger(__name__)
MOST = 500
"""Rows looked at in one sweep."""
_DOUBLINGS = 6


def sweep() -> dict[str, int]:
    """Look once. Says how many were queued again, given up, and sent again."""
    now = timezone.now()
    done = {"queued": 0, "failed": 0, "sent": 0}
    for validation in _stale(now):
        what, changed = _set_right(validation, now)
        done[what] += changed
    for validation in _unsent(now):
        if validation.attempts >= claims.MOST_ATTEMPTS:
            done["failed"] += claims.give_up(validation)
        elif _is_ours_to_send(validation, now):
            if not claims.enqueue(validation.pk):
                # The broker is away. It is asked again at the next sweep, not once for every row of this one.
                break
            done["sent"] += 1
    if any(done.values()):
        log.info("Swept: %(queued)d queued again, %(failed)d given up, %(sent)d sent again", done)
    return done


def _stale(now: datetime) -> list[Validation]:
    before = now - timedelta(seconds=claims.stale_seconds())
    return list(Validation.objects.filter(state=Validation.State.RUNNING, heartbeat__lt=before).order_by("pk")[:MOST])


def _set_right(validation: Validation, now: datetime) -> tuple[str, int]:
    """What was to be done with a stale run, and whether it was: 0 when somebody was faster."""
    if validation.attempts >= claims.MOST_ATTEMPTS:
        return "failed", int(claims.give_up(validation))
    unchanged = Validation.objects.filter(
        pk=validation.pk, state=validation.state, attempts=validation.attempts, heartbeat=validation.heartbeat
    )
    queued = unchanged.update(state=Validation.State.QUEUED, enqueued=now, heartbeat=None)
    if queued:
        claims.enqueue(validation.pk)
    return "queued", queued


def _unsent(now: datetime) -> list[Validation]:
    """Queued and not sent at all, or sent so long ago that the message may be lost.

    The wait doubles with every time it was sent again: a queue that is merely long is not made longer by its own reminders.
    """
    wait = float(settings.JOB_RESEND_SECONDS)
    overdue = Q(enqueued=None)
    for sends in range(_DOUBLINGS + 1):
        as_often = Q(sends__gte=sends) if sends == _DOUBLINGS else Q(sends=sends)
        overdue |= as_often & Q(enqueued__lt=now - timedelta(seconds=wait * 2**sends))
    return list(Validation.objects.filter(overdue, state=Validation.State.QUEUED).order_by("pk")[:MOST])


def _is_ours_to_send(validation: Validation, now: datetime) -> bool:
    unchanged = Validation.objects.filter(pk=validation.pk, state=Validation.State.QUEUED, enqueued=validation.enqueued)
    again = validation.sends if validation.enqueued is None else min(validation.sends + 1, 1000)
    return bool(unchanged.update(enqueued=now, sends=again))
