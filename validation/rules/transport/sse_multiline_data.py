from validation.examples import chunk, header, sse, tools
from validation.facts.carriage import MULTILINE_DATA, Body
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import PLACE, rule

_ROLE = chunk({"role": "assistant", "content": None})
_CALL = chunk(tools(header(arguments='{"city":"Oslo"}')))
_END = chunk({}, finish="tool_calls")


@rule(
    "SSE116",
    judges=Body,
    letters=row("off", openai_strict="info"),
    params={"line": PLACE},
    says="The event at line {line} spreads one JSON value over several data: lines.",
    expected="one data: line",
    actual="several",
    why="Legal: the lines are joined. Tools that look at one line at a time see pieces of JSON.",
    unless="the client reads events, as the SDKs do, and not lines.",
    fix="Server: one line an event is the form that every tool reads. Client: join the data: lines of an event.",
    breaks=["grep, jq and readers written by hand that go line by line. The measured SDKs read on."],
    bad=[sse(_ROLE, _CALL, 'data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":1790000000,"model":"demo-model",\n'
             'data: "choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}\n\n')],
    good=[sse(_ROLE, _CALL, _END)],
    see=["WHATWG event-stream"],
)  # fmt: skip
def sse_multiline_data(body: Body) -> Findings:
    """One JSON value is spread over several `data:` lines.

    The format joins the lines of an event, so this is read as one value. It is a note when a stream is held against OpenAI's own. Lines
    that were meant as separate events are `sse-blank-line-missing`.
    """
    spread = body.oddities.get(MULTILINE_DATA)
    if spread is not None:
        yield found(body, spread.first, count=spread.count, line=spread.first[1])
