"""The project's settings for workers that a test kills: what takes a minute in earnest takes seconds here."""

from validator_site.settings import *  # noqa: F403
from validator_site.settings import CELERY_BEAT_SCHEDULE

JOB_STALE_SECONDS = 3
JOB_RESEND_SECONDS = 2
CELERY_BEAT_SCHEDULE["sweep"]["schedule"] = 0.5
CELERY_IMPORTS = ["tests.uploads.witness"]
