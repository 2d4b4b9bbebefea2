"""Real workers and a real broker, killed as the kernel kills: no job is lost, none is done twice, none loops for ever."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytest_django.fixtures import Settings

from tests import settings as test_settings
from tests.services.broker import Broker
from tests.services.worker import Worker
from tests.uploads import witness
from tests.uploads.making import CLEAN, files, long_trace
from tests.uploads.witness import POISON, SLOW, runs
from uploads import results, storage
from uploads.intake import Wanted, receive
from uploads.jobs import claims
from uploads.models import Validation

LONG = long_trace(10)


@pytest.fixture(autouse=True)
def _all_through_workers(settings: Settings) -> None:
    settings.INLINE_LIMIT = 0
    witness.forget()


@pytest.fixture
def start(broker: Broker, database_url: str) -> Iterator[Callable[..., Worker]]:
    """Starts workers with a short lease and a sweeper that looks twice a second."""
    started: list[Worker] = []

    def start_one(processes: int = 2, beat: bool = True) -> Worker:
        worker = Worker(database_url, broker.url, test_settings.FOLDER, processes, beat)
        worker.environment["DJANGO_SETTINGS_MODULE"] = "tests.uploads.quick_settings"
        started.append(worker)
        return worker.start()

    yield start_one
    for worker in started:
        worker.kill()


def send(name: str, trace: bytes = CLEAN) -> Validation:
    return receive([trace], Wanted(filename=name)).validation


def again(validation: Validation) -> Validation:
    return Validation.objects.get(pk=validation.pk)


def eventually(holds: Callable[[], object], seconds: float = 90) -> None:
    """Wait until `holds`, at most so long."""
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, f"{[(v.pk, v.state, v.attempts) for v in Validation.objects.all()]} {runs()}"
        time.sleep(0.05)


def finished(*validations: Validation) -> bool:
    return all(again(validation).is_finished for validation in validations)


def results_of(validations: list[Validation]) -> list[tuple[str, str]]:
    return [(again(validation).state, again(validation).verdict) for validation in validations]


def test_a_worker_killed_in_mid_job_costs_time_and_nothing_else(start: Callable[..., Worker]) -> None:
    first = start(processes=1)
    long, waiting = send(SLOW, LONG), send("waiting.jsonl")
    eventually(lambda: again(long).progress > 0)
    first.kill()
    assert again(long).state == "running"
    start()
    eventually(lambda: finished(long, waiting))
    assert results_of([long, waiting]) == [("done", "passes"), ("done", "passes")]
    assert (again(long).attempts, again(waiting).attempts) == (2, 1)
    assert runs().count(f"{SLOW} ends") == 1
    assert storage.remove_strays(time.time() + 7200) == 1, "the draft of the killed process"
    assert sorted(Path(name).name.split("-")[0] for name in files()) == ["evidence", "evidence", "trace", "trace"]


def test_one_process_of_a_worker_killed_is_replaced(start: Callable[..., Worker]) -> None:
    worker = start(processes=1)
    long = send(SLOW, LONG)
    eventually(lambda: again(long).progress > 0)
    assert worker.process is not None
    os.kill(busiest_child_of(worker.process.pid), signal.SIGKILL)
    eventually(lambda: finished(long))
    assert (again(long).state, again(long).attempts) == ("done", 2)


def busiest_child_of(pid: int) -> int:
    """The child that has used most CPU: the one at work, not the clock."""

    def used(child: str) -> int:
        fields = Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()
        return int(fields[11]) + int(fields[12])

    return int(max(Path(f"/proc/{pid}/task/{pid}/children").read_text().split(), key=used))


def test_a_broker_killed_with_jobs_queued_still_has_them(start: Callable[..., Worker], broker: Broker) -> None:
    jobs = [send(f"{number}.jsonl") for number in range(4)]
    broker.kill()
    broker.start()
    start(beat=False)
    eventually(lambda: finished(*jobs))
    assert results_of(jobs) == [("done", "passes")] * 4
    assert sorted(runs()) == sorted(f"{number}.jsonl {word}" for number in range(4) for word in ("begins", "ends"))


def test_a_broker_that_forgot_everything_is_told_again(start: Callable[..., Worker], broker: Broker) -> None:
    jobs = [send(f"{number}.jsonl") for number in range(3)]
    broker.empty()
    start()
    eventually(lambda: finished(*jobs))
    assert [again(job).attempts for job in jobs] == [1, 1, 1]


def test_a_broker_killed_in_mid_job_interrupts_nothing(start: Callable[..., Worker], broker: Broker) -> None:
    start(processes=1)
    jobs = [send(SLOW, LONG), send("waiting.jsonl")]
    eventually(lambda: again(jobs[0]).progress > 0)
    broker.kill()
    broker.start()
    eventually(lambda: finished(*jobs))
    assert results_of(jobs) == [("done", "passes")] * 2
    assert [runs().count(f"{name} ends") for name in (SLOW, "waiting.jsonl")] == [1, 1]


def test_what_could_not_be_sent_is_sent_when_the_broker_is_back(start: Callable[..., Worker], broker: Broker) -> None:
    broker.kill()
    job = send("unsent.jsonl")
    assert again(job).state == "queued"
    broker.start()
    start()
    eventually(lambda: finished(job))
    assert results_of([job]) == [("done", "passes")]


def test_a_poisoned_job_is_tried_three_times_and_told(start: Callable[..., Worker]) -> None:
    start()
    poison, after = send(POISON), send("after.jsonl")
    eventually(lambda: finished(poison, after))
    assert (again(poison).state, again(poison).trouble, again(poison).attempts) == ("failed", claims.GAVE_UP, 3)
    assert again(after).state == "done"
    assert runs().count(f"{POISON} begins") == 3


def test_two_workers_never_do_one_job_twice(start: Callable[..., Worker]) -> None:
    jobs = [send(f"{number}.jsonl") for number in range(10)]
    for job in jobs * 2:
        claims.enqueue(job.pk)
    start()
    start()
    eventually(lambda: finished(*jobs))
    assert {again(job).attempts for job in jobs} == {1}
    assert sorted(runs()) == sorted(f"{number}.jsonl {word}" for number in range(10) for word in ("begins", "ends"))


def test_a_deleted_validation_stops_its_run_and_leaves_no_file(start: Callable[..., Worker]) -> None:
    start(processes=1)
    deleted, next_one = send(SLOW, LONG), send("next.jsonl")
    eventually(lambda: again(deleted).progress > 0)
    results.delete(deleted)
    eventually(lambda: finished(next_one))
    assert runs()[:2] == [f"{SLOW} begins", f"{SLOW} NotOurs"]
    assert {Path(name).parent for name in files()} == {Path(next_one.upload.folder)}


def test_a_worker_asked_to_end_hands_back_what_it_has(start: Callable[..., Worker]) -> None:
    first = start(processes=1)
    jobs = [send(SLOW, LONG), send("waiting.jsonl")]
    eventually(lambda: again(jobs[0]).progress > 0)
    first.stop()
    start()
    eventually(lambda: finished(*jobs))
    assert results_of(jobs) == [("done", "passes")] * 2
