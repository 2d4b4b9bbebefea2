"""What every view of this door has in common: how it knows its caller, how it fails, what it tells caches."""

import json
from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.permissions import AllowAny
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.encoders import JSONEncoder
from rest_framework.views import APIView

from uploads.api import problems
from uploads.api.authentication import Bearer, Caller
from uploads.api.throttling import ReadRate


class Json(JSONRenderer):
    """JSON whose texts stay readable. A lone surrogate, which a trace may hold, is written as the escape that it came as."""

    def render(self, data: Any, accepted_media_type: str | None = None, renderer_context: Mapping[str, Any] | None = None) -> bytes:
        if data is None:
            return b""
        return json.dumps(data, ensure_ascii=False, allow_nan=False, cls=JSONEncoder).encode("utf-8", "backslashreplace") + b"\n"


class JsonWhateverIsAsked(BaseContentNegotiation):
    """Only one format is there: Accept is not asked, so that no header of a client can make an answer fail."""

    def select_parser(self, request: Request, parsers: Any) -> BaseParser | None:
        return None

    def select_renderer(self, request: Request, renderers: Any, format_suffix: str | None = None) -> tuple[BaseRenderer, str]:
        return renderers[0], renderers[0].media_type


class Door(APIView):
    """A view that reads bearer keys and never a cookie, answers JSON, and fails with a problem document."""

    authentication_classes = [Bearer]
    # Whose a thing is decides in each view; the answer to a stranger is that there is nothing.
    permission_classes = [AllowAny]
    renderer_classes = [Json]
    content_negotiation_class: type[BaseContentNegotiation] = JsonWhateverIsAsked
    throttle_classes = [ReadRate]
    http_method_names = ["get", "head", "post", "put", "delete"]

    def get_exception_handler(self) -> Any:
        return problems.handle

    def http_method_not_allowed(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Response:
        allowed = ", ".join(self.allowed_methods)
        raise problems.Problem(
            "method-not-allowed",
            f"{problems.shown(request.method or '')} is not served at this address. Allowed: {allowed}.",
            headers={"Allow": allowed},
        )

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Response:
        """Render here, where a fault still becomes a problem document; let no cache keep an answer."""
        final = super().finalize_response(request, response, *args, **kwargs)
        if isinstance(final, Response):
            try:
                final.render()
            except Exception as fault:
                final = super().finalize_response(request, self.handle_exception(fault), *args, **kwargs)
        final.headers.setdefault("Cache-Control", "no-store")
        final.headers.setdefault("X-Content-Type-Options", "nosniff")
        return final


def caller(request: Request) -> Caller:
    """Who asks: set by `Bearer` for every request."""
    return request.auth if isinstance(request.auth, Caller) else Caller()
