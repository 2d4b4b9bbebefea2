from validation.examples import chunk, header, stream, tools
from validation.facts.streams import Choice
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, WORD, rule

CALL = tools(header(arguments='{"city":"Oslo"}'))
USAGE = {"prompt_tokens": 9, "completion_tokens": 5, "total_tokens": 14}


@rule(
    "FIN402",
    judges=Choice,
    unusual=True,
    letters=row("warning", openrouter="info", permissive="info"),
    params={"choice": WORD, "value": WORD, "times": NUMBER},
    says="Choice {choice} gets the finish_reason {value} more than once (×{times}).",
    expected="{value} once",
    actual="{value}, ×{times}",
    why="Loops that act on a finish act twice: calls run twice, or the second finish resets what the first one completed.",
    fix="Server: send the finish_reason once and the usage on a chunk with empty choices. Client: act at the end of the stream.",
    bad=[
        stream(CALL, chunk({}, finish="tool_calls"), chunk({}, finish="tool_calls", usage=USAGE), finish=None),
    ],
    good=[
        stream(CALL, chunk({}, finish="tool_calls"), chunk(choices=[], usage=USAGE), finish=None),
    ],
    see=["QwenLM/qwen-code#2402", "langchain-ai/langchain#38226", "sgl-project/sglang#8417"],
    breaks=["LangChain (Python, JS): the value doubles (`tool_callstool_calls`)", "hand-written loops that fire on each finish"],
)  # fmt: skip
def finish_repeated(choice: Choice) -> Findings:
    """The same finish_reason comes again.

    One choice finishes once. OpenRouter is known to send it bare first and again with the usage, which most clients survive.
    """
    values = {finish.value for finish in choice.finishes}
    if choice.finish_count > 1 and len(values) == 1:
        first, second = choice.finishes[:2]
        yield found(
            choice, second.spot, related=(first.spot,), count=choice.finish_count - 1, choice=choice.text, value=first.value[:120],
            times=choice.finish_count,
        )  # fmt: skip
