"""A report to take away: Markdown to paste into an issue, and files."""

import re

import msgspec
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe

from uploads import results
from uploads.models import Validation
from uploads.web import links
from uploads.web.access import attachment, own, private
from uploads.web.links import Links
from uploads.web.names import name_of, plain_name
from validation.rendering.json_report import report_document
from validation.rendering.markdown import markdown


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
    return file(_done(own(request, public_id)), kind, address=None)


def page(request: HttpRequest, validation: Validation, where: Links, address: str | None) -> HttpResponseBase:
    """The page that shows the Markdown in a field."""
    context = {"validation": validation, "name": name_of(validation), "links": where, "text": _markdown(validation, address)}
    return render(request, "markdown.html", context)


def file(validation: Validation, kind: str, address: str | None) -> HttpResponseBase:
    """The report as JSON or Markdown. Raises Http404 for another kind."""
    name = re.sub(r"[^A-Za-z0-9._-]+", "-", plain_name(validation)).strip("-.")[:80] or "report"
    if kind == "json":
        document = msgspec.json.format(msgspec.json.encode(report_document(results.report(validation))), indent=2)
        return attachment(document, f"{name}.callcheck.json", "application/json")
    if kind == "md":
        return attachment(_markdown(validation, address), f"{name}.callcheck.md", "text/markdown; charset=utf-8")
    raise Http404


def _markdown(validation: Validation, address: str | None) -> str:
    return markdown(report_document(results.report(validation)), html_url=address)


def _done(validation: Validation) -> Validation:
    if validation.state != Validation.State.DONE:
        raise Http404
    return validation
