from validation.examples import entry, header, stream, tools
from validation.facts.streams import Call
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, WORD, rule

OSLO = '{"city":"Oslo"}'


@rule(
    "TCD336",
    judges=Call,
    needs="id_not_string",
    letters=row("error", permissive="warning"),
    params={"slot": WORD, "name": WORD, "id": WORD, "times": NUMBER},
    says="The id of call {slot} ({name}) is no string: {id} (×{times}).",
    expected="a string",
    actual="{id}",
    why="Typed clients refuse the chunk. Others hand the value on, and the next request is refused because an id has to be a string.",
    fix="Server: send the id as a string. Client: refuse it, or write it as text in the call and in the result alike.",
    bad=[stream(tools({**header(), "id": 8812345}), tools(entry(OSLO)), note="a number")],
    good=[stream(tools(header("8812345")), tools(entry(OSLO)), note="the same digits as a text")],
    see=["openai/openai-openapi ChatCompletionMessageToolCallChunk", "anomalyco/opencode#25786"],
    breaks=["all measured clients raise, drop the call, or hand on an id that the next request is refused for"],
)
def tool_id_not_string(call: Call) -> Findings:
    """A call's id is a number or another value that is no string.

    What came is shown as its JSON text, so that the call can be named. Null counts as no id and is not judged here.
    """
    seen = call.id_not_string
    if seen is not None:
        yield found(
            call, seen.first, pointer="/id", count=seen.count, slot=call.slot, name=(call.name or "unnamed")[:120],
            id=(call.id or "")[:120], times=seen.count,
        )  # fmt: skip
