from validation.examples import header, stream, tools
from validation.facts.streams import Choice
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, PLACE, rule


@rule(
    "TCD301",
    judges=Choice,
    letters=row("error"),
    params={"chunk": PLACE, "times": NUMBER},
    says="`tool_calls` of chunk {chunk} is no array (×{times}).",
    expected="an array of entries",
    actual="a single value",
    why="Clients loop over `tool_calls`. One object makes them raise, or they read its keys as if these were calls.",
    fix="Server: wrap the entry in an array, also when there is only one. Client: nothing can be relied on here.",
    bad=[stream({"tool_calls": header(arguments='{"city":"Oslo"}')}, note="one object")],
    good=[
        stream(tools(header(arguments='{"city":"Oslo"}'))),
        stream({"content": "Four degrees.", "tool_calls": None}, finish="stop", note="null adds nothing"),
    ],
    see=["openai/openai-openapi ChatCompletionStreamResponseDelta"],
    breaks=["openai-python, openai-node, LangChain and the AI SDK: a KeyError, `not iterable`, or a validation error"],
)
def tool_calls_not_array(choice: Choice) -> Findings:
    """`tool_calls` is not an array.

    The entries of a delta stand in an array, one alone as well. A single object is read here as an array of one, so that what was meant
    can be shown, but clients do not do that.
    """
    seen = choice.tool_calls_not_array
    if seen is not None:
        yield found(choice, seen.first, count=seen.count, chunk=seen.first.chunk, times=seen.count)
