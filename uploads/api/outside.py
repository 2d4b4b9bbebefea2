"""What goes wrong before or beyond any view: under `/api/` a problem document, elsewhere the page that Django shows."""

from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse
from django.views import defaults

from uploads.api import problems

PREFIX = "/api/"


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400: a host name that is not served, or whatever Django takes for an attack."""
    if not request.path_info.startswith(PREFIX):
        return defaults.bad_request(request, exception)
    if isinstance(exception, DisallowedHost):
        detail = "This service does not answer to the host name of this request. Whoever runs it names those it does in ALLOWED_HOSTS."
    else:
        detail = "The request cannot be read. Nothing was stored."
    return problems.respond(request, problems.Problem("malformed-request", detail))


def server_error(request: HttpRequest) -> HttpResponse:
    """500: a fault outside the views; it is in the log."""
    if request.path_info.startswith(PREFIX):
        return problems.respond(request, problems.unforeseen())
    return defaults.server_error(request)
