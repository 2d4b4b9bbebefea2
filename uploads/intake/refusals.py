"""The requests that are turned away: what was wrong, what was expected, what to do."""

import errno
from typing import Any

ACCEPTED_CODINGS = ("gzip", "identity")


class Refused(Exception):  # noqa: N818  it names an answer, not a fault
    """A request that nothing was kept of, as the fields of a problem+json answer. `extra` holds its own members, JSON ready."""

    def __init__(self, status: int, code: str, title: str, detail: str, **extra: Any) -> None:
        super().__init__(detail)
        self.status = status
        self.code = code
        self.title = title
        self.detail = detail
        self.extra = extra


def too_large(limit: int, size: int, *, exact: bool) -> Refused:
    """`size` is the declared size when `exact`, else what had come when the limit was passed."""
    said = f"It has {size:,} bytes" if exact else f"It has more than {limit:,} bytes"
    return Refused(
        413, "too-large", "The upload is too large",
        f"{said}; this service takes at most {limit:,}. Send a part of the trace that shows the problem.", limit=limit, size=size,
    )  # fmt: skip


def part_too_large(role: str, limit: int) -> Refused:
    return Refused(
        413, "part-too-large", f"The {role} part is too large",
        f"The {role} part has more than {limit:,} bytes. It is meant for one request body or its list of tools.", limit=limit, part=role,
    )  # fmt: skip


def too_compressed(ratio: int) -> Refused:
    return Refused(
        413, "too-compressed", "The upload unpacks to far more than was sent",
        f"Its unpacked size is over {ratio} times its packed size. Send it uncompressed if that is what it is.", ratio=ratio,
    )  # fmt: skip


def cut_off(received: int, declared: int | None = None) -> Refused:
    expected = f"{declared:,} bytes were announced" if declared is not None else "its end did not come"
    return Refused(
        400, "body-cut-off", "The upload was cut off",
        f"{received:,} bytes came, but {expected}. Nothing was kept; send it again.", received=received, declared=declared,
    )  # fmt: skip


def longer_than_declared(declared: int) -> Refused:
    return Refused(
        400, "length-mismatch", "The upload is longer than its Content-Length",
        f"{declared:,} bytes were announced and more came. Nothing was kept; send it again with its real length.", declared=declared,
    )  # fmt: skip


def form_not_closed() -> Refused:
    return Refused(
        400, "body-cut-off", "The form was cut off",
        "The closing boundary of the multipart form did not come. Nothing was kept; send it again.",
    )  # fmt: skip


def unknown_coding(coding: str) -> Refused:
    return Refused(
        415, "unknown-coding", "This content coding is not known here",
        f"The body is coded as {coding!r}. Send it as gzip, or without Content-Encoding.", accepted=list(ACCEPTED_CODINGS),
    )  # fmt: skip


def broken_gzip(where: str) -> Refused:
    return Refused(
        400, "broken-gzip", "The gzip data is broken",
        f"The body is gzip, but {where}. Nothing was kept; pack it again, or send it uncompressed.",
    )  # fmt: skip


def no_room() -> Refused:
    return Refused(
        507, "no-room", "There is no room for the upload", "The disk of this service is full. Nothing was kept; try again later."
    )


def full_disk(error: OSError) -> Exception:
    """What to raise for `error`: `no_room` when the disk is full, else the error itself."""
    return no_room() if error.errno in (errno.ENOSPC, errno.EDQUOT) else error


def unknown_value(name: str, value: str, allowed: list[str]) -> Refused:
    return Refused(
        400, "unknown-value", f"This {name} is not known",
        f"{name} is {value[:80]!r}; it can be {', '.join(allowed)}.", parameter=name, allowed=allowed,
    )  # fmt: skip


def bad_part(role: str, what: str, expected: str) -> Refused:
    return Refused(400, f"bad-{role}", f"The {role} part cannot be used", f"The {role} part {what}; expected {expected}.", part=role)


def bad_form(detail: str, role: str) -> Refused:
    return Refused(400, "malformed-request", "The form has parts that are not taken", detail, part=role)


def which_trace(roles: list[str]) -> Refused:
    had = " and ".join(roles) or "neither"
    return Refused(
        400, "one-trace", "One trace or history is needed",
        f"Send exactly one file as `trace` or as `history`; this form had {had}. Other files go in as `request` or `tools`.",
    )  # fmt: skip
