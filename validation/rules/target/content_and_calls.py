from validation.examples import assistant, history, result, user
from validation.facts.histories import Turn
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import PLACE, rule


@rule(
    "TGT810",
    judges=Turn,
    letters=row("off", mistral="info"),
    params={"message": PLACE},
    says="Message {message} has both text and calls.",
    expected="either text or calls, for Mistral's first tokenizers",
    actual="both",
    why="The first versions of Mistral's tokenizer take one of both in a message; everybody else takes both.",
    fix="Client: leave the text out for models with a tokenizer of version 1 to 3.",
    breaks=["mistral-common v1 to v3: either content or tool_calls, but not both"],
    bad=[history(user(), assistant("call_a", content="Let me look."), result("call_a"))],
    good=[history(user(), assistant("call_a"), result("call_a"))],
    see=["mistral-common 1.13.1"],
)
def content_and_calls(turn: Turn) -> Findings:
    """An assistant message has text and calls.

    Legal, and what models often do: they say what they are about to look up. Noted for old Mistral models alone.
    """
    if turn.message.text:
        yield found(turn, turn.spot, pointer="/content", message=turn.message.index)
