"""Delete a validation: asked once, then done at once."""

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from uploads import results, sharing
from uploads.web.access import own, private
from uploads.web.names import name_of


@require_http_methods(["GET", "HEAD", "POST"])
@private
def delete(request: HttpRequest, public_id: str) -> HttpResponseBase:
    """The question, and the deed."""
    validation = own(request, public_id)
    if request.method == "POST":
        results.delete(validation)
        return redirect(reverse("web:mine") + "?deleted=1")
    links = sum(share.is_active for share in sharing.of(validation))
    return render(request, "delete.html", {"here": "mine", "validation": validation, "name": name_of(validation), "links": links})
