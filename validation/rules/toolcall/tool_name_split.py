from validation.examples import entry, header, stream, tools
from validation.facts.streams import Call
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, WORD, rule

OSLO = '{"city":"Oslo"}'


@rule(
    "TCD317",
    judges=Call,
    unusual=True,
    letters=row("warning", permissive="info"),
    params={"slot": WORD, "name": WORD, "first": WORD, "pieces": NUMBER},
    says="The name of call {slot} comes in {pieces} pieces: {first} at first, {name} in all.",
    expected="the whole name in one entry",
    actual="{pieces} pieces",
    why="Half of the clients join the pieces, half keep the first or the last one and call a tool that does not exist.",
    fix="Server: send the whole name with the first entry. Client: join pieces that come before any argument text.",
    bad=[stream(tools(header(name="get_")), tools(entry("", name="weather")), tools(entry(OSLO)), note="two pieces")],
    good=[
        stream(tools(header()), tools(entry(OSLO)), note="one piece"),
        stream(tools(header()), tools(entry(OSLO, name="")), note="an empty name is no piece"),
    ],
    see=["continuedev/continue#5849"],
    breaks=[
        "openai-node, LangChain JS, LiteLLM, openai-agents, smolagents: the last piece is the name (`weather`)",
        "AI SDK, OpenRouter provider: two broken calls",
    ],
)
def tool_name_split(call: Call) -> Findings:
    """The name of a call comes in pieces.

    Pieces that arrive without a new id and before any argument text are joined here. Another name behind the arguments is a changed name,
    and the same name again a repeated one.
    """
    if len(call.name_pieces) > 1:
        (first, start), (_, spot) = call.name_pieces[:2]
        yield found(
            call, spot, pointer=call.name_pointer, related=(start,), count=len(call.name_pieces) - 1, slot=call.slot,
            name=(call.name or "")[:120], first=first[:120], pieces=len(call.name_pieces),
        )  # fmt: skip
