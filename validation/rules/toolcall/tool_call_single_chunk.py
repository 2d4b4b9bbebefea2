from validation.examples import entry, header, stream, tools
from validation.facts.json_text import Json
from validation.facts.places import Spot
from validation.facts.streams import Call, Choice
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, WORD, rule

OSLO = '{"city":"Oslo"}'


@rule(
    "TCD326",
    judges=Choice,
    letters=row("info"),
    params={"name": WORD, "calls": NUMBER, "characters": NUMBER},
    says="All arguments of a call come in one delta: {name}, {characters} characters. Calls that come so: {calls}.",
    expected="fragments, where the user should see a call grow",
    actual="whole calls",
    why="It is legal. The client hears nothing until the call is complete, so it cannot show how far it is.",
    fix="Server: nothing to do; stream fragments if latency matters. Client: do not wait for a second fragment.",
    bad=[
        stream(tools(header(arguments=OSLO)), note="header and arguments in one entry: legal, and worth knowing"),
        stream(tools(header(arguments=OSLO), header("call_b", arguments=OSLO, index=1)), note="two whole calls in one chunk"),
    ],
    good=[
        stream(tools(header()), tools(entry('{"city":')), tools(entry('"Oslo"}'))),
        stream(tools(header(arguments="{}")), note="there is nothing to split"),
    ],
    see=["theroyallab/tabbyAPI#460", "vercel/ai#19178", "ollama openai/openai.go"],
    breaks=["LlamaIndex 0.8.3 reads only the first of several calls in one chunk; nobody else"],
)
def tool_call_single_chunk(choice: Choice) -> Findings:
    """A call comes whole, in one delta.

    Mistral, Ollama and Gemini send calls like this. It is legal and says something about latency only.
    """
    whole = [call for call in choice.calls if len(call.pieces) == 1 and call.json.state is Json.VALID and call.size > len("{}")]
    if whole:
        first = whole[0]
        yield found(
            choice, _place(first), count=len(whole), name=(first.name or "unnamed")[:120], calls=len(whole), characters=first.size
        )  # fmt: skip


def _place(call: Call) -> Spot:
    """The entry that held the arguments, as far as it is known."""
    return call.first if call.rows[0].start == call.first.chunk else call.last
