from validation.examples import assistant, history, result, user
from validation.facts.histories import Turn
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import PLACE, rule

LOOK = assistant(content="Let me look that up.")


@rule(
    "HIS516",
    judges=Turn,
    letters=row("info", deepseek="warning", vllm="warning"),
    params={"text": PLACE, "message": PLACE},
    says="Messages {text} and {message} are text and calls of one reply, stored as two assistant messages.",
    expected="one assistant message with the text and the calls",
    actual="two assistant messages in a row",
    why="Every result is in its place, but templates that want roles to alternate refuse two assistant messages in a row.",
    unless="The receiver accepts neighbouring assistant messages, as OpenAI and mistral-common do.",
    fix="Client: keep what the model said beside its calls in the content of the same message.",
    breaks=[
        "one report of DeepSeek v4 refusing it",
        "templates that want alternating roles",
        "Gemini: wants a user or a result before a call",
    ],
    bad=[history(user(), LOOK, assistant("call_a"), result("call_a"))],
    good=[
        history(user(), assistant("call_a", content="Let me look that up."), result("call_a")),
        history(user(), assistant("call_a"), result("call_a"), assistant(content="4 degrees."), note="text behind the result"),
    ],
    see=["NousResearch/hermes-agent#49162", "mistral-common 1.13.1"],
)
def reply_split(turn: Turn) -> Findings:
    """Text and calls of one reply are stored as two messages.

    An assistant message with text, and directly behind it one with calls. Clients that store a message an event do that. The linkage of
    calls and results is sound. Where the calls themselves are split, HIS512 stands for the whole.
    """
    at = turn.message.index
    before = turn.history.messages[at - 1] if at else None
    if before is not None and before.role == "assistant" and before.turn is None and before.text.strip():
        yield found(turn, before.spot, related=(turn.spot,), text=before.index, message=at)
