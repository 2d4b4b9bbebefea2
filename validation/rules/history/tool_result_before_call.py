from validation.examples import assistant, history, result, user
from validation.facts.histories import Binding, Result, short_id
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import PLACE, WORD, rule


@rule(
    "HIS509",
    judges=Result,
    letters=row("error"),
    params={"message": PLACE, "call": PLACE, "id": WORD},
    says="Message {message} is the result for {id}, but its call only comes in message {call}.",
    expected="the call before its result",
    actual="the result in message {message}, the call in message {call}",
    why="The result belongs to nothing when it comes, and the call stays open. Comparing the two sets of ids shows no fault.",
    fix="Client: put the assistant message with the call before its result.",
    breaks=["every endpoint that checks: refused as a result without a call, or as a call without a result"],
    bad=[history(user(), result("call_a"), assistant("call_a"), assistant(content="It is 4 degrees."))],
    good=[history(user(), assistant("call_a"), result("call_a"), assistant(content="It is 4 degrees."))],
    see=["NousResearch/hermes-agent#88914"],
)
def tool_result_before_call(result: Result) -> Findings:
    """A result stands before its own call.

    The id is declared only further down and has no result there: the two messages were stored the wrong way round, by a recovery step or a
    compaction. The call is then not reported as missing a result as well.
    """
    if result.binding is Binding.EARLY and result.call is not None:
        yield found(
            result, result.spot, related=(result.call.spot,),
            message=result.message.index, call=result.call.turn.message.index, id=short_id(result.id),
        )  # fmt: skip
