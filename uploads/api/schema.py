"""The OpenAPI document."""

from functools import cache
from typing import Any, cast

from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from uploads.api.door import Door, Json
from uploads.api.parameters import read
from validation.version import ENGINE

MEDIA_TYPE = "application/vnd.oai.openapi+json"


class OpenApiJson(Json):
    """An OpenAPI document as JSON."""

    media_type = MEDIA_TYPE


class Document(Door):
    """What clients and the API page read."""

    renderer_classes = [OpenApiJson]

    @extend_schema(exclude=True)
    def get(self, request: Request) -> Response:
        """The description of every call, with real examples."""
        read(request._request, ())
        return Response(document())


@cache
def document() -> dict[str, Any]:
    """The OpenAPI document. It is the same for everybody and does not change while the process runs."""
    described = cast(dict[str, Any], SchemaGenerator().get_schema(request=None, public=True))  # type: ignore[no-untyped-call]
    described["info"]["version"] = ENGINE
    return described
