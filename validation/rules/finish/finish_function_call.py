from validation.examples import chunk, stream
from validation.facts.streams import Choice
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import WORD, Texts, rule

OSLO = '{"city":"Oslo"}'
LEGACY = {"function_call": {"name": "get_weather", "arguments": OSLO}}
FIX = "Server: say tool_calls, and send calls in tool_calls. Client: decide by the presence of calls, not by the reason."


@rule(
    "FIN414",
    judges=Choice,
    unusual=True,
    letters={"": row("warning", permissive="info"), "tool-calls": row("warning", permissive="info"), "legacy": row("info")},
    params={"choice": WORD},
    says="Choice {choice} finished with function_call but made no call.",
    expected="stop, or a call and tool_calls",
    actual="function_call and no call",
    why="Clients wait for a call that did not come, or read the old value as an ordinary stop.",
    fix=FIX,
    variants={
        "tool-calls": Texts(
            says="Choice {choice} finished with function_call, the reason of an older protocol, but made its calls in tool_calls.",
            expected="tool_calls",
            actual="function_call",
            why="A loop that waits for tool_calls does not run the calls; one that knows function_call looks for them in the wrong place.",
            fix=FIX,
        ),
        "legacy": Texts(
            says="Choice {choice} made its call in function_call, which tool_calls replaced.",
            expected="tool_calls",
            actual="function_call",
            why="The form is deprecated and newer clients do not read it; it also has no id, so that two calls cannot be told apart.",
            fix=FIX,
        ),
    },
    bad=[
        stream({"content": "Let me look."}, finish="function_call", note="no call at all"),
        stream(OSLO, finish="function_call", note="calls in the new form (variant: tool-calls)"),
        stream(LEGACY, finish="function_call", note="a call in the old form (variant: legacy)"),
    ],
    good=[stream(OSLO), stream(chunk({"content": "Four."}, finish="stop"), finish=None)],
    also=["legacy-function-call-delta"],
    see=["openai/openai-openapi CreateChatCompletionStreamResponse"],
    breaks=["agent loops that branch on finish_reason; openai-node 6.49.0 throws for an empty function_call"],
)
def finish_function_call(choice: Choice) -> Findings:
    """The finish_reason is function_call, the word of a protocol before tool_calls.

    It fits a call in the old form, a `function_call` delta, and is then only worth knowing. Beside calls in `tool_calls`, or without any
    call, it says something that is not so.
    """
    finish = next((finish for finish in choice.finishes if finish.value == "function_call"), None)
    if finish is not None:
        variant = "tool-calls" if choice.calls else "legacy" if choice.function_call else ""
        yield found(choice, finish.spot, variant=variant, choice=choice.text)
