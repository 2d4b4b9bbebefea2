"""Addresses that are themselves a secret, those of shares: no answer beneath them is kept by a cache, indexed, or told as a referrer."""

from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase

PREFIXES = ("/s/", "/api/v1/shared/")
HEADERS = {"Cache-Control": "no-store", "X-Robots-Tag": "noindex, nofollow", "Referrer-Policy": "no-referrer"}


def guard_secret_addresses(answer: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    """A middleware, and the outermost: redirects and errors are made by others, and have the secret in their address too."""

    def guarded(request: HttpRequest) -> HttpResponseBase:
        response = answer(request)
        if request.path_info.startswith(PREFIXES):
            for name, value in HEADERS.items():
                response[name] = value
        return response

    return guarded
