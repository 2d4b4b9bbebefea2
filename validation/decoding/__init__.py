"""Room 1: bytes into records.

    blocks          the source, in full blocks
    kind            what the file is, from its first 64 KiB
    heads           what an HTTP head before the body, or text around it, gives away
    commands        the command for curl before an answer, and the request that it sends
    pasted          sections of a text: blocks of code in prose (`code_blocks`), files that `tail` printed, values in a log (`log_values`)
    lines           blocks into lines; long ones are skipped
    jsonl           one JSON value a line (the hot loop; `slow_lines` has what is not plain)
    exact           the usual chunks by their exact shape; `ahead` gives them out many at a time
    abreast         the lines of streams that alternate, stream by stream
    sse             an event stream (the hot loop; `open_event`, `event_data`, `spread_value`, `stray_lines` have what is not plain)
    json_document   one JSON value, held whole (`arrays`: one record an element)
    values          the decoder
    diagnosis       what is wrong with a text that it refuses; `recoveries` what was probably meant
    tokens          where in a record a JSON pointer points

Nothing here has an opinion. What was seen beside the values is said in `Remark`s, in the order of the file.
"""

from collections.abc import Callable, Iterator
from typing import BinaryIO

from validation.decoding import jsonl, sse
from validation.decoding.ahead import Ahead
from validation.decoding.blocks import BLOCK, Blocks
from validation.decoding.commands import COMMAND
from validation.decoding.heads import note_keys_of_head, note_keys_of_lines, note_keys_of_text
from validation.decoding.json_document import MAX_DOCUMENT, Document
from validation.decoding.kind import (
    CODE_FENCE,
    HTTP,
    LOG_PREFIX,
    encoding_of,
    has_log_prefix,
    is_event_stream,
    may_be_document,
    preface,
    without_closing_fence,
)
from validation.decoding.lines import Lines, count_ends, first_end
from validation.decoding.pasted import sections, text_around
from validation.decoding.tokens import locate
from validation.decoding.values import Decode, decoder
from validation.facts.carriage import LINE_TOO_LONG, NOT_UTF8, Input, Remark
from validation.facts.places import At
from validation.facts.requests import Request

__all__ = ["locate", "records"]


def records(
    source: BinaryIO, facts: Input, *, on_block: Callable[[int], None] | None = None, ahead: Ahead | None = None
) -> Iterator[tuple[At, object]]:
    """Read `source` and give `(at, value)`: a decoded JSON value, `DONE`, or a `Remark`.

    Only records have numbers of their own: a remark shares the number of the value that comes next, unless it stands for a text of which
    nothing could be read. Fills `container`, `encoding`, `bom` and `wrappers` of `facts` at once, before the first pair is asked for, and
    `bytes`, `lines`, `records` and `tiers` as it goes. With `ahead`, lines of JSON may be taken before they come out here.
    Raises nothing, whatever the bytes are; what `source.read` and `on_block` raise passes through.
    """
    blocks = Blocks(source, facts, on_block)
    head = next(blocks, b"")
    start, facts.bom, around, request = preface(head)
    facts.wrappers += around
    facts.request = Request(request) if request is not None else None
    if HTTP in around:
        note_keys_of_head(head[:start], facts)
    if COMMAND in around:
        note_keys_of_text(head[:start], facts, 1, 0, "the command")
    first_line = 1 + count_ends(head, 0, start)
    body = head[start:]
    encoding = encoding_of(body)
    if encoding:
        facts.encoding, detail = encoding
        blocks.drain()
        return iter([((0, first_line, start, facts.bytes), Remark(NOT_UTF8, detail))])
    decode = decoder()
    framed = is_event_stream(body, decode)
    found = sections(body, blocks, facts, decode, first_line, start, framed=framed)
    if framed and not found:
        facts.container = "sse"
        note_keys_of_lines(body, facts, first_line, start)
        facts.wrappers += {text_around(body, decode, framed=True)} - {"", *facts.wrappers}
        blocks.give_back([body])
        return sse.records(Lines(blocks, start), facts, decode, first_line)
    found = found or document_of(body, blocks, facts, decode, first_line, start)
    return found or jsonl.records(Lines(blocks, start), facts, decode, first_line, ahead)


def document_of(
    body: bytes, blocks: Blocks, facts: Input, decode: Decode, first_line: int, start: int
) -> Iterator[tuple[At, object]] | None:
    """The records of the file if it is one JSON value, or is meant to be; None, and everything given back to `blocks`, if it is lines."""
    held = [body]
    size = len(body)
    while first_end(held[-1]) < 0 and size <= MAX_DOCUMENT and (block := next(blocks, b"")):
        held.append(block)
        size += len(block)
    text = b"".join(held)
    if may_be_document(without_closing_fence(text), decode):
        text = b"".join([text, *blocks.hold(MAX_DOCUMENT - len(text))])
        held.clear()
        whole = len(text)
        text = without_closing_fence(text)
        if len(text) < whole and CODE_FENCE not in facts.wrappers:
            facts.wrappers.append(CODE_FENCE)
        document = Document(text, decode, first_line, start)
        if len(text) > MAX_DOCUMENT and document.goes_on():
            blocks.drain()
            facts.container = "json"
            return iter([((0, document.line, document.start, facts.bytes), Remark(LINE_TOO_LONG, "a document of more than 64 MiB"))])
        found = document.records(facts) if len(text) <= MAX_DOCUMENT else None
        if found is not None:
            facts.container = "json"
            facts.lines = first_line - 1 + count_ends(text) + (text[-1:] not in (b"\n", b"\r"))
            return found
    if has_log_prefix(text, decode):
        facts.wrappers.append(LOG_PREFIX)
    blocks.give_back(text[at : at + BLOCK] for at in range(0, len(text), BLOCK))
    return None
