"""`manage.py serve`: the whole service on one machine, in one terminal."""

import http.client
import os
import signal
import socket
import sys
import time
from datetime import timedelta
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from django.utils import timezone

from uploads.management import children, data_folder, embedded_broker, static_files
from uploads.management.children import Child
from uploads.management.embedded_broker import EmbeddedBroker
from uploads.models import Validation

START_SECONDS = 60.0
NO_BROKER = (
    "No Valkey or Redis was found, so the queue is a folder of files: slower, and a message lost by it is sent again only "
    "after a minute. Put valkey-server or redis-server on PATH, or set CELERY_BROKER_URL."
)


class Command(BaseCommand):
    help = "Migrate, then run broker, worker and web server until Ctrl-C. Needs nothing else installed."
    # `migrate` runs them, once there is a database to check.
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--port", type=int, default=int(os.environ.get("PORT") or 8000), help="0 takes any free port")
        parser.add_argument("--host", default=os.environ.get("HOST") or "127.0.0.1", help="the address to listen on")
        parser.add_argument("--processes", type=int, default=2, help="how many validations run at the same time")

    def handle(self, *_args: Any, **options: Any) -> None:
        data = Path(settings.DATA)
        stopping = Stopping()
        try:
            with data_folder.owned(data), listen(options["host"], options["port"]) as listener:
                for number in data_folder.end_orphans(data):
                    self.stderr.write(f"Ended process {number}, left over from a run that was killed.")
                data_folder.ensure_secret_key(data)
                call_command("migrate", interactive=False, verbosity=0)
                if alone():
                    forget_former_workers()
                static_files.collect_when_stale()
                self.run_family(self.family(data, listener, options["processes"]), data, listener, stopping)
        except data_folder.InUseError as in_use:
            raise CommandError(f"Process {in_use} already serves {data}. End it, or choose another folder: DATA=...") from None

    def family(self, data: Path, listener: socket.socket, processes: int) -> list[Child]:
        """The processes in the order in which they start."""
        environment = {**os.environ, "DATA": str(data), "PYTHONUNBUFFERED": "1"}
        if settings.CELERY_BROKER_URL:
            return [worker(environment, data, processes), web(environment, listener)]
        broker = embedded_broker.find(data / "broker")
        if broker is None:
            self.stderr.write(self.style.WARNING(NO_BROKER))
            environment["CELERY_BROKER_URL"] = "filesystem://"
            for name in ("messages", "processed", "control"):
                (data / "queue" / name).mkdir(mode=0o700, parents=True, exist_ok=True)
            return [worker(environment, data, processes), web(environment, listener)]
        environment["CELERY_BROKER_URL"] = broker.url
        return [broker_process(broker), worker(environment, data, processes), web(environment, listener)]

    def run_family(self, family: list[Child], data: Path, listener: socket.socket, stopping: "Stopping") -> None:
        def remember() -> None:
            running = {child.process.pid: child.command for child in family if child.process is not None}
            data_folder.remember_children(data, running)

        try:
            for child in family:
                child.start()
                remember()
                wait_until_ready(child, stopping)
            if not stopping.asked():
                self.stdout.write(self.style.SUCCESS(f"Callcheck is at {address(listener)}  (Ctrl-C ends it)"))
                self.stdout.flush()
            children.keep_running(family, stopping.asked, remember)
        finally:
            # The broker last: the worker hands back to it what is not finished.
            children.end([child for child in family if child.name != "broker"], 12, stopping.urgent)
            children.end(family, 5, stopping.urgent)


def alone() -> bool:
    """Whether nobody but the processes of this `serve` can work on the data: its own broker, and a database file of its own."""
    return not settings.CELERY_BROKER_URL and connection.vendor == "sqlite"


def forget_former_workers() -> None:
    """Have the first sweep send again what a killed run was at, or had in its hands, instead of waiting for it to be overdue."""
    long_ago = timezone.now() - timedelta(days=1)
    Validation.objects.filter(state=Validation.State.RUNNING).update(heartbeat=long_ago)
    Validation.objects.filter(state=Validation.State.QUEUED).update(enqueued=None)


class Stopping:
    """Whether a signal has asked for the end, and whether Ctrl-C was pressed again because it takes too long."""

    def __init__(self) -> None:
        self._first = 0.0
        self._again = False
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._note)

    def _note(self, number: int, _frame: FrameType | None) -> None:
        now = time.monotonic()
        if not self._first:
            self._first = now
        elif number == signal.SIGINT and now - self._first > 1:
            # Not within the first second: make passes one Ctrl-C on a second time.
            self._again = True

    def asked(self) -> bool:
        return bool(self._first)

    def urgent(self) -> bool:
        return self._again


def broker_process(broker: EmbeddedBroker) -> Child:
    broker.prepare()
    # One that outlived its `serve`, on a system that cannot tie them together, holds the same files.
    broker.end_if_running()
    return Child("broker", broker.command(), os.environ, ready=broker.answers, log=str(broker.log))


def worker(environment: dict[str, str], data: Path, processes: int) -> Child:
    """The Celery worker, with the clock for the sweeper in it."""
    celery = [sys.executable, "-m", "celery", "--quiet", "--app", "validator_site", "worker"]
    options = ["--beat", "--schedule", str(data / "beat"), "--concurrency", str(processes), "--without-gossip", "--without-mingle"]
    # SIGTERM then means: finish within the soft shutdown time, hand the rest back.
    own = {"REMAP_SIGTERM": "SIGQUIT"}
    # The warning is about pickled messages; this worker takes JSON alone.
    own["PYTHONWARNINGS"] = "ignore:You're running the worker with superuser privileges"
    # An orderly end would wait for the broker, which ends at the same moment.
    return Child("worker", [*celery, *options], environment | own, when_orphaned=signal.SIGKILL)


def web(environment: dict[str, str], listener: socket.socket) -> Child:
    """gunicorn, on the socket that this process holds: callers wait while it restarts instead of being refused."""
    gunicorn = [sys.executable, "-m", "gunicorn", "--config", "python:validator_site.web_server"]
    command = [*gunicorn, "--bind", f"fd://{listener.fileno()}", "validator_site.wsgi"]
    return Child("web", command, environment, pass_fds=(listener.fileno(),), ready=partial(answers, listener))


def listen(host: str, port: int) -> socket.socket:
    """A listening socket. Raises CommandError with what to do when the port is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except (OSError, OverflowError) as error:
        listener.close()
        raise CommandError(f"Cannot listen on {host} port {port} ({error}). Choose another: PORT=8001") from None
    listener.listen(256)
    return listener


def address(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def answers(listener: socket.socket) -> bool:
    """Whether the web server answers anything at all to a request."""
    host, port = listener.getsockname()[:2]
    connection = http.client.HTTPConnection({"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host), port, timeout=5)  # noqa: S104
    try:
        connection.request("GET", "/healthz")
        return connection.getresponse().status < 500
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def wait_until_ready(child: Child, stopping: Stopping) -> None:
    """Raises CommandError when the process ends, or says nothing for too long, at its first start."""
    deadline = time.monotonic() + START_SECONDS
    while not child.ready() and not stopping.asked():
        if not child.runs or time.monotonic() > deadline:
            raise CommandError(f"The {child.name} does not start; {child.log} may tell why.")
        time.sleep(0.05)
