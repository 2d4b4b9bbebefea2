"""A text around what is checked: prose with blocks of code, as a bug report in Markdown has it, several files as `tail` prints them, what
`curl -v` says of a request and its answer, the heads of HTTP between them, or the words of a log before JSON over several lines.

What stands around the sections is skipped, but for credentials in it. They themselves are read as files of their own, at their places.
"""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final, NamedTuple

from validation.decoding import jsonl, sse
from validation.decoding.blocks import Blocks
from validation.decoding.code_blocks import Ranges, begins_with_json, begins_with_prose, blocks_of_code, format_around, goes_on_behind
from validation.decoding.heads import note_keys_of_text
from validation.decoding.json_document import MAX_DOCUMENT, Document
from validation.decoding.kind import CODE_FENCE, HEAD, HEADS, HTTP, LOG_PREFIX, has_log_prefix, is_event_stream, may_be_document
from validation.decoding.lines import BLANK, Lines, count_ends
from validation.decoding.log_values import is_log_of_values, values_in
from validation.decoding.values import Decode
from validation.facts.carriage import Input
from validation.facts.places import At

FILE_BANNERS: Final = "file-banners"
"""The name of the wrapper of lines that name a file."""
BANNER: Final = re.compile(rb"(?:\A|(?<=[\r\n]))==> [^\r\n]+ <==[ \t]*(?=[\r\n]|\Z)")
SPOKEN: Final = re.compile(
    rb"(?:\A|(?<=[\r\n]))(?:\* |[<>](?: |(?=[\r\n]))|[{}] \[\d+ bytes data\]| +(?:% Total|Dload))[^\r\n]*+(?:\r\n|\n|\r|\Z)"
    rb"|(?:\A|(?<=[\r\n]))[ \d]{3} +[\d.kMG]+ +\d[ \d.:kMG-]*+(?:[<>*] [^\r\n]*+)?(?:\r\n|\n|\r|\Z|(?=[{\[]))"
)
"""A line that `curl -v` writes beside the answer. Another one, or the answer, may begin right behind its meter."""
ANSWERED: Final = re.compile(rb"[\r\n\dkMG]< HTTP/[\d.]+ \d")


class Section(NamedTuple):
    """A part of the text that is content: whole lines, the number of the first one and where it begins."""

    line: int
    start: int
    text: bytes


def text_around(body: bytes, decode: Decode, *, framed: bool = False) -> str:
    """The name of the text around what is checked, "" for none. `framed`: there are events in it, which are no lines of a log."""
    if _begins_with_banner(body):
        return FILE_BANNERS
    if _begins_with_speech(body):
        return HTTP
    if begins_with_prose(body, decode) and (framed or not has_log_prefix(body, decode)):
        return CODE_FENCE
    return LOG_PREFIX if not framed and is_log_of_values(body) and not has_log_prefix(body, decode) else ""


def sections(
    body: bytes, blocks: Blocks, facts: Input, decode: Decode, first_line: int, start: int, *, framed: bool = False
) -> Iterator[tuple[At, object]] | None:
    """The records of the sections that a text around holds; None, and everything read given back to `blocks`, if there is no such text.

    `framed`: there are events in it. Only where blocks of code with JSON stand beside those are they read as sections.
    """
    fenced = CODE_FENCE in facts.wrappers
    around = text_around(body, decode, framed=framed) or (HTTP if HTTP in facts.wrappers and HEADS.search(body) else "")
    if not around and not (fenced and goes_on_behind(body)):
        return None
    if framed and around not in ("", CODE_FENCE):
        return None
    rest = blocks.hold(MAX_DOCUMENT - len(body))
    text = b"".join([body, *rest])
    found, format = _found_in(text, around, fenced, decode) if len(text) <= MAX_DOCUMENT else ([], "")
    if not found or (framed and not any(begins_with_json(text[slice(*span)], decode) for span in found)):
        blocks.give_back(rest)
        return None
    facts.foreign = format or None
    facts.wrappers += [around] if around and around not in facts.wrappers else []
    facts.lines = first_line - 1 + count_ends(text) + (text[-1:] not in (b"\n", b"\r"))
    return _records(_placed(text, found, facts, first_line, start), facts, decode)


