from validation.examples import chunk, header, sse, tools
from validation.facts.carriage import COMMENT, Body
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import PLACE, TEXT, rule

_CALL = chunk(tools(header(arguments='{"city":"Oslo"}')))
_END = chunk({}, finish="tool_calls")


@rule(
    "SSE101",
    judges=Body,
    letters=row("off", deepseek="info", openrouter="info"),
    params={"line": PLACE, "excerpt": TEXT},
    says="Line {line} is a comment of the event stream: {excerpt}",
    expected="nothing else: comments are legal",
    actual="{excerpt}",
    why="Comments keep a connection open while the model is busy. Clients that parse every line as JSON stop at them.",
    unless="the client skips lines that start with a colon, as the SDKs do.",
    fix="Server: nothing to do. Client: skip every line that starts with a colon.",
    breaks=["Readers written by hand that take every line as JSON. The four measured SDKs read on."],
    bad=[sse(chunk({"role": "assistant"}), ": OPENROUTER PROCESSING\n\n", _CALL, _END, note="the keep-alive of OpenRouter")],
    good=[sse(chunk({"role": "assistant"}), _CALL, _END)],
    see=["WHATWG event-stream", "openrouter.ai/docs/api_reference/streaming"],
)
def sse_comment(body: Body) -> Findings:
    """The event stream has comment lines.

    A line that starts with a colon carries nothing. OpenRouter sends `: OPENROUTER PROCESSING` and DeepSeek `: keep-alive` while a request
    waits, so that no proxy closes the connection. It is legal everywhere, and off unless one of these two habits was asked for.
    """
    comment = body.oddities.get(COMMENT)
    if comment is not None:
        at, text = comment.samples[0]
        yield found(body, at, count=comment.count, line=at[1], excerpt=text[:120])
