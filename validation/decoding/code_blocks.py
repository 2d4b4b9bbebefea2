"""Blocks of code in a text, as Markdown fences them: which of them are content, and what kind of text stands around them."""

import re
from typing import Final

from validation.decoding.kind import FIELDS, HEAD, ODD_DATA, is_prefixed
from validation.decoding.lines import BLANK, NOT_BLANK
from validation.decoding.refusals import TRUNCATED, refusal_of
from validation.decoding.values import Decode
from validation.facts.unread_formats import format_of_source

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
"""Where content stands."""


def begins_with_prose(body: bytes, decode: Decode) -> bool:
    """Whether a block of code opens further down, and the lines before it are no JSON and no event stream."""
    if body.find(b"```", 0, HEAD) < 0 and body.find(b"~~~", 0, HEAD) < 0:
        return False
    first = NOT_BLANK.search(body)
    if first is None or first[0].startswith((b"{", b":", *FIELDS)) or FENCE_LINE.search(body, 0, HEAD) is None:
        return False
    return first[0][:1] != b"[" or refusal_of(decode, first[0]) not in (None, TRUNCATED)


def goes_on_behind(body: bytes) -> bool:
    """Whether anything stands behind the block of code that `body` begins in."""
    closing = FENCE_LINE.search(body, 0, HEAD)
    line = LINE.match(body, closing.end()) if closing is not None else None
    return line is not None and NOT_BLANK.search(body, line.end()) is not None


def blocks_of_code(text: bytes, decode: Decode, mark: bytes) -> Ranges | None:
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
    return first[0][:1] in (b"{", b"[") and (tag in OF_TEXT or begins_with_json(block, decode))


def begins_with_json(block: bytes, decode: Decode) -> bool:
    first = NOT_BLANK.search(block)
    return first is not None and first[0][:1] in (b"{", b"[") and refusal_of(decode, first[0]) in (None, TRUNCATED)


def format_around(before: bytes) -> str:
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
