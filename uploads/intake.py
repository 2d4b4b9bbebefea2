"""Receiving: limits, hash, store, create, enqueue after commit. Both doors use it, so nothing is checked in one and not in the other."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, BinaryIO

from django.core.files.uploadhandler import FileUploadHandler

from uploads.models import Validation

if TYPE_CHECKING:
    from uploads.owners import Person


class Refused(Exception):  # noqa: N818  it names an answer, not a fault
    """A request that nothing was kept of: what was wrong, what was expected, what to do, as the fields of a problem+json answer."""

    def __init__(self, status: int, code: str, title: str, detail: str, **extra: Any) -> None:
        super().__init__(detail)
        self.status = status
        self.code = code
        self.title = title
        self.detail = detail
        self.extra = extra


@dataclass
class Wanted:
    """What the sender asks for. `owner_key`: the key to file the upload under; without one and without a user a new one is made.

    `pasted`: the text went through a form field, which changes line ends. `origin`: "web", "paste" or "api".
    """

    filename: str = ""
    profile: str = "default"
    purpose: str | None = None
    label: str = ""
    origin: str = "web"
    owner_key: str | None = None
    user: "Person" = None
    pasted: bool = False


@dataclass
class Received:
    """An upload that is kept. `owner_key` is set when a new one was made: this is the only time it can be told."""

    validation: Validation
    owner_key: str | None
    finished: bool


@dataclass
class Stored:
    """A body that stands complete in the storage's own folder, not yet anybody's."""

    path: str
    sha256: str
    size: int
    wire_bytes: int
    coding: str = ""
    name: str = field(default="")


def receive(
    body: BinaryIO | Iterable[bytes],
    wanted: Wanted,
    *,
    coding: str | None = None,
    declared_length: int | None = None,
    request: bytes | None = None,
    tools: bytes | None = None,
) -> Received:
    """Keep `body` (the trace or history itself) and validate it, at once when it is small, else by a worker.

    `coding`: the value of Content-Encoding. `declared_length`: that of Content-Length, None when the body came in chunks.
    `request`, `tools`: JSON of the request that led to the stream, and of the tools it declared.
    Raises Refused, and then nothing is left behind: 400 (cut off, broken gzip, unknown profile or purpose, request that is no JSON object),
    413 (with `limit` and `size`), 415 (with `accepted` codings), 507 (no room).
    """
    raise NotImplementedError


def receive_parts(parts: Mapping[str, "ReceivedPart"], wanted: Wanted) -> Received:
    """Keep the files of a form, role ("trace", "request", "tools", "history") -> file of `request.FILES`.

    Exactly one of trace and history. Raises Refused as `receive` does.
    """
    raise NotImplementedError


def upload_handler() -> FileUploadHandler:
    """The handler for multipart forms: hashes and writes into the storage's own folder under the hard cap.

    Set `request.upload_handlers = [upload_handler()]` before anything reads the form (CSRF does: exempt the view and protect an inner one).
    `request.FILES` then holds `ReceivedPart`s; reading it may raise Refused.
    """
    raise NotImplementedError


class ReceivedPart:
    """A file of a form, already in the storage's own folder."""
