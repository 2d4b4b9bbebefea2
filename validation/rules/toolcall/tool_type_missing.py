from validation.examples import entry, header, stream, tools
from validation.facts.streams import Call
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import PLACE, WORD, Texts, rule

OSLO = '{"city":"Oslo"}'
BARE = {"index": 0, "id": "call_a", "function": {"name": "get_weather", "arguments": ""}}
FIX = 'Server: send "type": "function" with the first entry of each call. Client: read a missing type as function.'


@rule(
    "TCD320",
    judges=Call,
    unusual=True,
    letters={"": row("warning", mistral="info", permissive="info"), "late": row("info")},
    params={"slot": WORD, "name": WORD, "chunk": PLACE},
    says="Call {slot} ({name}) never says its type.",
    expected='"type": "function" on the first entry',
    actual="no type",
    why="The message cannot go back into a history without a type, and one official helper refuses to build it.",
    fix=FIX,
    variants={
        "late": Texts(
            says="The type of call {slot} ({name}) comes only at chunk {chunk}, behind its first entry.",
            expected='"type": "function" on the first entry',
            actual="the type at chunk {chunk}",
            why="Most clients take it whenever it comes; one provider asks for it on the first entry.",
            fix=FIX,
        ),
    },
    bad=[
        stream(tools(BARE), tools(entry(OSLO)), note="never a type"),
        stream(tools(BARE), tools(entry(OSLO)), tools(entry("", type="function")), note="at the end (variant: late)"),
    ],
    good=[
        stream(tools(header()), tools(entry(OSLO))),
        stream(tools(header()), tools(entry(OSLO, type="function")), note="again on later entries"),
    ],
    see=["OpenRouterTeam/ai-sdk-provider src/chat/index.ts", "zed-industries/zed#53605", "vllm-project/vllm#16340"],
    breaks=[
        "openai-node 6.49.0: throws `tool call snapshot missing type`; openai-python sends no done event",
        "OpenRouter provider 2.10.0: raises when the first entry has no type",
    ],
)
def tool_type_missing(call: Call) -> Findings:
    """A call never says its type, or only late.

    Mistral leaves the type out, and most clients assume function. A type that is there but empty is another matter, and so is a bare entry
    before the header.
    """
    if call.type is None:
        if not call.custom:
            yield found(call, call.first, slot=call.slot, name=(call.name or "unnamed")[:120], chunk=call.first.chunk)
        return
    seen = call.types.get(call.type)
    if seen is not None and seen.first != call.first and call.header != ("index",):
        yield found(
            call, seen.first, pointer="/type", related=(call.first,), variant="late", slot=call.slot, name=(call.name or "unnamed")[:120],
            chunk=seen.first.chunk,
        )  # fmt: skip
