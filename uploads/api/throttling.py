"""How often one address, or one key, may ask. The counts stand in the shared cache; without a cache nobody is turned away."""

import logging
from typing import Any

from django.conf import settings
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView

DEFAULT_RATES = {"reads": "20000/hour", "uploads": "3000/hour"}
log = logging.getLogger(__name__)


def rates() -> dict[str, str | None]:
    """The rates in force: `API_RATES` of the settings over the defaults; None turns one off."""
    return {**DEFAULT_RATES, **getattr(settings, "API_RATES", {})}


class Rate(SimpleRateThrottle):
    """Counts by key where one was sent, else by address."""

    def get_rate(self) -> Any:
        return rates()[self.scope or ""]

    def get_cache_key(self, request: Request, view: APIView) -> str:
        # The hash of a key, never the key: what stands in a cache can be read by whoever runs it.
        who = getattr(request.auth, "mark", "") or self.get_ident(request)
        return self.cache_format % {"scope": self.scope, "ident": who}

    def allow_request(self, request: Request, view: APIView) -> bool:
        try:
            return bool(super().allow_request(request, view))
        except Exception:
            log.warning("The cache does not answer: requests are not counted.", exc_info=True)
            return True


class ReadRate(Rate):
    """Everything that does not send a trace."""

    scope = "reads"


class UploadRate(Rate):
    """Sending a trace."""

    scope = "uploads"
