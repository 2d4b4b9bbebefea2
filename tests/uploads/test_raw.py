"""The bytes as sent: lines, records and the surroundings of a place."""

import io
import json
from itertools import cycle, islice

import pytest
from pytest_django.fixtures import Settings

from tests.uploads.making import STOPPED, checked, checked_by_a_worker, chunk, dumps, keep, many_streams
from uploads import results
from uploads.models import Validation
from uploads.results.removing import remove_raw
from validation import decoding
from validation.examples import user
from validation.facts.carriage import Input, Remark
from validation.finding import Place
from validation.rendering.json_report import report_document

pytestmark = pytest.mark.django_db


class TestRawLines:
    def test_lines_are_those_of_the_file(self) -> None:
        trace = many_streams(5)
        validation = checked(trace)
        lines = trace.decode().splitlines()
        assert [line.text for line in results.lines(validation, 1, 1000)] == lines
        assert [(line.number, line.text) for line in results.lines(validation, 4, 6)] == list(enumerate(lines, 1))[3:6]
        assert results.lines(validation, len(lines) + 1, len(lines) + 9) == []

    @pytest.mark.parametrize("ends", [b"\n", b"\r\n", b"\r", b"\n\n"])
    @pytest.mark.parametrize("last", [True, False])
    def test_every_line_end_is_one(self, ends: bytes, last: bool, settings: Settings) -> None:
        settings.INLINE_LIMIT = 0
        body = ends.join([b"a", "é\u2028x".encode(), b"c"]) + (ends if last else b"")
        validation = keep(body).validation
        expected = ["a", "é\u2028x", "c"] if ends != b"\n\n" else ["a", "", "é\u2028x", "", "c", *([""] if last else [])]
        read = results.lines(validation, 1, 10)
        assert [line.text for line in read] == expected
        assert [body[line.byte : line.byte_end] for line in read] == [text.encode() for text in expected]

    def test_a_long_line_is_cut_and_says_so(self, settings: Settings) -> None:
        settings.INLINE_LIMIT = 0
        validation = keep(b"a\n" + b"x" * (3 << 20) + b"\nb\n").validation
        first, long, last = results.lines(validation, 1, 3)
        assert (first.text, last.text, long.cut, len(long.text)) == ("a", "b", True, 64 << 10)
        assert long.byte_end - long.byte == 3 << 20

    def test_records_are_found_by_their_numbers_far_into_the_file(self) -> None:
        trace = b"\n" + b"\n".join(dumps(chunk({"content": str(number)})).encode() for number in range(3000)) + b"\n"
        validation = checked_by_a_worker(trace)
        found = results.records(validation, 2998, 3005)
        assert [record.record for record in found] == [2998, 2999]
        assert '"content":"2999"' in found[1].text
        assert found[1].number == 3001
        assert results.record_of_line(validation, 3001) == 2999
        assert [record.record for record in results.around(validation, 1500)] == [1498, 1499, 1500, 1501, 1502]

    def test_records_of_an_event_stream_are_its_events(self) -> None:
        events = b": a comment\n\n" + b"".join(b"event: x\ndata: %s\n\n" % dumps(chunk({"content": str(n)})).encode() for n in range(2100))
        validation = checked_by_a_worker(events)
        found = results.records(validation, 2050, 2051)
        assert ['"content":"2050"' in found[0].text, '"content":"2051"' in found[1].text] == [True, True]
        assert [record.record for record in found] == [2050, 2051]

    def test_records_of_a_document_are_its_elements(self) -> None:
        validation = checked(json.dumps([chunk({"content": str(n)}) for n in range(5)]).encode())
        assert '"content": "3"' in results.records(validation, 3, 3)[0].text

    def test_an_excerpt_marks_the_place_in_its_line(self) -> None:
        trace = b'{"a": 1}\n{"b": "\xff", "c": 2}\n{"d": 3}\n'
        validation = checked(trace)
        at = trace.index(b'"c"')
        excerpt = results.excerpt(validation, Place(line=2, byte_start=at, byte_end=at + 3))
        assert excerpt is not None
        assert (excerpt.line, excerpt.before, excerpt.marked, excerpt.after) == (2, '{"b": "\\xff", ', '"c"', ": 2}")
        assert [excerpt.cut_before, excerpt.cut_after, excerpt.cut_marked] == [False, False, False]

    def test_an_excerpt_of_a_long_line_never_splits_a_character(self) -> None:
        trace = ("é" * 5000 + "!" + "é" * 5000).encode()
        validation = checked(trace)
        for around in (1001, 1002):
            excerpt = results.excerpt(validation, Place(line=1, byte_start=10_000, byte_end=10_001), around)
            assert excerpt is not None
            assert {*excerpt.before, *excerpt.after} == {"é"}
            assert (excerpt.cut_before, excerpt.cut_after, excerpt.marked) == (True, True, "!")

    def test_a_place_in_a_written_out_history_has_its_own_line(self) -> None:
        document = json.dumps({"messages": [user(), {"role": "assistant", "content": 7}]}, indent=1).encode()
        validation = checked(document)
        at = document.index(b"7")
        excerpt = results.excerpt(validation, Place(line=1, byte_start=at, byte_end=at + 1))
        assert excerpt is not None
        assert excerpt.line == document[:at].count(b"\n") + 1
        assert excerpt.before.strip() == '"content":'

    def test_nothing_is_shown_once_the_bytes_are_gone(self) -> None:
        validation = checked(STOPPED)
        remove_raw(validation.upload)
        validation = Validation.objects.select_related("upload").get(pk=validation.pk)
        assert results.lines(validation, 1, 5) == []
        assert results.records(validation, 0, 5) == []
        assert results.excerpt(validation, Place(line=1, byte_start=0, byte_end=1)) is None
        assert results.open_trace(validation) is None
        call = results.calls(validation, results.segments(validation)[0])[0]
        assert (call["name"], call["arguments"], call["pieces"]) == ("get_weather", None, None)
        document = report_document(results.report(validation))
        assert document["streams"][0]["choices"][0]["message"] is None
        assert document["verdict"] == validation.verdict

    @pytest.mark.parametrize("container", ["jsonl", "sse"])
    def test_a_record_is_the_same_whether_read_from_the_start_or_from_the_index(self, container: str) -> None:
        oddities = {
            "jsonl": [b"", b"no json\n", b"\n", b"\xff\xfe\n", b"\xef\xbb\xbf", b'{"a":\n', b"", b""],
            "sse": [b"", b": a comment\n\n", b"event: x\n", b"junk\n", b"data:\n\n", b"data: no json\n\n", b"retry: 5\n\n"],
        }[container]
        start, ends = (b"", [b"\n", b"\r\n", b"\n"]) if container == "jsonl" else (b"data: ", [b"\n\n", b"\r\n\r\n"])
        pieces = zip(islice(cycle(oddities), 3300), cycle(ends), strict=False)
        trace = b"".join(odd + start + dumps(chunk({"content": str(n)})).encode() + end for n, (odd, end) in enumerate(pieces))
        validation = checked_by_a_worker(trace)
        places = {}
        for at, value in decoding.records(io.BytesIO(trace), Input()):
            if at[0] not in places or not isinstance(value, Remark):
                places[at[0]] = at
        for first in (0, 1022, 1024, 2047, 2049, 3071, 3075, len(places) - 2):
            read = results.records(validation, first, first + 1)
            assert [(line.record, line.number, line.byte, line.byte_end) for line in read] == [places[first], places[first + 1]]
