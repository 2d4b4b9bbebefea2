from validation.examples import entry, header, stream, tools
from validation.facts.streams import Call
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import PLACE, WORD, rule

OSLO = '{"city":"Oslo"}'


@rule(
    "TCD319",
    judges=Call,
    needs="name_late",
    letters=row("warning", permissive="info"),
    params={"slot": WORD, "name": WORD, "chunk": PLACE, "first": PLACE},
    says="The name of call {slot}, {name}, comes only at chunk {chunk}; the call began at chunk {first}.",
    expected="the name with the first entry",
    actual="the name at chunk {chunk}",
    why="Until the name is there nobody can say which tool is called; some clients raise on a first entry without one.",
    fix="Server: send id, type and name first, then the arguments. Client: keep a call back until its name is known.",
    bad=[
        stream(
            tools(entry('{"city":', id="call_a", type="function")), tools(entry('"Oslo"}', name="get_weather")), note="behind the arguments"
        ),
        stream(tools(entry("", id="call_a", name="", type="function")), tools(entry(OSLO, name="get_weather")), note="behind the id"),
    ],
    good=[
        stream(tools(header()), tools(entry(OSLO))),
        stream(tools(header(arguments=OSLO)), tools(header("call_b", index=1, arguments=OSLO)), note="each with its first entry"),
    ],
    see=["vercel/ai packages/openai-compatible"],
    breaks=["@ai-sdk/openai 3.0.141, OpenRouter provider 2.10.0: raise", "older AI SDKs refused it; the other measured clients wait"],
)
def tool_name_late(call: Call) -> Findings:
    """The name of a call comes behind its id or its arguments.

    Most clients wait for it. A bare entry that only reserves the index may stand before the name and is not meant here.
    """
    if call.name_late is not None:
        yield found(
            call, call.name_late, pointer=call.name_pointer, related=(call.first,), slot=call.slot, name=(call.name or "")[:120],
            chunk=call.name_late.chunk, first=call.first.chunk,
        )  # fmt: skip
