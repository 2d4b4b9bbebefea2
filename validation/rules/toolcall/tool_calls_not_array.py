from validation.examples import header, stream, tools
from validation.facts.streams import Choice, Stream
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, PLACE, Texts, rule


@rule(
    "TCD301",
    judges=(Choice, Stream),
    letters={"": row("error"), "entry": row("error")},
    params={"chunk": PLACE, "times": NUMBER},
    says="`tool_calls` of chunk {chunk} is no array (×{times}).",
    expected="an array of entries",
    actual="a single value",
    why="Clients loop over `tool_calls`. One object makes them raise, or they read its keys as if these were calls.",
    fix="Server: wrap the entry in an array, also when there is only one. Client: nothing can be relied on here.",
    variants={
        "entry": Texts(
            says="An entry of `tool_calls` at chunk {chunk} is no object (×{times}).",
            expected="an object with index, id and function",
            actual="null, or another value",
            why="Clients read the index and the function of every entry without looking first; they raise, and the answer is lost.",
            fix="Server: leave the entry out. Client: nothing can be relied on here.",
        )
    },
    bad=[
        stream({"tool_calls": header(arguments='{"city":"Oslo"}')}, note="one object"),
        stream(tools(header(arguments='{"city":"Oslo"}')), {"tool_calls": [None]}, note="null for an entry (variant: entry)"),
    ],
    good=[
        stream(tools(header(arguments='{"city":"Oslo"}'))),
        stream({"content": "Four degrees.", "tool_calls": None}, finish="stop", note="null adds nothing"),
    ],
    see=["openai/openai-openapi ChatCompletionStreamResponseDelta"],
    breaks=["openai-python, openai-node, LangChain and the AI SDK: a KeyError, `not iterable`, or a validation error"],
)
def tool_calls_not_array(judged: Choice | Stream) -> Findings:
    """`tool_calls` is not an array of entries.

    The entries of a delta stand in an array, one alone as well. A single object is read here as an array of one, so that what was meant
    can be shown, but clients do not do that. An entry that is no object is told once a stream.
    """
    if isinstance(judged, Choice):
        seen = judged.tool_calls_not_array
    else:
        seen = next((seen for key, seen in judged.odd.seen.items() if isinstance(key, tuple) and key[0] == "tool_calls entry"), None)
    if seen is not None:
        variant = "" if isinstance(judged, Choice) else "entry"
        yield found(judged, seen.first, variant=variant, count=seen.count, chunk=seen.first.chunk, times=seen.count)
