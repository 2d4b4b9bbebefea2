from validation.examples import assistant, history, result, user
from validation.facts.histories import Result
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import PLACE, WORD, rule


@rule(
    "MSG719",
    judges=Result,
    letters=row(
        "error", deepseek="warning", vllm="warning", openrouter="warning", anthropic_compat="warning", gemini_compat="warning",
        permissive="info",
    ),
    params={"message": PLACE, "state": WORD},
    says="The result in message {message} has no content: it is {state}.",
    expected="a string, or text parts",
    actual="{state}",
    why="The content of a tool message is required. OpenAI and Mistral refuse the request.",
    unless="The receiver reads null as an empty text.",
    fix='Client: write a text for a tool that returned nothing, such as "(no output)".',
    breaks=["OpenAI: Invalid value for 'content': expected a string, got null", "mistral-common: refused in every version"],
    bad=[
        history(user(), assistant("call_a"), result("call_a", None)),
        history(user(), assistant("call_a"), result("call_a", ...), note="absent"),
    ],
    good=[history(user(), assistant("call_a"), result("call_a", "(no output)"))],
    see=["OpenAI API reference", "vercel/ai#5526", "mistral-common 1.13.1"],
)  # fmt: skip
def tool_content_missing(result: Result) -> Findings:
    """A result has no content.

    The tool returned nothing, and that was stored as null or left out. An empty text is accepted more widely; it is MSG708.
    """
    wire = result.message.wire
    if wire.get("content") is None:
        state = "null" if "content" in wire else "absent"
        yield found(
            result, result.spot, pointer="/content" if "content" in wire else "", message=result.message.index, state=state,
        )  # fmt: skip
