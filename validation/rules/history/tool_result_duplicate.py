from validation.examples import assistant, history, result, user
from validation.facts.histories import Binding, Result, short_id
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import PLACE, WORD, Texts, rule

LETTERS = row("error", vllm="warning", permissive="warning")
EXPECTED = "one result for each call"
WHY = "An endpoint that binds by id has two answers to one call and refuses the request; one that counts has one result too many."
FIX = "Client: keep one result for each call. Replace a placeholder when the real result comes; do not append the real one."


@rule(
    "HIS504",
    judges=Result,
    letters={"": LETTERS, "block-closed": LETTERS, "other-turn": LETTERS},
    params={"message": PLACE, "first": PLACE, "id": WORD},
    says="Message {message} is a second result for {id}; message {first} has already answered it.",
    expected=EXPECTED,
    actual="results for {id} in messages {first} and {message}",
    why=WHY,
    fix=FIX,
    variants={
        "block-closed": Texts(
            says="Message {message} is a second result for {id}; message {first} answered it, and the conversation has gone on since.",
            expected=EXPECTED,
            actual="results for {id} in messages {first} and {message}",
            why=WHY,
            fix=FIX,
        ),
        "other-turn": Texts(
            says="Message {message} stands behind other calls, but is a second result for {id}, which message {first} answered.",
            expected=EXPECTED,
            actual="results for {id} in messages {first} and {message}",
            why=WHY,
            fix=FIX,
        ),
    },
    breaks=[
        "OpenAI, DeepSeek: 400, Duplicate value for 'tool_call_id'",
        "Mistral v11 and later: Duplicate tool call id in tool results; older versions: not the same number of calls and responses",
    ],
    bad=[
        history(user(), assistant("call_a"), result("call_a"), result("call_a"), note="twice in a row"),
        history(user(), assistant("call_a"), result("call_a", "pending"), user("Well?"), result("call_a"), note="variant: block-closed"),
        history(
            user(), assistant("call_a"), result("call_a"), assistant("call_b"), result("call_a"), result("call_b"),
            note="variant: other-turn",
        ),
    ],
    good=[history(user(), assistant("call_a", "call_b"), result("call_a"), result("call_b"), note="one tool twice, each with its result")],
    see=["agno-agi/agno#5116", "BuilderIO/agent-native#2312"],
)  # fmt: skip
def tool_result_duplicate(result: Result) -> Findings:
    """A call has more than one result.

    There are more tool messages with an id than calls with it: two in a row, a placeholder that was not replaced, or a late copy behind
    other messages. The second one is reported, the first is shown beside it.

    An id that was declared twice takes two results; that it was declared twice is HIS505.
    """
    if result.binding is not Binding.SURPLUS or result.first is None or result.first.call is None:
        return
    variant = ""
    if result.block is not result.first.call.turn:
        variant = "block-closed" if result.block is None else "other-turn"
    yield found(
        result, result.spot, related=(result.first.spot,), variant=variant,
        message=result.message.index, first=result.first.message.index, id=short_id(result.id),
    )  # fmt: skip
