from validation.examples import assistant, history, result, user
from validation.facts.histories import Message
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import PLACE, WORD, Texts, rule

ALTERNATING = ("user", "assistant")


@rule(
    "TGT809",
    judges=Message,
    letters={"": row("off", mistral="info", vllm="warning"), "user-behind-result": row("off", mistral="info")},
    params={"message": PLACE, "before": PLACE, "role": WORD},
    says="Messages {before} and {message} are both from the {role}.",
    expected="user and assistant in turn",
    actual="{role} twice in a row",
    why="Strict chat templates raise an error when two neighbours have one role.",
    unless="The template or the server merges neighbours, as mistral-common does.",
    fix="Client: merge the two messages into one.",
    variants={
        "user-behind-result": Texts(
            says="Message {message} from the {role} stands directly behind the result in message {before}.",
            expected="an answer of the assistant behind a result",
            actual="{role} behind tool",
            why="Mistral's platform has refused this, although mistral-common takes it in every version.",
            unless="The server takes it.",
            fix="Client: put a short assistant message between the result and the user.",
        ),
    },
    breaks=[
        "templates of Gemma, old Mistral and Llama: Conversation roles must alternate",
        "Mistral: Unexpected role 'user' after role 'tool' (reported)",
    ],
    bad=[
        history(user("Hello"), user("Are you there?")),
        history(user(), assistant("call_a"), result("call_a"), user(), note="variant: user-behind-result"),
    ],
    good=[history(user(), assistant("call_a"), result("call_a"), assistant(content="4 degrees."), user())],
    see=["withcatai/node-llama-cpp#263", "microsoft/autogen#1037", "suitenumerique/conversations#197", "mistral-common 1.13.1"],
)
def roles_not_alternating(message: Message) -> Findings:
    """Two neighbouring messages have one role.

    Two messages of the user, or two of the assistant, directly follow each other. Only some templates of self-hosted models mind. Where
    the two are one reply stored in pieces, HIS512 and HIS516 say so, and this follows from it.
    """
    before = message.history.messages[message.index - 1] if message.index else None
    if before is None:
        return
    if message.role == before.role and message.role in ALTERNATING:
        variant = ""
    elif message.role == "user" and before.role == "tool":
        variant = "user-behind-result"
    else:
        return
    split = message.turn.split if message.turn is not None else None
    yield found(
        split or message, message.spot, related=(before.spot,), variant=variant,
        message=message.index, before=before.index, role=message.role,
    )  # fmt: skip
