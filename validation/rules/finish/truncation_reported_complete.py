from validation.examples import assistant, call, chunk, document, header, stream, tools, user
from validation.facts.histories import Turn
from validation.facts.json_text import Json
from validation.facts.streams import Call, Choice, Stream
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, PLACE, TEXT, WORD, Texts, rule

OSLO = '{"city":"Oslo"}'
COMPLETE = ("tool_calls", "stop")
ANSWER = {"choices": [{"index": 0, "message": assistant(call(arguments='{"city":')), "finish_reason": "tool_calls"}]}


@rule(
    "FIN410",
    judges=(Choice, Turn),
    unusual=True,
    letters=dict.fromkeys(("", "token-limit", "log"), row("error")),
    params={"message": PLACE, "choice": WORD, "value": WORD, "slot": WORD, "name": WORD, "excerpt": TEXT, "tokens": NUMBER},
    says="Choice {choice} finished with {value}, but the arguments of call {slot} ({name}) stop in the middle.",
    expected="length, or whole arguments",
    actual="{value}, and arguments that end with {excerpt}",
    why="The client believes that the call is whole. A strict parser fails, a lenient one completes it: the tool runs with half a value.",
    fix="Server: let length win over tool_calls when the token limit cut it. Client: run no call whose arguments do not parse strictly.",
    variants={
        "token-limit": Texts(
            says="Choice {choice} finished with {value}, but the arguments of call {slot} ({name}) stop in the middle, and all "
            "{tokens} tokens that the request allowed were used.",
            expected="length",
        ),
        "log": Texts(
            says="The log says that message {message} finished with {value}, but the arguments of call {slot} ({name}) stop in the middle.",
        ),
    },
    bad=[
        stream('{"city":', '"Os'),
        stream(tools(header(arguments=OSLO)), tools(header("call_b", index=1, arguments='{"ci')), finish="stop", note="the second one"),
        stream(
            tools(header(arguments='{"city":')), chunk({}, finish="tool_calls", usage={"completion_tokens": 16}), finish=None,
            request={"max_tokens": 16, "tool_choice": "auto"}, note="the token limit was reached (variant: token-limit)",
        ),
        document({"call_type": "completion", "messages": [user()], "response": ANSWER}, note="LiteLLM's log of it (variant: log)"),
    ],
    good=[stream('{"city":', '"Oslo"}')],
    also=["tool-calls-finish-stop"],
    see=["vllm-project/vllm#58228", "vllm-project/vllm#53270", "vllm-project/vllm#46303"],
    breaks=["LangChain (Python, JS) and the OpenRouter provider: a shortened or empty object, and no error"],
)  # fmt: skip
def truncation_reported_complete(ended: Choice | Turn) -> Findings:
    """The finish_reason says that the answer is whole, but a call's arguments stop in the middle.

    The arguments are the beginning of a JSON value and nothing more came, while the choice finished with tool_calls or stop. Either the
    token limit cut the answer and the reason was relabelled, or the last fragment was lost on the way. An honest length is
    `finish-length-with-calls`. A log says the same of the message that it shows as the answer.
    """
    cut = [call for call in ended.calls if call.json.state is Json.TRUNCATED and call.as_text]
    if not cut:
        return
    slot, name, excerpt = cut[0].slot, (cut[0].name or "unnamed")[:120], cut[0].arguments[-40:]
    if isinstance(ended, Turn):
        value, message = ended.message.finish, ended.message.index
        if value in COMPLETE and "finish-words" not in ended.history.lost:
            slots = {call.slot for call in cut}
            yield found(ended, ended.spot, variant="log", slots=slots, message=message, value=value, slot=slot, name=name, excerpt=excerpt)
        return
    finish = next((finish for finish in ended.finishes if finish.value in COMPLETE), None)
    if finish is None or any(other.value == "length" for other in ended.finishes):
        return
    related = tuple(call.last for call in cut[:3] if isinstance(call, Call))
    tokens = _limit_reached(ended.stream)
    yield found(
        ended, finish.spot, related=related, variant="token-limit" if tokens else "", count=len(cut), slots=(call.slot for call in cut),
        choice=ended.text, value=finish.value, slot=slot, name=name, excerpt=excerpt, tokens=tokens,
    )  # fmt: skip


def _limit_reached(stream: Stream) -> int:
    """The request's token limit when exactly that many tokens were used, else 0."""
    limit = stream.request.max_tokens if stream.request is not None else None
    used = (stream.usage or {}).get("completion_tokens")
    return limit if type(limit) is int and used == limit else 0
