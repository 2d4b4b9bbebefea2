"""Collects the static files when they are not those collected last."""

import hashlib
from collections.abc import Iterator
from pathlib import Path

import django
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command

# No page uses these: the browsable API is off and the API page is Swagger's. They are half of the collecting time.
IGNORED = ("rest_framework", "redoc")


def collect_when_stale() -> bool:
    """Fill STATIC_ROOT unless it holds the files as they are now. True when it had to."""
    stamp = Path(settings.STATIC_ROOT) / ".collected"
    current = fingerprint()
    if stamp.is_file() and stamp.read_text(encoding="ascii") == current:
        return False
    call_command("collectstatic", interactive=False, verbosity=0, clear=True, ignore_patterns=list(IGNORED))
    stamp.write_text(current, encoding="ascii")
    return True


def fingerprint() -> str:
    """A hash that changes when a static file is added, changed or removed, or the code that names them changes."""
    seen = hashlib.sha256(f"{django.__version__} {settings.STORAGES['staticfiles']['BACKEND']} {IGNORED}".encode())
    for line in sorted(_states()):
        seen.update(line.encode("utf-8", "surrogateescape"))
    return seen.hexdigest()


def _states() -> Iterator[str]:
    for finder in get_finders():
        for name, storage in finder.list(list(IGNORED)):
            state = Path(storage.path(name)).stat()
            yield f"{name}\0{state.st_size}\0{state.st_mtime_ns}\n"
