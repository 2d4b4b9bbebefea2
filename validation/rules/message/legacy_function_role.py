from validation.examples import assistant, history, result, user
from validation.facts.histories import Message
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import PLACE, WORD, rule

CALLED = {"role": "assistant", "content": None, "function_call": {"name": "get_weather", "arguments": "{}"}}


@rule(
    "MSG713",
    judges=Message,
    letters=row(
        "warning", openai_strict="info", deepseek="error", mistral="error", anthropic_compat="error", gemini_compat="error",
        permissive="info",
    ),
    params={"message": PLACE, "name": WORD},
    says="Message {message} has the role function ({name}), which tool has replaced.",
    expected='"role": "tool" with a tool_call_id',
    actual='"role": "function"',
    why="OpenAI still takes it behind a function_call, but it answers no call in tool_calls, and most others do not know the role.",
    unless="The receiver is OpenAI, and the message answers a function_call.",
    fix="Client: write role tool with the id of the call, and the call into tool_calls.",
    breaks=["Mistral: refused by its schema", "DeepSeek: unknown role", "Anthropic, Gemini: no such role"],
    bad=[history(user(), CALLED, {"role": "function", "name": "get_weather", "content": "4 degrees"}, user())],
    good=[history(user(), assistant("call_a"), result("call_a"))],
    also=["legacy-function-call"],
    see=["OpenAI API reference", "mistral-common 1.13.1", "sgl-project/sglang encoding_dsv32.py"],
)  # fmt: skip
def legacy_function_role(message: Message) -> Findings:
    """A result is stored under the role function.

    This is how results looked before `tool_calls`. The link is the name alone (MSG718 when it is missing). A call in `tool_calls` is not
    answered by it: HIS501 says that.
    """
    if message.role == "function":
        name = message.wire.get("name")
        yield found(
            message, message.spot, pointer="/role", message=message.index,
            name=name[:120] if isinstance(name, str) and name else "no name",
        )  # fmt: skip
