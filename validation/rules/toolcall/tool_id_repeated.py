from validation.examples import entry, header, stream, tools
from validation.facts.streams import Call
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, WORD, rule


@rule(
    "TCD311",
    judges=Call,
    needs="id_repeats",
    letters=row("warning", openrouter="info", permissive="info"),
    params={"slot": WORD, "name": WORD, "id": WORD, "times": NUMBER},
    says="Call {slot} ({name}) sends its id {id} again on later entries (×{times}).",
    expected="the id on the first entry only",
    actual="the id again, ×{times}",
    why="Helpers that add deltas up as strings glue the id to itself; the long id is refused when the result goes back.",
    fix="Server: send the id once, with the first entry. Client: keep the first id of an index.",
    bad=[
        stream(tools(header()), tools(entry('{"city":', id="call_a")), tools(entry('"Oslo"}', id="call_a")), note="on every fragment"),
        stream(tools(header()), tools(entry('{"city":"Oslo"}')), tools(entry(id="call_a")), note="once more at the end"),
    ],
    good=[
        stream(tools(header()), tools(entry('{"city":')), tools(entry('"Oslo"}'))),
        stream(tools(header()), tools({**entry('{"city":"Oslo"}'), "id": ""}), note="an empty id says nothing again"),
    ],
    see=["archestra-ai/archestra#866", "huggingface/text-generation-inference router/src/chat.rs"],
    breaks=["openai-python 3.57.0, LlamaIndex 0.8.3, AutoGen 0.7.5: the id doubles (`call_acall_a`) and soon is too long for the API"],
)
def tool_id_repeated(call: Call) -> Findings:
    """A call's id comes again on later fragments.

    Legal by the letter, since the id is the same, and some servers do it on every fragment. It harms clients that add up every string of
    a delta.
    """
    seen = call.id_repeats
    if seen is not None:
        yield found(
            call, seen.first, pointer="/id", related=(call.first,), count=seen.count, slot=call.slot, name=(call.name or "unnamed")[:120],
            id=(call.id or "")[:120], times=seen.count,
        )  # fmt: skip
