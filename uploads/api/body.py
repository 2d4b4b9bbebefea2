"""The body of an upload, read as it arrives: with a length or in chunks, from clients fast, slow and gone."""

import contextlib
import socket
from collections.abc import Iterator
from typing import Any

from django.http import HttpRequest

from uploads.api import media
from uploads.api.open_uploads import TOO_SLOW, OpenUpload
from uploads.api.problems import Problem, shown
from uploads.api.threads import open_uploads

BLOCK = 65_536


class Body:
    """The bytes of a request's body as they come, `came` so far. `read` raises Problem when the client is too slow or gone."""

    def __init__(self, source: Any, upload: OpenUpload, declared: int | None) -> None:
        self.came = 0
        self.problem: Problem | None = None
        self._source = source
        self._upload = upload
        self._declared = declared

    def read(self, size: int = -1) -> bytes:
        """At most `size` bytes, at most `BLOCK` at a time, so that what a slow client has sent is seen to move; b"" at the end."""
        try:
            block: bytes = self._source.read(BLOCK if size < 0 else min(size, BLOCK))
        except Exception as error:
            # A client that has gone and chunks that are none: each server has exceptions of its own for them.
            raise self._noted(ended(self._upload.ended) if self._upload.ended else cut_off()) from error
        self.came += len(block)
        self._upload.block_came(complete=not block or self.came == self._declared)
        if self._upload.ended:
            raise self._noted(ended(self._upload.ended))
        return block

    def _noted(self, problem: Problem) -> Problem:
        """`problem`, kept: who reads may take any fault of the source for a body that was cut off."""
        self.problem = problem
        return problem


def cut_off() -> Problem:
    """The answer to a body that stops too early."""
    return Problem("body-cut-off", "The body ended before it was complete. Nothing was stored. Send it again.")


def ended(why: str) -> Problem:
    """The answer to an upload that was ended because of its pace. Nobody reads on, so the connection is closed."""
    if why == TOO_SLOW:
        return Problem("too-slow", "No 64 KiB came within a minute. Nothing was stored. Send it again, compressed with gzip.")
    return Problem(
        "busy",
        "As many slow uploads as are served at one time are open already. Nothing was stored. Send it again in half a minute.",
        headers={"Retry-After": "30"},
    )


@contextlib.contextmanager
def opened(request: HttpRequest) -> Iterator[Body]:
    """The body of `request`, counted among the open uploads while it is read. Raises Problem for a body whose end cannot be known."""
    source: Any = request
    if "chunked" in request.META.get("HTTP_TRANSFER_ENCODING", "").lower():
        # Django hands out nothing without a Content-Length; the server below knows where the chunks end.
        if not request.META.get("wsgi.input_terminated"):
            raise Problem("length-required", "This server does not read bodies sent in chunks. Send a Content-Length.")
        source = request.META["wsgi.input"]
    connection = request.META.get("gunicorn.socket")
    with open_uploads.reading(connection if isinstance(connection, socket.socket) else None) as upload:
        body = Body(source, upload, declared_length(request))
        try:
            yield body
        except Exception:
            if body.problem is not None:
                raise body.problem from None
            raise


def declared_length(request: HttpRequest) -> int | None:
    """The Content-Length, or None for a body in chunks. No header at all means an empty body (RFC 9112)."""
    if "chunked" in request.META.get("HTTP_TRANSFER_ENCODING", "").lower():
        return None
    text = request.META.get("CONTENT_LENGTH") or "0"
    return int(text) if text.isdecimal() else 0


def is_form(request: HttpRequest) -> bool:
    """Whether the body is a multipart form. Raises Problem for a Content-Type that is none of a trace's."""
    kind = (request.content_type or "").lower()
    if kind == media.MULTIPART:
        return True
    if kind and kind not in media.TYPES:
        raise Problem(
            "unsupported-media-type",
            f'A body of type "{shown(kind)}" is not read. Expected one of: {", ".join(media.TYPES)}, {media.MULTIPART}.',
            accepted=[*media.TYPES, media.MULTIPART],
        )
    return False
