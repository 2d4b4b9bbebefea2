"""The processes that `serve` starts: kept running, restarted when they die, and ended together."""

import contextlib
import logging
import os
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from uploads.management.lifeline import die_with_parent

logger = logging.getLogger(__name__)

FIRST_PAUSE = 0.5
LONGEST_PAUSE = 30.0
# One that has run this long died of something new, not of what it died of last.
SETTLED = 60.0


@dataclass
class Child:
    """One process with all it forks: a session of its own, so that Ctrl-C in a terminal reaches `serve` alone."""

    name: str
    command: Sequence[str]
    environment: Mapping[str, str]
    pass_fds: tuple[int, ...] = ()
    ready: Callable[[], bool] = lambda: True
    log: str = "the lines above"
    when_orphaned: signal.Signals = signal.SIGTERM
    process: subprocess.Popen[bytes] | None = field(default=None, init=False)
    deaths: int = field(default=0, init=False)
    started: float = field(default=0.0, init=False)
    due: float = field(default=0.0, init=False)

    def start(self) -> None:
        self.process = subprocess.Popen(
            self.command,
            env=dict(self.environment),
            pass_fds=self.pass_fds,
            stdin=subprocess.DEVNULL,
            start_new_session=True,
            preexec_fn=partial(die_with_parent, os.getpid(), self.when_orphaned),  # noqa: PLW1509  serve has one thread
        )
        self.started = time.monotonic()

    @property
    def runs(self) -> bool:
        return self.process is not None and self.process.poll() is None

    @property
    def pause(self) -> float:
        """Seconds between its latest death and its next start."""
        return float(min(FIRST_PAUSE * 2 ** (self.deaths - 1), LONGEST_PAUSE))

    def look_after(self) -> bool:
        """Note a death, and start again once the pause after it is over; True when it was started."""
        now = time.monotonic()
        if self.runs:
            return False
        if self.process is not None:
            self.deaths = 1 if now - self.started > SETTLED else self.deaths + 1
            logger.warning("%s ended (%s); it starts again in %.1f s.", self.name, self.process.returncode, self.pause)
            self.kill()
            self.due = now + self.pause
        elif now >= self.due:
            self.start()
            return True
        return False

    def ask_to_end(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()

    def kill(self) -> None:
        """End the process and whatever it left in its session."""
        if self.process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.process = None


def keep_running(children: Sequence[Child], stopped: Callable[[], bool], restarted: Callable[[], None]) -> None:
    """Look after the children until `stopped` says so; tell `restarted` when their process numbers have changed."""
    while not stopped():
        started = [child for child in children if child.look_after()]
        if started:
            restarted()
        time.sleep(0.2)


def end(children: Sequence[Child], grace: float, hurry: Callable[[], bool]) -> None:
    """Ask all of them to end, and after `grace` seconds, or when `hurry` says so, kill what is left."""
    for child in children:
        child.ask_to_end()
    deadline = time.monotonic() + grace
    while any(child.runs for child in children) and time.monotonic() < deadline and not hurry():
        time.sleep(0.05)
    for child in children:
        child.kill()
