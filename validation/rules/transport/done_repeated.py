from validation.examples import chunk, header, sse, tools
from validation.facts.carriage import DONE_AGAIN, Body
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import PLACE, rule

_ROLE = chunk({"role": "assistant", "content": None})
_CALL = chunk(tools(header(arguments='{"city":"Oslo"}')))
_END = chunk({}, finish="tool_calls")
_DONE = "data: [DONE]\n\n"


@rule(
    "SSE110",
    judges=Body,
    letters=row("warning", permissive="info"),
    params={"line": PLACE},
    says="[DONE] stands a second time on line {line}.",
    expected="[DONE] once",
    actual="[DONE] again, with nothing between",
    why="SDKs stop at the first. Whoever splits a log at [DONE] counts one response too many.",
    fix="Server: one place sends [DONE]; a gateway passes on the one it got. Client: nothing to do.",
    breaks=["Splitters that count a response for every [DONE]. The measured SDKs stop at the first."],
    bad=[sse(_ROLE, _CALL, _END, _DONE)],
    good=[
        sse(_ROLE, _CALL, _END),
        sse(_ROLE, _CALL, _END, _DONE, *({**wire, "id": "chatcmpl-2"} for wire in (_ROLE, _CALL, _END)),
            note="two responses in one file, each with its own"),
    ],
    see=["WHATWG event-stream"],
)  # fmt: skip
def done_repeated(body: Body) -> Findings:
    """`[DONE]` occurs more than once in one stream.

    Typical of a gateway that ends its own stream after it has passed on the end of the upstream's. When another response stands between
    the two markers, they end two streams and nothing is wrong.
    """
    again = body.oddities.get(DONE_AGAIN)
    if again is not None:
        related = () if body.done is None else (body.done,)
        yield found(body, again.first, related=related, count=again.count, line=again.first[1])
