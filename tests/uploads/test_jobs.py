"""Claims, heartbeats, sweeps: what each step does to the row. With real workers they are put together in `test_jobs_survive`."""

import threading
from datetime import timedelta
from typing import Any

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.utils import timezone
from pytest_django.fixtures import Settings

from tests.services.broker import Broker
from tests.uploads.making import CLEAN, files, keep, long_trace
from tests.uploads.witness import SlowFile
from uploads import results, storage, tasks
from uploads.jobs import claims, running, sweeping
from uploads.jobs.heartbeat import Heartbeat
from uploads.models import Validation
from validation import pipeline


@pytest.fixture(autouse=True)
def _all_through_workers(settings: Settings, db: None) -> None:
    settings.INLINE_LIMIT = 0


def queued(trace: bytes = CLEAN) -> Validation:
    return keep(trace).validation


def again(validation: Validation) -> Validation:
    return Validation.objects.select_related("upload").get(pk=validation.pk)


def ago(seconds: float) -> Any:
    return timezone.now() - timedelta(seconds=seconds)


def crashing(error: BaseException) -> Any:
    def run(*_: Any, **__: Any) -> None:
        raise error

    return run


class TestClaims:
    def test_a_job_is_claimed_once(self) -> None:
        validation = queued()
        claim = claims.take(validation.pk)
        assert claim == claims.Claim(validation.pk, 1)
        assert claims.take(validation.pk) is None
        assert again(validation).state == "running"

    def test_a_deleted_job_is_nobodys(self) -> None:
        validation = queued()
        results.delete(validation)
        assert claims.take(validation.pk) is None

    def test_a_former_claim_can_neither_beat_nor_fail_nor_give_back(self) -> None:
        validation = queued()
        former = claims.take(validation.pk)
        assert former is not None
        claims.give_back(former)
        claims.take(validation.pk)
        assert [claims.beat(former, 1, 1), claims.fail(former, "x"), claims.give_back(former)] == [False, False, False]
        assert again(validation).attempts == 2

    def test_the_task_is_safe_to_run_twice(self) -> None:
        validation = queued()
        tasks.validate(validation.pk)
        first = again(validation)
        tasks.validate(validation.pk)
        assert (first.state, again(validation).finished, again(validation).attempts) == ("done", first.finished, 1)


class TestRuns:
    def test_a_fault_in_the_engine_is_told_and_not_tried_again(self, monkeypatch: pytest.MonkeyPatch) -> None:
        validation = queued()
        monkeypatch.setattr(running, "validate", crashing(TypeError("a fault")))
        running.run_queued(validation.pk)
        failed = again(validation)
        assert (failed.state, failed.trouble, failed.attempts) == ("failed", claims.CRASHED, 1)
        assert failed.finished is not None

    @pytest.mark.parametrize(
        ("error", "trouble"),
        [
            (SoftTimeLimitExceeded(), claims.OUT_OF_TIME), (running.OutOfTime(), claims.OUT_OF_TIME), (MemoryError(), claims.OUT_OF_MEMORY),
            (FileNotFoundError(), claims.FILES_GONE),
        ],
    )  # fmt: skip
    def test_every_known_end_has_its_sentence(self, monkeypatch: pytest.MonkeyPatch, error: Exception, trouble: str) -> None:
        validation = queued()
        monkeypatch.setattr(running, "validate", crashing(error))
        running.run_queued(validation.pk)
        assert again(validation).trouble == trouble

    def test_a_disk_that_fails_for_a_moment_is_tried_again(self, monkeypatch: pytest.MonkeyPatch) -> None:
        validation = queued()
        with monkeypatch.context() as broken:
            broken.setattr(running, "validate", crashing(OSError(5, "input/output error")))
            running.run_queued(validation.pk)
        assert (again(validation).state, again(validation).enqueued) == ("queued", None)
        running.run_queued(validation.pk)
        assert (again(validation).state, again(validation).attempts) == ("done", 2)

    def test_a_failed_run_leaves_the_upload_and_no_draft(self, monkeypatch: pytest.MonkeyPatch) -> None:
        validation = queued()
        monkeypatch.setattr(running, "validate", crashing(TypeError("a fault")))
        running.run_queued(validation.pk)
        assert files() == [f"{validation.upload.folder}/trace"]

    def test_a_file_that_is_gone_is_told(self) -> None:
        validation = queued()
        storage.remove_folder(validation.upload.folder)
        running.run_queued(validation.pk)
        assert again(validation).trouble == claims.FILES_GONE

    def test_a_worker_that_comes_too_late_saves_nothing(self, monkeypatch: pytest.MonkeyPatch) -> None:
        validation = queued()

        def overtaken(*args: Any, **keywords: Any) -> Any:
            report = pipeline.validate(*args, **keywords)
            Validation.objects.update(attempts=2)
            return report

        monkeypatch.setattr(running, "validate", overtaken)
        running.run_queued(validation.pk)
        late = again(validation)
        assert (late.state, late.attempts, late.evidence) == ("running", 2, "")
        assert not late.verdicts.exists()
        assert files() == [f"{validation.upload.folder}/trace"]

    def test_a_validation_deleted_in_mid_run_leaves_nothing(self, monkeypatch: pytest.MonkeyPatch, transactional_db: None) -> None:
        validation = queued()

        def deleted(*args: Any, **keywords: Any) -> Any:
            results.delete(validation)
            return pipeline.validate(*args, **keywords)

        monkeypatch.setattr(running, "validate", deleted)
        running.run_queued(validation.pk)
        assert files() == []


