from validation.examples import header, stream, tools
from validation.facts.streams import Choice
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, PLACE, WORD, rule


@rule(
    "TCD329",
    judges=Choice,
    unusual=True,
    letters=row("info"),
    params={"form": WORD, "chunk": PLACE, "times": NUMBER},
    says="`tool_calls` is {form} at chunk {chunk} (×{times}).",
    expected="no `tool_calls` on a delta without calls",
    actual="{form}",
    why="Reading it harms nobody. A client that copies the delta into a history sends an empty list, which APIs refuse.",
    fix="Server: leave the key out of deltas without calls. Client: drop an empty list before the message goes into a history.",
    bad=[
        stream({"content": "Four degrees.", "tool_calls": []}, finish="stop", note="an empty array: worth knowing"),
        stream({"content": "Four degrees.", "tool_calls": None}, finish="stop", note="null"),
    ],
    good=[stream({"content": "Four degrees."}, finish="stop"), stream(tools(header(arguments='{"city":"Oslo"}')))],
    see=["microsoft/foundry-local#144", "openai/openai-node#1341"],
    breaks=["nobody who only reads it; OpenAI refuses `tool_calls: []` in a history"],
)
def tool_calls_empty_array(choice: Choice) -> Findings:
    """A delta has `tool_calls` that holds nothing.

    An empty array or null. Some servers send it with every delta. It becomes a fault when it is copied into a history.
    """
    empty, null = choice.tool_calls_empty, choice.tool_calls_null
    seen = empty or null
    if seen is not None:
        times = sum(known.count for known in (empty, null) if known)
        form = "an empty array" if empty else "null"
        yield found(choice, seen.first, count=times, form=form, chunk=seen.first.chunk, times=times)
