from validation.examples import entry, header, stream, tools
from validation.facts.streams import Call
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, WORD, rule


@rule(
    "TCD316",
    judges=Call,
    needs="name_repeats",
    letters=row("warning", permissive="info"),
    params={"slot": WORD, "name": WORD, "times": NUMBER},
    says="Call {slot} sends its name {name} again on later entries (×{times}).",
    expected="the name on the first entry only",
    actual="the name again, ×{times}",
    why="Some clients join the pieces of a name; with the whole name in every fragment they end up with a tool that does not exist.",
    fix="Server: send the name once, with the first entry. Client: keep the first name when the same one comes again.",
    bad=[
        stream(tools(header()), tools(entry('{"city":', name="get_weather")), tools(entry('"Oslo"}', name="get_weather"))),
    ],
    good=[
        stream(tools(header()), tools(entry('{"city":')), tools(entry('"Oslo"}'))),
        stream(tools(header()), tools(entry('{"city":"Oslo"}', name="")), note="an empty name says nothing again"),
    ],
    see=["ggml-org/llama.cpp#13800", "continuedev/continue#5849"],
    breaks=["openai-python 3.57.0, LangChain Python, pydantic-ai, LlamaIndex, AutoGen: the name doubles (`get_weatherget_weather`)"],
)
def tool_name_repeated(call: Call) -> Findings:
    """A call's name comes again on later fragments.

    Half of the clients join what comes as a name, half keep the first or the last piece. A name that is sent once serves both.
    """
    seen = call.name_repeats
    if seen is not None:
        yield found(
            call, seen.first, pointer=call.name_pointer, related=(call.first,), count=seen.count, slot=call.slot,
            name=(call.name or "")[:120], times=seen.count,
        )  # fmt: skip
