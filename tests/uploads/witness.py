"""Loaded by the workers of a test: writes down every run of the engine, and ends the process of a poisoned one as the kernel would."""

import os
import signal
import time
from pathlib import Path
from typing import Any

from django.conf import settings

from uploads.jobs import running

POISON = "poison.jsonl"
SLOW = "slow.jsonl"
"""A trace of this name is read as from a slow disk, so that a run of it lasts some seconds on any machine."""


def runs() -> list[str]:
    """What was written down: "NAME begins", then "NAME ends" or "NAME" and the exception that ended it."""
    path = _path()
    return path.read_text().splitlines() if path.exists() else []


def forget() -> None:
    """Begin with an empty page."""
    _path().unlink(missing_ok=True)


def _path() -> Path:
    return Path(settings.DATA) / "runs"


def _write(line: str) -> None:
    descriptor = os.open(_path(), os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    os.write(descriptor, f"{line}\n".encode())
    os.close(descriptor)


class SlowFile:
    """A file of which every block takes a tenth of a second."""

    def __init__(self, file: Any) -> None:
        self._file = file

    def read(self, size: int = -1) -> bytes:
        time.sleep(0.1)
        return bytes(self._file.read(size))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)


def witnessed(validate: Any) -> Any:
    def run(source: Any, *args: Any, name: str, **keywords: Any) -> Any:
        _write(f"{name} begins")
        if name == POISON:
            os.kill(os.getpid(), signal.SIGKILL)
        try:
            report = validate(SlowFile(source) if name == SLOW else source, *args, name=name, **keywords)
        except BaseException as error:
            _write(f"{name} {type(error).__name__}")
            raise
        _write(f"{name} ends")
        return report

    return run


if os.environ.get("DJANGO_SETTINGS_MODULE") == "tests.uploads.quick_settings":
    running.validate = witnessed(running.validate)
