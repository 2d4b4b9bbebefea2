"""How settings are read from the environment: typed, and with an error that names the variable."""

import os
import re
import secrets
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

from django.core.exceptions import ImproperlyConfigured

_TRUE = {"1", "true", "yes", "on"}
_FALSE = {"0", "false", "no", "off", ""}
_RATE = re.compile(r"[1-9][0-9]{0,8}/(second|minute|hour|day)")


def text(name: str, default: str = "") -> str:
    """An empty one is one that is not set: so compose passes on what nobody gave."""
    return os.environ.get(name) or default


def words(name: str, default: str = "") -> list[str]:
    """A comma-separated list, blanks removed."""
    return [word.strip() for word in os.environ.get(name, default).split(",") if word.strip()]


def flag(name: str, default: bool = False) -> bool:
    value = os.environ.get(name)
    if value is None:
        return default
    if value.strip().lower() in _TRUE:
        return True
    if value.strip().lower() in _FALSE:
        return False
    raise ImproperlyConfigured(f"{name} must be 1 or 0, not {value!r}.")


def number(name: str, default: int, lowest: int = 0) -> int:
    """A whole number; `_` may group digits. Raises ImproperlyConfigured for anything else."""
    value = os.environ.get(name)
    if value is None or not value.strip():
        return default
    try:
        parsed = int(value)
    except ValueError:
        raise ImproperlyConfigured(f"{name} must be a whole number, not {value!r}.") from None
    if parsed < lowest:
        raise ImproperlyConfigured(f"{name} must be at least {lowest}, not {parsed}.")
    return parsed


def web_threads() -> int:
    """How many requests a web process answers at a time: the web server and the application must agree on it."""
    return number("WEB_THREADS", 16, lowest=1)


def rate(name: str, default: str) -> str:
    """So many requests a time, as `3000/hour`. Raises ImproperlyConfigured for anything else."""
    value = os.environ.get(name, "").strip() or default
    if not _RATE.fullmatch(value):
        raise ImproperlyConfigured(f"{name} must be a number and a time, as 3000/hour or 60/minute, not {value!r}.")
    return value


def secret_key(data: Path) -> tuple[str, bool]:
    """The signing key and whether it outlives this process: SECRET_KEY, or the file that `serve` wrote into `data`."""
    given = os.environ.get("SECRET_KEY")
    if given:
        return given, True
    try:
        kept = (data / "secret_key").read_text(encoding="ascii").strip()
    except OSError:
        kept = ""
    return (kept, True) if kept else (secrets.token_urlsafe(50), False)


def cache_beside(broker_url: str) -> str:
    """The address of database 1 of the broker's server, in redis-py's spelling: clearing a cache must not clear a queue."""
    parts = urlsplit(broker_url)
    if parts.scheme == "redis+socket":
        return f"unix://{parts.path}?db=1"
    return urlunsplit(parts._replace(path="/1"))
