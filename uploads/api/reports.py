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
from uploads.results.html_report import html
from uploads.results.report_files import FORMATS
from validation.profiles import PROFILES
from validation.rendering.gnu import gnu
from validation.rendering.json_report import report_document
from validation.rendering.junit import junit
from validation.rendering.markdown import markdown
from validation.rendering.sarif import sarif

FORMAT = replace(
    line("format", 20, "Without it, Accept decides, else json."),
    schema={"type": "string", "enum": list(media.REPORT_FORMATS)},
)
PROFILE = choice("profile", PROFILES, None, "Weigh it under this profile; without it, under the one of the validation.")
FAIL_ON = choice(
    "fail_on", ("error", "warning", "never"), "error", "With `format=junit`: which findings are failures; others are skipped cases."
)
PARAMETERS: tuple[Parameter[Any], ...] = (FORMAT, PROFILE, FAIL_ON)


class ReportJson(Json):
    """The report as JSON."""

    format = "json"
    media_type = media.REPORT_FORMATS["json"]


class ReportSarif(Json):
    """The report as SARIF, for code scanning."""

    format = "sarif"
    media_type = media.REPORT_FORMATS["sarif"]

    def render(self, data: Any, accepted_media_type: str | None = None, renderer_context: Mapping[str, Any] | None = None) -> bytes:
        return super().render(sarif(data), accepted_media_type, renderer_context)


class ReportText(BaseRenderer):
    """A report as lines of text."""

    charset = "utf-8"

    def render(self, data: Any, accepted_media_type: str | None = None, renderer_context: Mapping[str, Any] | None = None) -> bytes:
        return self.lines(data, (renderer_context or {})["view"]).encode("utf-8", "backslashreplace")

    def lines(self, document: dict[str, Any], view: "Report") -> str:
        """`document` (the JSON report) in this format."""
        raise NotImplementedError


class ReportMarkdown(ReportText):
    """The report as Markdown, made to be pasted into a bug report."""

    format = "md"
    media_type = media.REPORT_FORMATS["md"]

    def lines(self, document: dict[str, Any], view: "Report") -> str:
        return markdown(document, html_url=view.page)


class ReportJunit(ReportText):
    """The report as JUnit XML, which every CI shows."""

    format = "junit"
    media_type = media.REPORT_FORMATS["junit"]

    def lines(self, document: dict[str, Any], view: "Report") -> str:
        return junit(document, fail_on=view.fail_on)


class ReportGnu(ReportText):
    """The report as lines that editors read as compiler errors."""

    format = "gnu"
    media_type = media.REPORT_FORMATS["gnu"]

    def lines(self, document: dict[str, Any], view: "Report") -> str:
        return gnu(document)


class ReportHtml(ReportText):
    """The report as one HTML file, to be kept and read without this service."""

    format = "html"
    media_type = media.REPORT_FORMATS["html"]

    def lines(self, document: dict[str, Any], view: "Report") -> str:
        return html(document, view.page)


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

    renderer_classes = [ReportJson, ReportMarkdown, ReportSarif, ReportJunit, ReportGnu, ReportHtml]
    content_negotiation_class = FormatOrAccept
    page = ""
    fail_on = "error"

    @extend_schema(
        operation_id="getReport", auth=KEY, tags=["Results"], summary="Download the report", parameters=[*query(*PARAMETERS), *HEADERS],
        responses={
            (200, media.REPORT_FORMATS["json"]): shapes.Report,
            (200, media.REPORT_FORMATS["md"]): OpenApiResponse(str),
            (200, media.REPORT_FORMATS["sarif"]): OpenApiResponse({"type": "object", "additionalProperties": {}}),
            (200, media.REPORT_FORMATS["junit"]): OpenApiResponse(str),
            (200, media.REPORT_FORMATS["gnu"]): OpenApiResponse(str),
            (200, media.REPORT_FORMATS["html"]): OpenApiResponse(str),
            **failures(400, 403, 404, 406, 409, 429),
        },
    )  # fmt: skip
    def get(self, request: Request, public_id: str) -> Response:
        """Everything that is stored of it, in one document. SARIF, JUnit and GNU lines hold the findings that no other explains."""
        values = read(request._request, PARAMETERS)
        validation = done(caller(request).validation(public_id))
        report = results.report(validation)
        report.profile = values[PROFILE] or report.profile
        document = report_document(report, help_url=lambda rule: answers.address(request._request, "web:rule", rule))
        self.page = answers.address(request._request, "web:result", public_id)
        self.fail_on = values[FAIL_ON]
        name = f"callcheck-{public_id}.{FORMATS[request.accepted_renderer.format].ending}"
        headers = {
            "Content-Disposition": f'attachment; filename="{name}"',
            "Content-Security-Policy": "default-src 'none'; sandbox",
            "Vary": "Accept",
        }
        return Response(document, headers={**headers, **answers.result_headers(document)})
