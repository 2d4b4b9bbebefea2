from validation.examples import entry, header, stream, tools
from validation.facts.streams import Call
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, WORD, rule

OSLO = '{"city":"Oslo"}'


@rule(
    "TCD318",
    judges=Call,
    needs="name_changes",
    letters=row("error"),
    params={"slot": WORD, "name": WORD, "other": WORD, "times": NUMBER},
    says="The name of call {slot} changes in mid call: {name} at first, then {other} (×{times}).",
    expected="{name}, or no name",
    actual="{other}",
    why="Which tool runs depends on the client: some keep the first name, some the last, some join the two.",
    fix="Server: one name an index; a call of another tool needs an index and an id of its own. Client: do not run such a call.",
    bad=[stream(tools(header()), tools(entry(OSLO)), tools(entry("", name="get_time")), note="another name behind the arguments")],
    good=[
        stream(tools(header()), tools(entry(OSLO))),
        stream(tools(header(arguments=OSLO)), tools(header("call_b", "get_time", "{}", index=1)), note="two tools, two indexes"),
    ],
    see=["openai/openai-node src/lib/ChatCompletionStream.ts"],
    breaks=["openai-node (source of August 2026): throws `changed tool call identity`; 6.49.0 keeps the last name"],
)
def tool_name_changes(call: Call) -> Findings:
    """A second name comes under one index without a new id.

    Pieces of a name that come before any argument text are joined and are not judged here. This is about another name after the arguments
    have begun; the first one is kept.
    """
    if call.name_changes:
        other, spot = call.name_changes[0]
        times = len(call.name_changes)
        yield found(
            call, spot, pointer=call.name_pointer, related=(call.name_spot or call.first,), count=times, slot=call.slot,
            name=(call.name or "unnamed")[:120], other=other[:120], times=times,
        )  # fmt: skip
