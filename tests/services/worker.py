"""A real Celery worker over the test's own database, folder and broker. May be killed."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from uploads.management.lifeline import die_with_parent


class Worker:
    """Started with `start`; `kill` is kill -9 of it with everything it forked."""

    def __init__(self, database_url: str, broker_url: str, folder: Path, processes: int = 2, beat: bool = False) -> None:
        self.folder = folder
        self.log = folder / f"worker-{id(self):x}.log"
        celery = [sys.executable, "-m", "celery", "--quiet", "--app", "validator_site", "worker", "--concurrency", str(processes)]
        clock = ["--beat", "--schedule", str(folder / "beat")] if beat else []
        self.command = [
            *celery,
            *clock,
            "--hostname",
            f"{id(self):x}@localhost",
            "--without-gossip",
            "--without-mingle",
            "--loglevel",
            "INFO",
        ]
        self.environment = {
            **os.environ,
            "DATABASE_URL": database_url,
            "CELERY_BROKER_URL": broker_url,
            "CELERY_LOG_LEVEL": "INFO",
            "DJANGO_SETTINGS_MODULE": "validator_site.settings",
            "REMAP_SIGTERM": "SIGQUIT",
        }
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> "Worker":
        """Start it and return when it takes tasks."""
        with self.log.open("ab") as log:
            parent = os.getpid()
            self.process = subprocess.Popen(
                self.command,
                env=self.environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
                preexec_fn=lambda: die_with_parent(parent, signal.SIGKILL),  # noqa: PLW1509
            )
        self.wait_until_it_says(" ready.")
        return self

    def wait_until_it_says(self, words: str) -> None:
        """Raises RuntimeError with its whole log when it ends first, or takes longer than a minute."""
        deadline = time.monotonic() + 60
        while words not in self.log.read_text(errors="replace"):
            if self.process is None or self.process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"The worker does not say {words!r}: {self.log.read_text(errors='replace')}")
            time.sleep(0.05)

    def kill(self) -> None:
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait(20)
            self.process = None

    def stop(self) -> None:
        """Ask it to end, as `serve` and compose do."""
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            self.process.wait(30)
        self.kill()
