from validation.examples import assistant, call, history, result, user
from validation.facts.histories import IdState, Turn
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, PLACE, WORD, rule

CALLS_SHOWN = 16


@rule(
    "MSG711",
    judges=Turn,
    letters=row("error", vllm="warning", permissive="warning"),
    params={"message": PLACE, "number": NUMBER, "call": NUMBER, "state": WORD},
    says="Message {message} has calls without an id: {number}, the first is call {call} ({state}).",
    expected="an id, unique in the message, for every call",
    actual="{state}",
    why="Without an id no result can be linked to the call; endpoints refuse the request.",
    fix="Client: give the call an id, and its result the same one. Server: send an id with every call.",
    breaks=["OpenAI: the field is required", "mistral-common v3 and later: the id has to be defined", "Anthropic: refuses an empty id"],
    bad=[
        history(user(), assistant(call("")), result(""), note="empty on both sides"),
        history(user(), assistant(call(...)), user("And tomorrow?"), note="absent"),
    ],
    good=[history(user(), assistant("call_a"), result("call_a"))],
    see=["anomalyco/opencode#1279", "zed-industries/zed#47696", "mistral-common 1.13.1"],
)  # fmt: skip
def call_id_missing(turn: Turn) -> Findings:
    """Calls of a history have no id.

    The id is absent, null, empty, a text such as "null" or "None", or no text at all. One finding names all such calls of a message. That
    their results have no id either, or that no result fits, follows from it. Quiet in spans in which neither a call nor a result has an id:
    some models give none, and the conventions for spans allow that.
    """
    if "ids" in turn.message.history.lost:
        return
    without = [call for call in turn.calls if call.id_state is not IdState.GIVEN]
    if without:
        first = without[0]
        yield found(
            turn, first.spot, pointer="" if first.id_state is IdState.ABSENT else "/id", count=len(without),
            related=tuple(call.spot for call in without[1:CALLS_SHOWN]),
            message=turn.message.index, number=len(without), call=first.number, state=str(first.id_state),
        )  # fmt: skip
