"""The rules and profiles that judge, and the limits in force."""

import base64
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.urls import reverse
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from uploads.api import examples, media, shapes
from uploads.api.described import failures
from uploads.api.door import Door
from uploads.api.parameters import read
from uploads.api.problems import Problem, shown
from uploads.api.throttling import rates
from validation.examples import Example
from validation.profiles import DIALECTS, PROFILES, Profile
from validation.report import SCHEMA
from validation.report.weighing import letters_of
from validation.rule import Rule
from validation.rules import RULES, RULESET
from validation.version import ENGINE

Address = Callable[[str], str]


class Rules(Door):
    """Every rule."""

    @extend_schema(
        operation_id="listRules", tags=["Catalogue"], summary="List the rules", responses={200: shapes.RuleList, **failures(400, 429)}
    )
    def get(self, request: Request) -> Response:
        """The rules in catalogue order, each with what it weighs under every profile."""
        read(request._request, ())
        return Response({"ruleset": RULESET, "rules": [head_of(rule, request.build_absolute_uri) for rule in RULES.values()]})


class OneRule(Door):
    """One rule, by name or code."""

    @extend_schema(
        operation_id="getRule", tags=["Catalogue"], summary="Read one rule", responses={200: shapes.RuleDetail, **failures(400, 404, 429)}
    )
    def get(self, request: Request, name: str) -> Response:
        """What a rule says, why, how to fix it, and the examples that prove it. `name` may be its code, as `FIN402`."""
        read(request._request, ())
        rule = RULES.get(name) or next((rule for rule in RULES.values() if rule.code == name), None)
        if rule is None:
            raise Problem("not-found", f'There is no rule "{shown(name)}". /api/v1/rules lists them.')
        return Response(whole(rule, request.build_absolute_uri))


class Profiles(Door):
    """Every profile."""

    @extend_schema(
        operation_id="listProfiles",
        tags=["Catalogue"],
        summary="List the profiles",
        responses={200: OpenApiResponse(shapes.ProfileList, "All profiles.", examples.PROFILES), **failures(400, 429)},
    )
    def get(self, request: Request) -> Response:
        """The profiles that can be asked for, and the dialects that are recognised in a stream."""
        read(request._request, ())
        return Response({"profiles": [profile_of(profile) for profile in PROFILES.values()], "dialects": sorted(DIALECTS)})


class Info(Door):
    """This service."""

    @extend_schema(
        operation_id="getInfo",
        tags=["Service"],
        summary="Read versions and limits",
        responses={200: OpenApiResponse(shapes.Info, "What runs here.", examples.INFO), **failures(400, 429)},
    )
    def get(self, request: Request) -> Response:
        """What runs here, and the limits in force."""
        read(request._request, ())
        return Response(
            {
                "service": "Callcheck",
                "version": ENGINE,
                "ruleset": RULESET,
                "report_schema": SCHEMA,
                "limits": limits(),
                "kept_for_days": {"raw": settings.RAW_DAYS, "report": settings.REPORT_DAYS},
                "media_types": list(media.TYPES),
                "content_codings": list(media.CODINGS),
                "profiles": list(PROFILES),
                "report_formats": list(media.REPORT_FORMATS),
            }
        )


def limits() -> dict[str, Any]:
    """The limits in force, bytes and seconds as whole numbers."""
    return {
        "upload_bytes": settings.MAX_UPLOAD_BYTES,
        "unpacking_ratio": settings.MAX_DECODED_RATIO,
        "inline_bytes": settings.INLINE_LIMIT,
        "wait_seconds": settings.WAIT_MAX_SECONDS,
        "requests": rates(),
    }


def profile_of(profile: Profile) -> dict[str, Any]:
    """A profile as it is listed."""
    return {"name": profile.name, "title": profile.title, "base": profile.base, "beta": profile.beta}


def head_of(rule: Rule, address: Address) -> dict[str, Any]:
    """A rule as it is listed; `letters` by variant ("" is the plain rule) and profile."""
    return {
        "name": rule.name,
        "code": rule.code,
        "family": rule.family,
        "title": rule.title,
        "status": rule.status,
        "letters": {variant: {name: row.letter(name) for name in PROFILES} for variant, row in rule.letters.items()},
        "url": address(reverse("api:rule", args=[rule.name])),
        "html_url": address(reverse("web:rule", args=[rule.name])),
    }


def whole(rule: Rule, address: Address) -> dict[str, Any]:
    """A rule with its page. Texts hold `{name}` where a finding puts a param."""
    texts = {variant: rule.texts_of(variant) for variant in rule.letters}
    return {
        **head_of(rule, address),
        "columns": {variant: letters_of(row) for variant, row in rule.letters.items()},
        "page": rule.page.strip(),
        "params": dict(rule.params),
        "texts": {
            variant: {name: getattr(text, name) for name in ("says", "expected", "actual", "why", "unless", "fix")}
            for variant, text in texts.items()
        },
        "bad": [example_of(example) for example in rule.bad],
        "good": [example_of(example) for example in rule.good],
        "breaks": list(rule.breaks),
        "see": list(rule.see),
    }


def example_of(example: Example) -> dict[str, Any]:
    """An example; `data` is base64 when it is no UTF-8."""
    try:
        data, encoding = example.data.decode(), "utf-8"
    except UnicodeDecodeError:
        data, encoding = base64.b64encode(example.data).decode(), "base64"
    return {
        "name": example.name,
        "data": data,
        "encoding": encoding,
        "purpose": example.purpose,
        "request": example.request,
        "note": example.note,
    }
