"""How often one address, or one key, may ask. The counts stand in the shared cache; without a cache nobody is turned away."""

import logging
import time
from typing import Any

from django.conf import settings
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView

log = logging.getLogger(__name__)


def rates() -> dict[str, str | None]:
    """The rates in force, by scope; None is no limit."""
    return dict(settings.API_RATES)


class Rate(SimpleRateThrottle):
    """Counts by key where one was sent, else by address, from one full hour (or minute, as the rate says) to the next.

    One number a caller: the list of moments that REST framework keeps would be carried to the cache and back at every request.
    """

    num_requests: int | None
    duration: int | None

    def get_rate(self) -> Any:
        return rates()[self.scope or ""]

    def get_cache_key(self, request: Request, view: APIView) -> str:
        # The hash of a key, never the key: what stands in a cache can be read by whoever runs it.
        who = getattr(request.auth, "mark", "") or self.get_ident(request)
        return self.cache_format % {"scope": self.scope, "ident": who}

    def allow_request(self, request: Request, view: APIView) -> bool:
        if self.num_requests is None or not self.duration:
            return True
        key = f"{self.get_cache_key(request, view)}_{int(time.time() // self.duration)}"
        try:
            return self._count(key, self.duration) <= self.num_requests
        except Exception:
            log.warning("The cache does not answer: requests are not counted.", exc_info=True)
            return True

    def wait(self) -> float | None:
        """Seconds until counting begins anew."""
        return self.duration - time.time() % self.duration if self.duration else None

    def _count(self, key: str, seconds: int) -> int:
        """The number of this request among those of `key`."""
        try:
            return int(self.cache.incr(key))
        except ValueError:
            return 1 if self.cache.add(key, 1, seconds) else int(self.cache.incr(key))


class ReadRate(Rate):
    """Everything that does not send a trace."""

    scope = "reads"


class UploadRate(Rate):
    """Sending a trace."""

    scope = "uploads"
