"""Loaded by the workers of a test: writes down every run of the engine, and ends the process of a poisoned one as the kernel would."""

import os
import signal
from pathlib import Path
from typing import Any

from django.conf import settings

from uploads.jobs import running

POISON = "poison.jsonl"


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


def witnessed(validate: Any) -> Any:
    def run(*args: Any, name: str, **keywords: Any) -> Any:
        _write(f"{name} begins")
        if name == POISON:
            os.kill(os.getpid(), signal.SIGKILL)
        try:
            report = validate(*args, name=name, **keywords)
        except BaseException as error:
            _write(f"{name} {type(error).__name__}")
            raise
        _write(f"{name} ends")
        return report

    return run


if os.environ.get("DJANGO_SETTINGS_MODULE") == "tests.uploads.quick_settings":
    running.validate = witnessed(running.validate)
