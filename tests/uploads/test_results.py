"""What was found is saved whole and read back under every profile, with its evidence while that is there."""

import hashlib
import io
import json
from typing import Any

import pytest
from pytest_django.fixtures import Settings

from tests.uploads.making import CLEAN, STOPPED, checked, chunk, dumps, entry, keep, many_faults, many_streams, stream, tools
from uploads import results
from uploads.intake import Wanted, receive
from uploads.jobs import running
from uploads.models import Segment, Validation
from uploads.results.evidence import Spool
from uploads.results.removing import remove_raw
from uploads.results.segment_queries import cut
from validation.examples import assistant, history, result, sse, user
from validation.finding import Place
from validation.pipeline import validate
from validation.profiles import PROFILES
from validation.rendering.json_report import report_document
from validation.rendering.prose import summary
from validation.report.segments import Evidence, Segment as EngineSegment
from validation.rule import FAMILIES
from validation.rules import RULES

pytestmark = pytest.mark.django_db

TRACES: dict[str, bytes] = {
    "clean": CLEAN,
    "stopped": STOPPED,
    "empty": b"",
    "no trace": b"hello\nworld\n",
    "broken lines": CLEAN + b'{"a": \n\xff\xfe\n' + STOPPED,
    "events": sse(chunk({"role": "assistant", "content": "Hi"}), chunk({}, finish="stop")).data,
    "many": many_faults(30),
    "history": history(user(), assistant("call_a"), result("call_zzz")).data,
    "odd numbers": stream(chunk(tools(entry("{}", index=2**70, id="call_x", name="f")))).data,
    "no place for it": stream(chunk({"tool_calls": {"a": 1}})).data,
}


def from_the_terminal(trace: bytes, **keywords: Any) -> Any:
    """The engine's report, as the terminal has it."""
    return validate(io.BytesIO(trace), sha256=hashlib.sha256(trace).hexdigest(), **{"name": "trace.jsonl", **keywords})


class TestTheReport:
    @pytest.mark.parametrize("name", TRACES)
    def test_read_back_it_is_the_one_from_the_terminal(self, name: str) -> None:
        kept = report_document(results.report(checked(TRACES[name])))
        fresh = report_document(from_the_terminal(TRACES[name]))
        assert json.dumps(kept) == json.dumps(fresh)

    @pytest.mark.parametrize("family", FAMILIES.values())
    def test_read_back_every_example_of_every_rule_is_the_one_from_the_terminal(self, family: str) -> None:
        examples = [example for rule in RULES.values() if rule.family == family for example in (*rule.bad, *rule.good)]
        for example in examples:
            request = None if example.request is None else json.dumps(example.request).encode()
            wanted = Wanted(filename=example.name, purpose=example.purpose)
            kept = receive(io.BytesIO(example.data), wanted, coding="identity", request=request).validation
            fresh = from_the_terminal(example.data, name=example.name, purpose=example.purpose, request=example.request)
            assert json.dumps(report_document(results.report(kept))) == json.dumps(report_document(fresh))

    @pytest.mark.parametrize("name", TRACES)
    def test_the_sentence_is_the_same_under_every_profile(self, name: str) -> None:
        validation, fresh = checked(TRACES[name]), from_the_terminal(TRACES[name])
        for profile in PROFILES:
            assert results.summary(validation, profile) == summary(fresh, profile)

    def test_the_head_says_the_same_as_the_report(self) -> None:
        validation, fresh = checked(STOPPED), from_the_terminal(STOPPED)
        for profile in PROFILES:
            head = results.head(validation, profile)
            assert (head["verdict"], head["counts"]) == (fresh.verdict(profile), fresh.letter_counts(profile))
            assert head["verdicts"] == fresh.verdicts()

    def test_before_it_is_done_the_head_tells_what_the_upload_tells(self, settings: Settings) -> None:
        settings.INLINE_LIMIT = 0
        head = results.head(keep(STOPPED).validation)
        assert (head["status"], head["verdict"], head["counts"], head["complete"]) == ("queued", None, {}, None)
        assert head["input"]["bytes"] == len(STOPPED)

    def test_hostile_words_are_saved_and_shown(self) -> None:
        bad = "\\u0000\\ud800\\u001b[31m\\u202e"
        trace = stream(
            chunk(tools(entry("BAD", id="call_BAD", name="BAD" * 200)), model="BAD", id="BAD"), {"BAD": "BAD"}, finish="BAD"
        ).data
        validation = checked(trace.replace(b"BAD", bad.encode()), label=json.loads(f'"{bad}"'))
        for document in (results.head(validation), report_document(results.report(validation))):
            text = json.dumps(document, ensure_ascii=False, default=str).encode("utf-8", "surrogatepass")
            assert text
        for row in [validation.upload, *validation.findings.all(), *validation.segments.all()]:
            assert json.dumps(vars(row), ensure_ascii=False, default=str).encode()


