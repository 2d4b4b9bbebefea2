from validation.examples import entry, header, stream, tools
from validation.facts.streams import Call
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import WORD, rule

OSLO = '{"city":"Oslo"}'


@rule(
    "TCD315",
    judges=Call,
    unusual=True,
    letters=row("error"),
    params={"slot": WORD, "id": WORD},
    says="Call {slot} ({id}) never got a function name.",
    expected="function.name on the first entry of the call",
    actual="no name",
    why="Nobody can say which tool is meant, so the call cannot be run, and the message is refused when it goes back into a history.",
    fix="Server: send the name with the first entry of each call. Client: drop the call and ask again.",
    bad=[
        stream(tools(entry(id="call_a", type="function")), tools(entry(OSLO)), note="never a name"),
        stream(tools(entry(OSLO, id="call_a", name="", type="function")), note="an empty name"),
    ],
    good=[
        stream(tools(header()), tools(entry(OSLO))),
        stream(tools(header()), tools(entry(OSLO, name="")), note="an empty name on a later fragment is the same as nothing"),
    ],
    see=["vllm-project/vllm#54701", "tailcallhq/forgecode#1141"],
    breaks=[
        "AI SDK: raises (`Expected 'function.name' to be a string.`)",
        "LiteLLM: the call is dropped; others build one that cannot run",
    ],
)
def tool_name_missing(call: Call) -> Findings:
    """A call has no name in the whole stream.

    Missing, null and empty names count as not sent, and any later fragment may bring the name. Custom tools are not judged here.
    """
    if not call.name and not call.custom:
        yield found(call, call.first, slot=call.slot, id=(call.id or "no id")[:120])
