"""The page that the `type` of every problem document leads to."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from uploads.api.problem_kinds import KINDS


@require_safe
def errors(request: HttpRequest) -> HttpResponse:
    """Every kind of problem with its anchor: when it is answered and what to do."""
    return render(request, "api/errors.html", {"kinds": KINDS.values()})
