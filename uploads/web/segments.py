"""Streams and histories as the page shows them: calls put together, what answers what, the census of fields."""

from dataclasses import dataclass, field
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from uploads import results
from uploads.models import Segment, Validation
from uploads.visible import shown
from uploads.web import joined, words
from uploads.web.joined import Joined
from uploads.web.links import Links
from uploads.web.verdicts import Word

A_PAGE = 10
CALLS_SHOWN = 100
CENSUS_SHOWN = 60


@dataclass(frozen=True)
class Call:
    """A call put together from its fragments. `first` and `last`: chunk and link."""

    anchor: str
    spot: str
    name: SafeString
    id: SafeString
    json: Word
    fragments: str
    first: tuple[str, str]
    last: tuple[str, str]
    arguments: Joined | None


@dataclass(frozen=True)
class Finish:
    """A reason with the chunk it came on."""

    value: SafeString
    chunk: str
    href: str


@dataclass(frozen=True)
class Choice:
    """One choice of a stream."""

    index: str
    facts: list[str]
    finishes: list[Finish]


@dataclass(frozen=True)
class Count:
    """A key and in how many chunks it stood. `share`: percent of the chunks, as an attribute of a drawing."""

    key: SafeString
    number: str
    share: str
    extra: bool


@dataclass(frozen=True)
class Linked:
    """A call of a history and what answers it."""

    message: str
    href: str
    anchor: str
    name: SafeString
    id: SafeString
    json: Word
    arguments: Joined | None
    results: list[str]


@dataclass
class View:
    """One segment. `calls` and `choices` of streams, `linked` of histories."""

    number: int
    kind: str
    title: str
    facts: list[SafeString]
    href: str
    choices: list[Choice] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)
    linked: list[Linked] = field(default_factory=list)
    census: list[Count] = field(default_factory=list)
    alone: bool = True
    model: SafeString | None = None
    spots: list[tuple[str, int | None]] = field(default_factory=list)
    more: str = ""


def page(validation: Validation, after: int, links: Links, *, content: bool) -> tuple[list[View], int | None]:
    """Up to ten segments with a number above `after`, and the number to go on from, or None after the last."""
    found = results.segments(validation, after=after, limit=A_PAGE + 1)
    shown_now = found[:A_PAGE]
    more = shown_now[-1].number if len(found) > A_PAGE else None
    return [view(validation, segment, links, content=content) for segment in shown_now], more


def view(validation: Validation, segment: Segment, links: Links, *, content: bool) -> View:
    """One segment."""
    document = results.segment_document(validation, segment, content=content)
    reader = _history if segment.kind == "history" else _stream
    made = reader(validation, segment, document, links, content=content)
    made.model = shown(segment.model) if segment.model else None
    made.alone = validation.segment_count == 1
    return made


def _stream(validation: Validation, segment: Segment, document: dict[str, Any], links: Links, *, content: bool) -> View:
    chunks = int(document.get("chunks") or 0)
    response = segment.kind == "response"
    calls = results.calls(validation, segment)
    title = gettext("Response") if response else gettext("Stream")
    made = View(segment.number, segment.kind, _numbered(title, validation, segment), [], links.line(segment.first_line))
    made.facts = _facts(segment, "" if response else words.fill(ngettext("%(number)s chunk", "%(number)s chunks", chunks), chunks))
    made.choices = [_choice(segment, choice, links) for choice in document.get("choices", [])[:CALLS_SHOWN]]
    made.spots = [(str(call["choice"]), call.get("index")) for call in calls if isinstance(call.get("index"), int)]
    made.calls = [_call(segment, call, links, content=content) for call in calls[:CALLS_SHOWN]]
    if len(calls) > CALLS_SHOWN:
        made.more = words.fill(gettext("Only the first 100 of %(number)s calls are shown here."), len(calls))
    made.census = _census(document, chunks) if chunks else []
    return made


def _numbered(title: str, validation: Validation, segment: Segment) -> str:
    """A heading, with the segment's number where there are several."""
    return title if validation.segment_count == 1 else f"{title} {words.number(segment.number)}"


def _facts(segment: Segment, extent: str) -> list[SafeString]:
    facts = [SafeString(extent)] if extent else []
    facts += [shown(value) for value in (segment.model, segment.wire_id) if value]
    if segment.dialect:
        facts.append(SafeString(gettext("looks like %(dialect)s") % {"dialect": segment.dialect}))
    return facts


