"""What stands behind a share's link: the report as its owner sees it, read-only. `secret_addresses` keeps it private."""

from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe

from uploads import sharing
from uploads.models import Share, Validation
from uploads.web import export as exports, links, raw as raw_pages, report_page


@require_safe
def shared(request: HttpRequest, token: str) -> HttpResponseBase:
    """The report."""
    share = _share(token)
    content = _content(share)
    context = report_page.context(request, share.validation, links.of_share(token, raw=content), content=content)
    return render(request, "shared.html", {"shortcuts": True, "share": share, **context})


@require_safe
def raw(request: HttpRequest, token: str) -> HttpResponseBase:
    """Its raw lines."""
    share = _share(token)
    if not _content(share):
        raise Http404
    context = raw_pages.page(request, share.validation, links.of_share(token, raw=True))
    return render(request, "raw.html", {"share": share, **context})


@require_safe
def markdown_page(request: HttpRequest, token: str) -> HttpResponseBase:
    """The report as Markdown, to copy."""
    share = _share(token)
    return exports.page(request, share.validation, links.of_share(token, raw=_content(share)), address=request.build_absolute_uri("../"))


@require_safe
def export(request: HttpRequest, token: str, kind: str) -> HttpResponseBase:
    """The report as a file."""
    share = _share(token)
    return exports.file(request, share.validation, kind, address=request.build_absolute_uri("./"))


def _share(token: str) -> Share:
    """The living share. Unknown, ended and revoked ones get the same answer."""
    found = sharing.active(token)
    if found is None or found.validation.state != Validation.State.DONE:
        raise Http404
    return found


def _content(share: Share) -> bool:
    return share.shows_content and share.validation.upload.has_raw
