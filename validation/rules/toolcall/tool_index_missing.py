from validation.examples import entry, header, stream, tools
from validation.facts.streams import Choice
from validation.finding import INFERRED, Findings, found
from validation.profiles import row
from validation.rule import NUMBER, rule


@rule(
    "TCD302",
    judges=Choice,
    unusual=True,
    letters={
        "": row("error", mistral="warning", gemini_compat="warning", permissive="warning"),
        "fragments": row("error", mistral="warning", permissive="warning"),
    },
    params={"times": NUMBER, "calls": NUMBER},
    says="Tool call entries have no index: ×{times}. Calls concerned, by the look of it: {calls}.",
    expected="an index on every entry, from 0",
    actual="no index",
    why="Only the index says which fragments belong together. Without it a call is lost in silence or falls apart, or the helper raises.",
    fix="Server: number the calls of a message from 0 and send the number on every entry. Client: join by id, else by order, and say so.",
    bad=[
        stream(
            tools(header(index=...)), tools(entry('{"city":', index=...)), tools(entry('"Oslo"}', index=...)),
            note="one call in fragments (variant: fragments)"
        ),
        stream(
            tools(header("call_a", arguments='{"city":"Oslo"}', index=...), header("call_b", arguments='{"city":"Bergen"}', index=...)),
            note="two whole calls",
        ),
    ],
    good=[
        stream(tools(header()), tools(entry('{"city":')), tools(entry('"Oslo"}'))),
        stream(tools(header("call_a", arguments='{"city":"Oslo"}'), header("call_b", arguments='{"city":"Bergen"}', index=1))),
    ],
    see=["openai/openai-openapi ChatCompletionMessageToolCallChunk", "openai/openai-python#2806", "THU-MAIC/OpenMAIC#1556"],
    breaks=[
        "openai-python 3.57.0, smolagents 1.26.0: raise",
        "openai-node 6.49.0: the call is missing from the result, and finish_reason still says tool_calls",
        "@ai-sdk/openai 3.0.141, OpenRouter provider 2.10.0: an error event instead of the call",
        "LangChain 1.8.3 (Python, JS): a call in fragments becomes one call a fragment",
    ],
)  # fmt: skip
def tool_index_missing(choice: Choice) -> Findings:
    """Entries of `tool_calls` have no index.

    The index is the one field that the schema requires of an entry. Where it is missing, an id that was not seen before opens a call and
    anything else continues the last one, which is a guess. Whole calls without an index (as Gemini's compatible endpoint sends them) do
    less harm than fragments, which is the variant `fragments`.
    """
    calls = [call for call in choice.calls if call.index_forms.get("missing")]
    seen = [form for call in calls if (form := call.index_forms.get("missing"))]
    if seen:
        times = sum(form.count for form in seen)
        yield found(
            choice, seen[0].first, related=tuple(form.first for form in seen[1:4]), certainty=INFERRED, count=times,
            variant="fragments" if any(call.entries > 1 for call in calls) else "", times=times, calls=len(calls),
        )  # fmt: skip
