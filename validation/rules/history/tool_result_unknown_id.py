from validation.examples import assistant, history, result, user
from validation.facts.histories import Binding, Result, short_id
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import PLACE, WORD, Texts, rule

FIX = "Client: copy the id of the call into tool_call_id byte for byte; never make a new one, and clean ids on both sides or on neither."


@rule(
    "HIS503",
    judges=Result,
    letters={
        "": row("error", deepseek="warning", vllm="info", permissive="warning"),
        "no-call-left": row("error", vllm="info", permissive="warning"),
    },
    params={"message": PLACE, "turn": PLACE, "id": WORD, "missing": WORD},
    says="Message {message} answers {id}, an id that message {turn} does not have. Its call {missing} is left without a result.",
    expected="{missing}",
    actual="{id}",
    why="Receivers that bind by id find neither the call of this result nor the result of that call, and refuse the request.",
    fix=FIX,
    variants={
        "no-call-left": Texts(
            says="Message {message} answers {id}, an id that message {turn} does not have. All calls there have their results.",
            expected="results for the calls of message {turn} and for nothing else",
            actual="{id}",
            why="Receivers count the results or look their ids up, and refuse the request.",
            fix="Client: drop the result, or restore the call it belongs to. " + FIX,
        ),
    },
    breaks=[
        "OpenAI: the same 400 as for a missing result",
        "Mistral v11 and later: Unexpected tool call id; older versions only count",
        "Moonshot: tool_call_id is not found",
        "Gemini: function_response.name: Name cannot be empty",
        "DeepSeek: its published encoder ignores ids, but counts",
    ],
    bad=[
        history(user(), assistant("call_a"), result("call_zzz"), user("And tomorrow?"), note="the id was made anew"),
        history(user(), assistant("call_a"), result("call_a"), result("call_zzz"), note="variant: no-call-left, one result too many"),
    ],
    good=[history(user(), assistant("call_a"), result("call_a"), user("And tomorrow?"))],
    see=["yaogang1991/harness#392", "pydantic/pydantic-ai#1879"],
)
def tool_result_unknown_id(result: Result) -> Findings:
    """A result has an id that its calls do not have.

    The result stands behind a message with calls, but none of them has its id: a typing error, an id made anew when the history was stored,
    characters cleaned on one side only, or a result whose own call was cut away.

    An unknown id and a call without a result are one fault, not two: this finding names the call that was probably meant (equal
    without blanks, equal without special characters, similar, the only one left, or the next in order). Further calls without a result are
    HIS501. Without any calls before it the result is HIS502.
    """
    if result.binding is not Binding.UNKNOWN or result.block is None:
        return
    missing = result.missing
    yield found(
        result, result.spot, pointer="/tool_call_id", variant="no-call-left" if missing is None else "",
        related=() if missing is None else (missing.spot,), message=result.message.index, turn=result.block.message.index,
        id=short_id(result.id), missing=short_id(missing.id) if missing else "",
    )  # fmt: skip
