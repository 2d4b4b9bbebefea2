from validation.examples import chunk, header, sse, tools
from validation.facts.carriage import NO_SPACE, Body
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import PLACE, rule

_ROLE = chunk({"role": "assistant", "content": None})
_CALL = chunk(tools(header(arguments='{"city":"Oslo"}')))
_END = chunk({}, finish="tool_calls")


@rule(
    "SSE105",
    judges=Body,
    letters=row("off", openai_strict="info"),
    params={"line": PLACE},
    says="Line {line} has no space between data: and its value.",
    expected="data: and one space",
    actual="data: and the value",
    why="The space is optional. Readers that look for data: with the space find no event at all.",
    unless="the client strips one optional space, as the SDKs do.",
    fix="Server: adding the space is kinder. Client: take data: and strip one space if it is there.",
    breaks=["Readers written by hand that test for data: with a space. The measured SDKs read on."],
    bad=[sse(_ROLE, 'data:{"id":"chatcmpl-1","object":"chat.completion.chunk","created":1790000000,"model":"demo-model",'
             '"choices":[{"index":0,"delta":{"content":null},"finish_reason":null}]}\n\n', _CALL, _END)],
    good=[sse(_ROLE, _CALL, _END)],
    see=["WHATWG event-stream", "openai/openai-python#498", "davidmigloz/langchain_dart#778", "lidge-jun/opencodex#1170"],
)  # fmt: skip
def sse_no_space(body: Body) -> Findings:
    """`data:` is followed by its value without a space.

    Legal: the format allows one space and does not ask for it. OpenAI sends the space, and enough small clients rely on it for a note when
    a stream is held against OpenAI's own.
    """
    tight = body.oddities.get(NO_SPACE)
    if tight is not None:
        yield found(body, tight.first, count=tight.count, line=tight.first[1])
