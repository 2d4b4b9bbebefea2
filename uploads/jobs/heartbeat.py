"""The sign of life of a run, sent from a thread of its own: parsing may be busy for longer than anybody wants to wait for a sign."""

import logging
import threading
from collections.abc import Callable
from types import TracebackType

from django.db import DatabaseError, connection

from uploads.jobs.claims import Claim, beat, stale_seconds

log = logging.getLogger(__name__)


class Heartbeat:
    """Beats for `claim` while the `with` block runs.

    `progress` tells (bytes, records) read; `lost` is set when the claim is no longer ours.
    """

    def __init__(self, claim: Claim, progress: Callable[[], tuple[int, int]]) -> None:
        self.claim = claim
        self.progress = progress
        self.lost = threading.Event()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"heartbeat-{claim.validation_id}", daemon=True)

    def __enter__(self) -> "Heartbeat":
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._over.set()
        self._thread.join()

    def _run(self) -> None:
        try:
            while not self._over.wait(min(1.0, stale_seconds() / 6)) and not self.lost.is_set():
                self._beat()
        finally:
            connection.close()

    def _beat(self) -> None:
        try:
            if not beat(self.claim, *self.progress()):
                self.lost.set()
        except DatabaseError:
            # The database may be away for a moment; if it stays away the sweeper ends this claim.
            log.warning("No heartbeat for validation %d", self.claim.validation_id, exc_info=True)
            connection.close()
