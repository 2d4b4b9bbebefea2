from itertools import pairwise

from validation.examples import header, stream, tools
from validation.facts.streams import Call, Choice
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, rule

OSLO = '{"city":"Oslo"}'


@rule(
    "TCD305",
    judges=Choice,
    unusual=True,
    letters=row("error", permissive="warning"),
    params={"before": NUMBER, "after": NUMBER, "absent": NUMBER},
    says="The tool indexes jump from {before} to {after}: no call has index {absent}.",
    expected='"index": {absent}',
    actual='"index": {after}',
    why="Helpers use the index as a position in the list of calls; a hole in that list makes them raise when they read it.",
    fix="Server: number the calls of a message 0, 1, 2 as they appear. Client: keep calls in a map by index, not in a list.",
    bad=[stream(tools(header(arguments=OSLO)), tools(header("call_b", index=2, arguments=OSLO)), note="0 and 2")],
    good=[
        stream(*(tools(header(f"call_{number}", index=number, arguments=OSLO)) for number in range(3)), note="0, 1 and 2"),
    ],
    see=["openai/openai-python src/openai/lib/streaming/_deltas.py", "openai/openai-node src/lib/ChatCompletionStream.ts"],
    breaks=["openai-python 3.57.0: IndexError", "openai-node 6.49.0: raises", "LlamaIndex 0.8.3: the call after the hole falls apart"],
)  # fmt: skip
def tool_index_gap(choice: Choice) -> Findings:
    """The tool indexes of a message leave a hole.

    Calls are numbered without a gap. The order in which they open may differ from the order of their numbers; what counts here is that
    every number up to the highest is used.
    """
    first: dict[int, Call] = {}
    for call in choice.calls:
        if call.index is not None:
            first.setdefault(call.index, call)
    used = sorted(first)
    gaps = [(before, after) for before, after in pairwise(used) if after > before + 1]
    if gaps:
        before, after = gaps[0]
        yield found(
            choice, first[after].first, pointer="/index", related=(first[before].first,), count=len(gaps), before=before, after=after,
            absent=before + 1,
        )  # fmt: skip
