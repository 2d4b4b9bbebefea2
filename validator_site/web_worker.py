"""gunicorn's worker with threads, whose own refusals, made before the application sees a request, are problem documents too."""

import contextlib
import json
from typing import Any

from gunicorn.http.errors import (
    ConfigurationProblem,
    InvalidResponseHeader,
    InvalidResponseHeaderName,
    LimitRequestHeaders,
    LimitRequestLine,
    ParseException,
)
from gunicorn.workers.gthread import ThreadWorker

from uploads.api.problem_kinds import KINDS, Kind

OURS = (ConfigurationProblem, InvalidResponseHeader, InvalidResponseHeaderName)
"""Faults of the service that gunicorn files under the client's."""


class Worker(ThreadWorker):  # type: ignore[misc]
    """Answers what cannot be read as HTTP, or is too long, in the words of the API: whose request it was cannot be told any more."""

    def handle_error(self, req: Any, client: Any, addr: Any, exc: BaseException) -> None:
        """gunicorn calls it for what is raised while a request is read."""
        if not isinstance(exc, ParseException) or isinstance(exc, OURS):
            super().handle_error(req, client, addr, exc)
            return
        self.log.warning("A request from %s could not be read: %s", addr[0] if addr else "a socket", exc)
        with contextlib.suppress(OSError):
            client.sendall(answer(kind_of(exc)))


def kind_of(exc: ParseException) -> Kind:
    """What a client is told about `exc`."""
    if isinstance(exc, LimitRequestLine):
        return KINDS["address-too-long"]
    return KINDS["headers-too-large" if isinstance(exc, LimitRequestHeaders) else "malformed-request"]


def answer(kind: Kind) -> bytes:
    """A whole response. Nothing of the request is in it: it could hold anything, a key among it."""
    document = {
        "type": f"/api/v1/errors#{kind.code}",
        "title": kind.title,
        "status": kind.status,
        "detail": f"{kind.meaning} {kind.remedy}" if kind.code != "malformed-request" else "This is no HTTP that can be read.",
        "code": kind.code,
        "errors": [],
    }
    body = json.dumps(document).encode()
    head = [
        f"HTTP/1.1 {kind.status} {kind.title}",
        "Content-Type: application/problem+json",
        f"Content-Length: {len(body)}",
        "Cache-Control: no-store",
        "Connection: close",
    ]
    return "\r\n".join([*head, "", ""]).encode() + body
