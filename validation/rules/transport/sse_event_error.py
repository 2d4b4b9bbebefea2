import re

from validation.examples import chunk, header, sse, tools
from validation.facts.carriage import EVENT_ERROR, Body
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import PLACE, TEXT, rule

_ERROR_KEY = re.compile(r'"error"\s*:')
_ROLE = chunk({"role": "assistant", "content": None})
_CALL = chunk(tools(header(arguments='{"city":"Oslo"}')))
_END = chunk({}, finish="tool_calls")


@rule(
    "SSE108",
    judges=Body,
    letters=row("error"),
    params={"line": PLACE, "excerpt": TEXT},
    says="An event named error stands at line {line}: {excerpt}",
    expected="a data: object with the key error",
    actual="event: error",
    why="The response is incomplete. Most clients of chat streams do not read event names and take the payload for an empty chunk.",
    fix="Server: put the error under the key error of the data as well. Client: check the event name before the data.",
    breaks=[
        "openai-python passes a payload without the key error on as an empty chunk: the stream just ends, without a finish_reason.",
        "openai-node 6.49 fails with a TypeError on choices; later versions raise APIError.",
    ],
    bad=[sse(_ROLE, 'event: error\ndata: {"message":"boom","code":"internal"}\n\n', done=False, note="the payload has no key error")],
    good=[
        sse(_ROLE, _CALL, _END),
        sse(_ROLE, "event: message\n", _CALL, _END, note="any other name is harmless"),
    ],
    see=["sashabaranov/go-openai#1057", "openai/openai-node src/core/streaming.ts"],
)
def sse_event_error(body: Body) -> Findings:
    """The stream reports an error by the name of an event.

    `event: error` is a habit of a few servers. A client has to look at the event's name to notice it, and those written for Chat
    Completions look at the data only. An object with an `error` key, named or not, is `stream-error-object`.
    """
    failed = body.oddities.get(EVENT_ERROR)
    unread = [sample for sample in failed.samples if not _ERROR_KEY.search(sample[1])] if failed is not None else []
    if unread:
        at, text = unread[0]
        yield found(body, at, count=len(unread), line=at[1], excerpt=text[:120] or "no data")
