from validation.examples import chunk, dumps, header, sse, tools
from validation.facts.carriage import LINE_END, Body
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import PLACE, WORD, rule

_ROLE = chunk({"role": "assistant", "content": None})
_CALL = chunk(tools(header(arguments='{"city":"Oslo"}')))
_END = chunk({}, finish="tool_calls")


@rule(
    "SSE106",
    judges=Body,
    letters=row("off"),
    params={"line": PLACE, "ends": WORD},
    says="Line ends are {ends}, first seen on line {line}.",
    expected="nothing else: LF, CRLF and CR are all legal",
    actual="{ends}",
    why="Readers that split at LF alone keep a CR at the end of every line.",
    fix="Server: LF is the least surprising. Client: split at CRLF, LF and CR.",
    bad=[
        sse(_ROLE, _CALL, _END, end="\r\n\r\n", note="CRLF, and LF at the end"),
        sse(*(f"data: {dumps(wire)}\r\r" for wire in (_ROLE, _CALL, _END)), note="CR"),
    ],
    good=[sse(_ROLE, _CALL, _END)],
    see=["WHATWG event-stream"],
    breaks=["nobody: all four measured SDKs read CR, LF and CRLF"],
)
def sse_line_endings(body: Body) -> Findings:
    """The event stream's lines end in CR or CRLF.

    Legal, and read by every measured client; it is kept for comparing two endpoints. Text that was pasted into a form has lost its line
    ends, so pasted input is not judged.
    """
    ends = body.oddities.get(LINE_END)
    if ends is not None and not body.pasted:
        # The last sample knows most: a file that turned out to mix its line ends says so there.
        yield found(body, ends.first, line=ends.first[1], ends=ends.samples[-1][1])
