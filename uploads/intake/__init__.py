"""Receiving: limits, hash, store, create, enqueue after commit. Both doors use it, so nothing is checked in one and not in the other."""

from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack
from dataclasses import replace
from typing import BinaryIO

from django.conf import settings

from uploads.intake import refusals
from uploads.intake.filing import Received, Wanted, base_name, cleaned, file_and_start
from uploads.intake.multipart import SIDE_PART_BYTES, ReceivedPart, upload_handler
from uploads.intake.receiving import Receiver, Stored, receive_blocks
from uploads.intake.refusals import ACCEPTED_CODINGS, Refused
from uploads.jobs.request_context import NotUsable, read
from uploads.models import Part

__all__ = ["ACCEPTED_CODINGS", "Received", "ReceivedPart", "Refused", "Wanted", "receive", "receive_parts", "upload_handler"]


def receive(
    body: BinaryIO | Iterable[bytes],
    wanted: Wanted,
    *,
    coding: str | None = None,
    declared_length: int | None = None,
    request: bytes | None = None,
    tools: bytes | None = None,
    role: str = Part.Role.TRACE,
) -> Received:
    """Keep `body` (the trace or history itself) and validate it, at once when it is small, else by a worker.

    `coding`: the value of Content-Encoding; without one a body that begins as gzip does is unpacked too.
    `declared_length`: that of Content-Length, None when the body came in chunks; with one no more than that is read.
    `request`, `tools`: JSON of the request that led to the stream, and of the tools it declared.
    Raises Refused, and then nothing is left behind: 400 (cut off, broken gzip, unknown profile or purpose, request that is no JSON object),
    413 (with `limit` and `size`), 415 (with `accepted` codings), 507 (no room).
    """
    wanted = cleaned(wanted)
    removed = _known_coding(coding)
    sides = {Part.Role.REQUEST: request, Part.Role.TOOLS: tools}
    with ExitStack() as keeping:
        parts: dict[str, tuple[Stored, str]] = {}
        for side, given in sides.items():
            if given is not None:
                parts[side] = _stored_side(side, given, keeping)
        receiver = Receiver(settings.MAX_UPLOAD_BYTES, settings.MAX_DECODED_RATIO, removed)
        stored = receive_blocks(body, receiver, declared_length)
        keeping.callback(stored.discard)
        parts[role] = (stored, wanted.filename)
        return file_and_start(parts, wanted)


def receive_parts(parts: Mapping[str, ReceivedPart], wanted: Wanted, *, request: bytes | None = None) -> Received:
    """Keep the files of a form, role ("trace", "request", "tools", "history") -> file of `request.FILES`.

    Exactly one of trace and history. `request`: a request that stood in a field of the form instead of a file. Raises Refused as `receive`
    does. For the other way round, a pasted trace with a file as request: `receive([text], wanted, request=part.whole())`.
    """
    wanted = cleaned(wanted)
    main = [role for role in (Part.Role.TRACE, Part.Role.HISTORY) if role in parts]
    if len(main) != 1:
        raise refusals.which_trace(list(main))
    for role, part in parts.items():
        if role not in main:
            _checked(role, part.whole)
    wanted = replace(wanted, filename=wanted.filename or base_name(parts[main[0]].name or ""))
    files = {role: (part.stored, wanted.filename if role in main else part.name or "") for role, part in parts.items()}
    with ExitStack() as keeping:
        if request is not None and Part.Role.REQUEST not in files:
            files[Part.Role.REQUEST] = _stored_side(Part.Role.REQUEST, request, keeping)
        return file_and_start(files, wanted)


def _known_coding(coding: str | None) -> str | None:
    """The coding to remove: "gzip", "" for none, None when the body itself may tell. Raises Refused for an unknown one."""
    word = (coding or "").strip().lower()
    if word in ("gzip", "x-gzip"):
        return "gzip"
    if word == "identity":
        return ""
    if not word:
        return None
    raise refusals.unknown_coding(word[:80])


def _stored_side(role: str, body: bytes, keeping: ExitStack) -> tuple[Stored, str]:
    if len(body) > SIDE_PART_BYTES:
        raise refusals.part_too_large(role, SIDE_PART_BYTES)
    _checked(role, lambda: body)
    stored = receive_blocks([body], Receiver(SIDE_PART_BYTES, settings.MAX_DECODED_RATIO, ""), None)
    keeping.callback(stored.discard)
    return stored, ""


def _checked(role: str, body: Callable[[], bytes]) -> None:
    try:
        read(role, body())
    except NotUsable as error:
        raise refusals.bad_part(role, error.what, error.expected) from error
