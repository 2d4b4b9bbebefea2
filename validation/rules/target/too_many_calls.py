from validation.examples import assistant, history, result, user
from validation.facts.histories import Turn
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, PLACE, rule

LIMIT = 128


def _calls(number: int) -> tuple[dict[str, object], ...]:
    ids = [f"call_{nth}" for nth in range(number)]
    return (user(), assistant(*ids), *map(result, ids))


@rule(
    "TGT818",
    judges=Turn,
    letters=row(
        "warning", openai_strict="error", deepseek="off", mistral="off", vllm="off", anthropic_compat="off", gemini_compat="off",
        permissive="off",
    ),
    params={"message": PLACE, "number": NUMBER},
    says="Message {message} has {number} calls.",
    expected="at most 128 calls in a message",
    actual="{number} calls",
    why="OpenAI refuses the whole request, and with it the conversation cannot go on.",
    unless="The target has no such limit, as mistral-common.",
    fix="Client: store the calls in several messages, each with its results behind it, or drop answered calls with their results.",
    breaks=["OpenAI: array too long. Expected an array with maximum length 128"],
    bad=[history(*_calls(129))],
    good=[history(*_calls(128))],
    see=["pydantic/pydantic-ai#1105", "openai/openai-dotnet#317", "gptscript-ai/gptscript#547", "mistral-common 1.13.1"],
)  # fmt: skip
def too_many_calls(turn: Turn) -> Findings:
    """A message has more than 128 calls.

    Models that go over a long list call a tool once an entry. The answer arrives and is run, and only the next request is refused.
    """
    if len(turn.calls) > LIMIT:
        yield found(turn, turn.spot, pointer="/tool_calls", message=turn.message.index, number=len(turn.calls))
