"""The bytes as they were sent, line by line, around the line or chunk that a link names."""

from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from uploads import results
from uploads.models import Validation
from uploads.visible import shown
from uploads.web import chunks, links, words
from uploads.web.access import own, private
from uploads.web.links import Links
from uploads.web.names import name_of

A_PAGE = 100
ABOVE = 20
LINE_SHOWN = 4_000


@dataclass(frozen=True)
class Line:
    """One line. `anchor`: "s1-chunk-124" where it is a chunk; `aim`: the link led here."""

    number: int
    label: str
    anchor: str
    chunk: str
    html: SafeString
    cut: bool
    aim: bool


@require_safe
@private
def raw(request: HttpRequest, public_id: str) -> HttpResponseBase:
    """The owner's raw lines."""
    validation = own(request, public_id)
    if not validation.is_finished:
        raise Http404
    context = page(request, validation, links.of_owner(public_id, raw=True))
    return render(request, "raw.html", {"here": "mine", **context})


def page(request: HttpRequest, validation: Validation, where: Links) -> dict[str, Any]:
    """What `raw.html` prints. The address says where: `line`, `record`, or `segment` and `chunk`."""
    total = int(validation.input.get("lines") or 0)
    aim = _aim(request, validation)
    whole = request.GET.get("whole") == "1"
    first = max(1, (aim or 1) - ABOVE) if "line" in request.GET or aim else 1
    if "from" in request.GET:
        first = _number(request, "from") or 1
    read = results.lines(validation, aim, aim) if whole and aim else results.lines(validation, first, first + A_PAGE - 1)
    labels = _labels(validation, read)
    last = read[-1].number if read else first
    return {
        "validation": validation,
        "name": name_of(validation),
        "links": where,
        "lines": [_line(line, labels, aim, whole=whole) for line in read],
        "first": words.number(first),
        "last": words.number(last),
        "total": words.number(total),
        "previous": f"?from={max(1, first - A_PAGE)}" if first > 1 and not whole else "",
        "next": f"?from={last + 1}" if read and last < total and not whole else "",
        "one": whole,
    }


def _aim(request: HttpRequest, validation: Validation) -> int | None:
    """The line that the address names, or None."""
    line = _number(request, "line")
    if line is not None:
        return line
    record, segment = _number(request, "record"), _number(request, "segment")
    if record is None and segment is not None:
        record = chunks.record_of(validation, segment, _number(request, "chunk") or 0)
    found = results.records(validation, record, record) if record is not None else []
    return found[0].number if found else None


def _labels(validation: Validation, read: list[results.RawLine]) -> dict[int, chunks.Label]:
    """Line -> segment and chunk, for the lines of a page that are chunks."""
    first = results.record_of_line(validation, read[0].number) if read else None
    if first is None:
        return {}
    records = [one for one in results.records(validation, first, first + len(read) - 1) if one.number <= read[-1].number]
    found = chunks.labels(validation, first, first + len(records) - 1) if records else {}
    return {one.number: found[one.record] for one in records if one.record in found}


def _line(line: results.RawLine, labels: dict[int, chunks.Label], aim: int | None, *, whole: bool) -> Line:
    label = labels.get(line.number)
    text = line.text if whole else line.text[:LINE_SHOWN]
    return Line(
        number=line.number,
        label=words.number(line.number),
        anchor=f"s{label.segment}-chunk-{label.chunk}" if label else "",
        chunk=words.number(label.chunk) if label else "",
        html=shown(text),
        cut=line.cut or len(text) < len(line.text),
        aim=line.number == aim,
    )


def _number(request: HttpRequest, name: str) -> int | None:
    value = request.GET.get(name, "")
    return int(value) if value.isascii() and value.isdecimal() and len(value) < 16 else None
