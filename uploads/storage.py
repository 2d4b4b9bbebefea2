"""Where the files stand: a folder an upload in the configured storage, and `incoming` for what is still being written.

A file is written under a name of nobody's, synced, renamed, and only then does a row name it. So a row never names half a file, and a file
without a row belongs to nobody and is removed by `strays`.
"""

import contextlib
import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, Self

from django.core.files.storage import default_storage

from uploads.models import Upload, Validation, new_public_id

INCOMING = "incoming"
EVIDENCE = "evidence-"
STRAY_SECONDS = 3600.0
"""How long a file may go without a row, counted from the last byte written."""
_FAMILY = 200


def root() -> Path:
    """The folder of the configured storage."""
    return Path(default_storage.path(""))


def path(name: str) -> Path:
    """Where the file called `name` stands. Raises SuspiciousFileOperation for a name that leads out of the storage."""
    return Path(default_storage.path(name))


def new_folder() -> str:
    """The name of a new upload's folder. Two levels, so that no directory grows without end."""
    name = new_public_id()
    return f"{name[:2]}/{name}"


def evidence_name(folder: str, public_id: str) -> str:
    """The name of a validation's evidence file."""
    return f"{folder}/{EVIDENCE}{public_id}"


class Draft:
    """A file that is being written and is nobody's yet. Leaving the `with` block without `keep` removes it."""

    def __init__(self) -> None:
        self.path = root() / INCOMING / new_public_id()
        try:
            descriptor = _new_file(self.path)
        except FileNotFoundError:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            descriptor = _new_file(self.path)
        self.file: BinaryIO = os.fdopen(descriptor, "w+b")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.discard()

    def seal(self) -> None:
        """Have the file on disk, whole, and close it. Raises OSError when there is no room."""
        if not self.file.closed:
            self.file.flush()
            os.fsync(self.file.fileno())
            self.file.close()

    def keep(self, name: str, *, durable: bool = True) -> None:
        """Give it its name, in a folder that exists, and have both on disk. Raises FileNotFoundError where the folder is gone.

        Without `durable` a power cut soon after may leave a part of it or nothing: for what can be done without.
        """
        if durable:
            self.seal()
        self.file.close()
        target = path(name)
        self.path.replace(target)
        if durable:
            _sync(target.parent)

    def discard(self) -> None:
        """Remove it, unless it was kept. A second time changes nothing."""
        with contextlib.suppress(OSError):
            self.file.close()
        self.path.unlink(missing_ok=True)


def _new_file(path: Path) -> int:
    return os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)


def make_folder(name: str) -> None:
    """Make an upload's folder, readable by this user only."""
    path(name).mkdir(mode=0o700, parents=True)


def _sync(folder: Path) -> None:
    """Have the names in `folder` on disk, and on every journalling file system what was done to its parents before."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def remove_file(name: str) -> None:
    """Remove one file. It may be gone already."""
    path(name).unlink(missing_ok=True)


def remove_folder(name: str) -> None:
    """Remove an upload's folder with all its files. It may be gone already, or be written to meanwhile: what is left is a stray."""
    folder = path(name)
    shutil.rmtree(folder, ignore_errors=True)
    with contextlib.suppress(OSError):
        folder.parent.rmdir()


def remove_strays(now: float | None = None) -> int:
    """Remove the files and folders that no row names and that nobody has written to for an hour. Says how many."""
    before = (time.time() if now is None else now) - STRAY_SECONDS
    removed = 0
    for stray in [*_stray_drafts(before), *_stray_folders(before), *_stray_evidence(before)]:
        if stray.is_dir():
            shutil.rmtree(stray, ignore_errors=True)
        else:
            stray.unlink(missing_ok=True)
        removed += 1
    return removed


def _stray_drafts(before: float) -> Iterator[Path]:
    incoming = root() / INCOMING
    if incoming.is_dir():
        yield from (draft for draft in incoming.iterdir() if _is_older(draft, before))


def _folders(before: float) -> Iterator[list[tuple[str, Path]]]:
    """Folders of uploads that nobody has written to since `before`, 200 at a time, with their names."""
    batch: list[tuple[str, Path]] = []
    top = root()
    for shelf in sorted(top.iterdir()) if top.is_dir() else []:
        if shelf.name == INCOMING or not shelf.is_dir():
            continue
        for folder in shelf.iterdir():
            if _is_older(folder, before):
                batch.append((f"{shelf.name}/{folder.name}", folder))
            if len(batch) == _FAMILY:
                yield batch
                batch = []
    yield batch


def _stray_folders(before: float) -> Iterator[Path]:
    for batch in _folders(before):
        names = [name for name, _ in batch]
        known = set(Upload.objects.filter(folder__in=names, raw_deleted=None).values_list("folder", flat=True))
        yield from (folder for name, folder in batch if name not in known)


def _stray_evidence(before: float) -> Iterator[Path]:
    for batch in _folders(before):
        files = {f"{name}/{file.name}": file for name, folder in batch if folder.is_dir() for file in folder.glob(f"{EVIDENCE}*")}
        old = {name: file for name, file in files.items() if _is_older(file, before)}
        known = set(Validation.objects.filter(evidence__in=list(old)).values_list("evidence", flat=True))
        yield from (file for name, file in old.items() if name not in known)


def _is_older(entry: Path, before: float) -> bool:
    try:
        return entry.stat().st_mtime < before
    except FileNotFoundError:
        return False