def _choice(segment: Segment, choice: dict[str, Any], links: Links) -> Choice:
    facts = []
    content, reasoning = int(choice.get("content_chars") or 0), int(choice.get("reasoning_chars") or 0)
    if content:
        facts.append(words.fill(ngettext("%(number)s character of content", "%(number)s characters of content", content), content))
    if reasoning:
        facts.append(words.fill(ngettext("%(number)s character of reasoning", "%(number)s characters of reasoning", reasoning), reasoning))
    finishes = [
        Finish(shown(str(finish["value"])), words.number(finish["chunk"]), _at(segment, finish["chunk"], links))
        for finish in choice.get("finish_reasons", [])
    ]
    return Choice(str(choice.get("index")), facts, finishes)


def _at(segment: Segment, chunk: int, links: Links) -> str:
    """The raw page at a chunk; a response has no chunks, only its line."""
    return links.line(segment.first_line) if segment.kind == "response" else links.chunk(segment.number, chunk)


def _call(segment: Segment, call: dict[str, Any], links: Links, *, content: bool) -> Call:
    count = int(call.get("fragments") or 0)
    fragments = words.fill(ngettext("%(number)s fragment", "%(number)s fragments", count), count)
    pieces = call.get("pieces") if content else None
    return Call(
        anchor=f"s{segment.number}-call-{call['choice']}-{call['slot']}",
        spot=gettext("choice %(choice)s, index %(slot)s") % {"choice": call["choice"], "slot": call["slot"]},
        name=shown(str(call["name"])) if call.get("name") else SafeString(gettext("no name")),
        id=shown(str(call["id"])) if call.get("id") else SafeString(gettext("none")),
        json=json_word(str(call.get("json", ""))),
        fragments=fragments if segment.kind == "stream" else "",
        first=(words.number(call["first_chunk"]), _at(segment, call["first_chunk"], links)),
        last=(words.number(call["last_chunk"]), _at(segment, call["last_chunk"], links)),
        arguments=None if pieces is None else joined.joined(pieces, lambda chunk: _at(segment, chunk, links)),
    )


def json_word(state: str) -> Word:
    """What arguments are as JSON, with the shape of how bad that is."""
    titles = {
        "valid": (gettext("valid JSON"), "pass"),
        "empty": (gettext("empty"), "info"),
        "truncated": (gettext("cut off"), "warning"),
        "trailing": (gettext("more than one value"), "error"),
        "invalid": (gettext("not JSON"), "error"),
        "too-deep": (gettext("too deep to read"), "warning"),
    }
    title, tone = titles.get(state, (state, "unknown"))
    return Word(title, tone, title)


def _census(document: dict[str, Any], chunks: int) -> list[Count]:
    extra = document.get("extra_keys") or {}
    counts = [(f"delta.{key}", int(number), f"delta.{key}" in extra) for key, number in (document.get("delta_keys") or {}).items()]
    known = {key for key, _number, _extra in counts}
    counts += [(key, int(number), True) for key, number in extra.items() if key not in known]
    return [
        Count(shown(key), words.number(number), f"{min(100.0, number * 100 / chunks):.1f}%", extra)
        for key, number, extra in counts[:CENSUS_SHOWN]
    ]


def _history(validation: Validation, segment: Segment, document: dict[str, Any], links: Links, *, content: bool) -> View:
    messages = int(document.get("messages") or 0)
    calls = results.calls(validation, segment)
    made = View(segment.number, segment.kind, _numbered(gettext("History"), validation, segment), [], links.line(segment.first_line))
    made.facts = _facts(segment, words.fill(ngettext("%(number)s message", "%(number)s messages", messages), messages))
    made.linked = [_linked(segment, place, call, links, content=content) for place, call in enumerate(calls[:CALLS_SHOWN])]
    if len(calls) > CALLS_SHOWN:
        made.more = words.fill(gettext("Only the first 100 of %(number)s calls are shown here."), len(calls))
    return made


def _linked(segment: Segment, place: int, call: dict[str, Any], links: Links, *, content: bool) -> Linked:
    arguments = call.get("arguments") if content else None
    return Linked(
        message=words.number(call["message"]),
        href=links.line(segment.first_line),
        anchor=f"h{segment.number}-call-{place}",
        name=shown(str(call["name"])) if call.get("name") else SafeString(gettext("no name")),
        id=shown(str(call["id"])) if call.get("id") else SafeString(gettext("none")),
        json=json_word(str(call.get("json", ""))),
        arguments=joined.plain(arguments) if isinstance(arguments, str) else None,
        results=[words.number(message) for message in call.get("results", [])],
    )
