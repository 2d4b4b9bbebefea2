from validation.examples import raw, stream
from validation.facts.carriage import BOM_INSIDE, COMMENT, EVENT_FIELD, LINE_END, NO_SPACE, UNTERMINATED, Input
from validation.facts.places import NOWHERE
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, rule

_HOLD_NOTHING = {COMMENT, EVENT_FIELD, LINE_END, NO_SPACE, UNTERMINATED, BOM_INSIDE}
"""Oddities of an event stream that may stand in a file without a single event."""


@rule(
    "INP001",
    judges=Input,
    letters=row("error"),
    params={"bytes": NUMBER},
    says="The file holds no chunk, no message and no error: at most white space, comments and [DONE]. Bytes: {bytes}.",
    expected="an event or a JSON value",
    actual="nothing",
    why="There is nothing to judge. A client sees the same when the upstream dies before the first token.",
    fix="Record again, and check that the body was saved and not the headers alone.",
    breaks=["The official SDKs raise when no chunk arrives."],
    bad=[
        raw(b"", note="0 bytes"),
        raw(b"\n \n", note="white space"),
        raw(b": keep-alive\n\n: keep-alive\n\n", "example.sse", note="comments alone"),
        raw(b"data: [DONE]\n\n", "example.sse", note="the end and nothing before it"),
    ],
    good=[stream('{"city":"Oslo"}')],
    see=["WHATWG event-stream"],
)
def input_empty(file: Input) -> Findings:
    """The file holds nothing.

    White space, comments and `[DONE]` are all there is. Where the file holds something that is neither a stream nor a history, it is
    `input-unrecognised`.
    """
    held = file.streams or file.responses or file.histories or file.foreign or file.shapes or file.encoding == "binary"
    if not held and file.body.oddities.keys() <= _HOLD_NOTHING:
        yield found(file, NOWHERE, bytes=file.bytes)
