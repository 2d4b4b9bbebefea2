"""The result: its progress while it runs, the report once it is done, a plain sentence where it failed."""

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from uploads.models import Validation
from uploads.web import links, report_page, words
from uploads.web.access import own, private
from uploads.web.names import name_of


@require_safe
@private
def result(request: HttpRequest, public_id: str) -> HttpResponseBase:
    """The page of a validation, whatever its state."""
    validation = own(request, public_id)
    if validation.state == Validation.State.FAILED:
        return render(request, "failed.html", {"here": "mine", "validation": validation, "name": name_of(validation)})
    if not validation.is_finished:
        return render(request, "progress.html", {"here": "mine", "validation": validation, **_running(validation)})
    raw = validation.upload.has_raw
    context = report_page.context(request, validation, links.of_owner(public_id, raw=raw), content=raw)
    return render(request, "result.html", {"here": "mine", "shortcuts": True, **context})


@require_safe
@private
def progress(request: HttpRequest, public_id: str) -> HttpResponseBase:
    """The part of the page that htmx asks for every second; once there is nothing to wait for, it says: load the page again."""
    try:
        validation = own(request, public_id)
    except Http404:
        return HttpResponse(status=404, headers={"HX-Refresh": "true"})
    if validation.is_finished:
        return HttpResponse(status=200, headers={"HX-Refresh": "true"})
    return render(request, "_progress.html", {"validation": validation, **_running(validation)})


def _running(validation: Validation) -> dict[str, object]:
    """Bytes and records read so far, in words."""
    waiting = validation.state == Validation.State.QUEUED
    again = validation.attempts > 0 and waiting
    return {
        "name": name_of(validation),
        "waiting": waiting,
        "status": gettext("Waiting for its turn again") if again else gettext("Waiting for its turn") if waiting else gettext("Checking"),
        "read": words.size(validation.progress),
        "size": words.size(validation.size),
        "records": words.number(validation.progress_records),
        "percent": validation.percent,
    }
