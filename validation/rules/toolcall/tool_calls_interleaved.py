from validation.examples import entry, header, stream, tools
from validation.facts.streams import Choice
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, rule


@rule(
    "TCD325",
    judges=Choice,
    needs="switch",
    letters=row("info"),
    params={"calls": NUMBER, "times": NUMBER},
    says="The fragments of calls alternate: an entry goes back to a call that was left ×{times}, with {calls} calls in all.",
    expected="one call after the other, for helpers that close a call when the next one opens",
    actual="alternating calls",
    why="It is legal and every measured client ends up with the right calls. Helper events that say a call is done fire too early, though.",
    fix="Server: finish one call before the next where that is possible. Client: run calls after the finish, not on a helper's done event.",
    bad=[
        stream(
            tools(header(), header("call_b", index=1)), tools(entry('{"city":')), tools(entry('{"city":', index=1)),
            tools(entry('"Oslo"}')), tools(entry('"Bergen"}', index=1)), note="0, 1, 0, 1: legal, and worth knowing",
        ),
    ],
    good=[
        stream(
            tools(header()), tools(entry('{"city":"Oslo"}')), tools(header("call_b", index=1)), tools(entry('{"city":"Bergen"}', index=1)),
            note="one after the other",
        ),
    ],
    see=["openai/openai-python src/openai/lib/streaming/chat/_completions.py", "openai/openai-node src/lib/ChatCompletionStream.ts"],
    breaks=[
        "LlamaIndex 0.8.3: the calls fall into fragments",
        "openai-python and openai-node helpers: `arguments.done` fires with empty or unfinished arguments; the final message is right",
    ],
)  # fmt: skip
def tool_calls_interleaved(choice: Choice) -> Findings:
    """Fragments of several calls alternate.

    This is legal: the index says which call a fragment belongs to. It is shown because helpers close a call as soon as another index
    comes, and what they report at that moment is not the end of the call.
    """
    seen = choice.switch
    if seen is not None:
        numbered = not any("missing" in call.index_forms for call in choice.calls)
        yield found(
            choice, seen.first, pointer="/index" if numbered else "", count=seen.count, calls=len(choice.calls), times=seen.count
        )  # fmt: skip
