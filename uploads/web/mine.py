"""My validations: what this browser's owner key opens."""

from dataclasses import dataclass

from django.core.paginator import Paginator
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from uploads import results
from uploads.models import Validation
from uploads.visible import shown
from uploads.web import verdicts, words
from uploads.web.access import keys, private
from uploads.web.names import name_of

A_PAGE = 50


@dataclass(frozen=True)
class Entry:
    """One validation in the list. `word` is None until there is a verdict."""

    validation: Validation
    name: SafeString
    label: SafeString
    word: verdicts.Word | None
    counted: str
    extent: str


@require_safe
@private
def mine(request: HttpRequest) -> HttpResponseBase:
    """The list, the newest first."""
    pages = Paginator(results.mine(keys(request), getattr(request, "user", None)), A_PAGE)
    page = pages.get_page(request.GET.get("page"))
    context = {
        "here": "mine",
        "page": page,
        "entries": [_entry(validation) for validation in page.object_list],
        "deleted": request.GET.get("deleted") == "1",
        "entered": bool(keys(request)[1:]),
    }
    return render(request, "mine.html", context)


def _entry(validation: Validation) -> Entry:
    done = validation.state == Validation.State.DONE
    verdict = next((verdict for verdict in validation.verdicts.all() if verdict.profile == validation.profile), None) if done else None
    records = int(validation.input.get("records") or 0)
    return Entry(
        validation=validation,
        name=name_of(validation),
        label=shown(validation.upload.label),
        word=verdicts.verdict(validation.verdict) if done else None,
        counted=verdicts.counts(verdict.errors, verdict.warnings) if verdict else "",
        extent=verdicts.extent(validation.chunk_count, validation.response_count, validation.message_count, records)
        if done
        else words.size(validation.size),
    )
