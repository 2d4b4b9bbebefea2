from validation.examples import assistant, history, result, user
from validation.facts.histories import Binding, IdState, Result, json_type
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import PLACE, WORD, Texts, rule

LETTERS = row("error", vllm="warning", permissive="warning")
WHY = "The id is the only link between a result and its call. Endpoints demand it, even where there is one call only."
FIX = "Client: set tool_call_id to the id of the call."


@rule(
    "HIS511",
    judges=Result,
    letters={"": LETTERS, "placeholder": LETTERS, "not-a-string": LETTERS},
    params={"message": PLACE, "state": WORD, "value": WORD},
    says="Message {message} is a result without a tool_call_id ({state}).",
    expected="the id of the call that it answers",
    actual="{state}",
    why=WHY,
    fix=FIX,
    variants={
        "placeholder": Texts(
            says='Message {message} is a result whose tool_call_id is the text "{value}".',
            expected="the id of the call that it answers",
            actual='"{value}"',
            why=WHY + " This text was made from a missing value.",
            fix=FIX,
        ),
        "not-a-string": Texts(
            says="Message {message} is a result whose tool_call_id is no text.",
            expected="the id of the call that it answers, as a string",
            actual="{value}",
            why=WHY,
            fix=FIX,
        ),
    },
    breaks=["OpenAI: the field is required", "Moonshot: 400", "mistral-common v3 and later: Tool call id has to be defined"],
    bad=[
        history(user(), assistant("call_a"), result(...), note="absent"),
        history(user(), assistant("call_a"), result("None"), note="variant: placeholder"),
        history(user(), assistant("call_a"), result(7), note="variant: not-a-string, a number"),
    ],
    good=[history(user(), assistant("call_a"), result("call_a"))],
    see=["MoonshotAI/Kimi-Vendor-Verifier", "mistral-common 1.13.1"],
)
def tool_call_id_missing(result: Result) -> Findings:
    """A result has no tool_call_id.

    The field is absent, null, empty, a text such as "null" or "None", or no text at all. Some local servers fill it in by position; no
    hosted endpoint does. Where the call has no id either, the call is the root (MSG711). Quiet in spans in which no call has one.
    """
    if result.binding is not Binding.NO_ID or "ids" in result.message.history.lost:
        return
    value = result.message.wire.get("tool_call_id")
    variant = {IdState.PLACEHOLDER: "placeholder", IdState.NO_TEXT: "not-a-string"}.get(result.id_state, "")
    yield found(
        result, result.spot, pointer="" if result.id_state is IdState.ABSENT else "/tool_call_id", variant=variant,
        related=() if result.block is None else (result.block.spot,),
        message=result.message.index, state=str(result.id_state), value=value if isinstance(value, str) else json_type(value),
    )  # fmt: skip
