from validation.examples import chunk, header, sse, tools
from validation.facts.carriage import AFTER_DONE, Body
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import PLACE, rule

_ROLE = chunk({"role": "assistant", "content": None})
_CALL = chunk(tools(header(arguments='{"city":"Oslo"}')))
_END = chunk({}, finish="tool_calls")
_DONE = "data: [DONE]\n\n"


@rule(
    "SSE111",
    judges=Body,
    letters=row("error", permissive="warning"),
    params={"line": PLACE},
    says="An event of the same stream follows [DONE], on line {line}.",
    expected="nothing after [DONE]",
    actual="one more event",
    why="Most SDKs stop reading at [DONE], so what comes after is lost; one appends it. Two clients see two different answers.",
    unless="another response was appended to the same file: give it an id of its own.",
    fix="Server: send [DONE] after everything else, usage too. Client: stop at [DONE].",
    breaks=["openai-python, openai-node and LangChain lose the late event.", "The AI SDK (openai-compatible 2.0.92) appends it."],
    bad=[sse(_ROLE, _CALL, _END, _DONE, chunk({"content": "late"}), done=False)],
    good=[
        sse(_ROLE, _CALL, _END),
        sse(_ROLE, _CALL, _END, _DONE, *({**wire, "id": "chatcmpl-2"} for wire in (_ROLE, _CALL, _END)), note="a second response"),
        sse(_ROLE, _CALL, _END, _DONE, ": bye\n\n", done=False, note="a comment after the end carries nothing"),
    ],
    see=["openai/openai-node src/core/streaming.ts"],
)
def data_after_done(body: Body) -> Findings:
    """An event follows `[DONE]` in the same stream.

    The marker promises that the stream is over, and clients act on it. Judged where the late event has the id of the stream before; a
    response with another id that follows `[DONE]` is simply the next stream of the file.
    """
    late = body.oddities.get(AFTER_DONE)
    if late is not None:
        related = () if body.done is None else (body.done,)
        yield found(body, late.first, related=related, count=late.count, line=late.first[1])
