from validation.examples import assistant, history, user
from validation.facts.histories import History
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, PLACE, rule

PLACES_SHOWN = 16
BRIEF = {"role": "developer", "content": "Be brief."}


@rule(
    "TGT808",
    judges=History,
    letters=row("info", openai_strict="off", deepseek="warning", mistral="error", vllm="warning", permissive="off"),
    params={"message": PLACE, "number": NUMBER},
    says="Message {message} has the role developer, which OpenAI alone has defined. Such messages: {number}.",
    expected='"role": "system"',
    actual='"role": "developer"',
    why="Receivers without that role refuse the message, or read the instructions as something that the user said.",
    unless="The target is OpenAI, or a server that maps the role.",
    fix="Client: send the role system to targets other than OpenAI.",
    breaks=[
        "Mistral: refused by its schema", "templates without the role: raise an error",
        "DeepSeek: its encoder treats it like a user turn", "Anthropic by its compatible layer: joined into the system prompt",
    ],
    bad=[history(BRIEF, user())],
    good=[history({"role": "system", "content": "Be brief."}, user(), assistant(content="Hello."))],
    see=["mistral-common 1.13.1", "sgl-project/sglang encoding_dsv32.py", "lmstudio-ai/lmstudio-bug-tracker#2298"],
)  # fmt: skip
def developer_role(history: History) -> Findings:
    """A message has the role developer.

    OpenAI renamed system to developer for its reasoning models and accepts both. Elsewhere the name is unknown or only mapped by some
    servers. One finding stands for all such messages of a history.
    """
    messages = [message for message in history.messages if message.role == "developer"]
    if messages:
        yield found(
            history, messages[0].spot, pointer="/role", count=len(messages), message=messages[0].index, number=len(messages),
            related=tuple(message.spot for message in messages[1:PLACES_SHOWN]),
        )  # fmt: skip
