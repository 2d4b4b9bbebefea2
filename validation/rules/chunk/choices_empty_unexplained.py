from validation.examples import chunk, jsonl, stream
from validation.facts.streams import Stream
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, PLACE, rule

USAGE = {"prompt_tokens": 9, "completion_tokens": 5, "total_tokens": 14}


@rule(
    "CHK208",
    judges=Stream,
    needs="choices_empty",
    letters=row("warning", permissive="info"),
    params={"chunk": PLACE, "times": NUMBER},
    says="Chunk {chunk} has empty `choices` and nothing else to say (×{times}).",
    expected="a choice, or a reason for there being none: usage, an error, an annotation",
    actual='"choices": []',
    why="Code that reads `choices[0]` of every chunk stops at such a chunk, and nothing in the chunk was worth it.",
    fix="Server: leave the chunk out, or put the usage on it. Client: look whether `choices` is empty before reading the first.",
    bad=[
        stream(chunk(choices=[]), {"content": "Four degrees."}, finish="stop"),
        stream(
            {"content": "Four degrees."}, chunk({}, finish="stop"), chunk(choices=[], usage="14"), finish=None, note="a text is no usage"
        ),
    ],
    good=[
        stream(
            {"content": "Four degrees."}, chunk({}, finish="stop"), chunk(choices=[], usage=USAGE), finish=None, note="usage comes last"
        ),
        jsonl(
            {"id": "", "object": "", "created": 0, "model": "", "choices": [], "prompt_filter_results": [{"prompt_index": 0}]},
            chunk({"role": "assistant", "content": "Four degrees."}),
            chunk({}, finish="stop"),
            note="the first chunk of Azure",
        ),
    ],
    see=["openai/openai-openapi ChatCompletionStreamOptions include_usage", "AbanteAI/archive-old-cli-mentat#429"],
    breaks=["hand-written loops that read `chunk.choices[0]`"],
)
def choices_empty_unexplained(stream: Stream) -> Findings:
    """`choices` is empty and nothing explains why.

    An empty list is legal where the chunk carries the usage, an error, or the annotations of a content filter. Elsewhere the chunk is
    empty weight that trips loops. A usage that is no object, or an empty one, counts as none.
    """
    seen = stream.choices_empty
    if seen is not None:
        yield found(stream, seen.first, pointer="/choices", count=seen.count, chunk=seen.first.chunk, times=seen.count)
