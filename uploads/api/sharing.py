"""Links that show a report to others: made on purpose, told once, ended at once."""

import json
from typing import Any

from django.http import HttpRequest
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from uploads import results, sharing
from uploads.api import answers, examples, shapes
from uploads.api.cursors import PAGE_LIMIT, next_address
from uploads.api.described import KEY, failures, query
from uploads.api.door import Door, caller
from uploads.api.findings import CURSOR
from uploads.api.parameters import read
from uploads.api.problems import Problem, not_found
from uploads.models import LONGEST_NOTE, Share
from uploads.owners import WRITE

LONGEST_BODY = 65_536


class Shares(Door):
    """The shares of a validation."""

    @extend_schema(
        operation_id="listShares",
        auth=KEY,
        tags=["Sharing"],
        summary="List shares",
        responses={200: shapes.ShareList, **failures(400, 403, 404, 429)},
    )
    def get(self, request: Request, public_id: str) -> Response:
        """All shares, ended ones too. Tokens are not told again."""
        read(request._request, ())
        validation = caller(request).validation(public_id)
        return Response({"shares": [share_of(share) for share in sharing.of(validation)]})

    @extend_schema(
        operation_id="createShare", auth=KEY, tags=["Sharing"], summary="Share a report", request=shapes.ShareRequest,
        responses={201: OpenApiResponse(shapes.MintedShare, "Made.", examples.SHARE), **failures(400, 403, 404, 413, 429)},
    )  # fmt: skip
    def post(self, request: Request, public_id: str) -> Response:
        """Makes a link to everything as it was sent, for whoever has the link. The token is told this once."""
        read(request._request, ())
        validation = caller(request).validation(public_id, WRITE)
        wanted = asked(request._request)
        share, token = sharing.mint(validation, wanted["days"], wanted["note"])
        links = {
            "token": token,
            "url": answers.address(request._request, "api:shared", token),
            "html_url": answers.address(request._request, "web:shared", token),
        }
        return Response({**share_of(share), **links}, status=201)


class OneShare(Door):
    """One share."""

    @extend_schema(
        operation_id="revokeShare", auth=KEY, tags=["Sharing"], summary="End a share",
        responses={204: OpenApiResponse(description="Its link opens no more."), **failures(400, 403, 404, 429)},
    )  # fmt: skip
    def delete(self, request: Request, public_id: str, share_id: str) -> Response:
        """Ends it at once. A second time changes nothing."""
        read(request._request, ())
        validation = caller(request).validation(public_id, WRITE)
        share = sharing.find(validation, share_id)
        if share is None:
            raise not_found()
        sharing.revoke(share)
        return Response(status=204)


class Shared(Door):
    """What a share shows. The only report that is read without a key."""

    @extend_schema(
        operation_id="getShared", tags=["Sharing"], summary="Read a shared report", parameters=query(CURSOR, PAGE_LIMIT), auth=[],
        responses={200: shapes.SharedReport, **failures(400, 404, 429)},
    )  # fmt: skip
    def get(self, request: Request, token: str) -> Response:
        """The report behind a share token, with pages of its findings."""
        values = read(request._request, (CURSOR, PAGE_LIMIT))
        share = sharing.active(token)
        if share is None:
            raise Problem("not-found", "No share opens with this token: it never did, has ended or was revoked. Ask for a new one.")
        try:
            page = results.findings(share.validation, cursor=values[CURSOR] or None, limit=values[PAGE_LIMIT])
        except ValueError as error:
            raise Problem("invalid-parameter", f"The cursor is none of this list ({error}). Take it from `next` of a page.") from error
        return Response(shared_report(request._request, share, token, page))


def share_of(share: Share) -> dict[str, Any]:
    """A share as its owner sees it."""
    return {
        "id": share.public_id,
        "detail": share.detail,
        "active": share.is_active,
        "note": share.note,
        "created": share.created,
        "content_until": share.detail_until,
        "until": share.until,
        "revoked": share.revoked,
    }


def shared_report(request: HttpRequest, share: Share, token: str, page: results.Page) -> dict[str, Any]:
    """What a share shows, field by field: no id, no label, no key, no address that leads to the owner's side."""
    validation = share.validation
    told = answers.head(request, validation)
    shown = ("status", "verdict", "verdicts", "counts", "complete", "profile", "purpose", "looks_like", "input", "created")
    return {
        **{name: told[name] for name in shown},
        **answers.judged(validation),
        **answers.content(request, validation, texts=share.shows_content),
        "findings": answers.findings(request, page),
        "findings_more": page.total - len(page.findings),
        "total": page.total,
        "next": next_address(request, page.next),
        "content_until": share.detail_until,
        "until": share.until,
        "html_url": answers.address(request, "web:shared", token),
    }


def asked(request: HttpRequest) -> dict[str, Any]:
    """What a share is to be like, from a JSON body; an empty body takes the defaults. Raises Problem."""
    if int(request.META.get("CONTENT_LENGTH") or 0) > LONGEST_BODY:
        raise Problem("too-large", f"The body has more than {LONGEST_BODY:,} bytes. It is a small JSON object.", limit=LONGEST_BODY)
    try:
        wanted = json.loads(request.body or b"{}")
    except (ValueError, RecursionError) as error:
        raise Problem(
            "malformed-request", f'The body is not JSON ({error}). Expected an object as {{"days": 7, "note": "for the issue"}}.'
        ) from error
    form = shapes.ShareRequest(data=wanted)
    unknown = sorted(set(wanted) - set(form.fields)) if isinstance(wanted, dict) else []
    if unknown or not form.is_valid():
        raise Problem("malformed-request", "The body cannot be used. Expected: " + EXPECTED, errors=faults(form, unknown))
    return dict(form.validated_data)


EXPECTED = f'an object with "days" ({", ".join(map(str, sharing.DAYS))}) and "note" (at most {LONGEST_NOTE} characters), both optional.'


def faults(form: shapes.ShareRequest, unknown: list[str]) -> list[dict[str, str]]:
    """The single faults of a body, by JSON pointer."""
    if unknown:
        return [{"pointer": f"/{name[:80]}", "detail": "There is no such member."} for name in unknown[:20]]
    return [
        {"pointer": "" if name == "non_field_errors" else f"/{name}", "detail": " ".join(map(str, details))}
        for name, details in form.errors.items()
    ]