class TestFindings:
    def test_pages_follow_each_other_without_gap_or_repetition(self) -> None:
        validation = checked(many_faults(30))
        every = results.findings(validation, limit=1000)
        for order in ("severity", "file"):
            numbers, cursor = [], None
            while True:
                page = results.findings(validation, order=order, cursor=cursor, limit=7)
                numbers += [one.number for one in page.findings]
                cursor = page.next
                if cursor is None:
                    break
            assert sorted(numbers) == sorted(one.number for one in every.findings)
            assert len(numbers) == len(set(numbers)) == every.total

    def test_the_heaviest_come_first(self) -> None:
        validation = checked(STOPPED + TRACES["no place for it"].replace(b"chatcmpl-1", b"chatcmpl-9"))
        weights = [one.letter for one in results.findings(validation).findings]
        assert len(set(weights)) > 1
        assert weights == sorted(weights, key=["error", "warning", "info"].index)

    def test_the_profile_decides_what_a_finding_weighs(self) -> None:
        validation = checked(STOPPED)
        letters = {profile: [one.letter for one in results.findings(validation, profile=profile).findings] for profile in PROFILES}
        fresh = from_the_terminal(STOPPED)
        for profile in PROFILES:
            weighed = [fresh.weight(finding, profile)[0] for finding in fresh.findings]
            assert sorted(letters[profile]) == sorted(letter for letter in weighed if letter != "off")
        assert len({tuple(letter) for letter in letters.values()}) > 1

    def test_filters_leave_what_matches(self) -> None:
        validation = checked(many_faults(5))
        rule = results.groups(validation)[0].rule
        assert {one.finding.rule for one in results.findings(validation, rule=rule).findings} == {rule}
        third = results.findings(validation, segment=3).findings
        assert third
        assert {one.finding.segment for one in third} == {3}
        assert {one.letter for one in results.findings(validation, severity=["error"]).findings} == {"error"}
        assert results.findings(validation, rule="nothing").total == 0

    def test_what_one_fault_causes_is_shown_beneath_it(self) -> None:
        validation = next(
            validation for validation in map(checked, TRACES.values()) if validation.findings.exclude(caused_by=None).exists()
        )
        roots = results.findings(validation, roots=True)
        caused = results.findings(validation, roots=False)
        assert caused.findings
        assert {one.number for root in roots.findings for one in root.caused} == {one.number for one in caused.findings}
        assert results.findings(validation, roots=None).total == roots.total + caused.total

    def test_counts_stay_exact_where_findings_are_capped(self) -> None:
        validation = checked(many_faults(230))
        group = results.groups(validation)[0]
        assert (group.number, group.stored) == (230, 200)
        assert results.findings(validation, rule=group.rule).total == 230
        assert validation.omitted[group.rule] == 30

    @pytest.mark.parametrize("cursor", ["x", "error", "error.-1", "nope.3", "error." + "9" * 30, "\x00"])
    def test_a_cursor_that_is_none_of_ours_is_a_value_error(self, cursor: str) -> None:
        with pytest.raises(ValueError, match="cursor"):
            results.findings(checked(), cursor=cursor)

    @pytest.mark.parametrize(
        "filters", [{"segment": 2**80}, {"tool_index": -(2**80)}, {"choice": "\x00"}, {"fingerprint": "\ud800"}, {"rule": "\x00"}]
    )
    def test_a_filter_that_nothing_can_match_matches_nothing(self, filters: dict[str, Any]) -> None:
        assert results.findings(checked(STOPPED), **filters).findings == []

    def test_an_unknown_letter_is_a_value_error(self) -> None:
        with pytest.raises(ValueError, match="severity"):
            results.findings(checked(), severity=["fatal"])


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
        validation = run_by_a_worker(trace)
        found = results.records(validation, 2998, 3005)
        assert [record.record for record in found] == [2998, 2999]
        assert '"content":"2999"' in found[1].text
        assert found[1].number == 3001
        assert results.record_of_line(validation, 3001) == 2999
        assert [record.record for record in results.around(validation, 1500)] == [1498, 1499, 1500, 1501, 1502]

    def test_records_of_an_event_stream_are_its_events(self) -> None:
        events = b": a comment\n\n" + b"".join(b"event: x\ndata: %s\n\n" % dumps(chunk({"content": str(n)})).encode() for n in range(2100))
        validation = run_by_a_worker(events)
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


class TestSaving:
    def test_more_segments_than_one_batch_are_all_there(self, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("uploads.results.saving.BATCH", 10)
        validation = run_by_a_worker(many_streams(35))
        assert validation.segments.count() == validation.segment_count == 35
        assert json.dumps(report_document(results.report(validation))) == json.dumps(report_document(from_the_terminal(many_streams(35))))

    def test_what_a_dead_attempt_left_is_replaced(self, settings: Settings) -> None:
        settings.INLINE_LIMIT = 0
        validation = keep(CLEAN).validation
        Segment.objects.create(
            validation=validation, number=0, kind="stream", first_line=1, last_line=1, evidence_at=0, facts={"old": True}
        )
        Validation.objects.update(attempts=1)
        assert running.run_queued(validation.pk)
        assert "old" not in validation.segments.get().facts

    def test_every_stored_row_is_written_in_a_few_statements(self, django_assert_max_num_queries: Any) -> None:
        with django_assert_max_num_queries(20):
            checked(many_faults(150))


def run_by_a_worker(trace: bytes) -> Validation:
    """Validated by the task's code, whatever its size."""
    from django.conf import settings

    before, settings.INLINE_LIMIT = settings.INLINE_LIMIT, 0
    try:
        validation = keep(trace).validation
    finally:
        settings.INLINE_LIMIT = before
    assert running.run_queued(validation.pk)
    validation = Validation.objects.select_related("upload").get(pk=validation.pk)
    assert validation.state == "done", validation.trouble
    return validation
