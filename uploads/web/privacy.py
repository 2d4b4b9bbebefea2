"""What is stored, where, how long, who can see it, how to delete it."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from uploads.web.upload import limits


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """The page in plain words."""
    return render(request, "privacy.html", {"here": "privacy", "limits": limits(), "days": settings.RAW_DAYS})
