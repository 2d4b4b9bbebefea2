"""How the threads of this web process are shared out: at most half may wait for a result, a quarter may hold slow uploads."""

import contextlib
import threading
from collections.abc import Iterator

from django.conf import settings

from uploads.api.open_uploads import OpenUploads

THREADS = max(4, settings.WEB_THREADS)

open_uploads = OpenUploads(max(1, THREADS // 4))
_waiting = threading.BoundedSemaphore(THREADS // 2)


@contextlib.contextmanager
def a_place_to_wait() -> Iterator[bool]:
    """Whether this thread may wait; when as many as allowed wait already, it may not and goes on at once."""
    granted = _waiting.acquire(blocking=False)
    try:
        yield granted
    finally:
        if granted:
            _waiting.release()
