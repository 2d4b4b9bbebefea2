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
from validation.decoding.heads import note_keys_of_text
from validation.decoding.json_document import MAX_DOCUMENT, Document
from validation.decoding.kind import (
    CODE_FENCE,
    FIELDS,
    HEAD,
    HEADS,
    HTTP,
    LOG_PREFIX,
    ODD_DATA,
    has_log_prefix,
    is_event_stream,
    is_prefixed,
    may_be_document,
)
from validation.decoding.lines import BLANK, NOT_BLANK, Lines, count_ends
from validation.decoding.log_values import is_log_of_values, values_in
from validation.decoding.refusals import TRUNCATED, refusal_of
from validation.decoding.values import Decode
from validation.facts.carriage import Input
from validation.facts.places import At
from validation.facts.unread_formats import format_of_source

FILE_BANNERS: Final = "file-banners"
"""The name of the wrapper of lines that name a file."""
BANNER: Final = re.compile(rb"(?:\A|(?<=[\r\n]))==> [^\r\n]+ <==[ \t]*(?=[\r\n]|\Z)")
SPOKEN: Final = re.compile(
    rb"(?:\A|(?<=[\r\n]))(?:\* |[<>](?: |(?=[\r\n]))|[{}] \[\d+ bytes data\]| +(?:% Total|Dload))[^\r\n]*+(?:\r\n|\n|\r|\Z)"
    rb"|(?:\A|(?<=[\r\n]))[ \d]{3} +[\d.kMG]+ +\d[ \d.:kMG-]*+(?:[<>*] [^\r\n]*+)?(?:\r\n|\n|\r|\Z|(?=[{\[]))"
)
"""A line that `curl -v` writes beside the answer. Another one, or the answer, may begin right behind its meter."""
ANSWERED: Final = re.compile(rb"[\r\n\dkMG]< HTTP/[\d.]+ \d")
LINE: Final = re.compile(rb"[^\r\n]*+(?:\r\n|\n|\r|\Z)")
FENCE_LINE: Final = re.compile(rb"(?:\A|[\r\n])[ \t]*(?:```|~~~)")
OPENING: Final = re.compile(rb"[ \t]*+(`{3,}+|~{3,}+)[ \t]*+([\w.+-]*+)[^`\r\n]*+")
OF_JSON: Final = frozenset({b"json", b"jsonl", b"ndjson", b"json5", b"jsonc"})
OF_TEXT: Final = frozenset({b"", b"text", b"txt", b"plaintext", b"log"})
"""What a block of code says that it holds: JSON, or nothing much."""
OF_EVENTS: Final = OF_TEXT | {b"sse", b"http", b"console", b"shell", b"sh", b"bash"}
EVENT: Final = re.compile(rb"(?:\A|[\r\n])data: ?[\[{]")
BEGINS_JSON: Final = re.compile(rb"\{|\[[ \t]*\{")
"""A title in brackets is prose."""


CHOICES: Final = b'"choices"'
MAX_LINE: Final = 1_000
"""So much of a line tells what it is of."""


Ranges = list[tuple[int, int]]


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
    if _begins_with_prose(body, decode) and (framed or not has_log_prefix(body, decode)):
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
    if not around and not (fenced and _is_left(body)):
        return None
    if framed and around not in ("", CODE_FENCE):
        return None
    rest = blocks.hold(MAX_DOCUMENT - len(body))
    text = b"".join([body, *rest])
    found, format = _found_in(text, around, fenced, decode) if len(text) <= MAX_DOCUMENT else ([], "")
    if not found or (framed and not any(_begins_with_json(text[slice(*span)], decode) for span in found)):
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


def _begins_with_prose(body: bytes, decode: Decode) -> bool:
    """Whether a block of code opens further down, and the lines before it are no JSON and no event stream."""
    if body.find(b"```", 0, HEAD) < 0 and body.find(b"~~~", 0, HEAD) < 0:
        return False
    first = NOT_BLANK.search(body)
    if first is None or first[0].startswith((b"{", b":", *FIELDS)) or FENCE_LINE.search(body, 0, HEAD) is None:
        return False
    return first[0][:1] != b"[" or refusal_of(decode, first[0]) not in (None, TRUNCATED)


