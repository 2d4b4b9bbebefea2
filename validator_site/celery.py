"""The Celery application. Its settings are the `CELERY_` ones of `settings.py`."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "validator_site.settings")

app = Celery("callcheck")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
