"""Segments: content-free facts from rows, content from the evidence file."""

import pytest

from tests.uploads.making import CLEAN, TRACES, checked, many_streams
from uploads import results
from uploads.results.evidence import Spool
from uploads.results.segment_queries import cut
from validation.finding import Place
from validation.report.segments import Evidence, Segment as EngineSegment

pytestmark = pytest.mark.django_db


class TestSegments:
    def test_they_come_in_order_page_by_page(self) -> None:
        validation = checked(many_streams(12))
        first = results.segments(validation, limit=5)
        rest = results.segments(validation, after=first[-1].number, limit=50)
        assert [row.number for row in [*first, *rest]] == list(range(12))

    def test_a_number_that_no_segment_can_have_is_none(self) -> None:
        validation = checked()
        assert results.segment(validation, 2**80) is None
        assert results.segments(validation, after=2**80) == []
        assert results.segments(validation, kind="\x00") == []
        assert results.records(validation, 2**80, 2**80) == []
        assert results.lines(validation, 2**80, 2**80) == []

    def test_their_documents_are_those_of_the_report(self) -> None:
        validation = checked(many_streams(3))
        documents = [results.segment_document(validation, row) for row in results.segments(validation)]
        assert documents == results.report(validation).documents("streams")

    def test_calls_are_cut_at_their_fragment_seams(self) -> None:
        call = results.calls(validation := checked(CLEAN), results.segments(validation)[0])[0]
        assert (call["name"], call["arguments"], call["json"]) == ("get_weather", '{"city": "Bonn"}', "valid")
        assert [text for _, text in call["pieces"]] == ['{"city"', ': "Bonn"}']
        assert "".join(text for _, text in call["pieces"]) == call["arguments"]

    def test_calls_of_a_history_come_with_their_arguments(self) -> None:
        validation = checked(TRACES["history"])
        call = results.calls(validation, results.segments(validation)[0])[0]
        assert call["id"] == "call_a"
        assert call["arguments"] == call["pieces"][0][1]

    def test_a_cut_without_seams_is_no_piece(self) -> None:
        assert cut("", []) == []

    def test_what_the_fast_encoder_refuses_is_kept_too(self) -> None:
        segment = EngineSegment(0, "stream", None, None, None, Place(), 1, 1, {"choices": [], "n": 2**80, "x": "\ud800"})
        with Spool() as spool:
            spool.segment(segment, Evidence(0, [{"index": 0, "content": "\ud800\x00", "reasoning": "", "calls": []}]))
            end = spool.close_with_index()
            ((_, read),) = spool.entries(end)
        assert read.segment.facts["n"] == 2**80
        assert read.evidence.choices[0]["content"] == "\ud800\x00"
