"""Which uploads are arriving in this process, so that slow ones never hold all of its threads.

A thread that reads from a slow client cannot look at the clock. One watcher thread does: when an upload has been open for longer than
`GRACE` and as many slow ones as allowed are open already, or when one stands still, the watcher ends the reading by shutting the receiving
half of its connection; the answer can still be sent over the other half.
"""

import contextlib
import socket
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

GRACE = 2.0
"""Seconds after which an upload counts as slow."""
STALL = 60.0
"""Seconds without a whole block after which an upload has stopped."""
BUSY = "busy"
TOO_SLOW = "too-slow"


@dataclass(eq=False)
class OpenUpload:
    """One upload that is being read; `complete` once its last byte is here. `ended` tells why the watcher ended it."""

    connection: socket.socket | None
    begun: float = field(default_factory=time.monotonic)
    moved: float = field(default_factory=time.monotonic)
    slow: bool = False
    complete: bool = False
    ended: str = ""

    def block_came(self, *, complete: bool) -> None:
        """Note that a whole block has arrived, and whether it was the last."""
        self.moved = time.monotonic()
        self.complete = complete

    def end(self, why: str) -> None:
        """Make the blocked read return at once."""
        self.ended = why
        if self.connection is not None:
            with contextlib.suppress(OSError):
                self.connection.shutdown(socket.SHUT_RD)


class OpenUploads:
    """The uploads that are open in this process. At most `slow_allowed` of them may be slow at one time."""

    def __init__(self, slow_allowed: int, *, grace: float = GRACE, stall: float = STALL) -> None:
        self.slow_allowed = slow_allowed
        self.grace = grace
        self.stall = stall
        self._uploads: list[OpenUpload] = []
        self._changed = threading.Condition()
        self._watcher: threading.Thread | None = None

    @contextlib.contextmanager
    def reading(self, connection: socket.socket | None) -> Iterator[OpenUpload]:
        """Count an upload for as long as its body is read."""
        upload = OpenUpload(connection)
        with self._changed:
            self._uploads.append(upload)
            if self._watcher is None or not self._watcher.is_alive():
                self._watcher = threading.Thread(target=self._watch, name="open-uploads", daemon=True)
                self._watcher.start()
        try:
            yield upload
        finally:
            with self._changed:
                self._uploads.remove(upload)

    def _watch(self) -> None:
        """Look at the open uploads a few times in `grace`; end when none has been open for a while."""
        idle = 0
        while idle < 100:
            time.sleep(self.grace / 4)
            with self._changed:
                idle = 0 if self._uploads else idle + 1
                self.judge(self._uploads, time.monotonic())
                if idle >= 100:
                    self._watcher = None

    def judge(self, uploads: list[OpenUpload], now: float) -> None:
        """End those of `uploads`, the oldest first, that stand still at `now` or are slow ones beyond what is allowed."""
        arriving = [upload for upload in uploads if not upload.complete and not upload.ended]
        slow = sum(upload.slow for upload in arriving)
        for upload in arriving:
            if now - upload.moved > self.stall:
                upload.end(TOO_SLOW)
            elif not upload.slow and now - upload.begun > self.grace:
                if slow >= self.slow_allowed:
                    upload.end(BUSY)
                else:
                    upload.slow = True
                    slow += 1
