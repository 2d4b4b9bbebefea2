"""Check the same upload again: for another purpose, with the request, or by today's rules. It is a new validation with its own page."""

from django.core.exceptions import RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods

from uploads import intake, results
from uploads.intake import Received, Refused
from uploads.models import Part, Upload, Validation
from uploads.web import form as forms, upload, words
from uploads.web.access import own, private
from uploads.web.form import Form, Problems
from uploads.web.names import name_of
from validation.profiles import PROFILES


@require_http_methods(["GET", "HEAD", "POST"])
@csrf_exempt
@private
def again(request: HttpRequest, public_id: str) -> HttpResponseBase:
    """The form, and the new validation. Exempt itself: the upload handler must be set before the check reads the form."""
    validation = own(request, public_id)
    if not validation.upload.has_raw:
        raise Http404
    if request.method != "POST":
        return _page(request, validation, Form(profile=validation.profile, purpose=validation.purpose))
    request.upload_handlers = [intake.upload_handler()]
    try:
        return _receive(request, validation)
    except RequestDataTooBig:
        return _page(request, validation, Form(), forms.too_much(), status=413)
    except Refused as refusal:
        return _page(request, validation, Form(), forms.refused(refusal), status=refusal.status)


@csrf_protect
def _receive(request: HttpRequest, validation: Validation) -> HttpResponseBase:
    form = forms.read(request)
    problems = forms.check(form, trace=False)
    if problems is not None:
        return _page(request, validation, form, problems, status=422)
    try:
        return upload.found(request, _keep(request, validation, form))
    except Refused as refusal:
        return _page(request, validation, form, forms.refused(refusal), status=refusal.status)


def _keep(request: HttpRequest, validation: Validation, form: Form) -> Received:
    wanted = upload.wanted_of(request, form)
    kept = validation.upload
    wanted.filename = next((part.name for part in kept.parts.all() if part.role in (Part.Role.TRACE, Part.Role.HISTORY)), "")
    wanted.label, wanted.origin, wanted.pasted = kept.label, kept.origin, kept.origin == Upload.Origin.PASTE
    given = form.request
    if given is None and request.POST.get("keep_request"):
        given = results.request_part(validation)
    trace = results.open_trace(validation)
    if trace is None:
        raise Http404
    with trace:
        return intake.receive(trace, wanted, request=given)


def _page(request: HttpRequest, validation: Validation, form: Form, problems: Problems | None = None, status: int = 200) -> HttpResponse:
    context = {
        "here": "mine",
        "validation": validation,
        "name": name_of(validation),
        "values": form,
        "problems": problems,
        "errors": problems.errors if problems else {},
        "has_request": any(part.role == Part.Role.REQUEST for part in validation.upload.parts.all()),
        "profiles": [{"name": profile.name, "title": words.translate(profile.title)} for profile in PROFILES.values()],
        "purposes": [{"name": name, "title": title} for name, title in forms.PURPOSE_TITLES.items()],
    }
    return render(request, "again.html", context, status=status)
