"""The requests that are turned away: what was wrong, what was expected, what to do."""

import errno
from typing import Any

from django.utils.translation import gettext

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
    if exact:
        said = gettext("It has %(size)s bytes; this service takes at most %(limit)s. Send a part of the trace that shows the problem.")
    else:
        said = gettext(
            "It has more than %(limit)s bytes; this service takes at most %(limit)s. Send a part of the trace that shows the problem."
        )
    numbers = {"size": f"{size:,}", "limit": f"{limit:,}"}
    return Refused(413, "too-large", gettext("The upload is too large"), said % numbers, limit=limit, size=size)


def part_too_large(role: str, limit: int) -> Refused:
    said = gettext("The %(role)s part has more than %(limit)s bytes. It is meant for one request body or its list of tools.")
    title = gettext("The %(role)s part is too large") % {"role": role}
    return Refused(413, "part-too-large", title, said % {"role": role, "limit": f"{limit:,}"}, limit=limit, part=role)


def too_compressed(ratio: int) -> Refused:
    said = gettext("Its unpacked size is over %(ratio)s times its packed size. Send it uncompressed if that is what it is.")
    return Refused(413, "too-compressed", gettext("The upload unpacks to far more than was sent"), said % {"ratio": ratio}, ratio=ratio)


def cut_off(received: int, declared: int | None = None) -> Refused:
    if declared is None:
        said = gettext("%(received)s bytes came, but its end did not come. Nothing was kept; send it again.")
    else:
        said = gettext("%(received)s bytes came, but %(declared)s bytes were announced. Nothing was kept; send it again.")
    numbers = {"received": f"{received:,}", "declared": f"{declared or 0:,}"}
    return Refused(400, "body-cut-off", gettext("The upload was cut off"), said % numbers, received=received, declared=declared)


def longer_than_declared(declared: int) -> Refused:
    title = gettext("The upload is longer than its Content-Length")
    said = gettext("%(declared)s bytes were announced and more came. Nothing was kept; send it again with its real length.")
    return Refused(400, "length-mismatch", title, said % {"declared": f"{declared:,}"}, declared=declared)


def form_not_closed() -> Refused:
    said = gettext("The closing boundary of the multipart form did not come. Nothing was kept; send it again.")
    return Refused(400, "body-cut-off", gettext("The form was cut off"), said)


def unknown_coding(coding: str) -> Refused:
    title = gettext("This content coding is not known here")
    said = gettext("The body is coded as %(coding)s. Send it as gzip, or without Content-Encoding.") % {"coding": repr(coding)}
    return Refused(415, "unknown-coding", title, said, accepted=list(ACCEPTED_CODINGS))


def gzip_without_end() -> Refused:
    return _broken_gzip(gettext("The body is gzip, but its end is missing. Nothing was kept; pack it again, or send it uncompressed."))


def gzip_that_does_not_unpack(reason: str, *, begun: bool) -> Refused:
    """`begun`: a first part of it did unpack."""
    if begun:
        said = gettext(
            "The body is gzip, but what follows its first part is not (%(reason)s)."
            " Nothing was kept; pack it again, or send it uncompressed."
        )
    else:
        said = gettext("The body is gzip, but it does not unpack (%(reason)s). Nothing was kept; pack it again, or send it uncompressed.")
    return _broken_gzip(said % {"reason": reason})


def _broken_gzip(said: str) -> Refused:
    return Refused(400, "broken-gzip", gettext("The gzip data is broken"), said)


def no_room() -> Refused:
    said = gettext("The disk of this service is full. Nothing was kept; try again later.")
    return Refused(507, "no-room", gettext("There is no room for the upload"), said)


def full_disk(error: OSError) -> Exception:
    """What to raise for `error`: `no_room` when the disk is full, else the error itself."""
    return no_room() if error.errno in (errno.ENOSPC, errno.EDQUOT) else error


def unknown_value(name: str, value: str, allowed: list[str]) -> Refused:
    title = gettext("This %(name)s is not known") % {"name": name}
    said = gettext("%(name)s is %(value)s; it can be %(allowed)s.")
    words = {"name": name, "value": repr(value[:80]), "allowed": ", ".join(allowed)}
    return Refused(400, "unknown-value", title, said % words, parameter=name, allowed=allowed)


def bad_part(role: str, what: str, expected: str) -> Refused:
    """`what` it is and what was `expected`, in words of the reader's language."""
    title = gettext("The %(role)s part cannot be used") % {"role": role}
    said = gettext("The %(role)s part %(what)s; expected %(expected)s.")
    return Refused(400, f"bad-{role}", title, said % {"role": role, "what": what, "expected": expected}, part=role)


def unknown_file(role: str, known: list[str]) -> Refused:
    said = gettext("There is no file part %(role)s; files are called %(known)s.")
    return _bad_form(said % {"role": repr(role), "known": ", ".join(known)}, role)


def repeated_file(role: str) -> Refused:
    said = gettext("The file part %(role)s stands there twice. Send the other one by itself.")
    return _bad_form(said % {"role": repr(role)}, role)


def _bad_form(said: str, role: str) -> Refused:
    return Refused(400, "malformed-request", gettext("The form has parts that are not taken"), said, part=role)


def which_trace(roles: list[str]) -> Refused:
    """`roles`: those that were sent, none or two."""
    said = gettext("Send exactly one file as `trace` or as `history`; this form had %(had)s. Other files go in as `request` or `tools`.")
    had = gettext("both") if roles else gettext("neither")
    return Refused(400, "one-trace", gettext("One trace or history is needed"), said % {"had": had})