def _is_left(body: bytes) -> bool:
    """Whether anything stands behind the block of code that `body` begins in."""
    closing = FENCE_LINE.search(body, 0, HEAD)
    line = LINE.match(body, closing.end()) if closing is not None else None
    return line is not None and NOT_BLANK.search(body, line.end()) is not None


def _found_in(text: bytes, around: str, fenced: bool, decode: Decode) -> tuple[Ranges, str]:
    """Where content stands in `text`, and the name of the format of what stands around that, "" for prose. Nothing where it is all else."""
    if around == LOG_PREFIX:
        return list(values_in(text)), ""
    if around in (FILE_BANNERS, HTTP):
        return list(_between(text, BANNER if around == FILE_BANNERS else SPOKEN if _begins_with_speech(text) else HEADS)), ""
    found = _blocks_of_code(text, decode, b"```" if fenced else b"") or []
    format = _format_around(text[: found[0][0]]) if found and not fenced else ""
    return [span for span in found if not format or _begins_with_json(text[slice(*span)], decode)], format


def _between(text: bytes, lines: re.Pattern[bytes]) -> Iterator[tuple[int, int]]:
    """Where content stands between lines of this kind."""
    spans = [found.span() for found in lines.finditer(text)]
    for (_, low), (high, _) in pairwise([(0, 0), *spans, (len(text), 0)]):
        if text[low:high].strip(BLANK):
            yield low, high


def _blocks_of_code(text: bytes, decode: Decode, mark: bytes) -> Ranges | None:
    """Where the blocks of code stand that hold JSON or events, and chunks behind some words. `mark`: the fence of the block that the text
    begins in.

    None where JSON or an event stands outside of them, too: then the text is something else.
    """
    found: Ranges = []
    tag, low, at = b"", 0, 0
    while at < len(text):
        line = LINE.match(text, at)
        bare = line[0].strip(BLANK)  # type: ignore[index]
        if mark:
            if _closes(bare, mark):
                found += [(low, at)] if _is_content(text[low:at], tag, decode) else []
                mark = b""
        elif opening := OPENING.fullmatch(bare):
            mark, tag, low = opening[1], opening[2].lower(), line.end()  # type: ignore[union-attr]
        elif BEGINS_JSON.match(bare) or ODD_DATA.match(bare):
            return None
        elif CHOICES in bare and is_prefixed(bare, decode):
            found.append((text.index(b"{", at), line.end()))  # type: ignore[union-attr]
        at = line.end()  # type: ignore[union-attr]
    if mark and _is_content(text[low:], tag, decode):
        found.append((low, len(text)))
    return found


def _closes(bare: bytes, mark: bytes) -> bool:
    """True for a line that ends the block of code that `mark` opened."""
    return bare.startswith(mark) and not bare.strip(mark[:1])


def _is_content(block: bytes, tag: bytes, decode: Decode) -> bool:
    """Whether a block of code is content: it says that it is JSON, or it begins like JSON, or has events; one in another language has to
    be JSON."""
    first = NOT_BLANK.search(block)
    if first is None or tag in OF_JSON or (tag in OF_EVENTS and EVENT.search(block)):
        return first is not None
    return first[0][:1] in (b"{", b"[") and (tag in OF_TEXT or _begins_with_json(block, decode))


def _begins_with_json(block: bytes, decode: Decode) -> bool:
    first = NOT_BLANK.search(block)
    return first is not None and first[0][:1] in (b"{", b"[") and refusal_of(decode, first[0]) in (None, TRUNCATED)


def _format_around(before: bytes) -> str:
    """What a file is that only quotes a block of code, from the text before that and outside of other blocks; "" for prose."""
    lines, mark = [], b""
    for line in before[:HEAD].splitlines():
        bare = line.strip(BLANK)
        if mark:
            mark = b"" if _closes(bare, mark) else mark
        elif opening := OPENING.fullmatch(bare):
            mark = opening[1]
        elif bare:
            lines.append(line[:MAX_LINE].decode(errors="replace"))
    return format_of_source(lines)


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
