"""Where something stands, in words: chunk 316, line 317, choices[0].finish_reason."""

import re
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from uploads.visible import shown
from uploads.web import words
from uploads.web.links import Links
from validation.finding import Place

LONGEST_PATH = 120


@dataclass(frozen=True)
class Spot:
    """A place as it is shown. `name` and `line` lead to `href`, where there is one; `path` is the way into the record.

    `part`: the stream or history it lies in, where there are several.
    """

    part: str
    name: str
    line: str
    href: str
    path: SafeString


def spot(place: Place, links: Links, segment: int | None = None, *, merged: bool = False) -> Spot:
    """A place in words, with the link to its raw line.

    `segment`: the number to tell, None where there is only one. `merged`: it lies in a whole response, which has no chunks.
    """
    part = ""
    if segment is not None:
        streamed = gettext("response %(number)s") if merged else gettext("stream %(number)s")
        part = (streamed if place.message is None else gettext("history %(number)s")) % {"number": words.number(segment)}
    name = ""
    if place.chunk is not None and not merged:
        name = gettext("chunk %(number)s") % {"number": words.number(place.chunk)}
    elif place.message is not None:
        name = gettext("message %(number)s") % {"number": words.number(place.message)}
    line = gettext("line %(number)s") % {"number": words.number(place.line)} if place.line else ""
    return Spot(part, name, line, links.place(place), shown(way(place)))


def way(place: Place) -> str:
    """The way into the record, and on into the text that a wrapper holds there: "log.entries[0].response.content.text › line 9 › ..."."""
    if place.inner is None:
        return path(place.pointer)
    line = gettext("line %(number)s") % {"number": words.number(place.inner.line)} if place.inner.line else ""
    return " › ".join(filter(None, (path(place.pointer), line, way(place.inner))))


def path(pointer: str) -> str:
    """A JSON pointer as a path that people write: "/choices/0/finish_reason" is "choices[0].finish_reason"."""
    steps = [step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:]]
    text = "".join(f"[{step}]" if step.isdecimal() else f".{step}" if _plain(step) else f'["{step}"]' for step in steps).removeprefix(".")
    return text if len(text) <= LONGEST_PATH else f"{text[: LONGEST_PATH - 1]}…"


def _plain(step: str) -> bool:
    return re.fullmatch(r"[A-Za-z_][\w-]*", step) is not None
