from validation.examples import header, stream, tools
from validation.facts.streams import Choice
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, WORD, rule

OSLO = '{"city":"Oslo"}'


@rule(
    "FIN409",
    judges=Choice,
    letters=row("warning", permissive="info"),
    params={"choice": WORD, "calls": NUMBER, "name": WORD},
    says="Choice {choice} was cut at the token limit (length) while it made calls ({calls}); the last one, {name}, may be unfinished.",
    expected="tool_calls",
    actual="length",
    why="What was cut may still parse, or be made to parse by a lenient client, and the tool then runs with half of its arguments.",
    unless="The arguments of the last call are whole and were meant to end there.",
    fix="Server: nothing, it told the truth. Client: never run the last call of such an answer; ask again with a higher max_tokens.",
    bad=[
        stream('{"city":', finish="length", note="cut inside the arguments"),
        stream(
            tools(header(arguments=OSLO)), tools(header("call_b", index=1, arguments='{"ci')), finish="length", note="the second is cut"
        ),
        stream(OSLO, finish="length", note="the arguments look whole"),
    ],
    good=[stream(OSLO), stream({"content": "Four deg"}, finish="length", note="no call")],
    see=["XpressAI/xaibo#33", "experientiallabs/experiential#757"],
    breaks=[
        "openai-python: the helper raises LengthFinishReasonError when tools were given",
        "LangChain (Python, JS): the cut arguments are completed and the call runs; OpenRouter provider: the call is lost",
    ],
)
def finish_length_with_calls(choice: Choice) -> Findings:
    """The answer was cut at the token limit while calls were being made.

    The endpoint says so openly, which is why cut arguments of this choice weigh no more than this. When the reason says tool_calls or
    stop instead, it is `truncation-reported-complete`.
    """
    length = next((finish for finish in choice.finishes if finish.value == "length"), None)
    if length is not None and choice.calls:
        last = max(choice.calls, key=lambda call: call.last_chunk)
        yield found(
            choice, length.spot, related=(last.last,), choice=choice.text, calls=len(choice.calls), name=(last.name or "unnamed")[:120]
        )  # fmt: skip
