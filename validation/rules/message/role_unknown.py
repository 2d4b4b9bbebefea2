from validation.examples import assistant, document, history, user
from validation.facts.histories import Message
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import PLACE, WORD, Texts, rule

ROLES = ("system", "developer", "user", "assistant", "tool", "function")
OWN_ROLES = ("latest_reminder", "_input")
"""Roles that DeepSeek and Kimi write into their own dumps."""

EXPECTED = "one of system, developer, user, assistant, tool, function"
WHY = "Receivers read a message by its role; they refuse one that they do not know, or leave it out of the prompt."
FIX = "Client: map the role to one of the six before sending; the model's own turns are assistant."


@rule(
    "MSG702",
    judges=Message,
    letters={"": row("error"), "own-role": row("error", deepseek="info"), "no-role": row("error")},
    params={"message": PLACE, "role": WORD},
    says='Message {message} has the role "{role}", which is none of the six.',
    expected=EXPECTED,
    actual="{role}",
    why=WHY,
    fix=FIX,
    variants={
        "own-role": Texts(
            says='Message {message} has the role "{role}", which only DeepSeek and Kimi use, in records of their own.',
            expected=EXPECTED,
            actual="{role}",
            why=WHY,
            unless="The record is read by the vendor's own encoder.",
            fix=FIX,
        ),
        "no-role": Texts(
            says="Message {message} has no role: {role}.",
            expected=EXPECTED,
            actual="{role}",
            why=WHY,
            fix="Client: give every message a role.",
        ),
    },
    breaks=["OpenAI, Mistral, SGLang and others: refuse the request by their schema"],
    bad=[
        history(user(), {"role": "model", "content": "4 degrees."}),
        history(user(), {"role": "latest_reminder", "content": "Be brief."}, note="variant: own-role"),
        history(user(), {"content": "4 degrees."}, note="variant: no-role"),
        document([user(), "4 degrees."], note="variant: no-role, a message that is no object"),
    ],
    good=[history({"role": "system", "content": "Be brief."}, user(), assistant(content="4 degrees."))],
    see=["OpenAI API reference", "sgl-project/sglang protocol.py"],
)
def role_unknown(message: Message) -> Findings:
    """A message has a role that Chat Completions does not know.

    Other interfaces call the same things `model`, `human`, `ai` or `bot`; a role is also written with a capital letter, or missing.
    """
    if message.role in ROLES:
        return
    if message.odd:
        yield found(message, message.spot, variant="no-role", message=message.index, role=f"it is no object but of type {message.odd}")
    elif not message.role:
        state = "the role is absent" if "role" not in message.wire else "the role is empty or no string"
        yield found(message, message.spot, variant="no-role", message=message.index, role=state)
    else:
        variant = "own-role" if message.role in OWN_ROLES else ""
        yield found(message, message.spot, pointer="/role", variant=variant, message=message.index, role=message.role[:64])
