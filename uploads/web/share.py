"""Sharing, a deliberate act: it says what others will see, shows the link once, and lists what can be revoked."""

from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from uploads import sharing
from uploads.models import LONGEST_NOTE, Validation
from uploads.web import words
from uploads.web.access import own, private
from uploads.web.names import name_of

DEFAULT_DAYS = 7


@require_http_methods(["GET", "HEAD", "POST"])
@private
def share(request: HttpRequest, public_id: str) -> HttpResponseBase:
    """The form and the list; after a link was made, the link, this once."""
    validation = own(request, public_id)
    if validation.state != Validation.State.DONE:
        raise Http404
    if request.method != "POST":
        return _page(request, validation)
    note = request.POST.get("note", "").strip()
    days = request.POST.get("days", "")
    wrong = _wrong(days, note)
    if wrong:
        return _page(request, validation, wrong=wrong, note=note, status=422)
    made, token = sharing.mint(validation, int(days), note)
    address = request.build_absolute_uri(reverse("web:shared", args=[token]))
    return _page(request, validation, made=made, address=address)


@require_POST
@private
def revoke(request: HttpRequest, public_id: str, share_id: str) -> HttpResponseBase:
    """End one link now."""
    validation = own(request, public_id)
    found = sharing.find(validation, share_id)
    if found is None:
        raise Http404
    sharing.revoke(found)
    return redirect("web:share", public_id)


def days_offered() -> list[dict[str, object]]:
    """How long a link may last, in words."""
    titles = {1: gettext("1 day"), 7: gettext("7 days"), 30: gettext("30 days"), 90: gettext("90 days")}
    return [{"number": days, "title": titles.get(days, str(days)), "chosen": days == DEFAULT_DAYS} for days in sharing.DAYS]


def _wrong(days: str, note: str) -> str:
    if days not in {str(offered) for offered in sharing.DAYS}:
        return gettext("Choose how long the link lasts: %(days)s days.") % {"days": ", ".join(map(str, sharing.DAYS))}
    if len(note) > LONGEST_NOTE:
        return gettext("A note has up to %(most)s characters.") % {"most": LONGEST_NOTE}
    return ""


def _page(request: HttpRequest, validation: Validation, *, status: int = 200, **more: object) -> HttpResponseBase:
    size = int(validation.input.get("bytes") or validation.size)
    context = {
        "here": "mine",
        "validation": validation,
        "name": name_of(validation),
        "days": days_offered(),
        "longest_note": LONGEST_NOTE,
        "shares": sharing.of(validation),
        "size": words.size(size),
        **more,
    }
    return render(request, "share.html", context, status=status)
