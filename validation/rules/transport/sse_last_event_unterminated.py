from validation.examples import chunk, dumps, header, sse, tools
from validation.facts.carriage import UNTERMINATED, Body
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import PLACE, TEXT, rule

_ROLE = chunk({"role": "assistant", "content": None})
_CALL = chunk(tools(header(arguments='{"city":"Oslo"}')))
_END = chunk({}, finish="tool_calls")


@rule(
    "SSE114",
    judges=Body,
    letters=row("error", permissive="warning"),
    params={"line": PLACE, "excerpt": TEXT},
    says="The last event, on line {line}, has no blank line after it, so clients discard it: {excerpt}",
    expected="a blank line, then the end of the body",
    actual="the end of the body",
    why="An event counts when its blank line arrives. If the last one was the finish chunk, the finish_reason is gone for every client.",
    unless="an editor or a copy removed the last line end from the recording.",
    fix="Server: write the blank line and flush it before closing. Client: nothing it can do, its parser drops the event.",
    breaks=["All four measured SDKs lose the event; openai-node then raises a missing finish_reason."],
    bad=[
        sse(_ROLE, _CALL, f"data: {dumps(_END)}\n", done=False, note="one line end after the finish chunk"),
        sse(_ROLE, _CALL, f"data: {dumps(_END)}", done=False, note="none"),
    ],
    good=[
        sse(_ROLE, _CALL, _END, "data: [DONE]", done=False, note="[DONE] loses nothing"),
        sse(_ROLE, _CALL, _END, "data: [DONE]\n\n: bye", done=False, note="nor does a comment"),
    ],
    see=["WHATWG event-stream"],
)
def sse_last_event_unterminated(body: Body) -> Findings:
    """The last event is not closed by a blank line.

    The format discards an event that the body ends in. It is shown and read here, so that the rest can be judged, but no client got it.
    Text that was pasted into a form has lost its last line ends, so pasted input is not judged.
    """
    open_event = body.oddities.get(UNTERMINATED)
    if open_event is None or body.pasted:
        return
    at, text = open_event.samples[0]
    if text.strip() != "[DONE]":
        yield found(body, at, line=at[1], excerpt=text[:120])
