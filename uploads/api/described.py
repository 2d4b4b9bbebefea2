"""Pieces of the OpenAPI document that many views share."""

from collections.abc import Sequence
from typing import Any

from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse

from uploads.api import shapes
from uploads.api.parameters import Parameter
from uploads.api.problem_kinds import KINDS
from uploads.api.problems import MEDIA_TYPE

KEY: Any = [{"key": list[str]()}]
"""What a call that needs a key says of it."""

HEADERS = [
    OpenApiParameter("Trace-Verdict", str, OpenApiParameter.HEADER, response=[200, 201, 422, 424],
                     description="The verdict in words. Only on a finished validation."),
    OpenApiParameter("Trace-Findings", str, OpenApiParameter.HEADER, response=[200, 201, 422, 424],
                     description="How many errors, warnings and infos, as `error=1; warning=0; info=2`. Only on a finished validation."),
]  # fmt: skip


def failures(*statuses: int, example: Sequence[OpenApiExample] = ()) -> dict[Any, OpenApiResponse]:
    """The problem documents that a call may answer with: those statuses, and 401 and 500, which every call may."""
    return {
        (status, MEDIA_TYPE): OpenApiResponse(shapes.Problem, _codes(status), example if status in statuses else ())
        for status in sorted({*statuses, 401, 500})
    }


def _codes(status: int) -> str:
    return "; ".join(f"`{kind.code}`: {kind.title}" for kind in KINDS.values() if kind.status == status)


def query(*parameters: Parameter[Any]) -> list[OpenApiParameter]:
    """The entries of query parameters."""
    return [parameter.described() for parameter in parameters]


LOCATION = OpenApiParameter("Location", str, OpenApiParameter.HEADER, response=[201, 202], description="Where the validation is read.")
RETRY_AFTER = OpenApiParameter(
    "Retry-After", int, OpenApiParameter.HEADER, response=[202, 429, 503], description="Seconds after which to ask again."
)
