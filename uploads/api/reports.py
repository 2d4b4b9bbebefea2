"""A finished validation's report, to download: the same from here, from a terminal and from a page."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.mediatypes import media_type_matches, order_by_precedence

from uploads import results
from uploads.api import answers, media, shapes
from uploads.api.described import HEADERS, KEY, failures, query
from uploads.api.door import Door, Json, caller
from uploads.api.findings import done
from uploads.api.parameters import Parameter, choice, line, read
from uploads.api.problems import Problem, shown
from validation.profiles import PROFILES
from validation.rendering.json_report import report_document
from validation.rendering.markdown import markdown

FORMAT = replace(
    line("format", 20, "Without it, Accept decides, else json."),
    schema={"type": "string", "enum": list(media.REPORT_FORMATS)},
)
PROFILE = choice("profile", PROFILES, None, "Weigh it under this profile; without it, under the one of the validation.")
PARAMETERS: tuple[Parameter[Any], ...] = (FORMAT, PROFILE)


class ReportJson(Json):
    """The report as JSON."""

    format = "json"
    media_type = media.REPORT_FORMATS["json"]


class ReportMarkdown(BaseRenderer):
    """The report as Markdown, made to be pasted into a bug report."""

    format = "md"
    media_type = media.REPORT_FORMATS["md"]
    charset = "utf-8"

    def render(self, data: Any, accepted_media_type: str | None = None, renderer_context: Mapping[str, Any] | None = None) -> bytes:
        page = (renderer_context or {})["view"].page
        return markdown(data, html_url=page).encode("utf-8", "backslashreplace")


class FormatOrAccept(DefaultContentNegotiation):
    """`?format=` decides, else Accept. What neither finds is answered with 406 and what there is."""

    def select_renderer(self, request: Request, renderers: Any, format_suffix: str | None = None) -> tuple[BaseRenderer, str]:
        asked = request.query_params.get("format")
        if asked is not None:
            found = next((renderer for renderer in renderers if renderer.format == asked), None)
        else:
            found = self._accepted(request, renderers)
        if found is None:
            wanted = asked if asked is not None else request.headers.get("Accept", "")
            formats = ", ".join(f"{name} ({kind})" for name, kind in media.REPORT_FORMATS.items())
            raise Problem("not-acceptable", f'There is no report as "{shown(wanted)}". Formats: {formats}.')
        return found, str(found.media_type)

    def _accepted(self, request: Request, renderers: list[BaseRenderer]) -> BaseRenderer | None:
        # The most specific wish first: "text/markdown, */*" is a wish for Markdown.
        for wishes in order_by_precedence(self.get_accept_list(request)):
            for renderer in renderers:
                if any(media_type_matches(str(renderer.media_type), wish) for wish in wishes):
                    return renderer
        return None


class Report(Door):
    """A report to download."""

    renderer_classes = [ReportJson, ReportMarkdown]
    content_negotiation_class = FormatOrAccept
    page = ""

    @extend_schema(
        operation_id="getReport", auth=KEY, tags=["Results"], summary="Download the report", parameters=[*query(*PARAMETERS), *HEADERS],
        responses={
            (200, media.REPORT_FORMATS["json"]): shapes.Report,
            (200, media.REPORT_FORMATS["md"]): OpenApiResponse(str),
            **failures(400, 403, 404, 406, 409, 429),
        },
    )  # fmt: skip
    def get(self, request: Request, public_id: str) -> Response:
        """Everything that is stored of it, in one document."""
        values = read(request._request, PARAMETERS)
        validation = done(caller(request).validation(public_id))
        report = results.report(validation)
        report.profile = values[PROFILE] or report.profile
        document = report_document(report, help_url=lambda rule: answers.address(request._request, "web:rule", rule))
        self.page = answers.address(request._request, "web:result", public_id)
        name = f"callcheck-{public_id}.{request.accepted_renderer.format}"
        headers = {
            "Content-Disposition": f'attachment; filename="{name}"',
            "Content-Security-Policy": "default-src 'none'; sandbox",
            "Vary": "Accept",
        }
        return Response(document, headers={**headers, **answers.result_headers(document)})
