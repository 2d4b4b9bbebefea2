from validation.examples import assistant, history, result, user
from validation.facts.histories import Message, Turn
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import PLACE, WORD, rule

BEFORE_A_CALL = ("user", "tool", "function")
HOISTED = ("system", "developer")


@rule(
    "TGT815",
    judges=Turn,
    letters=row("off", gemini_compat="error"),
    params={"message": PLACE, "before": WORD},
    says="Message {message} calls tools behind {before}.",
    expected="a user message or a result directly before the call",
    actual="{before}",
    why="Gemini takes a call only directly behind a user turn or a function response, and refuses the request.",
    fix="Client: merge text and calls of a reply into one message; put a user message in front of a history that begins with a call.",
    breaks=["Gemini: 400, Please ensure that function call turn comes immediately after a user turn or after a function response turn"],
    bad=[
        history(user(), assistant(content="Let me look."), assistant("call_a"), result("call_a")),
        history(assistant("call_a"), result("call_a"), note="nothing before the call"),
    ],
    good=[history(user(), assistant("call_a"), result("call_a"), assistant("call_b"), result("call_b"))],
    see=["google-gemini/gemini-cli#26486"],
)
def gemini_turn_order(turn: Turn) -> Findings:
    """A call follows neither a user message nor a result.

    It stands behind another assistant message, or at the start of a history whose beginning was cut off. System messages do not count:
    they are moved to the front.
    """
    before = _before(turn.message)
    if before is None:
        yield found(turn, turn.spot, message=turn.message.index, before="nothing, at the start of the history")
    elif before.role not in BEFORE_A_CALL:
        yield found(
            turn, turn.spot, related=(before.spot,), message=turn.message.index,
            before=f"message {before.index}, from the {before.role[:40] or 'unknown'}",
        )  # fmt: skip


def _before(message: Message) -> Message | None:
    """The message in front of it that is no system message."""
    for index in range(message.index - 1, -1, -1):
        before = message.history.messages[index]
        if before.role not in HOISTED:
            return before
    return None