class TestHeartbeats:
    def test_it_beats_while_the_run_is_busy_and_tells_how_far_it_is(self, transactional_db: None, settings: Settings) -> None:
        settings.JOB_STALE_SECONDS = 0.3
        validation = queued()
        claim = claims.take(validation.pk)
        assert claim is not None
        before = again(validation).heartbeat
        beaten = threading.Event()

        def progress() -> tuple[int, int]:
            if again(validation).progress:
                beaten.set()
            return 7, 3

        with Heartbeat(claim, progress) as heartbeat:
            assert beaten.wait(10)
        now = again(validation)
        assert (now.progress, now.progress_records) == (7, 3)
        assert before is not None
        assert now.heartbeat is not None
        assert now.heartbeat > before
        assert not heartbeat.lost.is_set()

    def test_it_notices_that_the_validation_is_gone(self, transactional_db: None, settings: Settings) -> None:
        settings.JOB_STALE_SECONDS = 0.3
        validation = queued()
        claim = claims.take(validation.pk)
        assert claim is not None
        with Heartbeat(claim, lambda: (0, 0)) as heartbeat:
            results.delete(validation)
            assert heartbeat.lost.wait(10)

    def test_a_lost_run_stops_before_its_end(self, transactional_db: None, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
        settings.JOB_STALE_SECONDS = 0.3
        validation = queued(long_trace(10))
        seen: list[int] = []

        def watched(source: Any, *args: Any, on_progress: Any, **keywords: Any) -> Any:
            def told(read_bytes: int) -> None:
                if not seen:
                    results.delete(validation)
                seen.append(read_bytes)
                on_progress(read_bytes)

            return pipeline.validate(SlowFile(source), *args, on_progress=told, **keywords)

        monkeypatch.setattr(running, "validate", watched)
        running.run_queued(validation.pk)
        assert seen
        assert seen[-1] < validation.size
        assert files() == []


class TestSweeps:
    def test_a_fresh_run_and_a_fresh_message_are_left_alone(self) -> None:
        claims.take(queued().pk)
        queued()
        assert sweeping.sweep() == {"queued": 0, "failed": 0, "sent": 0}

    def test_a_dead_run_is_queued_again_and_sent_once(self, broker: Broker) -> None:
        validation = queued()
        claims.take(validation.pk)
        Validation.objects.update(heartbeat=ago(61))
        assert sweeping.sweep() == {"queued": 1, "failed": 0, "sent": 0}
        assert broker.client().llen("celery") == 1
        assert again(validation).state == "queued"
        assert sweeping.sweep() == {"queued": 0, "failed": 0, "sent": 0}

    def test_the_third_dead_run_is_the_last(self) -> None:
        validation = queued()
        Validation.objects.update(attempts=2)
        claims.take(validation.pk)
        Validation.objects.update(heartbeat=ago(61))
        assert sweeping.sweep()["failed"] == 1
        assert (again(validation).state, again(validation).trouble) == ("failed", claims.GAVE_UP)

    @pytest.mark.parametrize("attempts", [1, 3])
    def test_what_came_back_meanwhile_is_not_counted(self, attempts: int, monkeypatch: pytest.MonkeyPatch) -> None:
        for _ in range(2):
            claims.take(queued().pk)
        Validation.objects.update(heartbeat=ago(61), attempts=attempts)
        stale = sweeping._stale(timezone.now())
        monkeypatch.setattr(sweeping, "_stale", lambda _now: stale)
        Validation.objects.filter(pk=stale[1].pk).update(heartbeat=timezone.now())
        swept = sweeping.sweep()
        assert swept["queued"] + swept["failed"] == 1

    def test_given_back_too_often_is_given_up_too(self) -> None:
        validation = queued()
        Validation.objects.update(attempts=3, enqueued=None)
        sweeping.sweep()
        assert again(validation).trouble == claims.GAVE_UP

    def test_a_lost_message_is_sent_again_at_longer_and_longer_distances(self, broker: Broker) -> None:
        validation = queued()
        waited = []
        for seconds in (29, 31, 59, 61, 119, 121):
            Validation.objects.update(enqueued=ago(seconds))
            if sweeping.sweep()["sent"]:
                waited.append(seconds)
        assert waited == [31, 61, 121]
        assert broker.client().llen("celery") == 3
        assert again(validation).sends == 3

    def test_what_was_never_sent_is_sent_at_once(self, broker: Broker) -> None:
        validation = queued()
        Validation.objects.update(enqueued=None)
        assert sweeping.sweep()["sent"] == 1
        assert (broker.client().llen("celery"), again(validation).sends) == (1, 0)

    def test_a_broker_that_is_away_is_asked_once_a_sweep(self, broker: Broker) -> None:
        validations = [queued() for _ in range(3)]
        Validation.objects.update(enqueued=None)
        broker.kill()
        assert sweeping.sweep()["sent"] == 0
        broker.start()
        assert sweeping.sweep()["sent"] == 3
        assert all(again(validation).enqueued for validation in validations)


class TestTheBell:
    def test_it_rings_once_the_row_is_there(self, broker: Broker, transactional_db: None) -> None:
        queued()
        assert broker.client().llen("celery") == 1

    def test_a_broker_that_is_away_costs_the_sender_nothing(self, broker: Broker, transactional_db: None) -> None:
        broker.kill()
        validation = queued()
        assert (again(validation).state, again(validation).enqueued) == ("queued", None)

    def test_the_worker_knows_every_task_that_is_sent_or_scheduled(self, settings: Settings) -> None:
        from validator_site import celery_app

        scheduled = {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}
        celery_app.loader.import_default_modules()
        assert {claims.VALIDATE, *scheduled} <= set(celery_app.tasks)
