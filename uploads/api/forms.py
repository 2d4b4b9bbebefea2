"""Uploads as multipart forms: the files `trace`, `request`, `tools` and `history`."""

from typing import Any, cast

from django.core.files.uploadhandler import FileUploadHandler
from django.http import HttpRequest
from django.http.multipartparser import MultiPartParser

from uploads import intake
from uploads.api.body import Body, declared_length
from uploads.api.problems import Problem, shown
from uploads.models import Part

ROLES = tuple(Part.Role.values)


def parts(request: HttpRequest, body: Body) -> dict[str, Any]:
    """The files of a form by role, each already stored by the upload handler.

    Raises Problem for a form with other parts, with two of a role, or with plain fields, and Refused for one that is too large.
    """
    if request.META.get("HTTP_CONTENT_ENCODING", "identity").strip().lower() not in ("", "identity"):
        raise Problem(
            "unsupported-media-type", "A form is not read with a Content-Encoding. Send the trace itself as the body to compress it."
        )
    handler: FileUploadHandler = intake.upload_handler()
    fields, files = MultiPartParser(_known_length(request), cast(Any, body), [handler], "utf-8").parse()
    errors = []
    for name in {*fields, *files}:
        count = len(fields.getlist(name)) + len(files.getlist(name))
        if name not in ROLES:
            errors.append(
                {
                    "part": shown(name),
                    "detail": f'There is no part "{shown(name)}". Allowed: {", ".join(ROLES)}; options go into the query.',
                }
            )
        elif name in fields:
            errors.append({"part": name, "detail": f'"{name}" must be a file: -F {name}=@FILE.'})
        elif count > 1:
            errors.append({"part": name, "detail": f'"{name}" stands there {count} times. Give it once.'})
    if errors:
        raise Problem("malformed-request", " ".join(error["detail"] for error in errors[:5]), errors=errors[:20])
    return {name: files[name] for name in files}


def _known_length(request: HttpRequest) -> dict[str, Any]:
    """The headers of `request` with a length above 0: Django's parser takes a form without one for an empty form, the handler counts."""
    return {**request.META, "CONTENT_LENGTH": str(declared_length(request) or 1)}
