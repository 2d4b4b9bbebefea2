from validation.examples import entry, header, stream, tools
from validation.facts.streams import Choice
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, PLACE, rule


@rule(
    "TCD308",
    judges=Choice,
    needs="twice_in_chunk",
    letters=row("warning", permissive="info"),
    params={"chunk": PLACE, "times": NUMBER},
    says="Chunk {chunk} has two entries for one call (×{times}).",
    expected="one entry a call and chunk",
    actual="two entries with the same index",
    why="The schema allows it, but a client that takes the first entry of an index, or opens a call an entry, loses or splits arguments.",
    fix="Server: join the fragments of a call before a chunk is sent. Client: walk through every entry, and append by index.",
    bad=[stream(tools(header(), entry('{"city":')), tools(entry('"Oslo"}')), note="header and first fragment in one chunk")],
    good=[
        stream(tools(header(arguments='{"city":')), tools(entry('"Oslo"}'))),
        stream(tools(header(), header("call_b", index=1)), tools(entry('{"a":1}'), entry('{"b":2}', index=1)), note="two calls"),
    ],
    see=["openai/openai-python#3201", "openai/openai-python#3203"],
    breaks=[
        "openai-python before the fix of #3201: the second entry is lost",
        "LangChain 1.7.4 (Python), 1.5.8 (JS), LlamaIndex 0.8.3: the call is split or garbled when it goes on in a later chunk",
    ],
)
def tool_index_twice_in_chunk(choice: Choice) -> Findings:
    """Two entries of one chunk have the same index.

    It comes of servers that make several tokens at a time. With two different ids it is a second call under one index, which is told
    instead. Entries without an index are not meant.
    """
    twice = choice.twice_in_chunk
    if twice.first is not None:
        at, slots = twice.first.first, [str(slot) for slot in twice]
        yield found(choice, at, pointer="/index", count=twice.total, slots=slots, chunk=at.chunk, times=twice.total)
