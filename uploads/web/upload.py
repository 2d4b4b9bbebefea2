"""The first page: drop, choose or paste a trace, and what became of it when it was refused."""

from typing import Any

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods

from uploads import intake, owners
from uploads.intake import Received, Refused, Wanted
from uploads.models import LONGEST_LABEL
from uploads.web import form as forms, samples, words
from uploads.web.form import Form, Problems
from validation.profiles import PROFILES


@require_http_methods(["GET", "HEAD", "POST"])
@csrf_exempt
def upload(request: HttpRequest) -> HttpResponseBase:
    """The page, and what it sends. Exempt itself: the upload handler must be set before the check reads the form."""
    if request.method != "POST":
        return page(request, Form(profile=_known_profile(request)))
    request.upload_handlers = [intake.upload_handler()]
    try:
        return _receive(request)
    except RequestDataTooBig:
        return page(request, Form(), forms.too_much(), status=413)
    except Refused as refusal:
        return page(request, Form(), forms.refused(refusal), status=refusal.status)


@csrf_protect
def _receive(request: HttpRequest) -> HttpResponseBase:
    key = request.POST.get("example", "")
    if key:
        return _example(request, key)
    form = forms.read(request)
    problems = forms.check(form)
    if problems is not None:
        return page(request, form, problems, status=422)
    try:
        return found(request, _keep(request, form))
    except Refused as refusal:
        return page(request, form, forms.refused(refusal), status=refusal.status)


def _keep(request: HttpRequest, form: Form) -> Received:
    wanted = wanted_of(request, form)
    if "trace" in form.parts:
        return intake.receive_parts(form.parts, wanted, request=form.pasted_request)
    wanted.pasted, wanted.origin = True, "paste"
    return intake.receive([form.pasted], wanted, request=form.request)


def _example(request: HttpRequest, key: str) -> HttpResponseBase:
    example = samples.find(key)
    if example is None:
        return page(request, Form(), Problems(gettext("There is no such example")), status=422)
    wanted = wanted_of(request, Form())
    wanted.filename, wanted.purpose = example.name, example.purpose
    return found(request, intake.receive([example.data], wanted, request=samples.request_of(example)))


def wanted_of(request: HttpRequest, form: Form) -> Wanted:
    """What the form asks for, filed under this browser's key."""
    return Wanted(
        profile=form.profile,
        purpose=form.purpose or None,
        label=form.label,
        origin="web",
        owner_key=owners.key_from_cookie(request),
        user=getattr(request, "user", None),
    )


def found(request: HttpRequest, received: Received) -> HttpResponseBase:
    """Go to the result, and let the browser keep its owner keys for another year."""
    address = reverse("web:result", args=[received.validation.public_id]) + "#verdict"
    response: HttpResponseBase = HttpResponseRedirect(address)
    if request.headers.get("HX-Request"):
        response = HttpResponse(status=200, headers={"HX-Redirect": address})
    held = [received.owner_key] if received.owner_key else owners.keys_from_cookie(request)
    if held:
        owners.set_cookie(response, *held)
    return response


def page(request: HttpRequest, form: Form, problems: Problems | None = None, status: int = 200) -> HttpResponse:
    """The upload page with the texts of `form` in place."""
    context: dict[str, Any] = {
        "here": "upload",
        "values": form,
        "problems": problems,
        "errors": problems.errors if problems else {},
        "profiles": [{"name": profile.name, "title": words.translate(profile.title)} for profile in PROFILES.values()],
        "purposes": [{"name": name, "title": title} for name, title in forms.PURPOSE_TITLES.items()],
        "longest_label": LONGEST_LABEL,
        "limits": limits(),
        "upload_limit": settings.MAX_UPLOAD_BYTES,
        "paste_limit": forms.paste_limit(),
        "paste_too_long": forms.too_much().items[0].text,
        "samples": samples.SAMPLES.values(),
        "api_url": request.build_absolute_uri("/api/v1/validations"),
    }
    return render(request, "upload.html", context, status=status)


def limits() -> dict[str, object]:
    """The limits in force, in words."""
    return {"upload": words.size(settings.MAX_UPLOAD_BYTES), "raw_days": settings.RAW_DAYS, "report_days": settings.REPORT_DAYS}


def _known_profile(request: HttpRequest) -> str:
    asked = request.GET.get("profile", "")
    return asked if asked in PROFILES else "default"
