from validation.examples import chunk, header, sse, tools
from validation.facts.carriage import EVENT_FIELD, Body
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import PLACE, TEXT, rule

_ROLE = chunk({"role": "assistant", "content": None})
_CALL = chunk(tools(header(arguments='{"city":"Oslo"}')))
_END = chunk({}, finish="tool_calls")


@rule(
    "SSE107",
    judges=Body,
    letters=row("off", openai_strict="info"),
    params={"line": PLACE, "excerpt": TEXT},
    says="Line {line} gives an event a name: {excerpt}",
    expected="data: lines only",
    actual="{excerpt}",
    why="Chat Completions streams have one kind of event and no names. Clients of chat streams ignore the name.",
    unless="another API shares the connection: Responses and Anthropic streams name their events.",
    fix="Server: leave event: out. Client: nothing to do.",
    breaks=["Browsers' EventSource: a named event does not reach onmessage. The measured SDKs read on."],
    bad=[sse(_ROLE, "event: completion\n", _CALL, _END, note="a name before one event")],
    good=[sse(_ROLE, _CALL, _END)],
    see=["WHATWG event-stream", "openai/openai-node src/core/streaming.ts"],
)
def sse_event_field(body: Body) -> Findings:
    """A Chat Completions stream names its events.

    Legal as an event stream, and unlike OpenAI's own. A name of `error` changes what some clients do and is judged by `sse-event-error`.
    """
    named = body.oddities.get(EVENT_FIELD)
    if named is not None:
        at, text = named.samples[0]
        yield found(body, at, count=named.count, line=at[1], excerpt=text[:120])
