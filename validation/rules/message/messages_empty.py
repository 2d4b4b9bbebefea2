from validation.examples import document, history, user
from validation.facts.histories import History
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import WORD, Texts, rule

WHY = "There is nothing to answer; every endpoint refuses the request."
FIX = "Client: send at least one message."


@rule(
    "MSG701",
    judges=History,
    letters={"": row("error"), "not-an-array": row("error")},
    params={"type": WORD},
    says="The history has no messages.",
    expected="at least one message",
    actual="an empty array",
    why=WHY,
    fix=FIX,
    variants={
        "not-an-array": Texts(
            says="There are no messages: what stands in their place is no array ({type}).",
            expected="an array of messages",
            actual="{type}",
            why=WHY,
            fix=FIX,
        ),
    },
    breaks=["every endpoint"],
    bad=[
        document({"model": "demo-model", "messages": []}),
        document({"model": "demo-model", "messages": None}, note="variant: not-an-array, null"),
    ],
    good=[history(user()), document({"model": "demo-model", "messages": [user()]})],
    see=["mistral-common 1.13.1"],
)
def messages_empty(history: History) -> Findings:
    """A history has no messages.

    The array of messages is empty, or what stands in its place is no array.
    """
    if not history.messages:
        yield found(history, history.spot, variant="not-an-array" if history.not_array else "", type=history.not_array)
