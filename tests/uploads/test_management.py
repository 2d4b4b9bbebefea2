"""The parts of `serve`, each by itself."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from django.contrib.staticfiles.finders import get_finder
from pytest_django import Settings

from uploads.management import children, data_folder, embedded_broker, static_files
from uploads.management.children import Child

pytestmark = pytest.mark.once
FOREVER = [sys.executable, "-c", "import time; time.sleep(600)"]


class TestSocketPath:
    def test_it_lies_in_the_folder(self) -> None:
        assert embedded_broker.socket_path(Path("/srv/var/broker")) == Path("/srv/var/broker/broker.sock")

    @pytest.mark.parametrize("letter", ["a", "é"])
    def test_a_path_too_long_for_a_socket_is_replaced_by_a_short_one(self, letter: str) -> None:
        folder = Path("/srv") / (letter * 100)
        short = embedded_broker.socket_path(folder)
        assert len(os.fsencode(short)) <= embedded_broker.LONGEST_SOCKET_PATH
        assert short == embedded_broker.socket_path(folder)
        assert short != embedded_broker.socket_path(folder / "other")


class TestDataFolder:
    def test_one_process_owns_it(self, tmp_path: Path) -> None:
        with data_folder.owned(tmp_path), pytest.raises(data_folder.InUseError, match=str(os.getpid())), data_folder.owned(tmp_path):
            pass
        with data_folder.owned(tmp_path):
            pass

    def test_the_signing_key_stays(self, tmp_path: Path) -> None:
        data_folder.ensure_secret_key(tmp_path)
        key = (tmp_path / "secret_key").read_text()
        data_folder.ensure_secret_key(tmp_path)
        assert (tmp_path / "secret_key").read_text() == key

    def test_what_a_killed_run_left_is_ended(self, tmp_path: Path) -> None:
        left = subprocess.Popen(FOREVER, start_new_session=True)
        data_folder.remember_children(tmp_path, {left.pid: FOREVER})
        assert data_folder.end_orphans(tmp_path) == [left.pid]
        assert left.wait(10) == -9

    def test_a_number_that_now_belongs_to_somebody_else_is_left_alone(self, tmp_path: Path) -> None:
        other = subprocess.Popen(FOREVER, start_new_session=True)
        data_folder.remember_children(tmp_path, {other.pid: ["celery", "worker"]})
        assert data_folder.end_orphans(tmp_path) == []
        assert other.poll() is None
        other.kill()
        other.wait()


class TestStaticFiles:
    @pytest.fixture(autouse=True)
    def root(self, settings: Settings, tmp_path: Path) -> Path:
        settings.STATIC_ROOT = tmp_path
        return tmp_path

    def test_they_are_collected_once(self) -> None:
        assert static_files.collect_when_stale() is True
        assert static_files.collect_when_stale() is False

    def test_they_are_collected_again_when_one_has_changed(self, settings: Settings, tmp_path_factory: pytest.TempPathFactory) -> None:
        own = tmp_path_factory.mktemp("own")
        (own / "extra.css").write_text("a {}")
        settings.STATICFILES_DIRS = [own]
        get_finder.cache_clear()
        static_files.collect_when_stale()
        (own / "extra.css").write_text("b { color: red }")
        assert static_files.collect_when_stale() is True
        get_finder.cache_clear()

    def test_other_users_may_read_them(self, root: Path) -> None:
        static_files.collect_when_stale()
        assert all(path.stat().st_mode & 0o004 for path in root.rglob("*.js"))


class TestChild:
    def test_one_that_dies_is_started_again_after_a_growing_pause(self) -> None:
        child = Child("short", [sys.executable, "-c", ""], os.environ)
        child.start()
        pauses = []
        for _ in range(3):
            assert child.process is not None
            child.process.wait()
            assert child.look_after() is False
            pauses.append(child.pause)
            child.due = 0
            assert child.look_after() is True
        child.kill()
        assert pauses == [0.5, 1.0, 2.0]

    def test_one_that_ignores_the_request_to_end_is_killed(self, tmp_path: Path) -> None:
        deaf = "import pathlib, signal, sys, time; signal.signal(15, signal.SIG_IGN); pathlib.Path(sys.argv[1]).touch(); time.sleep(600)"
        child = Child("deaf", [sys.executable, "-c", deaf, str(tmp_path / "deaf")], os.environ)
        child.start()
        process = child.process
        while not (tmp_path / "deaf").exists():
            time.sleep(0.02)
        children.end([child], grace=0.2, hurry=lambda: False)
        assert process is not None
        assert process.returncode == -9
