from validation.examples import assistant, call, document, header, stream, tools, user
from validation.facts.histories import Turn
from validation.facts.streams import Choice
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, PLACE, WORD, Texts, rule

OSLO = '{"city":"Oslo"}'
LETTERS = row("warning", permissive="info")
WHY = "What was cut may still parse, or be made to parse by a lenient client, and the tool then runs with half of its arguments."
FIX = "Server: nothing, it told the truth. Client: never run the last call of such an answer; ask again with a higher max_tokens."
CUT = {"index": 0, "message": assistant(call(arguments='{"ci')), "finish_reason": "length"}


@rule(
    "FIN409",
    judges=(Choice, Turn),
    letters={"": LETTERS, "log": LETTERS},
    params={"choice": WORD, "calls": NUMBER, "name": WORD, "message": PLACE},
    says="Choice {choice} was cut at the token limit (length) while it made calls ({calls}); the last one, {name}, may be unfinished.",
    expected="tool_calls",
    actual="length",
    why=WHY,
    unless="The arguments of the last call are whole and were meant to end there.",
    fix=FIX,
    variants={
        "log": Texts(
            says="The log says that message {message} was cut at the token limit (length) while it made calls ({calls}), the last {name}.",
            why=WHY,
            fix=FIX,
        )
    },
    bad=[
        stream('{"city":', finish="length", note="cut inside the arguments"),
        stream(
            tools(header(arguments=OSLO)), tools(header("call_b", index=1, arguments='{"ci')), finish="length", note="the second is cut"
        ),
        stream(OSLO, finish="length", note="the arguments look whole"),
        document(
            {"call_type": "completion", "messages": [user()], "response": {"choices": [CUT]}}, note="LiteLLM's log of it (variant: log)"
        ),
    ],
    good=[stream(OSLO), stream({"content": "Four deg"}, finish="length", note="no call")],
    see=["XpressAI/xaibo#33", "experientiallabs/experiential#757"],
    breaks=[
        "openai-python: the helper raises LengthFinishReasonError when tools were given",
        "LangChain (Python, JS): the cut arguments are completed and the call runs; OpenRouter provider: the call is lost",
    ],
)
def finish_length_with_calls(ended: Choice | Turn) -> Findings:
    """The answer was cut at the token limit while calls were being made.

    The endpoint says so openly, which is why cut arguments of this choice weigh no more than this. When the reason says tool_calls or
    stop instead, it is `truncation-reported-complete`. A log says the same of the message that it shows as the answer.
    """
    if isinstance(ended, Turn):
        if ended.history.finishes.get(ended.message.index) == "length" and ended.calls:
            name = ended.calls[-1].name or "unnamed"
            yield found(ended, ended.spot, variant="log", message=ended.message.index, calls=len(ended.calls), name=name[:120])
        return
    length = next((finish for finish in ended.finishes if finish.value == "length"), None)
    if length is not None and ended.calls:
        last = max(ended.calls, key=lambda call: call.last_chunk)
        yield found(
            ended, length.spot, related=(last.last,), choice=ended.text, calls=len(ended.calls), name=(last.name or "unnamed")[:120]
        )  # fmt: skip
