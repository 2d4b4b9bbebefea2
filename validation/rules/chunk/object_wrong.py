from validation.examples import chunk, jsonl, stream
from validation.facts.places import quoted
from validation.facts.streams import Stream
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, PLACE, WORD, rule

RIGHT = "chat.completion.chunk"


@rule(
    "CHK201",
    judges=Stream,
    unusual=True,
    letters=row("warning", openai_strict="error", permissive="info"),
    params={"chunk": PLACE, "value": WORD, "times": NUMBER},
    says="`object` of chunk {chunk} is {value}, not chat.completion.chunk (×{times}).",
    expected='"object": "chat.completion.chunk"',
    actual="{value}",
    why="A client that sorts frames by `object` skips such a chunk in silence, and what it carried is lost.",
    fix="Server: send the constant on every chunk. Client: tell a chunk by its `choices`, not by `object` alone.",
    bad=[
        stream(chunk({"content": "Four degrees."}, object="chat.completion"), finish="stop", note="another object in the middle"),
        stream(chunk({"content": "Four degrees."}, object=...), finish="stop", note="no object at all"),
    ],
    good=[
        stream({"content": "Four degrees."}, finish="stop"),
        jsonl(
            {"id": "", "object": "", "created": 0, "model": "", "choices": [], "prompt_filter_results": [{"prompt_index": 0}]},
            chunk({"role": "assistant", "content": "Four degrees."}),
            chunk({}, finish="stop"),
            note="the first chunk of Azure only annotates",
        ),
    ],
    see=["openai/openai-openapi CreateChatCompletionStreamResponse", "langchain-ai/langchain#18977"],
    breaks=["openai-python: the stream helper skips the chunk and its text is missing; plain iteration still shows it"],
)
def object_wrong(stream: Stream) -> Findings:
    """`object` is missing or is not chat.completion.chunk.

    Every chunk of a stream says what it is. Frames that report an error and the annotations that Azure's content filter sends beside the
    chunks say something else with good reason and are not judged here. An empty `object` above empty `choices` is such an annotation,
    unless the usage stands beside it.
    """
    wrong = [(value, seen) for value, seen in stream.objects.items() if value != RIGHT]
    if wrong:
        value, seen = wrong[0]
        said = "missing" if value is None else quoted(value)
        times = sum(seen.count for _, seen in wrong) + stream.objects.others
        yield found(
            stream, seen.first, pointer="/object" if value is not None else "", count=times, chunk=seen.first.chunk, value=said, times=times
        )
