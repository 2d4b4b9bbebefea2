"""Is this process alive, and can it do its work? Plain views at the root, for whoever watches over it."""

import logging
import uuid
from collections.abc import Callable

from celery import current_app
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

log = logging.getLogger(__name__)


@never_cache
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """This process answers. Nothing else is asked, so that a database that is down does not get web processes restarted."""
    return JsonResponse({"status": "ok"})


@never_cache
@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """200 when uploads can be taken and read, else 503.

    The queue is told and does not decide: without it uploads are kept and large ones wait until it is back.
    """
    needed = {"database": _answers(_database), "storage": _answers(_storage)}
    ready = all(needed.values())
    words = {name: "ok" if fine else "failing" for name, fine in {**needed, "queue": _answers(_queue)}.items()}
    return JsonResponse({"status": "ready" if ready else "not ready", **words}, status=200 if ready else 503)


def _answers(check: Callable[[], None]) -> bool:
    try:
        check()
    except Exception:
        log.warning("%s is not ready.", check.__name__.strip("_").capitalize(), exc_info=True)
        return False
    return True


def _database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM django_migrations LIMIT 1")


def _storage() -> None:
    default_storage.delete(default_storage.save(f"readyz/{uuid.uuid4().hex}", ContentFile(b"ready")))


def _queue() -> None:
    with current_app.connection_for_write(connect_timeout=1) as broker:
        broker.ensure_connection(max_retries=1, interval_start=0, timeout=1)
