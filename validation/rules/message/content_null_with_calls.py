from validation.examples import assistant, history, result, user
from validation.facts.histories import Message
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import PLACE, rule


@rule(
    "MSG705",
    judges=Message,
    letters=row("off", gemini_compat="info", permissive="info"),
    params={"message": PLACE},
    says="Assistant message {message} has calls and a content that is null.",
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
def content_null_with_calls(message: Message) -> Findings:
    """An assistant message with calls has `content: null`.

    This is the shape of OpenAI's own answers and not a fault. It is noted for targets of which some refuse it. Without calls it is
    MSG703.
    """
    if message.turn is not None and "content" in message.wire and message.wire["content"] is None:
        yield found(message, message.spot, pointer="/content", message=message.index)
