"""Addresses under `/api/` at which nothing is."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from uploads.api.door import Door
from uploads.api.problems import Problem


class Nowhere(Door):
    """Whatever is asked here, the answer is a problem document and not a page."""

    schema = None

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        raise Problem("unknown-address", "Nothing is served at this path. Addresses begin with /api/v1/ and end without a slash.")

    @extend_schema(exclude=True)
    def get(self, request: Request, *args: object, **kwargs: object) -> Response:
        """Never reached: `initial` comes before every method."""
        return Response()
