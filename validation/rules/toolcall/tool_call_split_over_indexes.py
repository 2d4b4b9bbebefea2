from validation.examples import entry, header, stream, tools
from validation.facts.streams import Choice
from validation.finding import INFERRED, Findings, found
from validation.profiles import row
from validation.rule import NUMBER, WORD, rule

OSLO = '{"city":"Oslo"}'


@rule(
    "TCD334",
    judges=Choice,
    needs="splits",
    letters=row("error"),
    params={"name": WORD, "slot": WORD, "other": WORD, "pairs": NUMBER},
    says="The call {name} is spread over two indexes: its header stands under {slot}, its arguments under {other} (×{pairs}).",
    expected="header and arguments under one index",
    actual="{slot} and {other}",
    why="Clients join by the index, so they build a call without arguments and another without a name, or they raise.",
    fix="Server: count header and arguments with one counter. Client: do not run either half.",
    bad=[
        stream(tools(header()), tools(entry('{"city":', index=1)), tools(entry('"Oslo"}', index=1)), note="header 0, arguments 1"),
        stream(tools(header(index=2)), tools(entry(OSLO, index=0)), note="the header numbered by the tool's place in the request"),
        stream(
            tools(header(arguments='{"city":')), tools(entry('"Oslo"}', index=1, id="call_a")), note="one id, only together JSON",
        ),
    ],
    good=[
        stream(tools(header()), tools(entry(OSLO))),
        stream(tools(header(arguments=OSLO)), tools(header("call_b", "get_time", index=1)), note="the second call has no arguments"),
    ],
    also=["truncation-reported-complete", "arguments-trailing-data"],
    see=["sgl-project/sglang#6310", "sgl-project/sglang#23071", "danny-avila/LibreChat#13987"],
    breaks=["13 of 15 measured client versions: a wrong call, or an exception"],
)  # fmt: skip
def tool_call_split_over_indexes(choice: Choice) -> Findings:
    """One call is spread over two indexes.

    One slot has id and name but no argument text, another has argument text but neither id nor name. They are taken for one call only
    where such headers and rests are equal in number; they are paired in the order in which they appear.
    """
    if choice.splits:
        header_part, rest = choice.splits[0]
        related = (header_part.first, *(other.first for _, other in choice.splits[1:4]))
        yield found(
            choice, rest.first, pointer="/index", related=related, certainty=INFERRED, count=len(choice.splits),
            slots=(part.slot for pair in choice.splits for part in pair), name=(header_part.name or "unnamed")[:120],
            slot=header_part.slot, other=rest.slot, pairs=len(choice.splits),
        )  # fmt: skip
