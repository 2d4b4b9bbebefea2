"""Wiring only: settings, addresses, the Celery application and the WSGI entry point."""

from validator_site.celery import app as celery_app

__all__ = ["celery_app"]
