from validation.examples import assistant, call, history, result, user
from validation.facts.histories import HistoryCall
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, PLACE, WORD, rule


@rule(
    "MSG710",
    judges=HistoryCall,
    letters=row("error"),
    params={"message": PLACE, "call": NUMBER, "missing": WORD},
    says="Call {call} of message {message} has no {missing}.",
    expected="function.name and function.arguments",
    actual="no {missing}",
    why="The call cannot be shown to the model again: templates and endpoints read name and arguments of every call.",
    fix="Client: store the call whole; a call without arguments has an empty object as its text.",
    breaks=["OpenAI: both are required", "llama.cpp: refuses the request"],
    bad=[
        history(user(), assistant(call(function=...)), result(), note="no function"),
        history(user(), assistant(call(function={"name": "get_weather"})), result(), note="no arguments"),
    ],
    good=[history(user(), assistant(call(arguments="{}")), result())],
    see=["OpenAI API reference", "ggml-org/llama.cpp common/chat.cpp"],
)
def call_function_missing(call: HistoryCall) -> Findings:
    """A call of a history lacks its function, the name or the arguments.

    The key itself is absent, or the call or its function is no object. An empty name is MSG716, arguments that are no string are MSG712,
    an empty string is ARG606. A custom call has `custom.name` and `custom.input` in their place.
    """
    missing = _missing(call)
    if missing:
        yield found(call, call.spot, message=call.turn.message.index, call=call.number, missing=missing)


def _missing(call: HistoryCall) -> str:
    inside = call.wire.get(call.body)
    if not isinstance(inside, dict):
        return call.body
    if "name" not in inside:
        return f"{call.body}.name"
    key = "input" if call.custom else "arguments"
    return "" if key in inside else f"{call.body}.{key}"
