"""Errors: the page that the `type` of every problem document leads to, and what an error of a server or a client means."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from uploads.api import examples, shapes
from uploads.api.catalogue import Address
from uploads.api.described import failures, query
from uploads.api.door import Door
from uploads.api.parameters import Parameter, read
from uploads.api.problem_kinds import KINDS
from uploads.text import LONGEST_ERROR
from validation.error_search import KNOWN, NOTHING_KNOWN, Match, matches
from validation.rule import Rule
from validation.rules import RULES


def _pasted(text: str) -> str:
    if len(text) > LONGEST_ERROR:
        raise ValueError(f"at most {LONGEST_ERROR:,} characters")
    return text


TEXT = Parameter(
    "text",
    _pasted,
    "",
    "The error as a server or a client said it, alone or with what stands around it. Without it comes the page of this API's own errors.",
    {"type": "string", "maxLength": LONGEST_ERROR},
)


class Errors(Door):
    """What an error means; without a `text` the page of the API's own."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if TEXT.name not in request.GET:
            return errors(request)
        return super().dispatch(request, *args, **kwargs)

    @extend_schema(
        operation_id="explainError", tags=["Catalogue"], summary="What does this error mean?", parameters=query(TEXT),
        responses={
            (200, "application/json"): OpenApiResponse(shapes.ErrorMeanings, "What it may mean.", examples.ERROR),
            (200, "text/html"): OpenApiResponse(str, "Without `text`: the kinds of problem that this API answers with."),
            **failures(400, 429),
        },
    )  # fmt: skip
    def get(self, request: Request) -> Response:
        """The known error texts of servers and clients that occur in `text`, the most telling first, each with the rules that find its
        cause. When none does, `matches` is empty and `advice` says what to do."""
        found = matches(read(request._request, (TEXT,))[TEXT])
        return Response(
            {
                "matches": [meaning_of(match, request.build_absolute_uri) for match in found],
                "advice": KNOWN if found else NOTHING_KNOWN,
            }
        )


def meaning_of(match: Match, address: Address) -> dict[str, Any]:
    """A known error as it is told; `{}` in its text is a value of the sender."""
    rules = (RULES[name] for name in match.error.rules if name in RULES)
    return {
        "certainty": match.certainty,
        "text": match.wording,
        "said_by": list(match.error.senders),
        "means": match.error.means,
        "rules": [_pointer(rule, address) for rule in rules],
    }


def _pointer(rule: Rule, address: Address) -> dict[str, str]:
    return {
        "name": rule.name,
        "code": rule.code,
        "title": rule.title,
        "url": address(reverse("api:rule", args=[rule.name])),
        "html_url": address(reverse("web:rule", args=[rule.name])),
    }


@require_safe
def errors(request: HttpRequest) -> HttpResponse:
    """Every kind of problem with its anchor: when it is answered and what to do."""
    return render(request, "api/errors.html", {"kinds": KINDS.values()})
