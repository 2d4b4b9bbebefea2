from validation.examples import chunk, header, jsonl, stream, tools
from validation.facts.carriage import Input
from validation.facts.places import NOWHERE
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, rule

_CHUNKS = (chunk({"role": "assistant", "content": None}), chunk(tools(header(arguments='{"city":"Oslo"}'))), chunk({}, finish="tool_calls"))


@rule(
    "INP007",
    judges=Input,
    letters=row("info"),
    params={"streams": NUMBER},
    says="The file holds {streams} streams. Each is checked on its own.",
    why="Ids, indexes and finish reasons of one response say nothing about another.",
    unless="it should be one: then look for a chunk id that changes.",
    fix="Nothing to do. One stream a file makes a report easier to read.",
    bad=[jsonl(*_CHUNKS, *({**wire, "id": "chatcmpl-2"} for wire in _CHUNKS))],
    good=[stream('{"city":"Oslo"}')],
    see=["openai/openai-openapi CreateChatCompletionStreamResponse (id: each chunk has the same ID)"],
    breaks=["readers that take a file for one stream: two answers run together"],
)
def several_streams(file: Input) -> Findings:
    """The file holds more than one stream.

    No fault. A new stream is seen by `[DONE]`, by another chunk id, or by an opening chunk after all choices have finished.
    """
    if file.streams > 1:
        yield found(file, NOWHERE, streams=file.streams)
