from validation.examples import header, stream, tools
from validation.facts.streams import Choice
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, PLACE, WORD, rule

CALL = {"function_call": {"name": "get_weather", "arguments": '{"city":"Oslo"}'}}


@rule(
    "CHK223",
    judges=Choice,
    needs="function_call",
    letters=row("warning", permissive="info"),
    params={"choice": WORD, "chunk": PLACE, "times": NUMBER},
    says="Choice {choice} sends the old `function_call`, from chunk {chunk} on (×{times}).",
    expected="tool_calls",
    actual="function_call",
    why="Agent loops look at tool_calls only: they see an answer without a call, do nothing and end. An empty stub makes helpers raise.",
    unless="The request asked with the old `functions`.",
    fix="Server: send tool_calls. Client: ask with `tools`, and do not count on the old field.",
    bad=[stream({"content": "Let me look."}, CALL, finish="stop", note="the call in the old field")],
    good=[
        stream(tools(header(arguments='{"city":"Oslo"}'))),
        stream({"content": "Four.", "function_call": None}, finish="stop", note="null says nothing"),
    ],
    see=["openai/openai-openapi ChatCompletionStreamResponseDelta function_call (deprecated)"],
    breaks=["openai-node 6.49.0: raises on an empty function_call", "agent loops that look at tool_calls only: the call is never run"],
)
def legacy_function_call_delta(choice: Choice) -> Findings:
    """A delta has the deprecated `function_call`.

    It is the form of 2023, before calls had ids and could be several. It cannot be joined with tool_calls and is not shown as a call.
    """
    seen = choice.function_call
    if seen is not None:
        yield found(choice, seen.first, count=seen.count, choice=choice.text, chunk=seen.first.chunk, times=seen.count)
