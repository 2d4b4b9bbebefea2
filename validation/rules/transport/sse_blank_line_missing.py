from validation.examples import chunk, header, sse, tools
from validation.facts.carriage import BLANK_LINE_MISSING, Body
from validation.finding import CERTAIN, NEEDS_CONTEXT, Findings, found
from validation.profiles import row
from validation.rule import PLACE, rule

_ROLE = chunk({"role": "assistant", "content": None})
_CALL = chunk(tools(header(arguments='{"city":"Oslo"}')))
_END = chunk({}, finish="tool_calls")


@rule(
    "SSE104",
    judges=Body,
    letters=row("error", permissive="warning"),
    params={"line": PLACE},
    says="No blank line stands between two events at line {line}, so they are one event whose data is not JSON.",
    expected="a blank line after every event",
    actual="the next data: line follows at once",
    why="A blank line is what ends an event. Without it, data: lines are joined to one text, and that text is not JSON.",
    unless="the blank lines were lost when the text was copied: a page or an editor may drop them. The file as it was recorded tells.",
    fix="Server: write two line ends after every event, before an error frame too. Client: nothing it can do without guessing.",
    breaks=["All measured clients: with no blank lines at all they receive 0 chunks, with one missing they raise at that event."],
    bad=[
        sse(_ROLE, _CALL, _END, end="\n", note="no blank line anywhere"),
        sse(_ROLE, _CALL, 'data: {"id":\n', _END, note="an event was written into an open one"),
    ],
    good=[
        sse(_ROLE, _CALL, _END),
        sse(_ROLE, _CALL, 'data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":1790000000,"model":"demo-model",\n'
            'data: "choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}\n\n', note="one value over two lines"),
    ],
    see=["WHATWG event-stream"],
)  # fmt: skip
def sse_blank_line_missing(body: Body) -> Findings:
    """Events are not separated by a blank line.

    Server and client disagree on where an event ends: the server wrote one line end after it, the format asks for two. It is judged where
    the joined lines are not JSON while one of them alone is, so a single JSON value over several `data:` lines is never meant. What else is
    found after this place in the same body follows from it, though each data: line was read as an event. Of text that was pasted nobody can
    tell whether the server left the blank lines out or the copy did, so the finding says that it needs context.
    """
    run_together = body.oddities.get(BLANK_LINE_MISSING)
    if run_together is not None:
        certainty = NEEDS_CONTEXT if body.pasted else CERTAIN
        yield found(body, run_together.first, certainty=certainty, count=run_together.count, line=run_together.first[1])
