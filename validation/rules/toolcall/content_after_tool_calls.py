from validation.examples import entry, header, stream, tools
from validation.facts.streams import Choice
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, PLACE, WORD, rule

OSLO = '{"city":"Oslo"}'


@rule(
    "TCD332",
    judges=Choice,
    needs="content_after_calls",
    letters=row("info"),
    params={"choice": WORD, "chunk": PLACE, "times": NUMBER},
    says="Text comes behind the first tool call of choice {choice}, from chunk {chunk} on (×{times}).",
    expected="text before calls, for clients that close the text there",
    actual="text at chunk {chunk}",
    why="It is legal. A client that closes the text when the first call comes may open a second text, or not show the rest.",
    fix="Server: send the text first where that is possible. Client: go on joining text, whatever came in between.",
    bad=[stream(tools(header(arguments=OSLO)), {"content": "One moment."}, note="text behind a call: legal, and worth knowing")],
    good=[
        stream({"content": "One moment."}, tools(header()), tools(entry(OSLO)), note="text before the call"),
        stream(tools(header(arguments=OSLO)), {"content": "\n"}, note="blanks are no text"),
    ],
    see=["openai/openai-openapi ChatCompletionStreamResponseDelta"],
    breaks=["user interfaces that close the text at the first call"],
)
def content_after_tool_calls(choice: Choice) -> Findings:
    """Text comes behind a tool call.

    Content and calls of one message may come in any order. Clients that show an answer while it grows like the text first.
    """
    seen = choice.content_after_calls
    if seen is not None:
        yield found(choice, seen.first, count=seen.count, choice=choice.text, chunk=seen.first.chunk, times=seen.count)
