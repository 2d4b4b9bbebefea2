import re

from validation.examples import assistant, history, result, user
from validation.facts.histories import Message
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import PLACE, WORD, rule

ROLES = frozenset({"system", "developer", "user", "assistant", "tool"})
OTHER = re.compile(r"[^A-Za-z0-9_-]")


@rule(
    "MSG717",
    judges=Message,
    letters=row(
        "warning", openai_strict="error", deepseek="info", mistral="info", vllm="info", openrouter="info", anthropic_compat="info",
        gemini_compat="info", permissive="info",
    ),
    params={"message": PLACE, "name": WORD, "character": WORD},
    says='The name "{name}" of message {message} has a character that OpenAI does not take: {character}.',
    expected="letters, digits, _ and -",
    actual="{name}",
    why="OpenAI refuses the whole request for it; other receivers ignore the field.",
    unless="The receiver ignores names of messages.",
    fix="Client: replace the character by _, or write the name into the text.",
    breaks=["OpenAI: Invalid 'messages[1].name': string does not match pattern", "mistral-common: refuses any name of a user message"],
    bad=[
        history({**user(), "name": "Kitchen Panel"}),
        history(user(), assistant(content="4 degrees.", name="météo"), note="a letter outside a to z"),
    ],
    good=[
        history({**user(), "name": "Kitchen_Panel"}),
        history(user(), assistant("call_a"), result("call_a", name="get_weather")),
    ],
    see=[
        "jekalmin/extended_openai_conversation#251", "danny-avila/LibreChat#1076", "pollinations/pollinations#10653",
        "mistral-common 1.13.1",
    ],
)  # fmt: skip
def message_name_charset(message: Message) -> Findings:
    """The name of a message has a character that OpenAI refuses.

    It is usually a blank in the name of a person, a room or an agent. The names of functions are TGT805.
    """
    name = message.wire.get("name")
    if message.role not in ROLES or not isinstance(name, str):
        return
    other = OTHER.search(name)
    if other is not None:
        shown = "a blank" if other[0] == " " else f"U+{ord(other[0]):04X}"
        yield found(message, message.spot, pointer="/name", message=message.index, name=name[:64], character=shown)
