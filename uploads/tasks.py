"""Celery tasks: thin, they take ids, and are safe to run twice."""

from celery import shared_task

from uploads.jobs import expiry, running, sweeping


@shared_task(name="uploads.tasks.validate")
def validate(validation_id: int) -> None:
    """Run one validation, if it is still queued."""
    running.run_queued(validation_id)


@shared_task(name="uploads.tasks.sweep")
def sweep() -> None:
    """Set right what killed workers and lost messages left behind."""
    sweeping.sweep()


@shared_task(name="uploads.tasks.expire")
def expire() -> None:
    """Remove what is due."""
    expiry.expire()
