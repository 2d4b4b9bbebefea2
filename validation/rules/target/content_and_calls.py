from validation.examples import assistant, history, result, user
from validation.facts.histories import History
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, PLACE, rule

PLACES_SHOWN = 4


@rule(
    "TGT810",
    judges=History,
    letters=row("off", mistral="info"),
    params={"message": PLACE, "number": NUMBER},
    says="Messages with both text and calls: {number}, the first is message {message}.",
    expected="either text or calls, for Mistral's first tokenizers",
    actual="both",
    why="The first versions of Mistral's tokenizer take one of both in a message; everybody else takes both.",
    fix="Client: leave the text out for models with a tokenizer of version 1 to 3.",
    breaks=["mistral-common v1 to v3: either content or tool_calls, but not both"],
    bad=[history(user(), assistant("call_a", content="Let me look."), result("call_a"))],
    good=[history(user(), assistant("call_a"), result("call_a"))],
    see=["mistral-common 1.13.1"],
)
def content_and_calls(history: History) -> Findings:
    """An assistant message has text and calls.

    Legal, and what models often do: they say what they are about to look up. Noted for old Mistral models alone,
    in one finding for all messages of a history.
    """
    both = [turn for turn in history.turns if turn.message.text]
    if both:
        first, *others = both
        yield found(
            first, first.spot, pointer="/content", related=tuple(turn.spot for turn in others[:PLACES_SHOWN]), count=len(both),
            message=first.message.index, number=len(both),
        )  # fmt: skip
