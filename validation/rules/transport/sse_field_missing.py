from validation.examples import chunk, header, raw, sse, tools
from validation.facts.carriage import FIELD_CASE, FIELD_MISSING, Body, Oddity
from validation.facts.places import At
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import PLACE, TEXT, Texts, rule

_ROLE = chunk({"role": "assistant", "content": None})
_CALL = chunk(tools(header(arguments='{"city":"Oslo"}')))
_END = chunk({}, finish="tool_calls")
_ERROR = '{"error":{"code":400,"message":"request exceeds the context size"}}'
_WHY = "Event-stream parsers ignore a line without a known field name, so what it says never arrives, and nobody is told."
_FIX = "Server: write data: before the JSON and a blank line after it. Client: nothing it can do, the parser drops the line."


@rule(
    "SSE103",
    judges=Body,
    letters=dict.fromkeys(("", "error", "case"), row("error", permissive="warning")),
    params={"line": PLACE, "excerpt": TEXT},
    says="Line {line} holds JSON but does not start with data: {excerpt}",
    expected="a line that starts with data:",
    actual="{excerpt}",
    why=_WHY,
    fix=_FIX,
    variants={
        "error": Texts(
            says="Line {line} reports an error but does not start with data: {excerpt}",
            expected="the same object after data:",
            actual="{excerpt}",
            why=_WHY + " The stream then looks like one that merely stopped.",
            fix=_FIX,
        ),
        "case": Texts(
            says="Line {line} starts with {excerpt}: where only data: is a field. It was read all the same.",
            actual="{excerpt}:",
            why="Names of fields are told apart by case. " + _WHY,
        ),
    },
    breaks=[
        "12 of 15 measured client versions did not see an unframed error after a good event; one reported stop.",
        "A body of bare JSON lines gives every measured client 0 chunks.",
    ],
    bad=[
        sse(_ROLE, '{"status":"still working"}\n\n', _CALL, _END),
        sse(_ROLE, _ERROR + "\n\n", done=False, note="variant: error"),
        sse(_ROLE, f"error: {_ERROR}\n\n", done=False, note="variant: error"),
        raw(sse(_ROLE, _CALL, _END).data.replace(b"data:", b"Data:"), "example.sse", note="variant: case"),
    ],
    good=[sse(_ROLE, "id: 7\nretry: 1000\nevent: message\n", _CALL, _END, note="the other fields of an event stream are legal")],
    see=["lemonade-sdk/lemonade#2975", "ggml-org/llama.cpp#16109", "WHATWG event-stream"],
)
def sse_field_missing(body: Body) -> Findings:
    """A line of an event stream holds JSON but no `data:` field.

    A backend wrote its error, or its lines of JSON, straight into a response that says it is an event stream, or it used a field name that
    event streams do not have, as `error:`. The line is shown here because no client will show it. `Data:` is such a name, too. A
    missing end follows from such a line where nothing of the stream comes behind it.
    """
    bare = body.oddities.get(FIELD_MISSING)
    if bare is not None:
        at, text = bare.samples[0]
        variant = "error" if '"error"' in text or text.startswith("error:") else ""
        yield found(body, at, variant=variant, count=bare.count, related=_last(bare), line=at[1], excerpt=text[:120])
    elif (odd := body.oddities.get(FIELD_CASE)) is not None:
        at, name = odd.samples[0]
        yield found(body, at, variant="case", count=odd.count, related=_last(odd), line=at[1], excerpt=name)


def _last(lines: Oddity) -> tuple[At, ...]:
    """The last of several lines: what is missing from a stream follows from one that stands where it ends."""
    return (lines.last,) if lines.count > 1 else ()
