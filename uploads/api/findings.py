"""Findings, segments and raw records of a validation, page by page."""

from django.http import HttpRequest
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from uploads import results
from uploads.api import answers, examples, shapes
from uploads.api.cursors import PAGE_LIMIT, cursor, next_address
from uploads.api.described import KEY, failures, query
from uploads.api.door import Door, caller
from uploads.api.parameters import Parameter, choice, flag, line, read, several, whole
from uploads.api.problems import Problem, not_found
from uploads.models import Segment, Validation
from validation.profiles import PROFILES
from validation.rules import RULES

LARGEST = 2**31 - 1
RECORDS_SHOWN = 200

CURSOR = cursor(r"[A-Za-z0-9_.:~=-]+")
PROFILE = choice("profile", PROFILES, None, "Weigh them under this profile; without it, under the one of the validation.")
SEVERITY = several("severity", ("error", "warning", "info"), "Only those that weigh this.")
RULE = line("rule", 80, "Only those of this rule, by name.", r"[a-z0-9-]+", "the name of a rule, as tool-calls-finish-stop")
SEGMENT: Parameter[int | None] = whole("segment", 0, LARGEST, None, "Only those in this segment.")
CHOICE = line("choice", 40, "Only those at this `choices[].index`.")
TOOL_INDEX: Parameter[int | None] = whole("index", 0, LARGEST, None, "Only those at this `tool_calls[].index`.")
CAUSED = flag("caused", "Also those that another finding caused.", default=True)
ORDER = choice("order", ("severity", "file"), "severity", "Heaviest first, or as they stand in the file.")
FINDINGS = (PROFILE, SEVERITY, RULE, SEGMENT, CHOICE, TOOL_INDEX, CAUSED, ORDER, CURSOR, PAGE_LIMIT)

SEGMENT_CURSOR = cursor(r"[0-9]{1,9}")
SEGMENT_LIMIT = whole("limit", 1, 200, 50, "How many at most.")
FROM = whole("from", 0, LARGEST, 0, "The first record.")
TO: Parameter[int | None] = whole("to", 0, LARGEST, None, f"The last record; at most {RECORDS_SHOWN} come at one time.")


class Findings(Door):
    """What the rules complained about."""

    @extend_schema(
        operation_id="listFindings", auth=KEY, tags=["Results"], summary="List findings", parameters=query(*FINDINGS),
        responses={200: OpenApiResponse(shapes.FindingPage, "A page of findings.", examples.FINDINGS), **failures(400, 403, 404, 409, 429)},
    )  # fmt: skip
    def get(self, request: Request, public_id: str) -> Response:
        """Stored findings that are not off under the profile. `rules` has the exact numbers, beyond what is stored too."""
        values = read(request._request, FINDINGS)
        validation = done(caller(request).validation(public_id))
        if values[RULE] and values[RULE] not in RULES:
            raise Problem(
                "invalid-parameter",
                f'There is no rule "{values[RULE]}". /api/v1/rules lists them.',
                errors=[{"parameter": "rule", "detail": "No such rule."}],
            )
        try:
            page = results.findings(
                validation, profile=values[PROFILE], severity=values[SEVERITY] or None, rule=values[RULE] or None, segment=values[SEGMENT],
                choice=values[CHOICE] or None, tool_index=values[TOOL_INDEX], roots=None if values[CAUSED] else True,
                order=values[ORDER], cursor=values[CURSOR] or None, limit=values[PAGE_LIMIT],
            )  # fmt: skip
        except ValueError as error:
            raise Problem("invalid-parameter", f"The cursor is none of this list ({error}). Take it from `next` of a page.") from error
        return Response(
            {
                "findings": answers.findings(request._request, page),
                "total": page.total,
                "rules": [
                    {"rule": group.rule, "severity": group.letter, "number": group.number, "caused": group.caused, "stored": group.stored}
                    for group in results.groups(validation, values[PROFILE])
                ],
                "next": next_address(request._request, page.next),
            }
        )


