from validation.examples import Wire, entry, header, stream, tools
from validation.facts.streams import Call
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, WORD, rule


def _with(id: str | None, arguments: str) -> Wire:
    return tools({**entry(arguments), "id": id})


@rule(
    "TCD310",
    judges=Call,
    needs="empty_ids",
    letters=row("info", openai_strict="warning"),
    params={"slot": WORD, "id": WORD, "times": NUMBER},
    says="Later entries of call {slot} ({id}) have an empty or null id (×{times}).",
    expected="no `id` behind the first entry",
    actual="an empty or null id",
    why="Every measured client passes over it. Code that takes any id that is there for a new call opens one without an id.",
    fix="Server: leave the key out behind the first entry. Client: read an empty id as none.",
    bad=[
        stream(tools(header()), _with("", '{"city":'), _with("", '"Oslo"}'), note="empty: legal, and worth knowing"),
        stream(tools(header()), _with(None, '{"city":"Oslo"}'), note="null"),
    ],
    good=[stream(tools(header()), tools(entry('{"city":')), tools(entry('"Oslo"}')))],
    see=["symfony/ai#2220", "spring-projects/spring-ai#6369", "anomalyco/opencode#40969"],
    breaks=["hand-written loops that ask whether an id is set, not whether it holds something"],
)
def tool_id_empty_on_continuation(call: Call) -> Findings:
    """Later entries of a call have an id that says nothing.

    Empty and null count as not sent. A call that never gets an id is another matter.
    """
    seen = call.empty_ids
    if seen is not None:
        yield found(
            call, seen.first, pointer="/id", related=(call.first,), count=seen.count, slot=call.slot, id=(call.id or "no id")[:120],
            times=seen.count,
        )  # fmt: skip
