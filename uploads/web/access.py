"""Who may see what: the asker's own validations, and the answer that is the same for another's and for none."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

from uploads import owners, results
from uploads.models import Validation

_Rest = ParamSpec("_Rest")
_View = Callable[Concatenate[HttpRequest, _Rest], HttpResponseBase]


def keys(request: HttpRequest) -> list[str]:
    """The owner keys that this browser holds: its own and those that were entered."""
    return owners.keys_from_cookie(request)


def own(request: HttpRequest, public_id: str) -> Validation:
    """The asker's validation. Raises Http404 for another's and for a missing one alike."""
    found = results.find(public_id, keys(request), getattr(request, "user", None))
    if found is None:
        raise Http404
    return found


def private(view: _View[_Rest]) -> _View[_Rest]:
    """A page that holds trace content: not kept by caches, not found by search engines."""

    @wraps(view)
    def answer(request: HttpRequest, /, *args: _Rest.args, **kwargs: _Rest.kwargs) -> HttpResponseBase:
        response = view(request, *args, **kwargs)
        response["Cache-Control"] = "no-store"
        response["X-Robots-Tag"] = "noindex, nofollow"
        return response

    return answer


def attachment(content: str | bytes, filename: str, content_type: str) -> HttpResponse:
    """A download: never shown in place, never sniffed, and without rights should a browser show it after all."""
    response = HttpResponse(content, content_type=content_type)
    response["Content-Disposition"] = f'attachment; filename="{filename}"'
    response["Content-Security-Policy"] = "default-src 'none'; sandbox"
    response["X-Content-Type-Options"] = "nosniff"
    return response
