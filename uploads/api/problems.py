"""What goes wrong, as RFC 9457 problem documents: what was wrong, what was expected, what to do."""

import json
import logging
from collections.abc import Iterable, Mapping
from typing import Any

from django.core.exceptions import DisallowedHost, RequestDataTooBig, SuspiciousOperation, TooManyFieldsSent, TooManyFilesSent
from django.core.signals import got_request_exception
from django.http import Http404, HttpRequest, HttpResponse, UnreadablePostError
from django.http.multipartparser import MultiPartParserError
from django.urls import reverse
from rest_framework import exceptions

from uploads.api.problem_kinds import KINDS
from uploads.intake import Refused
from uploads.text import visible

MEDIA_TYPE = "application/problem+json"
SHOWN = 80
log = logging.getLogger(__name__)


class Problem(Exception):  # noqa: N818  it names an answer, not a fault
    """A request that cannot be answered as asked.

    `code` is one of `problem_kinds.KINDS`. `errors` are the single faults, each with `detail` and the name of what is at fault
    (`parameter`, `header`, `part` or `pointer`). `more` are members of its own, as `limit`.
    """

    def __init__(
        self, code: str, detail: str, *, errors: Iterable[Mapping[str, str]] = (), headers: Mapping[str, str] | None = None, **more: Any
    ) -> None:
        super().__init__(detail)
        self.kind = KINDS[code]
        self.detail = detail
        self.errors = [dict(error) for error in errors]
        self.headers = dict(headers or {})
        self.more = more


def shown(text: str) -> str:
    """`text` as an answer quotes it: short, and without what a terminal would act on."""
    return visible(text, SHOWN)


def not_found() -> Problem:
    """The one answer for a validation that does not exist, for one that has gone and for one that belongs to somebody else."""
    return Problem(
        "not-found", "There is nothing here for you: no such id, or it belongs to another owner. Send its owner key as a bearer token."
    )


def respond(request: HttpRequest, problem: Problem) -> HttpResponse:
    """The problem document of `problem`, whatever was asked for with Accept."""
    kind = problem.kind
    document = {
        "type": f"{_errors_page(request)}#{kind.code}",
        "title": kind.title,
        "status": kind.status,
        "detail": problem.detail,
        "code": kind.code,
        "errors": problem.errors,
        **problem.more,
    }
    body = json.dumps(document, ensure_ascii=False).encode("utf-8", "backslashreplace")
    response = HttpResponse(body, status=kind.status, content_type=MEDIA_TYPE, headers=problem.headers)
    response["Cache-Control"] = "no-store"
    return response


def _errors_page(request: HttpRequest) -> str:
    path = reverse("api:errors")
    try:
        return request.build_absolute_uri(path)
    except DisallowedHost:
        return path


def handle(exception: Exception, context: Mapping[str, Any]) -> HttpResponse:
    """REST framework's exception handler. What nobody foresaw is logged, reported as Django does, and answered without a word of it."""
    request: HttpRequest = context["request"]._request
    problem = exception if isinstance(exception, Problem) else _translate(exception)
    if problem is None:
        got_request_exception.send(sender=handle, request=request)
        log.error("Unforeseen error in %s %s", request.method, request.path, exc_info=exception)
        problem = unforeseen()
    return respond(request, problem)


def unforeseen() -> Problem:
    """The answer to a fault of this service."""
    return Problem(
        "internal-error",
        "The service failed at this request. Nothing was stored. Try again; if it fails again, tell who runs this service.",
    )


def _translate(exception: Exception) -> Problem | None:
    """The problem that an exception of Django, of REST framework or of the intake stands for; None for an unforeseen one."""
    match exception:
        case Refused():
            return _refused(exception)
        case exceptions.MethodNotAllowed():
            return Problem("method-not-allowed", str(exception.detail))
        case exceptions.Throttled():
            return _throttled(getattr(exception, "wait", None))
        case Http404():
            return not_found()
        case RequestDataTooBig():
            return Problem("too-large", "A field of the form is too long. Send long parts as files: -F trace=@trace.jsonl.")
        case TooManyFieldsSent() | TooManyFilesSent():
            return Problem(
                "malformed-request", "The form has too many parts. Send `trace` or `history`, and beside it `request` and `tools`."
            )
        case UnreadablePostError():
            return Problem("body-cut-off", "The body ended before it was complete. Nothing was stored. Send it again.")
        case MultiPartParserError() | SuspiciousOperation():
            return Problem("malformed-request", f"The request cannot be read: {shown(str(exception).rstrip('. '))}. Nothing was stored.")
    return None


def _refused(refused: Refused) -> Problem:
    """What the intake says is told as it says it; a part or a parameter at fault is named as this door names them."""
    extra = {name: value for name, value in refused.extra.items() if name not in ("part", "parameter")}
    errors = [{name: str(refused.extra[name]), "detail": refused.detail} for name in ("part", "parameter") if name in refused.extra]
    return Problem(refused.code, refused.detail, errors=errors, **extra)


def _throttled(wait: float | None) -> Problem:
    seconds = max(1, round(wait or 1))
    return Problem(
        "too-many-requests",
        f"Too many requests from this address. Try again in {seconds} s (Retry-After says the same).",
        headers={"Retry-After": str(seconds)},
    )
