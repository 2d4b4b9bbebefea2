import json

from validation.examples import chunk, dumps, header, sse, tools
from validation.facts.carriage import DATA_NOT_JSON, Body
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import PLACE, TEXT, Texts, rule

_ROLE = chunk({"role": "assistant", "content": None})
_CALL = chunk(tools(header(arguments='{"city":"Oslo"}')))
_END = chunk({}, finish="tool_calls")


@rule(
    "SSE102",
    judges=Body,
    letters={"": row("error", permissive="warning"), "lost": row("error", permissive="warning")},
    params={"line": PLACE, "detail": TEXT},
    says="The event on line {line} is neither JSON nor [DONE]: {detail}",
    expected="a JSON object or [DONE]",
    actual="{detail}",
    why="Clients parse the data of every event. At one that is not JSON most of them raise, and the whole response is lost.",
    fix="Server: report trouble as a JSON object with the key error, then close. Client: show the text, it may name the proxy that failed.",
    variants={
        "lost": Texts(
            says="The event on line {line} is no whole JSON value, and what it held is lost: {detail}",
            expected="a JSON object or [DONE]",
            actual="{detail}",
            why="Clients stop at such an event. What the end, the calls or their arguments lack here can follow from this one alone.",
            fix="Server: write each event at once, from one JSON encoder. Client: treat the response as failed.",
        ),
    },
    breaks=[
        "openai-python and LangChain raise JSONDecodeError.",
        "openai-node raises SyntaxError.",
        "The AI SDK shows an error event and goes on.",
    ],
    bad=[
        sse(_ROLE, "data: upstream connect error or disconnect\n\n", _CALL, _END, note="the text of a proxy"),
        sse(_ROLE, _CALL, "data: : PROCESSING\n\n", _END, note="a comment that was framed as an event"),
        sse(_ROLE, f"data: {json.dumps(_CALL, indent=2)}\n\n", _END, note="a chunk printed over lines that have no data: in front"),
        sse(_ROLE, f"data: {dumps(_CALL)[:90]}\n\n", _END, note="the beginning of a chunk (variant: lost)"),
    ],
    good=[
        sse(_ROLE, ": upstream is slow\n\n", _CALL, _END, note="a comment is no event"),
        sse(_ROLE, _CALL, _END, "data:[DONE]\n\n", done=False, note="[DONE] without the space"),
    ],
    see=["openai/openai-node src/core/streaming.ts"],
)
def sse_data_not_json(body: Body) -> Findings:
    """An event's data is neither JSON nor `[DONE]`.

    Mostly it is the voice of something between server and client: a proxy's plain text, a page of HTML, or a keep-alive comment that was
    wrapped into `data:`. A value printed over several lines of which only the first begins with `data:` is read all the same. An empty
    `data:` is `sse-empty-data`, an end marker in another spelling is `done-malformed`, and events that ran together because a blank line
    was missing are `sse-blank-line-missing`.
    """
    text = body.oddities.get(DATA_NOT_JSON)
    if text is not None:
        at, detail = text.lost or text.samples[0]
        yield found(body, at, variant="lost" if text.lost else "", count=text.count, line=at[1], detail=detail[:120])
