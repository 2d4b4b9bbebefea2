from validation.examples import chunk, jsonl, stream
from validation.facts.streams import Stream
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, WORD, rule


@rule(
    "CHK203",
    judges=Stream,
    unusual=True,
    letters=row("warning", openai_strict="error", permissive="info"),
    params={"id": WORD, "other": WORD, "times": NUMBER},
    says="The chunk id changes within one response: {id} at first, then {other} (×{times} another than the first).",
    expected="{id} on every chunk",
    actual="{other}",
    why="Tracing, cost logs and gateways group chunks by id, so one response becomes many pieces there.",
    unless="The upload holds several responses whose ends it does not show.",
    fix="Server: make the id once a response, not once a chunk. Client: do not group by id inside one connection.",
    bad=[
        jsonl(
            chunk({"role": "assistant"}, id="c1"), chunk({"content": "Four"}, id="c2"), chunk({"content": " degrees."}, id="c3"),
            chunk({}, finish="stop", id="c4"), note="a new id on every chunk",
        ),
    ],
    good=[
        stream({"content": "Four degrees."}, finish="stop"),
        jsonl(
            chunk({"role": "assistant", "content": "Four."}, id="c1"), chunk({}, finish="stop", id="c1"),
            chunk({"role": "assistant", "content": "Five."}, id="c2"), chunk({}, finish="stop", id="c2"),
            note="a second response has an id of its own",
        ),
    ],
    see=["openai/openai-openapi CreateChatCompletionStreamResponse", "microsoft/foundry-local#144", "BerriAI/litellm#1571"],
    breaks=["log readers and tracers that group by id; the measured client libraries put the response together all the same"],
)  # fmt: skip
def chunk_id_changes(stream: Stream) -> Findings:
    """The chunk id changes within one response.

    The protocol says that each chunk of a response has the same id. Where ids change, chunks are put together by their position, which is
    a guess when several responses stand in one file.
    """
    ids = [(value, seen) for value, seen in stream.ids.items() if isinstance(value, str) and value]
    if len(ids) > 1:
        (own, first), (other, second) = ids[:2]
        times = sum(seen.count for _, seen in ids[1:]) + stream.ids.others
        yield found(
            stream, second.first, pointer="/id", related=(first.first,), count=times, id=own[:120], other=other[:120], times=times
        )  # fmt: skip
