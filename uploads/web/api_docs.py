"""The API's documentation: the commands to begin with, and every call from the OpenAPI document, offline."""

import json
from typing import Any

from csp.decorators import csp_update
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.views.decorators.http import require_safe
from drf_spectacular.views import SpectacularSwaggerSplitView
from rest_framework.response import Response

_SETTINGS = {"deepLinking": True, "persistAuthorization": False, "displayOperationId": False, "defaultModelsExpandDepth": -1}


class _Page(SpectacularSwaggerSplitView):
    """Swagger's page inside ours. Its script has an address of its own (`?script=`), so nothing stands inline."""

    url_name = "api:schema"
    template_name = "api_docs.html"

    def get(self, request: Any, *args: Any, **kwargs: Any) -> Response:
        """The page or its script."""
        response: Response = super().get(request, *args, **kwargs)  # type: ignore[no-untyped-call]
        if "script" in request.GET:
            response.data["settings"] = json.dumps(_SETTINGS)
        else:
            response.data |= {"here": "api", "api_url": request.build_absolute_uri("/api/v1/validations")}
        return response


_view = _Page.as_view()


@require_safe
@csp_update({"img-src": ["data:"]})
def api_docs(request: HttpRequest) -> HttpResponseBase:
    """The page. Swagger's stylesheet draws its arrows from data: images."""
    return _view(request)
