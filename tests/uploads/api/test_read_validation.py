"""GET and DELETE /validations/{id}."""

from pathlib import Path

from pytest_django import DjangoAssertNumQueries, DjangoCaptureOnCommitCallbacks, Settings

from tests.uploads.api import traces
from tests.uploads.api.caller import Caller, Kept
from uploads.models import Part, Upload, Validation


class TestReading:
    def test_it_is_what_was_answered_when_it_was_made(self, owner: Caller, kept: Kept) -> None:
        made = {name: value for name, value in kept.answer.items() if name != "owner_key"}
        assert owner.get(kept.path).json() == made

    def test_another_profile_shows_it_in_another_light(self, owner: Caller, kept: Kept) -> None:
        for profile, verdict in kept.answer["verdicts"].items():
            response = owner.get(kept.path, profile=profile)
            assert response.json()["verdict"] == response["Trace-Verdict"] == verdict
            assert response.json()["profile"] == profile

    def test_of_a_history_it_says_where_it_can_be_sent_as_the_report_does(self, owner: Caller) -> None:
        sent = owner.keep(traces.UNKNOWN_ID)
        assert sent.answer["portability"]["openai-strict"] == {"verdict": "fails", "rules": ["tool-result-unknown-id"]}
        report = owner.get(f"{sent.path}/report").json()
        assert sent.answer["portability"] == owner.get(sent.path).json()["portability"] == report["portability"]

    def test_of_a_stream_it_says_nothing_of_sending(self, kept: Kept) -> None:
        assert "portability" not in kept.answer

    def test_ci_can_ask_for_the_status(self, owner: Caller, kept: Kept) -> None:
        assert owner.get(kept.path, verdict_status=1).status_code == 200
        assert owner.get(kept.path, verdict_status=1, fail_on="warning").status_code == 422

    def test_only_some_segments_come_with_it(self, owner: Caller) -> None:
        answer = owner.keep(traces.many_streams(25)).answer
        assert (len(answer["streams"]), answer["segments_omitted"]) == (20, 5)

    def test_a_queued_one_says_so(self, owner: Caller, settings: Settings) -> None:
        settings.INLINE_LIMIT = 0
        id = owner.send(traces.CLEAN, wait=0).json()["id"]
        response = owner.get(f"/validations/{id}")
        assert (response.status_code, response.json()["status"]) == (200, "queued")
        assert response["Retry-After"]

    def test_one_that_failed_tells_why(self, owner: Caller, kept: Kept) -> None:
        Validation.objects.update(state="failed", trouble="The file is gone.")
        response = owner.get(kept.path, verdict_status=1)
        assert (response.status_code, response.json()["trouble"]) == (424, "The file is gone.")


class TestOthers:
    def test_a_stranger_and_a_visitor_learn_nothing(self, stranger: Caller, visitor: Caller, kept: Kept) -> None:
        unknown = f"/validations/{'z' * len(kept.id)}"
        answers = {
            (response.status_code, response.content, tuple(sorted(response.headers.items())))
            for caller in (stranger, visitor)
            for response in (caller.get(kept.path), caller.get(unknown), caller.get("/validations/x"), caller.get("/validations/%00"))
        }
        assert len(answers) == 1
        assert answers.pop()[0] == 404

    def test_the_same_number_of_queries_is_made(
        self, stranger: Caller, kept: Kept, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        for path in (kept.path, f"/validations/{'z' * len(kept.id)}"):
            with django_assert_num_queries(1):
                stranger.get(path)

    def test_a_stranger_deletes_nothing(self, stranger: Caller, kept: Kept) -> None:
        assert stranger.delete(kept.path).status_code == 404
        assert Validation.objects.count() == 1


class TestDeleting:
    def test_everything_goes_at_once(
        self, owner: Caller, kept: Kept, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
    ) -> None:
        files = [Path(part.file.path) for part in Part.objects.all()]
        assert all(file.exists() for file in files)
        with django_capture_on_commit_callbacks(execute=True):
            assert owner.delete(kept.path).status_code == 204
        assert not any(file.exists() for file in files)
        assert not Upload.objects.exists()
        assert owner.get(kept.path).status_code == 404

    def test_a_second_time_there_is_nothing(self, owner: Caller, kept: Kept) -> None:
        owner.delete(kept.path)
        assert owner.delete(kept.path).status_code == 404
