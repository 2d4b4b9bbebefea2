from validation.examples import entry, header, stream, tools
from validation.facts.streams import Choice
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, WORD, rule

OSLO = '{"city":"Oslo"}'


@rule(
    "TCD304",
    judges=Choice,
    unusual=True,
    letters=row("error", permissive="warning"),
    params={"lowest": NUMBER, "name": WORD},
    says="The lowest tool index is {lowest} ({name}); no call has index 0.",
    expected='"index": 0 for the first call',
    actual='"index": {lowest}',
    why="Helpers use the index as a position in the list of calls, and position {lowest} of an empty list does not exist.",
    fix="Server: number the calls of a message 0, 1, 2 as they appear; do not pass on the number of a content block or output item.",
    bad=[
        stream(tools(header(index=1)), tools(entry(OSLO, index=1)), note="one call, numbered 1"),
        stream(
            tools(header(index=1, arguments=OSLO)), tools(header("call_b", index=2, arguments=OSLO)), note="two calls, numbered 1 and 2"
        ),
    ],
    good=[
        stream(tools(header()), tools(entry(OSLO))),
        stream(tools(header(arguments=OSLO)), tools(header("call_b", index=1, arguments=OSLO))),
    ],
    see=["router-for-me/CLIProxyAPI#5229", "BerriAI/litellm#32759", "aws-samples/bedrock-access-gateway#134"],
    breaks=["openai-python 3.57.0: IndexError", "openai-node 6.49.0: raises (`Cannot read properties of undefined`)"],
)
def tool_index_not_from_zero(choice: Choice) -> Findings:
    """The tool indexes of a message do not begin at 0.

    Usually a number of another protocol leaked through: the content block of Anthropic's stream, where text was block 0, or the output
    item of the Responses API.
    """
    numbered = [call for call in choice.calls if call.index is not None]
    lowest = min(numbered, key=lambda call: call.index or 0, default=None)
    if lowest is not None and lowest.index:
        yield found(choice, lowest.first, pointer="/index", lowest=lowest.index, name=(lowest.name or "unnamed")[:120])
