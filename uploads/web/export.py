"""A report to take away: Markdown to paste into an issue, and files in every format."""

import re

from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from uploads import results
from uploads.models import Validation
from uploads.results.report_files import FORMATS, written
from uploads.web import links
from uploads.web.access import attachment, own, private
from uploads.web.links import Links
from uploads.web.names import name_of, plain_name


@require_safe
@private
def markdown_page(request: HttpRequest, public_id: str) -> HttpResponseBase:
    """The report as Markdown, to copy. It links nowhere: only its owner could follow."""
    validation = _done(own(request, public_id))
    return page(request, validation, links.of_owner(public_id, raw=validation.upload.has_raw), address=None)


@require_safe
@private
def export(request: HttpRequest, public_id: str, kind: str) -> HttpResponseBase:
    """The report as a file."""
    return file(request, _done(own(request, public_id)), kind, address=None)


def page(request: HttpRequest, validation: Validation, where: Links, address: str | None) -> HttpResponseBase:
    """The page that shows the Markdown in a field."""
    text = written(results.report(validation), "md", address=address)
    return render(request, "markdown.html", {"validation": validation, "name": name_of(validation), "links": where, "text": text})


def file(request: HttpRequest, validation: Validation, kind: str, address: str | None) -> HttpResponseBase:
    """The report in one of the formats there are. Raises Http404 for another kind."""
    if kind not in FORMATS:
        raise Http404
    name = re.sub(r"[^A-Za-z0-9._-]+", "-", plain_name(validation)).strip("-.")[:80] or "report"
    text = written(
        results.report(validation), kind, address=address,
        help_url=lambda rule: request.build_absolute_uri(reverse("web:rule", args=[rule])),
    )  # fmt: skip
    media_type = f"{FORMATS[kind].media_type}; charset=utf-8"
    return attachment(text.encode("utf-8", "backslashreplace"), f"{name}.callcheck.{FORMATS[kind].ending}", media_type)


def _done(validation: Validation) -> Validation:
    if validation.state != Validation.State.DONE:
        raise Http404
    return validation
