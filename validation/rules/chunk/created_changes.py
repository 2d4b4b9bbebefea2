from validation.examples import chunk, jsonl, stream
from validation.facts.streams import Stream
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, rule


@rule(
    "CHK204",
    judges=Stream,
    unusual=True,
    letters=row("info", openai_strict="warning"),
    params={"created": NUMBER, "other": NUMBER, "times": NUMBER},
    says="`created` changes within one response: {created} at first, then {other} (×{times} another than the first).",
    expected="{created} on every chunk",
    actual="{other}",
    why="The field says when the response was made, not the chunk. Code that tells responses apart by it sees several.",
    fix="Server: take the time once a response and repeat it. Client: keep the first value; use your own clock for latency.",
    bad=[
        jsonl(
            chunk({"role": "assistant"}, created=1790000001), chunk({"content": "Four."}, created=1790000002),
            chunk({}, finish="stop", created=1790000003), note="a new time on every chunk",
        ),
    ],
    good=[
        stream({"content": "Four degrees."}, finish="stop"),
        jsonl(
            {"id": "", "object": "", "created": 0, "model": "", "choices": [], "prompt_filter_results": [{"prompt_index": 0}]},
            chunk({"role": "assistant", "content": "Four."}), chunk({}, finish="stop"), note="Azure's annotation has the time 0",
        ),
    ],
    see=["openai/openai-openapi CreateChatCompletionStreamResponse", "ollama/ollama#15088"],
    breaks=["logs that order or group chunks by `created`; the measured client libraries do not look at it"],
)  # fmt: skip
def created_changes(stream: Stream) -> Findings:
    """`created` differs between the chunks of one response.

    The protocol says that each chunk has the same timestamp. A server that stamps every chunk anew harms few clients, but it is not what
    the field means.
    """
    times = [(value, seen) for value, seen in stream.created.items() if type(value) is int and value > 0]
    if len(times) > 1:
        (own, first), (other, second) = times[:2]
        count = sum(seen.count for _, seen in times[1:]) + stream.created.others
        yield found(
            stream, second.first, pointer="/created", related=(first.first,), count=count, created=own, other=other, times=count
        )  # fmt: skip
