"""What was found is saved whole and read back as the terminal has it."""

import io
import json
from typing import Any

import pytest
from pytest_django.fixtures import Settings

from tests.uploads.making import (
    CLEAN,
    STOPPED,
    TRACES,
    checked,
    checked_by_a_worker,
    chunk,
    entry,
    from_the_terminal,
    keep,
    many_faults,
    many_streams,
    stream,
    tools,
)  # fmt: skip
from uploads import results
from uploads.intake import Wanted, receive
from uploads.jobs import running
from uploads.models import Segment, Validation
from validation.profiles import PROFILES
from validation.rendering.json_report import report_document
from validation.rendering.prose import summary
from validation.rule import FAMILIES
from validation.rules import RULES

pytestmark = pytest.mark.django_db


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

    @pytest.mark.parametrize("trace", [*TRACES.values(), TRACES["history"] + b"\n" + STOPPED], ids=[*TRACES, "history and stream"])
    def test_it_says_alike_where_a_history_can_be_sent(self, trace: bytes) -> None:
        at_once, later = keep(trace).validation, checked(trace)
        assert results.portability(at_once) == results.portability(later) == from_the_terminal(trace).portability()

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


class TestSaving:
    def test_more_segments_than_one_batch_are_all_there(self, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("uploads.results.saving.BATCH", 10)
        validation = checked_by_a_worker(many_streams(35))
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
