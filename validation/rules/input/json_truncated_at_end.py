from validation.examples import chunk, dumps, header, jsonl, raw, sse, stream, tools
from validation.facts.carriage import CUT_AT_END, Body
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import PLACE, TEXT, Texts, rule

_ROLE = chunk({"role": "assistant", "content": None})
_CALL = chunk(tools(header(arguments='{"ci')))
_CUT = '{"id":"chatcmpl-1","object":"chat.completion.ch'

_FIX = "Record until the connection closes. If the connection itself broke, look at the timeouts of proxies."


@rule(
    "INP011",
    judges=Body,
    letters={"": row("error", permissive="warning"), "open-list": row("error", permissive="warning")},
    params={"line": PLACE, "excerpt": TEXT},
    says="The file ends in the middle of a JSON value, on line {line}: {excerpt}",
    expected="a complete line",
    actual="{excerpt}",
    why="The recording or the connection was cut. What stands before it is judged; that the stream has no end follows from the cut.",
    unless="the recording was stopped on purpose: then nothing is wrong with the endpoint.",
    fix=_FIX,
    variants={
        "open-list": Texts(
            says="The file ends before the list that it holds is closed, on line {line}: its last ] is missing.",
            expected="a ] at the end",
            actual="the end of the file",
            why="The recording stopped between two values. Those before it are judged; more of them may be missing.",
            unless="the recorder closes the list only when it is stopped.",
            fix=_FIX,
        )
    },
    breaks=["All four measured SDKs drop the cut event without a word, or end without a finish_reason."],
    bad=[
        jsonl(_ROLE, _CALL, _CUT),
        sse(_ROLE, _CALL, f"data: {_CUT}", done=False, note="an event stream"),
        raw(b'{"messages":[{"role":"user","content":"Wea', "example.json", note="the only value of the file"),
        raw(f"[{dumps(_ROLE)},\n{dumps(_CALL)}\n".encode(), "example.json", note="variant: open-list"),
    ],
    good=[stream('{"city":"Oslo"}')],
    see=["RFC 8259 section 2", "WHATWG event-stream (an event that is not complete is discarded)"],
)
def json_truncated_at_end(body: Body) -> Findings:
    """The last line is the beginning of a JSON value.

    The file was cut, by a recorder that stopped or a connection that broke. A missing finish, a missing `[DONE]` and arguments that stop
    too early are shown beneath it. Of messages in a document that was cut, those before the cut are judged, and what is open where it stops
    counts as answered. Where only the bracket that closes a list of records is missing, no value was cut.
    """
    cut = body.oddities.get(CUT_AT_END)
    if cut is not None:
        at, text = cut.samples[0]
        yield found(body, at, variant="" if text else "open-list", line=at[1], excerpt=text[:120])
