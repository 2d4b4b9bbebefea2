from validation.examples import Wire, entry, header, stream, tools
from validation.facts.streams import Call
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, WORD, rule


def _with(name: str | None, arguments: str) -> Wire:
    return tools({"index": 0, "function": {"name": name, "arguments": arguments}})


@rule(
    "TCD335",
    judges=Call,
    needs="empty_names",
    letters=row("info", openai_strict="warning"),
    params={"slot": WORD, "name": WORD, "times": NUMBER},
    says="Later entries of call {slot} have an empty or null name (×{times}); its name is {name}.",
    expected="no `name` behind the first entry",
    actual="an empty or null name",
    why="Every measured client passes over it. Code that keeps the last name, or any name that is there, ends with a nameless call.",
    fix="Server: leave the key out behind the first entry. Client: read an empty name as none.",
    bad=[
        stream(tools(header()), _with("", '{"city":'), _with("", '"Oslo"}'), note="empty: legal, and worth knowing"),
        stream(tools(header()), _with(None, '{"city":"Oslo"}'), note="null"),
    ],
    good=[stream(tools(header()), tools(entry('{"city":')), tools(entry('"Oslo"}')))],
    see=["lmstudio-ai/lmstudio-bug-tracker#649", "0xPlaygrounds/rig#423"],
    breaks=["hand-written loops that take the last name; the measured client libraries are right"],
)
def tool_name_empty_on_continuation(call: Call) -> Findings:
    """Later entries of a call have a name that says nothing.

    Empty and null count as not sent. A call that never gets a name is another matter.
    """
    seen = call.empty_names
    if seen is not None:
        yield found(
            call, seen.first, pointer=call.name_pointer, related=(call.first,), count=seen.count, slot=call.slot,
            name=(call.name or "")[:120], times=seen.count,
        )  # fmt: skip