def _placed(text: bytes, found: Ranges, facts: Input, line: int, start: int) -> list[Section]:
    """The sections at their lines. Notes the credentials between them."""
    placed: list[Section] = []
    before = 0
    for low, high in found:
        note_keys_of_text(text[before:low], facts, line, start + before, "the text around")
        line += count_ends(text, before, low)
        placed.append(Section(line, start + low, text[low:high]))
        line += count_ends(text, low, high)
        before = high
    note_keys_of_text(text[before:], facts, line, start + before, "the text around")
    return placed


def _begins_with_banner(body: bytes) -> bool:
    return BANNER.match(body, len(body) - len(body.lstrip(b"\r\n"))) is not None


def _begins_with_speech(body: bytes) -> bool:
    """Whether the first line is one of `curl -v`, and an answer comes."""
    return SPOKEN.match(body, len(body) - len(body.lstrip(b"\r\n"))) is not None and ANSWERED.search(body, 0, HEAD) is not None


def _found_in(text: bytes, around: str, fenced: bool, decode: Decode) -> tuple[Ranges, str]:
    """Where content stands in `text`, and the name of the format of what stands around that, "" for prose. Nothing where it is all else."""
    if around == LOG_PREFIX:
        return list(values_in(text)), ""
    if around in (FILE_BANNERS, HTTP):
        return list(_between(text, BANNER if around == FILE_BANNERS else SPOKEN if _begins_with_speech(text) else HEADS)), ""
    found = blocks_of_code(text, decode, b"```" if fenced else b"") or []
    format = format_around(text[: found[0][0]]) if found and not fenced else ""
    return [span for span in found if not format or begins_with_json(text[slice(*span)], decode)], format


def _between(text: bytes, lines: re.Pattern[bytes]) -> Iterator[tuple[int, int]]:
    """Where content stands between lines of this kind."""
    spans = [found.span() for found in lines.finditer(text)]
    for (_, low), (high, _) in pairwise([(0, 0), *spans, (len(text), 0)]):
        if text[low:high].strip(BLANK):
            yield low, high


def _records(placed: list[Section], facts: Input, decode: Decode) -> Iterator[tuple[At, object]]:
    """The records of the sections, numbered through. A single document is still one."""
    first = Input(facts.name, facts.pasted)
    opened = _opened(placed[0], first, decode)
    if len(placed) == 1:
        facts.container = first.container
    return _numbered(placed, first, opened, facts, decode)


def _opened(section: Section, part: Input, decode: Decode) -> Iterator[tuple[At, object]]:
    """The records of one section, as if it were a file; `part` takes what is known of it."""
    if may_be_document(section.text, decode):
        document = Document(section.text, decode, section.line, section.start).records(part)
        if document is not None:
            part.container = "json"
            return document
    if is_event_stream(section.text, decode):
        part.container, part.pasted = "sse", True  # the last blank line is not quoted, mostly
        return sse.records(Lines([section.text], section.start), part, decode, section.line)
    if has_log_prefix(section.text, decode):
        part.wrappers.append(LOG_PREFIX)
    return jsonl.records(Lines([section.text], section.start), part, decode, section.line)


def _numbered(
    placed: list[Section], part: Input, opened: Iterator[tuple[At, object]], facts: Input, decode: Decode
) -> Iterator[tuple[At, object]]:
    for number, section in enumerate(placed):
        if number:
            part = Input(facts.name, facts.pasted)
            opened = _opened(section, part, decode)
        facts.wrappers += [name for name in part.wrappers if name not in facts.wrappers]
        before = facts.records
        for (record, line, low, high), value in opened:
            yield (before + record, line, low, high), value
        facts.records = before + part.records
        facts.tiers[:] = [one + more for one, more in zip(facts.tiers, part.tiers, strict=True)]
