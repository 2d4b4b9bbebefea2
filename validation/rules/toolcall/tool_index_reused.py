from validation.examples import entry, header, stream, tools
from validation.facts.streams import Call, IdChange, IdOutcome
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, WORD, rule

OSLO, BERGEN = '{"city":"Oslo"}', '{"city":"Bergen"}'


@rule(
    "TCD306",
    judges=Call,
    needs="id_changes",
    letters=row("error"),
    params={"slot": WORD, "name": WORD, "id": WORD, "other_name": WORD, "other": WORD, "times": NUMBER},
    says="Index {slot} is used for a second call: {id} ({name}) has it, then {other} ({other_name}) comes under it (×{times}).",
    expected="an index of its own for {other}",
    actual="index {slot}",
    why="Clients join fragments by the index. Two calls under one number become one: they run into each other, or one is lost.",
    fix="Server: count the index up with every call of the message. Client: a new id and name behind whole arguments is a new call.",
    bad=[
        stream(tools(header(arguments=OSLO)), tools(header("call_b", arguments=BERGEN)), note="two whole calls, both numbered 0"),
        stream(
            tools(header()), tools(entry(OSLO)), tools(header("call_b")), tools(entry(BERGEN)), note="two calls in fragments"
        ),
        stream(
            tools(header()), tools(header("call_b", "get_time", '{"zone":"UTC"}')), note="a call of another tool"
        ),
    ],
    good=[
        stream(tools(header(arguments=OSLO)), tools(header("call_b", arguments=BERGEN, index=1))),
        stream(tools(header(), header("call_b", index=1)), tools(entry(OSLO)), tools(entry(BERGEN, index=1))),
    ],
    see=["ollama/ollama#15457", "QuantumNous/new-api#2701", "BerriAI/litellm#33678", "camel-ai/camel#3662"],
    breaks=[
        "openai-python, openai-node, LiteLLM, pydantic-ai, openai-agents, LlamaIndex, smolagents, AutoGen: a call is lost or glued on",
        "LangChain and the AI SDK: split whole calls by id, but not calls in fragments without id",
    ],
)  # fmt: skip
def tool_index_reused(call: Call) -> Findings:
    """Two calls of one message share an index.

    A new id with a name came where the call of that index was already complete, or the name was another. The later call is shown in a
    slot of its own (`0b`), so that both can be read.
    """
    if not _second_calls(call):
        return
    chain = [other for other in call.choice.calls if other.key == call.key]
    if chain[0] is not call:
        return
    changes = [change for other in chain for change in _second_calls(other)]
    change = changes[0]
    yield found(
        call, change.spot, pointer="/index", related=(call.first, *(later.spot for later in changes[1:4])), count=len(changes),
        slots=(other.slot for other in chain), slot=call.slot, name=(call.name or "unnamed")[:120], id=(call.id or "no id")[:120],
        other_name=(change.name or "unnamed")[:120], other=change.id[:120], times=len(changes),
    )  # fmt: skip


def _second_calls(call: Call) -> list[IdChange]:
    return [change for change in call.id_changes if change.outcome is IdOutcome.SECOND_CALL]
