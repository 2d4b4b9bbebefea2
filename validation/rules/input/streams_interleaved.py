from validation.examples import chunk, header, jsonl, tools
from validation.facts.carriage import Input
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import PLACE, rule

_ONE = (chunk({"role": "assistant", "content": None}), chunk(tools(header(arguments='{"city":"Oslo"}'))), chunk({}, finish="tool_calls"))
_TWO = tuple({**wire, "id": "chatcmpl-2"} for wire in _ONE)


@rule(
    "INP008",
    judges=Input,
    letters=row("info"),
    params={"line": PLACE},
    says="Chunks of different streams alternate from line {line} on. Each stream is judged by itself.",
    why="Several requests were logged to one file at the same time. That is a habit of logs, not of an endpoint.",
    unless="one connection sent them: a response body holds one stream.",
    fix="Recorder: one file a request, or a request id on every line.",
    bad=[jsonl(*(wire for pair in zip(_ONE, _TWO, strict=True) for wire in pair))],
    good=[jsonl(*_ONE, *_TWO, note="one after the other")],
    see=["openai/openai-openapi CreateChatCompletionStreamResponse (id: each chunk has the same ID)"],
    breaks=["readers that take neighbouring chunks for one stream: two answers are mixed"],
)
def streams_interleaved(file: Input) -> Findings:
    """Chunks of different streams alternate.

    Legal for a log of concurrent requests. The streams are told apart by the chunk's `id`, or by the request id of a wrapper, and each is
    judged alone.
    """
    if file.interleaved is not None:
        yield found(file, file.interleaved, line=file.interleaved[1])
