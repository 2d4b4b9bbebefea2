from validation.examples import chunk, header, stream, tools
from validation.facts.json_text import Json
from validation.facts.streams import Choice, Stream
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, TEXT, WORD, Texts, rule

OSLO = '{"city":"Oslo"}'
WHY = "The client believes that the call is whole. A strict parser fails, a lenient one completes it and the tool runs with half a value."
FIX = (
    "Server: let length win over tool_calls when the token limit cut the answer. Client: run no call whose arguments do not parse strictly."
)


@rule(
    "FIN410",
    judges=Choice,
    letters={"": row("error"), "token-limit": row("error")},
    params={"choice": WORD, "value": WORD, "slot": WORD, "name": WORD, "excerpt": TEXT, "tokens": NUMBER},
    says="Choice {choice} finished with {value}, but the arguments of call {slot} ({name}) stop in the middle.",
    expected="length, or whole arguments",
    actual="{value}, and arguments that end with {excerpt}",
    why=WHY,
    fix=FIX,
    variants={
        "token-limit": Texts(
            says="Choice {choice} finished with {value}, but the arguments of call {slot} ({name}) stop in the middle, and all "
            "{tokens} tokens that the request allowed were used.",
            expected="length",
            actual="{value}, and arguments that end with {excerpt}",
            why=WHY,
            fix=FIX,
        ),
    },
    bad=[
        stream('{"city":', '"Os'),
        stream(tools(header(arguments=OSLO)), tools(header("call_b", index=1, arguments='{"ci')), finish="stop", note="the second one"),
        stream(
            tools(header(arguments='{"city":')), chunk({}, finish="tool_calls", usage={"completion_tokens": 16}), finish=None,
            request={"max_tokens": 16, "tool_choice": "auto"}, note="the token limit was reached (variant: token-limit)",
        ),
    ],
    good=[stream('{"city":', '"Oslo"}')],
    also=["tool-calls-finish-stop"],
    see=["vllm-project/vllm#58228", "vllm-project/vllm#53270", "vllm-project/vllm#46303"],
    breaks=["LangChain (Python, JS) and the OpenRouter provider: a shortened or empty object, and no error"],
)  # fmt: skip
def truncation_reported_complete(choice: Choice) -> Findings:
    """The finish_reason says that the answer is whole, but a call's arguments stop in the middle.

    The arguments are the beginning of a JSON value and nothing more came, while the choice finished with tool_calls or stop. Either the
    token limit cut the answer and the reason was relabelled, or the last fragment was lost on the way. An honest length is
    `finish-length-with-calls`.
    """
    finish = next((finish for finish in choice.finishes if finish.value in ("tool_calls", "stop")), None)
    cut = [call for call in choice.calls if call.json.state is Json.TRUNCATED and not call.custom and not call.odd_arguments]
    if finish is None or not cut or any(other.value == "length" for other in choice.finishes):
        return
    tokens = _limit_reached(choice.stream)
    yield found(
        choice, finish.spot, related=tuple(call.last for call in cut[:3]), variant="token-limit" if tokens else "", count=len(cut),
        slots=(call.slot for call in cut), choice=choice.text, value=finish.value, slot=cut[0].slot, name=(cut[0].name or "unnamed")[:120],
        excerpt=cut[0].arguments[-40:], tokens=tokens,
    )  # fmt: skip


def _limit_reached(stream: Stream) -> int:
    """The request's token limit when exactly that many tokens were used, else 0."""
    limit = stream.request.max_tokens if stream.request is not None else None
    used = (stream.usage or {}).get("completion_tokens")
    return limit if type(limit) is int and used == limit else 0
