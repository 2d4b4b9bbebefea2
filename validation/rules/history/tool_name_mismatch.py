from validation.examples import assistant, call, history, result, user
from validation.facts.histories import Result
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import PLACE, WORD, rule


@rule(
    "HIS513",
    judges=Result,
    letters=row(
        "warning", openai_strict="info", deepseek="info", mistral="info", vllm="info", openrouter="info", anthropic_compat="info",
        gemini_compat="error", permissive="info",
    ),
    params={"message": PLACE, "turn": PLACE, "name": WORD, "called": WORD},
    says="Message {message} says it comes from {name}, but its call in message {turn} is to {called}.",
    expected="{called}, or no name",
    actual="{name}",
    why="Receivers that link a result by the name of its function find none of this name, and refuse it or show the model a wrong pair.",
    unless="The receiver links results by id alone and ignores the name.",
    fix="Client: copy the name of the called function, or leave name out.",
    breaks=[
        "Gemini: 400, the name of the response must be that of the call",
        "Ollama: takes the name before it looks for the id",
        "OpenAI, mistral-common: ignored",
    ],
    bad=[
        history(user(), assistant("call_a"), result("call_a", name="tool_result")),
        history(
            user(), assistant(call("call_a", "get_weather"), call("call_b", "get_time")), result("call_a", name="get_time"),
            result("call_b", name="get_weather"), note="two names swapped",
        ),
    ],
    good=[
        history(user(), assistant("call_a"), result("call_a", name="get_weather")),
        history(user(), assistant("call_a"), result("call_a"), note="a result needs no name"),
    ],
    see=["archestra-ai/archestra#7583", "NousResearch/hermes-agent#72089", "ollama/ollama openai/openai.go", "mistral-common 1.13.1"],
)  # fmt: skip
def tool_name_mismatch(result: Result) -> Findings:
    """A result carries the name of another function than its call.

    The `name` of a tool message is optional. Often it is a fixed word, the name of a wrapper around the tool, or, with parallel calls, the
    name of the neighbour.

    Only results whose call is known are judged. That the name has characters which OpenAI refuses is MSG717.
    """
    name = result.message.wire.get("name")
    call = result.call
    if isinstance(name, str) and name and call is not None and call.name and name != call.name:
        yield found(
            result, result.spot, pointer="/name", related=(call.spot,), message=result.message.index,
            turn=call.turn.message.index, name=name[:120], called=call.name[:120],
        )  # fmt: skip
