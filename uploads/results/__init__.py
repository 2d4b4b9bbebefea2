"""What was found, saved once and read many times: the named queries that pages and API need.

Doors call these functions and nothing deeper. Findings come weighed under a profile; content comes only while the raw bytes are kept.
"""

from uploads.results.finding_queries import findings, groups
from uploads.results.raw import excerpt, line_of, lines, main_part, open_trace, request_part
from uploads.results.reading import find, head, mine, portability, report, summary, wait_until_finished
from uploads.results.records import around, record_of_line, records
from uploads.results.removing import delete
from uploads.results.segment_queries import calls, evidence, segment, segment_document, segments
from uploads.results.shapes import Excerpt, Group, Page, RawLine, Weighed

__all__ = [
    "Excerpt",
    "Group",
    "Page",
    "RawLine",
    "Weighed",
    "around",
    "calls",
    "delete",
    "evidence",
    "excerpt",
    "find",
    "findings",
    "groups",
    "head",
    "line_of",
    "lines",
    "main_part",
    "mine",
    "open_trace",
    "portability",
    "record_of_line",
    "records",
    "report",
    "request_part",
    "segment",
    "segment_document",
    "segments",
    "summary",
    "wait_until_finished",
]
