from validation.examples import assistant, history, user
from validation.facts.histories import Message
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import PLACE, WORD, rule

CALLED = assistant(content=None, function_call={"name": "get_weather", "arguments": "{}"})


@rule(
    "MSG718",
    judges=Message,
    letters=row("error", permissive="warning"),
    params={"message": PLACE, "state": WORD},
    says="Message {message} has the role function and no name: it is {state}.",
    expected="the name of the called function",
    actual="{state}",
    why="The name is all that links such a message to its call; OpenAI refuses it without one.",
    fix="Client: copy the name of the function_call, or better, write tool_calls and the role tool.",
    breaks=["OpenAI: messages with role 'function' must have a name"],
    bad=[
        history(user(), CALLED, {"role": "function", "content": "4 degrees"}, user()),
        history(user(), CALLED, {"role": "function", "name": "", "content": "4 degrees"}, user(), note="an empty name"),
    ],
    good=[history(user(), assistant(content="4 degrees."))],
    also=["legacy-function-call", "legacy-function-role"],
    see=["open-compass/T-Eval#66", "rsmeowry/chatgpt_rs#75", "OpenAI API reference"],
)
def legacy_function_unnamed(message: Message) -> Findings:
    """A result under the role function has no name.

    Such messages know no ids: the name of the function is required. That the role itself is out of date is MSG713.
    """
    name = message.wire.get("name")
    if message.role == "function" and not (isinstance(name, str) and name):
        state = "absent" if "name" not in message.wire else "empty" if name == "" else "no string"
        yield found(message, message.spot, pointer="" if state == "absent" else "/name", message=message.index, state=state)
