from validation.examples import chunk, header, jsonl, sse, stream, tools
from validation.facts.carriage import CUT_AT_END, Body
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import PLACE, TEXT, rule

_ROLE = chunk({"role": "assistant", "content": None})
_CALL = chunk(tools(header(arguments='{"ci')))
_CUT = '{"id":"chatcmpl-1","object":"chat.completion.ch'


@rule(
    "INP011",
    judges=Body,
    letters=row("error", permissive="warning"),
    params={"line": PLACE, "excerpt": TEXT},
    says="The file ends in the middle of a JSON value, on line {line}: {excerpt}",
    expected="a complete line",
    actual="{excerpt}",
    why="The recording or the connection was cut. What stands before it is judged; that the stream has no end follows from the cut.",
    unless="the recording was stopped on purpose: then nothing is wrong with the endpoint.",
    fix="Record until the connection closes. If the connection itself broke, look at the timeouts of proxies.",
    breaks=["All four measured SDKs drop the cut event without a word, or end without a finish_reason."],
    bad=[
        jsonl(_ROLE, _CALL, _CUT),
        sse(_ROLE, _CALL, f"data: {_CUT}", done=False, note="an event stream"),
    ],
    good=[stream('{"city":"Oslo"}')],
)
def json_truncated_at_end(body: Body) -> Findings:
    """The last line is the beginning of a JSON value.

    The file was cut, by a recorder that stopped or a connection that broke. A missing finish, a missing `[DONE]` and arguments that stop
    too early are shown beneath it.
    """
    cut = body.oddities.get(CUT_AT_END)
    if cut is not None:
        at, text = cut.samples[0]
        yield found(body, at, line=at[1], excerpt=text[:120])
