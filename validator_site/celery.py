"""The Celery application. Its settings are the `CELERY_` ones of `settings.py`."""

import logging.config
import os
import signal
from typing import Any

from celery import Celery
from celery.signals import beat_embedded_init, setup_logging, worker_process_init

from uploads.management.lifeline import die_with_parent

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "validator_site.settings")

app = Celery("callcheck")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect
def log_as_django_does(**_: Any) -> None:
    """Keep Celery from setting up handlers of its own, which would know no filter."""
    from django.conf import settings

    logging.config.dictConfig(settings.LOGGING)


@worker_process_init.connect
@beat_embedded_init.connect
def end_with_the_worker(**_: Any) -> None:
    """A child that goes on after its worker was killed would work on what another worker has been given."""
    die_with_parent(os.getppid(), signal.SIGKILL)


@worker_process_init.connect
def collect_less_often(**_: Any) -> None:
    """A worker's process validates large files one after the other."""
    from validation.pipeline.collector import come_less_often

    come_less_often()
