"""`manage.py serve` as a user starts it: a process of its own over a folder of its own."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

from tests.services.database import wanted
from uploads.management.lifeline import die_with_parent

ROOT = Path(__file__).resolve().parent.parent.parent


class Served:
    """`start` returns once the address is printed; everything written to the terminal is in `said`."""

    def __init__(self, data: Path, **environment: str) -> None:
        assert wanted() == "sqlite", "serve brings its own SQLite; run this once"
        self.data = data
        self.log = data.parent / f"{data.name}.log"
        inherited = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
        self.environment = {**inherited, "DATA": str(data), "PORT": "0", **environment}
        self.process: subprocess.Popen[bytes] | None = None

    def spawn(self) -> subprocess.Popen[bytes]:
        parent = os.getpid()
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, str(ROOT / "manage.py"), "serve"],
                env=self.environment,
                stdout=log,
                stderr=log,
                stdin=subprocess.DEVNULL,
                preexec_fn=lambda: die_with_parent(parent),  # noqa: PLW1509
            )
        return self.process

    def start(self) -> str:
        """Start, wait for the printed address and return it."""
        process = self.spawn()
        deadline = time.monotonic() + 90
        while not (found := re.search(r"Callcheck is at (http://\S+/)", self.said)):
            if process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"serve does not start: {self.said}")
            time.sleep(0.1)
        return found[1]

    @property
    def said(self) -> str:
        return self.log.read_text(errors="replace")

    def children(self) -> dict[str, int]:
        """The process number of each child by name."""
        noted = json.loads((self.data / "children.json").read_text())
        words = {"broker": "-server", "worker": "celery", "web": "gunicorn"}
        return {name: int(number) for number, command in noted.items() for name, word in words.items() if word in command}

    def end(self, how: signal.Signals) -> int:
        """Send the signal to `serve` alone and wait for it; returns its exit status."""
        assert self.process is not None
        self.process.send_signal(how)
        return self.process.wait(30)

    def kill_everything(self) -> None:
        """kill -9 of `serve` and of every process of every child, the order being chance."""
        for leader in self.children().values():
            os.killpg(leader, signal.SIGKILL)
        self.end(signal.SIGKILL)


def living(leaders: list[int], within: float = 15.0) -> list[str]:
    """The processes of these sessions that still live after at most `within` seconds, zombies left out."""
    deadline = time.monotonic() + within
    while True:
        lines = subprocess.run(["ps", "-A", "-o", "pgid=,stat=,args="], capture_output=True, text=True, check=True).stdout.splitlines()
        rows = [line.split(maxsplit=2) for line in lines]
        left = [" ".join(row) for row in rows if int(row[0]) in leaders and not row[1].startswith("Z")]
        if not left or time.monotonic() > deadline:
            return left
        time.sleep(0.2)
