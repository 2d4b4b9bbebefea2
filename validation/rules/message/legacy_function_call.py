from validation.examples import assistant, history, result, user
from validation.facts.histories import Message
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import PLACE, WORD, Texts, rule

CALLED = {"name": "get_weather", "arguments": '{"city":"Oslo"}'}
ANSWER = {"role": "function", "name": "get_weather", "content": "4 degrees"}
FIX = "Client: write the call into tool_calls, with an id, and its result with the role tool."


@rule(
    "MSG714",
    judges=Message,
    letters={
        "": row(
            "warning", openai_strict="info", deepseek="error", mistral="error", anthropic_compat="error", gemini_compat="error",
            permissive="info",
        ),
        "beside-tool-calls": row("error"),
    },
    params={"message": PLACE, "name": WORD},
    says="Message {message} calls {name} by function_call, which tool_calls has replaced.",
    expected="tool_calls",
    actual="function_call",
    why="OpenAI still takes it, but most other receivers do not know the field and never see the call.",
    unless="The receiver is OpenAI.",
    fix=FIX,
    variants={
        "beside-tool-calls": Texts(
            says="Message {message} has both a function_call (to {name}) and tool_calls.",
            expected="tool_calls alone",
            actual="function_call and tool_calls",
            why="No receiver takes both in one message: it refuses the request, or one of the calls is lost.",
            fix="Client: keep the tool_calls and leave function_call out.",
        ),
    },
    breaks=["OpenAI: takes one of both", "Mistral: extra fields are refused", "DeepSeek, Anthropic, Gemini: do not know the field"],
    bad=[
        history(user(), assistant(content=None, function_call=CALLED), ANSWER, user()),
        history(user(), assistant("call_a", function_call=CALLED), result("call_a"), note="variant: beside-tool-calls"),
    ],
    good=[
        history(user(), assistant("call_a"), result("call_a")),
        history(user(), assistant("call_a", function_call=None), result("call_a"), note="null, as libraries write it"),
    ],
    also=["legacy-function-role"],
    see=["OpenAI API reference", "mistral-common 1.13.1"],
)  # fmt: skip
def legacy_function_call(message: Message) -> Findings:
    """An assistant message calls by `function_call`.

    This is how a call looked before `tool_calls`: one a message, without an id, answered by a message of the role function (MSG713).
    """
    call = message.wire.get("function_call")
    if message.role != "assistant" or call is None:
        return
    name = call.get("name") if isinstance(call, dict) else None
    yield found(
        message, message.spot, pointer="/function_call", variant="beside-tool-calls" if message.turn is not None else "",
        message=message.index, name=name[:120] if isinstance(name, str) and name else "no name",
    )  # fmt: skip
