"""The owner key of this browser: take it elsewhere, or bring another one in."""

from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from uploads import owners, results
from uploads.web.access import attachment, private


@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters("key")
@private
def owner_key(request: HttpRequest) -> HttpResponseBase:
    """The page, and a key that was entered: it is held beside the browser's own."""
    goal = _goal(request)
    wrong = ""
    if request.method == "POST":
        key = request.POST.get("key", "").strip()
        if owners.is_key(key):
            response = redirect(goal)
            owners.add_to_cookie(request, response, key)
            return response
        wrong = gettext("That is no owner key. One begins with ck_ and has 32 letters and digits after it.")
    held = owners.keys_from_cookie(request)
    context = {
        "here": "mine",
        "has_key": bool(held),
        "count": results.mine(held[:1]).count(),
        "entered": len(held[1:]),
        "most_entered": owners.MOST_KEYS - 1,
        "goal": goal,
        "wrong": wrong,
    }
    return render(request, "owner_key.html", context, status=422 if wrong else 200)


@require_POST
@private
def download(request: HttpRequest) -> HttpResponseBase:
    """The browser's key as a text file."""
    key = owners.key_from_cookie(request)
    if key is None:
        raise Http404
    return attachment(f"{key}\n", "callcheck-owner-key.txt", "text/plain; charset=utf-8")


def _goal(request: HttpRequest) -> str:
    """Where to go afterwards: a page of this site, else the list."""
    asked = request.POST.get("next") or request.GET.get("next") or ""
    safe = url_has_allowed_host_and_scheme(asked, allowed_hosts={request.get_host()}, require_https=request.is_secure())
    return asked if safe and asked.startswith("/") else reverse("web:mine")
