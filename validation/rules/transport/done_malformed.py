from validation.examples import chunk, header, sse, tools
from validation.facts.carriage import DONE_MALFORMED, Body
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import PLACE, TEXT, rule

_ROLE = chunk({"role": "assistant", "content": None})
_CALL = chunk(tools(header(arguments='{"city":"Oslo"}')))
_END = chunk({}, finish="tool_calls")


@rule(
    "SSE112",
    judges=Body,
    letters=row("error", permissive="warning"),
    params={"line": PLACE, "excerpt": TEXT},
    says="The end marker on line {line} is spelled {excerpt}.",
    expected="[DONE]",
    actual="{excerpt}",
    why="Clients compare the text. Anything else is parsed as a chunk, and they raise although the answer is whole.",
    fix="Server: send [DONE] as plain text, not through a JSON encoder. Client: nothing it should have to do.",
    breaks=["openai-python raises AttributeError.", "openai-node raises a TypeError on choices.", "The AI SDK reports a validation error."],
    bad=[
        sse(_ROLE, _CALL, _END, 'data: ["DONE"]\n\n', done=False, note="a JSON array"),
        sse(_ROLE, _CALL, _END, 'data: "[DONE]"\n\n', done=False, note="a JSON string"),
        sse(_ROLE, _CALL, _END, 'data: {"done":true}\n\n', done=False, note="a JSON object"),
        sse(_ROLE, _CALL, _END, "data: [done]\n\n", done=False, note="lower case"),
    ],
    good=[sse(_ROLE, _CALL, _END), sse(_ROLE, _CALL, _END, "data:[DONE]\n\n", done=False, note="without the space")],
    see=["BerriAI/litellm#10053", "openai/openai-node src/core/streaming.ts"],
)
def done_malformed(body: Body) -> Findings:
    """The end marker is not spelled `[DONE]`.

    `[DONE]` is not JSON, and a server that sends everything through a JSON encoder turns it into a string or a list. The answer before it
    is whole, yet clients fail on it. That `done-missing` follows is no second fault.
    """
    spelled = body.oddities.get(DONE_MALFORMED)
    if spelled is not None:
        at, text = spelled.samples[0]
        yield found(body, at, count=spelled.count, line=at[1], excerpt=text[:120])
