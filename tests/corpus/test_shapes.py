"""Whole files as people have them in hand: how many streams, histories and calls are in them, and where each rule points."""

import io
from typing import Any

import pytest

from validation.finding import Finding
from validation.pipeline import validate
from validation.report import Report
from validation.report.segments import Segment

from .cases import data, rows

ROWS = rows("shapes")
checked = pytest.mark.parametrize("row", [pytest.param(row, id=row["file"]) for row in ROWS])
pointed = pytest.mark.parametrize("row", [pytest.param(row, id=row["file"]) for row in ROWS if row["rule_points"]])


def report_of(row: dict[str, Any]) -> Report:
    return validate(io.BytesIO(data(row)), name=row["file"], purpose=row.get("purpose"), request=row.get("context"))


def counted_as(segment: Segment, report: Report) -> str:
    """What the cases count a segment as.

    To them a merged `chat.completion` is a history of one message, and a message that was joined from an event stream of another format
    is that stream; to the report both are segments of their own kind, "response".
    """
    if segment.kind != "response":
        return segment.kind
    return "stream" if report.input["container"] == "sse" else "history"


def streams_of(report: Report) -> list[Segment]:
    return [segment for segment, _ in report.shown if counted_as(segment, report) == "stream"]


def histories_of(report: Report) -> list[Segment]:
    return [segment for segment, _ in report.shown if counted_as(segment, report) == "history"]


def calls_in(segments: list[Segment]) -> int:
    """How many calls stand in these segments; the same call in two of them counts twice."""
    return sum(len(holder.get("calls", [])) for segment in segments for holder in (segment.facts, *segment.facts.get("choices", [])))


@checked
def test_every_stream_and_every_history_is_found(row: dict[str, Any]) -> None:
    report = report_of(row)
    assert (len(streams_of(report)), len(histories_of(report))) == (row["streams"], row["histories"])


@checked
def test_every_call_is_found_where_it_stands(row: dict[str, Any]) -> None:
    report = report_of(row)
    counted = (calls_in(streams_of(report)), calls_in(histories_of(report)))
    assert counted == (row["calls_in_streams"], row["calls_in_histories"])
    assert sum(counted) == row["calls"]


@checked
def test_every_rule_that_is_expected_has_its_place_stated(row: dict[str, Any]) -> None:
    assert {point["rule"] for point in row["rule_points"]} == set(row["rules"])


@pointed
def test_every_rule_points_where_it_should(row: dict[str, Any]) -> None:
    report = report_of(row)
    for point in row["rule_points"]:
        assert [finding for finding in report.findings if _is_at(finding, point, report)], (
            point, [(finding.kind, finding.segment, finding.places, finding.params) for finding in report.findings],
        )  # fmt: skip


def _ids(finding: Finding, report: Report) -> list[str | None]:
    """The ids that a finding is about: those it names, those of the calls at its places, or for the whole file those of its streams."""
    if "ids" in finding.params:
        return str(finding.params["ids"]).split(", ")
    if finding.segment is None:
        return [stream.id for stream in streams_of(report)]
    return _call_ids(finding, report)


def _call_ids(finding: Finding, report: Report) -> list[str | None]:
    places = [place.way.partition("/tool_calls/") for place in finding.places]
    segment = next(segment for segment, _ in report.shown if segment.number == finding.segment)
    calls = segment.facts["choices"][int(finding.places[0].choice or 0)]["calls"]
    return [calls[int(number)]["id"] for _, found, number in places if found]


def _history(finding: Finding, report: Report) -> int:
    """Which of the histories, as the cases count them, the finding is in; it must not stand before it."""
    ((number, segment),) = [one for one in enumerate(histories_of(report)) if one[1].number == finding.segment]
    assert segment.first_line <= finding.places[0].line
    return number


def _message(finding: Finding, report: Report) -> int | None:
    """The message of a history; of a response, whose one message the cases call 0, the place is the choice that holds it."""
    if histories_of(report)[_history(finding, report)].kind == "history":
        return finding.places[0].message
    assert "/choices/0/" in finding.places[0].way
    return 0


STATED = {
    "line": lambda finding, report: finding.places[0].line,
    "choice": lambda finding, report: int(finding.places[0].choice),
    "wrapper": lambda finding, report: finding.params["name"],
    "path": lambda finding, report: finding.params["path"],
    "format": lambda finding, report: finding.params["format"],
    "value": lambda finding, report: finding.params["value"],
    "custom_id": lambda finding, report: finding.params["detail"].partition(":")[0],
    "ids": _ids,
    "history": _history,
    "message": _message,
}
"""Key of a stated place -> what the finding says there."""


def _is_at(finding: Finding, point: dict[str, Any], report: Report) -> bool:
    if finding.rule != point["rule"] or report.weight(finding) != (point["severity"], True):
        return False
    return {key: STATED[key](finding, report) for key in point.keys() - {"rule", "severity"}} == {
        key: value for key, value in point.items() if key not in ("rule", "severity")
    }
