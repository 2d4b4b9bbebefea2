"""How much time a validation may spend on what the upload itself can make slow."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

SECONDS = 2.0


class Budget:
    """Seconds of CPU for checks whose cost a hostile upload decides (schemas). Shared by all segments of a validation."""

    __slots__ = ("left",)

    def __init__(self, seconds: float = SECONDS) -> None:
        self.left = seconds

    @contextmanager
    def spending(self) -> Iterator[float]:
        """Take what the block needs from the budget; gives the moment (`time.thread_time`) at which it must be over."""
        start = time.thread_time()
        try:
            yield start + self.left
        finally:
            self.left -= time.thread_time() - start
