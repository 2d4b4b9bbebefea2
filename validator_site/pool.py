"""The processes of a worker, as Celery makes them."""

from celery.concurrency.prefork import TaskPool


class Pool(TaskPool):
    """As Celery's own, but for a signal that comes while the worker gets ready.

    Then the processes are gone before Celery asks whether they started, and it would end with an error in place of ending in order.
    """

    _pool: object | None

    def did_start_ok(self) -> bool:
        """Whether the processes started; nothing is wrong with those that were ended since."""
        return self._pool is None or bool(super().did_start_ok())
