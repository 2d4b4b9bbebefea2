"""Errors: the page that the `type` of every problem document leads to, and what an error of a server or a client means."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
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
from uploads.api.problems import Problem
from uploads.text import LONGEST_ERROR
from uploads.visible import inline
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
    "The error as a server or a client said it, alone or with what stands around it. Without it, who asks for HTML gets the page of"
    " this API's own errors.",
    {"type": "string", "maxLength": LONGEST_ERROR},
)


class Errors(Door):
    """What an error means; for a browser without a `text` the page of the API's own."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        page = TEXT.name not in request.GET and request.method in ("GET", "HEAD") and wants_html(request)
        response = errors(request) if page else super().dispatch(request, *args, **kwargs)
        patch_vary_headers(response, ["Accept"])
        return response

    @extend_schema(
        operation_id="explainError", tags=["Catalogue"], summary="What does this error mean?", parameters=query(TEXT),
        responses={
            (200, "application/json"): OpenApiResponse(shapes.ErrorMeanings, "What it may mean.", examples.ERROR),
            (200, "text/html"): OpenApiResponse(str, "Without `text`, to who asks for HTML: the problems that this API answers with."),
            **failures(400, 429),
        },
    )  # fmt: skip
    def get(self, request: Request) -> Response:
        """The known error texts of servers and clients that occur in `text`, the most telling first, each with the rules that find its
        cause. When none does, `matches` is empty and `advice` says what to do."""
        text = read(request._request, (TEXT,))[TEXT]
        if TEXT.name not in request.query_params:
            missing = "The parameter text is missing: give it the error to look up, as ?text=. The page of this API's own errors is HTML."
            raise Problem("invalid-parameter", missing, errors=[{"parameter": TEXT.name, "detail": missing}])
        found = matches(text)
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


def wants_html(request: HttpRequest) -> bool:
    """Whether Accept prefers HTML, as browsers do; one that takes everything, or is missing, does not."""
    return request.get_preferred_type(["application/json", "text/html"]) == "text/html"


@require_safe
def errors(request: HttpRequest) -> HttpResponse:
    """Every kind of problem with its anchor: when it is answered and what to do."""
    kinds = [kind._replace(meaning=inline(kind.meaning), remedy=inline(kind.remedy)) for kind in KINDS.values()]
    return render(request, "api/errors.html", {"kinds": kinds})
