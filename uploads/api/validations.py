"""Sending a trace, listing what was sent, reading and deleting one."""

from typing import Any, BinaryIO, cast

from django.conf import settings
from django.http import HttpRequest
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from uploads import intake, results
from uploads.api import answers, examples, forms, media, shapes
from uploads.api.authentication import Caller
from uploads.api.body import declared_length, is_form, opened
from uploads.api.cursors import NEWEST_FIRST, PAGE_LIMIT, newest_first, next_address
from uploads.api.described import HEADERS, KEY, LOCATION, RETRY_AFTER, failures, query
from uploads.api.door import Door, caller
from uploads.api.parameters import Values, choice, flag, line, read, whole
from uploads.api.problems import Problem
from uploads.api.threads import a_place_to_wait
from uploads.api.throttling import ReadRate, UploadRate
from uploads.models import LONGEST_LABEL, LONGEST_NAME, Validation
from uploads.owners import WRITE
from validation.pipeline import PURPOSES
from validation.profiles import PROFILES
from validation.report.weighing import FAILS, PASSES_WITH_WARNINGS

SECONDS_TO_COME_BACK = "2"

FILENAME = line("filename", LONGEST_NAME, "A name to show for the trace.")
LABEL = line("label", LONGEST_LABEL, "The endpoint or series it belongs to, to find it again.")
PROFILE = choice(
    "profile", PROFILES, "default", "What it is measured by. A validation has a verdict under every profile; this one is shown."
)
SHOWN_PROFILE = choice("profile", PROFILES, None, "Show it under this profile; without it, under the one it was sent with.")
PURPOSE = choice("purpose", PURPOSES, None, "What a history is for; without it, its shape tells.")
WAIT = whole("wait", 0, settings.WAIT_MAX_SECONDS, min(10, settings.WAIT_MAX_SECONDS), "Seconds to wait for the verdict.")
POLL = whole("wait", 0, settings.WAIT_MAX_SECONDS, 0, "Seconds to wait for the verdict, if it is not there yet.")
FAIL_ON = choice("fail_on", ("error", "warning", "never"), "error", "With `verdict_status=1`: what makes it fail.")
VERDICT_STATUS = flag(
    "verdict_status",
    "Answer 422 when it fails and 424 when it could not be fully checked or is not finished, so that `curl --fail-with-body` fails.",
)
LABELLED = line("label", LONGEST_LABEL, "Only those with this label.")
SENDING = (FILENAME, PROFILE, PURPOSE, LABEL, WAIT, FAIL_ON, VERDICT_STATUS)

FORM = {
    "type": "object",
    "properties": {
        "trace": {"type": "string", "format": "binary", "description": "The stream."},
        "history": {"type": "string", "format": "binary", "description": "A conversation history, in place of a trace."},
        "request": {"type": "string", "format": "binary", "description": "The body of the request that led to the stream."},
        "tools": {"type": "string", "format": "binary", "description": "The tools it declared, when the request is not at hand."},
    },
    "oneOf": [{"required": ["trace"]}, {"required": ["history"]}],
    "additionalProperties": False,
}
BODIES: dict[str, Any] = {**{kind: {"type": "string", "format": "binary"} for kind in media.TYPES}, media.MULTIPART: FORM}
SENT = {
    201: OpenApiResponse(shapes.CreatedValidation, "Kept, and finished within `wait`.", examples.CREATED),
    202: OpenApiResponse(shapes.CreatedValidation, "Kept, not finished yet. Ask at `Location`, best with `wait`."),
    422: OpenApiResponse(shapes.CreatedValidation, "Kept and finished: it fails. Only with `verdict_status=1`.", examples.FAILING),
    424: OpenApiResponse(shapes.CreatedValidation, "Kept: not fully checked, or not finished. Only with `verdict_status=1`."),
    **failures(403, 408, 411, 413, 415, 429, 503, 507),
    **failures(400, example=examples.WRONG_PARAMETER),
}


