"""The data folder of `serve`: one owner at a time, a signing key that stays, nothing left over from a killed run."""

import contextlib
import fcntl
import json
import os
import secrets
import signal
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path


class InUseError(Exception):
    """Another process serves this folder; its number is the only argument."""


@contextmanager
def owned(folder: Path) -> Iterator[None]:
    """Hold the folder for this process. The lock ends with the process, however it ends. Raises InUseError."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with (folder / "serve.lock").open("a+", encoding="ascii") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.seek(0)
            raise InUseError(lock.read().strip()) from None
        lock.truncate(0)
        lock.write(str(os.getpid()))
        lock.flush()
        yield


def ensure_secret_key(folder: Path) -> None:
    """Write a signing key that only this user can read, unless there is one."""
    path = folder / "secret_key"
    if path.is_file() and path.read_text(encoding="ascii").strip():
        return
    _write(path, secrets.token_urlsafe(50))


def remember_children(folder: Path, running: Mapping[int, Sequence[str]]) -> None:
    """Note which process numbers run which command, for a start after this process was killed."""
    noted = {str(number): " ".join(command) for number, command in running.items()}
    _write(folder / "children.json", json.dumps(noted))


def end_orphans(folder: Path) -> list[int]:
    """Kill what a killed `serve` left behind where the kernel did not; returns the process numbers."""
    try:
        noted = json.loads((folder / "children.json").read_text())
    except (OSError, ValueError):
        return []
    ended = []
    for number, command in noted.items():
        # A number alone may by now belong to somebody else.
        if _command_of(int(number)) == command:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(int(number), signal.SIGKILL)
            ended.append(int(number))
    return ended


def _write(path: Path, text: str) -> None:
    """Write a file that only this user can read, whole or not at all: half a key would be taken for a key."""
    unfinished = path.with_suffix(".new")
    with os.fdopen(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    unfinished.rename(path)


def _command_of(number: int) -> str:
    try:
        said = subprocess.run(["ps", "-o", "command=", "-p", str(number)], capture_output=True, text=True, check=False)  # noqa: S607
    except FileNotFoundError:
        return ""
    return said.stdout.strip()
