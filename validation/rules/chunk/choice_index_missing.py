from validation.examples import chunk, jsonl, stream
from validation.facts.streams import Choice
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, PLACE, WORD, Texts, rule

NO_INDEX = [{"delta": {"content": "Four degrees."}, "finish_reason": None}]


@rule(
    "CHK211",
    judges=Choice,
    unusual=True,
    letters={"": row("error", permissive="warning"), "invalid": row("error", permissive="warning")},
    params={"chunk": PLACE, "times": NUMBER, "value": WORD},
    says="A choice of chunk {chunk} has no index (×{times}).",
    expected='"index": 0',
    actual="no index",
    why="The index says which answer the delta belongs to. Helpers use it as a key, so they raise or build no message at all.",
    fix='Server: send "index": 0 when there is one choice. Client: read a missing index as 0.',
    variants={
        "invalid": Texts(
            says="A choice of chunk {chunk} has the index {value}, which is no whole number from 0 to 9,999 (×{times}).",
            expected='"index": 0',
            actual="{value}",
            why="The index says which answer the delta belongs to. Typed clients refuse the chunk, others open a choice that no one reads.",
            fix='Server: send a whole number, "index": 0 when there is one choice.',
        ),
    },
    bad=[
        jsonl(
            chunk(choices=[{"delta": {"role": "assistant"}, "finish_reason": None}]),
            chunk(choices=NO_INDEX),
            chunk(choices=[{"delta": {}, "finish_reason": "stop"}]),
            note="never an index",
        ),
        stream(chunk(choices=NO_INDEX), finish="stop", note="missing once"),
        jsonl(
            chunk({"role": "assistant"}, index="0"), chunk({"content": "Four degrees."}, index="0"), chunk({}, index="0", finish="stop"),
            note="the index is a text (variant: invalid)",
        ),
    ],
    good=[stream({"content": "Four degrees."}, finish="stop")],
    see=["openai/openai-openapi CreateChatCompletionStreamResponse", "copilot-extensions/preview-sdk.js#76"],
    breaks=["openai-python: the stream helper raises TypeError", "openai-node: no message is built"],
)  # fmt: skip
def choice_index_missing(choice: Choice) -> Findings:
    """A choice has no usable index.

    Every choice of a chunk is numbered, also when there is only one. An index that is there but is null, a text, a fraction or a negative
    number is the variant `invalid`.
    """
    missing, odd = choice.index_missing, choice.index_odd.first
    if missing is not None:
        yield found(choice, missing.first, count=missing.count, chunk=missing.first.chunk, times=missing.count, value="missing")
    elif odd is not None:
        times = choice.index_odd.total
        value = "null" if choice.label is None else choice.text
        yield found(choice, odd.first, pointer="/index", variant="invalid", count=times, chunk=odd.first.chunk, times=times, value=value)