class Validations(Door):
    """Traces are sent here; what was sent under a key is listed here."""

    def get_throttles(self) -> list[ReadRate | UploadRate]:  # type: ignore[override]
        return [UploadRate() if self.request.method in ("POST", "PUT") else ReadRate()]

    @extend_schema(
        operation_id="listValidations", auth=KEY, tags=["Validations"], summary="List your validations",
        parameters=query(LABELLED, NEWEST_FIRST, PAGE_LIMIT), responses={200: shapes.ValidationPage, **failures(400, 403, 429)},
    )  # fmt: skip
    def get(self, request: Request) -> Response:
        """What was sent under the key that asks, the newest first."""
        values = read(request._request, (LABELLED, NEWEST_FIRST, PAGE_LIMIT))
        who = caller(request)
        if not who.mark:
            raise Problem(
                "key-needed",
                "The request has no Authorization header. A list needs an owner key or an API token: Authorization: Bearer ck_...",
                headers={"WWW-Authenticate": "Bearer"},
            )
        who.may("read")
        rows = results.mine([who.owner_key], who.user)
        if values[LABELLED]:
            rows = rows.filter(upload__label=values[LABELLED])
        shown, more = newest_first(rows, values[NEWEST_FIRST], values[PAGE_LIMIT])
        return Response(
            {
                "validations": [answers.head(request._request, validation) for validation in shown],
                "next": next_address(request._request, more),
            }
        )

    @extend_schema(
        operation_id="createValidation", tags=["Validations"], summary="Send a trace or a history", request=BODIES,
        parameters=[*query(*SENDING), *HEADERS, LOCATION, RETRY_AFTER], responses=SENT,
    )  # fmt: skip
    def post(self, request: Request) -> Response:
        """The body is the trace itself, as it was recorded, or a form with the files `trace`, `request`, `tools`, `history`.

        No key is needed. Without one the answer holds an `owner_key`, once: with it, as a bearer token, the upload is read and deleted.
        """
        return self._take(request)

    @extend_schema(
        operation_id="putValidation", tags=["Validations"], summary="Send a trace with curl -T", request=BODIES,
        parameters=[*query(*SENDING), *HEADERS, LOCATION, RETRY_AFTER], responses=SENT,
    )  # fmt: skip
    def put(self, request: Request) -> Response:
        """The same as POST, for programs that can only PUT. Each time makes a new validation."""
        return self._take(request)

    def _take(self, request: Request) -> Response:
        values = read(request._request, SENDING)
        who = caller(request)
        who.may(WRITE)
        received = receive(request._request, values, who)
        validation = received.validation
        finished = received.finished or waited(validation, values[WAIT])
        document = {**answers.whole(request._request, validation), "owner_key": received.owner_key}
        status = status_of(document, values) or (201 if finished else 202)
        headers = {"Location": document["url"], **headers_of(document, finished=finished)}
        return Response(document, status, headers=headers)


class OneValidation(Door):
    """One validation."""

    @extend_schema(
        operation_id="getValidation", auth=KEY, tags=["Validations"], summary="Read one validation",
        parameters=[*query(POLL, SHOWN_PROFILE, FAIL_ON, VERDICT_STATUS), *HEADERS, RETRY_AFTER],
        responses={
            200: OpenApiResponse(shapes.Validation, "It, finished or not."),
            422: OpenApiResponse(shapes.Validation, "It fails. Only with `verdict_status=1`."),
            424: OpenApiResponse(shapes.Validation, "It was not fully checked, or has not finished. Only with `verdict_status=1`."),
            **failures(400, 403, 429),
            **failures(404, example=examples.NOT_FOUND),
        },
    )  # fmt: skip
    def get(self, request: Request, public_id: str) -> Response:
        """Its head, the first 50 findings and the first 20 segments."""
        values = read(request._request, (POLL, SHOWN_PROFILE, FAIL_ON, VERDICT_STATUS))
        validation = caller(request).validation(public_id)
        finished = validation.is_finished or waited(validation, values[POLL])
        document = answers.whole(request._request, validation, values[SHOWN_PROFILE])
        return Response(document, status_of(document, values) or 200, headers=headers_of(document, finished=finished))

    @extend_schema(
        operation_id="deleteValidation", auth=KEY, tags=["Validations"], summary="Delete everything of it",
        responses={204: OpenApiResponse(description="Gone: the trace, the report, its shares."), **failures(400, 403, 404, 429)},
    )  # fmt: skip
    def delete(self, request: Request, public_id: str) -> Response:
        """The trace, the report and its shares are deleted at once; a run in progress stops."""
        read(request._request, ())
        results.delete(caller(request).validation(public_id, WRITE))
        return Response(status=204)


def receive(request: HttpRequest, values: Values, who: Caller) -> intake.Received:
    """Hand the body to the intake. Raises Problem or Refused, and then nothing of it is kept."""
    wanted = intake.Wanted(
        filename=values[FILENAME], profile=values[PROFILE], purpose=values[PURPOSE], label=values[LABEL],
        origin="api", owner_key=who.owner_key, user=who.user,
    )  # fmt: skip
    form = is_form(request)
    with opened(request) as body:
        if form:
            return intake.receive_parts(forms.parts(request, body), wanted)
        coding = request.headers.get("Content-Encoding")
        return intake.receive(cast(BinaryIO, body), wanted, coding=coding, declared_length=declared_length(request))


def waited(validation: Validation, seconds: int) -> bool:
    """Wait for the end of `validation` if a thread may be spared for it. Whether it has ended."""
    if not seconds:
        return False
    with a_place_to_wait() as granted:
        return granted and results.wait_until_finished(validation, seconds)


def status_of(document: dict[str, Any], values: Values) -> int | None:
    """With `verdict_status=1` 422 for what fails and 424 for what was not fully checked; None for what passes, or when not asked."""
    if not values[VERDICT_STATUS]:
        return None
    failing = {"error": (FAILS,), "warning": (FAILS, PASSES_WITH_WARNINGS), "never": ()}[values[FAIL_ON]]
    if document["verdict"] in failing:
        return 422
    return None if document["complete"] and document["verdict"] is not None else 424


def headers_of(document: dict[str, Any], *, finished: bool) -> dict[str, str]:
    """The headers of an answer that shows a validation."""
    headers = {"Link": f'<{document["html_url"]}>; rel="alternate"; type="text/html"'}
    if not finished:
        headers["Retry-After"] = SECONDS_TO_COME_BACK
    return {**headers, **answers.result_headers(document)}