class Segments(Door):
    """The streams, responses and histories that were found."""

    @extend_schema(
        operation_id="listSegments", auth=KEY, tags=["Results"], summary="List segments", parameters=query(SEGMENT_CURSOR, SEGMENT_LIMIT),
        responses={200: shapes.SegmentPage, **failures(400, 403, 404, 409, 429)},
    )  # fmt: skip
    def get(self, request: Request, public_id: str) -> Response:
        """The segments in file order."""
        values = read(request._request, (SEGMENT_CURSOR, SEGMENT_LIMIT))
        validation = done(caller(request).validation(public_id))
        after = int(values[SEGMENT_CURSOR] or -1)
        found = results.segments(validation, after=after, limit=values[SEGMENT_LIMIT] + 1)
        shown = found[: values[SEGMENT_LIMIT]]
        return Response(
            {
                "segments": [segment_head(request._request, validation, segment) for segment in shown],
                "total": validation.segment_count,
                "next": next_address(request._request, shown[-1].number if len(found) > len(shown) else None),
            }
        )


class OneSegment(Door):
    """One stream, response or history."""

    @extend_schema(
        operation_id="getSegment", auth=KEY, tags=["Results"], summary="Read one segment",
        responses={200: shapes.SegmentDetail, **failures(400, 403, 404, 409, 429)},
    )  # fmt: skip
    def get(self, request: Request, public_id: str, number: int) -> Response:
        """Its calls as they were joined, with their whole arguments while the raw trace is kept."""
        read(request._request, ())
        validation = done(caller(request).validation(public_id))
        found = results.segment(validation, number)
        if found is None:
            raise not_found()
        document = results.segment_document(validation, found)
        history = found.kind == "history"
        findings_url = answers.address(request._request, "api:findings", public_id)
        return Response(
            {
                "stream": None if history else document,
                "history": document if history else None,
                "findings_url": f"{findings_url}?segment={number}",
            }
        )


class Records(Door):
    """The raw trace, line by line."""

    @extend_schema(
        operation_id="listRecords", auth=KEY, tags=["Results"], summary="Read raw records", parameters=query(FROM, TO),
        responses={200: OpenApiResponse(shapes.RecordPage, "Records.", examples.RECORDS), **failures(400, 403, 404, 409, 410, 429)},
    )  # fmt: skip
    def get(self, request: Request, public_id: str) -> Response:
        """The lines of records `from` to `to`, both included, as they were sent."""
        values = read(request._request, (FROM, TO))
        first, to = values[FROM], values[TO]
        last = min(first + RECORDS_SHOWN - 1, LARGEST if to is None else to)
        if last < first:
            raise Problem(
                "invalid-parameter", f'"to" is {last}, below "from", which is {first}.',
                errors=[{"parameter": "to", "detail": f"Expected: {first} or more."}],
            )  # fmt: skip
        validation = done(caller(request).validation(public_id))
        if not validation.upload.has_raw:
            raise Problem("raw-expired", "The raw trace has been deleted, as its time was over; the report is still there.")
        total = int(validation.input.get("records") or 0)
        lines = results.records(validation, first, min(last, total - 1)) if first < total else []
        beyond = total if to is None else min(total, to + 1)
        more = first + RECORDS_SHOWN if first + RECORDS_SHOWN < beyond else None
        return Response({"records": [raw_line(line) for line in lines], "total": total, "next": next_records(request._request, more)})


def done(validation: Validation) -> Validation:
    """`validation`, which is done. Raises Problem for one that runs, and for one that failed and will never have a result."""
    if validation.state == Validation.State.DONE:
        return validation
    if validation.state == Validation.State.FAILED:
        raise Problem("not-finished", f"The validation failed and has no result. {validation.trouble} Send the trace again.")
    raise Problem(
        "not-finished", f"The validation is {validation.state}: {validation.percent} % is read. Ask for it with ?wait=30 first.",
        headers={"Retry-After": "2"},
    )  # fmt: skip


def segment_head(request: HttpRequest, validation: Validation, segment: Segment) -> dict[str, object]:
    """A segment as it is listed."""
    return {
        "number": segment.number,
        "kind": segment.kind,
        "id": segment.wire_id,
        "model": segment.model,
        "dialect": segment.dialect,
        "first_line": segment.first_line,
        "last_line": segment.last_line,
        "url": answers.address(request, "api:segment", validation.public_id, segment.number),
    }


def raw_line(line: results.RawLine) -> dict[str, object]:
    """A line of the upload."""
    return {"record": line.record, "line": line.number, "byte": line.byte, "text": line.text, "cut": line.cut}


def next_records(request: HttpRequest, first: int | None) -> str | None:
    """The address of the records from `first` on."""
    if first is None:
        return None
    question = request.GET.copy()
    question["from"] = str(first)
    return request.build_absolute_uri(f"{request.path}?{question.urlencode()}")
