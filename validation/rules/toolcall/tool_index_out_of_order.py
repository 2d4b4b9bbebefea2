from itertools import pairwise

from validation.examples import entry, header, stream, tools
from validation.facts.streams import Choice
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, rule

OSLO, BERGEN = '{"city":"Oslo"}', '{"city":"Bergen"}'


@rule(
    "TCD307",
    judges=Choice,
    unusual=True,
    letters=row("warning", permissive="info"),
    params={"before": NUMBER, "after": NUMBER},
    says="Call {after} opens behind call {before}.",
    expected="calls that open in the order of their indexes",
    actual="{before}, then {after}",
    why="A helper that keeps calls in a list writes to a position that is not there yet, and raises; others keep this order.",
    fix="Server: open the calls of a message as 0, 1, 2. Client: keep calls in a map by index, and sort by it at the end.",
    bad=[stream(tools(header("call_b", index=1, arguments=BERGEN)), tools(header("call_a", arguments=OSLO)), note="1, then 0")],
    good=[
        stream(tools(header(arguments=OSLO)), tools(header("call_b", index=1, arguments=BERGEN))),
        stream(tools(header(), header("call_b", index=1)), tools(entry(BERGEN, index=1)), tools(entry(OSLO)), note="opened in order"),
    ],
    see=["openai/openai-python src/openai/lib/streaming/_deltas.py"],
    breaks=["openai-python 3.57.0: IndexError", "LangChain: the calls come out in another order"],
)
def tool_index_out_of_order(choice: Choice) -> Findings:
    """A call opens before one with a lower index.

    The protocol does not say in which order calls open, and nearly every client takes any order. Fragments that alternate once the calls
    are open are another matter.
    """
    opened = [call for call in choice.calls if call.index is not None]
    falls = [(before, after) for before, after in pairwise(opened) if (after.index or 0) < (before.index or 0)]
    if falls:
        before, after = falls[0]
        yield found(
            choice, after.first, pointer="/index", related=(before.first,), count=len(falls), before=before.index, after=after.index
        )  # fmt: skip
