from validation.examples import chunk, jsonl, stream
from validation.facts.streams import Stream
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, WORD, rule


@rule(
    "CHK206",
    judges=Stream,
    unusual=True,
    letters=row("info", openai_strict="warning"),
    params={"model": WORD, "other": WORD, "times": NUMBER},
    says="`model` changes within one response: {model} at first, then {other} (×{times} another than the first).",
    expected="{model} on every chunk",
    actual="{other}",
    why="Cost and quality are booked on a model by this field, and the two halves may come from two models after a fallback.",
    unless="A router changed the model in mid stream and says so.",
    fix="Server: send the resolved model name on every chunk. Client: book the response on the last model named.",
    bad=[
        jsonl(
            chunk({"role": "assistant"}, model="demo-large"), chunk({"content": "Four."}, model="demo-small"),
            chunk({}, finish="stop", model="demo-small"), note="an alias first, then the model behind it",
        ),
    ],
    good=[
        stream({"content": "Four degrees."}, finish="stop"),
        jsonl(
            {"id": "", "object": "", "created": 0, "model": "", "choices": [], "prompt_filter_results": [{"prompt_index": 0}]},
            chunk({"role": "assistant", "content": "Four."}), chunk({}, finish="stop"), note="an empty name names no other model",
        ),
    ],
    see=["openai/openai-openapi CreateChatCompletionStreamResponse"],
    breaks=["cost reports; the measured client libraries keep one of the names"],
)  # fmt: skip
def model_changes(stream: Stream) -> Findings:
    """`model` differs between the chunks of one response.

    Either a router fell back to another model in mid stream, or some chunks name an alias and some the model behind it. Empty and missing
    names are not compared.
    """
    names = [(value, seen) for value, seen in stream.models.items() if isinstance(value, str) and value]
    if len(names) > 1:
        (own, first), (other, second) = names[:2]
        times = sum(seen.count for _, seen in names[1:]) + stream.models.others
        yield found(
            stream, second.first, pointer="/model", related=(first.first,), count=times, model=own[:120], other=other[:120], times=times
        )  # fmt: skip
