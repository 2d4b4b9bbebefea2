from validation.examples import assistant, history, result, user
from validation.facts.histories import Turn, ids_of
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import PLACE, WORD, rule


@rule(
    "HIS507",
    judges=Turn,
    letters=row("error", vllm="warning", permissive="warning"),
    params={"message": PLACE, "turn": PLACE, "between": PLACE, "ids": WORD},
    says="Message {message} answers a call of message {turn} too late: message {between} stands between them. Late: {ids}.",
    expected="all results directly behind message {turn}",
    actual="message {between} before the result in message {message}",
    why="To an endpoint the call is open when message {between} comes, and the result belongs to nothing when it comes: it refuses both.",
    fix="Client: write all results of a message before anything else; move message {between} behind the last of them.",
    breaks=["OpenAI, DeepSeek, Mistral, Anthropic, Gemini: refuse the request, as for a missing result or a result without a call"],
    bad=[
        history(
            user(), assistant("call_a", "call_b"), result("call_a"), user([{"type": "text", "text": "a picture"}]), result("call_b"),
            note="a picture of the first result before the second result",
        ),
        history(user(), assistant("call_a"), user("Are you there?"), result("call_a"), note="the user spoke while the tool ran"),
    ],
    good=[
        history(
            user(), assistant("call_a", "call_b"), result("call_a"), result("call_b"), user([{"type": "text", "text": "a picture"}]),
            note="pictures behind all results",
        ),
    ],
    see=["aaif-goose/goose#11893", "agentscope-ai/agentscope#2675", "OpenHands/software-agent-sdk#1445", "livekit/agents#5092"],
)  # fmt: skip
def tool_results_not_adjacent(turn: Turn) -> Findings:
    """Another message stands between a call and its result.

    Results must follow their assistant message directly, in one run. Something was put in between: a picture that belongs to a result, a
    hint of the system, what the user said in the meantime, or a repair that appends a missing result at the very end.

    One finding names all late results of a message; it stands for the missing result and for the result without a call that an
    endpoint would report. Parallel calls stored as neighbouring messages are HIS512.
    """
    if turn.late and turn.closed_by is not None:
        first = turn.late[0]
        yield found(
            turn, first.spot, related=(turn.spot, turn.closed_by.spot), count=len(turn.late), message=first.message.index,
            turn=turn.message.index, between=turn.closed_by.index, ids=ids_of(turn.late),
        )  # fmt: skip
