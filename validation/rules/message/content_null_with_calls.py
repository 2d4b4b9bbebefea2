from validation.examples import assistant, history, result, user
from validation.facts.histories import History
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, PLACE, rule

PLACES_SHOWN = 4


@rule(
    "MSG705",
    judges=History,
    letters=row("off", gemini_compat="info", permissive="info"),
    params={"message": PLACE, "number": NUMBER},
    says="Assistant messages with calls and a content that is null: {number}, the first is message {message}.",
    expected="null for OpenAI and Anthropic; an empty string for old local servers",
    actual="null",
    why="Legal, and how OpenAI itself writes it. A few old servers refuse null here; proxies in front of Anthropic refuse an empty string.",
    fix="Client: leave it as it is; replace null by an empty string only for a server that refuses it.",
    breaks=["old LM Studio, some proxies in front of Gemini: refuse null"],
    bad=[history(user(), assistant("call_a"), result("call_a"))],
    good=[
        history(user(), assistant("call_a", content="Let me look."), result("call_a")),
        history(user(), {key: value for key, value in assistant("call_a").items() if key != "content"}, result("call_a"), note="absent"),
    ],
    see=["lmstudio-ai/lmstudio-bug-tracker#261", "SAIL-Research-Lab/cheetahclaws#72", "OpenAI API reference"],
)
def content_null_with_calls(history: History) -> Findings:
    """An assistant message with calls has `content: null`.

    This is the shape of OpenAI's own answers and not a fault. It is noted for targets of which some refuse it, in one finding
    for all messages of a history. Without calls it is MSG703.
    """
    null = [turn for turn in history.turns if turn.message.wire.get("content", "") is None]
    if null:
        first, *others = null
        yield found(
            first, first.spot, pointer="/content", related=tuple(turn.spot for turn in others[:PLACES_SHOWN]), count=len(null),
            message=first.message.index, number=len(null),
        )  # fmt: skip
