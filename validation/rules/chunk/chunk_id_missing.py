from validation.examples import chunk, jsonl, stream
from validation.facts.streams import Stream
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, PLACE, rule


@rule(
    "CHK202",
    judges=Stream,
    unusual=True,
    letters=row("warning", openai_strict="error", permissive="info"),
    params={"chunk": PLACE, "times": NUMBER},
    says="Chunk {chunk} has choices but no id, an empty one, or one that is no text (×{times}).",
    expected="the same non-empty `id` on every chunk",
    actual="no id",
    why="Without an id nothing says which response a chunk belongs to; where several responses share a log, their ends have to be guessed.",
    fix="Server: make one id when a response begins and send it on each of its chunks. Client: keep responses apart by connection.",
    bad=[
        jsonl(
            chunk({"role": "assistant"}, id=""), chunk({"content": "Four degrees."}, id=""), chunk({}, finish="stop", id=""),
            note="an empty id on every chunk",
        ),
        stream(chunk({"content": "Four degrees."}, id=...), finish="stop", note="one chunk has none"),
        jsonl(chunk({"role": "assistant", "content": "Four."}, id=71), chunk({}, finish="stop", id=71), note="a number"),
    ],
    good=[
        stream({"content": "Four degrees."}, finish="stop"),
        jsonl(
            {"id": "", "object": "", "created": 0, "model": "", "choices": [], "prompt_filter_results": [{"prompt_index": 0}]},
            chunk({"role": "assistant", "content": "Four degrees."}),
            chunk({}, finish="stop"),
            note="the first chunk of Azure has choices: [] and only annotates",
        ),
    ],
    see=["openai/openai-openapi CreateChatCompletionStreamResponse", "microsoft/autogen#6465"],
    breaks=["tracing and log readers that group chunks by id cannot tell where this response ends"],
)  # fmt: skip
def chunk_id_missing(stream: Stream) -> Findings:
    """A chunk with choices has no id.

    All chunks of a response carry the same id, a text. Missing, null, empty and of another type are the same here. The annotations that
    Azure sends beside the chunks have an empty id by design and are left out.
    """
    without = [seen for id, seen in stream.ids.items() if not id or not isinstance(id, str)]
    if without:
        first = min((seen.first for seen in without), key=lambda spot: spot.at)
        times = sum(seen.count for seen in without)
        yield found(stream, first, count=times, chunk=first.chunk, times=times)
