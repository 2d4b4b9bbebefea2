from validation.examples import chunk, header, sse, tools
from validation.facts.carriage import EMPTY_DATA, Body
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import PLACE, rule

_ROLE = chunk({"role": "assistant", "content": None})
_CALL = chunk(tools(header(arguments='{"city":"Oslo"}')))
_END = chunk({}, finish="tool_calls")


@rule(
    "SSE115",
    judges=Body,
    letters=row("error", permissive="warning"),
    params={"line": PLACE},
    says="The event on line {line} has a data: field with nothing in it.",
    expected="a comment line, if it was meant to keep the connection open",
    actual="data: without a value",
    why="The event has data, the empty text, and clients parse it. It is not JSON, so they raise although the answer itself is whole.",
    fix="Server: keep the connection open with a comment, a line that starts with a colon. Client: skip events without data.",
    breaks=["15 of 15 measured client versions raise or show an error: openai-python, openai-node, LangChain, the AI SDK and others."],
    bad=[sse(_ROLE, "data:\n\n", _CALL, _END, note="a heartbeat"), sse(_ROLE, "data: \n\n", _CALL, _END, note="with the space")],
    good=[sse(_ROLE, ": ping\n\n", _CALL, _END, note="the legal heartbeat"), sse(_ROLE, "\n\n", _CALL, _END, note="blank lines alone")],
    see=["WHATWG event-stream", "lidge-jun/opencodex#1188"],
)
def sse_empty_data(body: Body) -> Findings:
    """An event has an empty `data:`.

    It is sent as a heartbeat, by servers that do not know of comments. For an event stream an empty field is still a field, so the event is
    delivered and every JSON parser behind it fails.
    """
    empty = body.oddities.get(EMPTY_DATA)
    if empty is not None:
        yield found(body, empty.first, count=empty.count, line=empty.first[1])
