from itertools import islice, pairwise

from validation.examples import chunk, jsonl
from validation.facts.streams import Choice, Stream
from validation.finding import INFERRED, Findings, found
from validation.profiles import row
from validation.rule import NUMBER, Texts, rule

FIX = 'Server: send "index": 0 on every chunk when one answer was asked for. Client: with n = 1, read the choice by its position.'


@rule(
    "CHK212",
    judges=Stream,
    unusual=True,
    letters=dict.fromkeys(("", "gap"), row("error", permissive="warning")),
    params={"choices": NUMBER, "lowest": NUMBER, "highest": NUMBER, "absent": NUMBER},
    says="The choice index grows with the chunks: {choices} choices, numbered {lowest} to {highest}, where one answer was meant.",
    expected='"index": 0 on every chunk',
    actual="{lowest} to {highest}",
    why="The index is the number of an answer. A client that asked for one answer gets a new one with every chunk, none of them whole.",
    fix=FIX,
    variants={
        "gap": Texts(
            says="There is no choice {absent}, although the choices are numbered up to {highest}.",
            expected="choices numbered from 0 without a gap",
            actual="{lowest} to {highest}",
            why="The index is the number of an answer, and helpers use it as a position in a list: a hole in that list makes them raise.",
            unless="Only some of the answers were recorded.",
            fix=FIX,
        ),
    },
    bad=[
        jsonl(
            chunk({"role": "assistant", "content": "Four"}), chunk({"content": " deg"}, index=1), chunk({"content": "rees."}, index=2),
            chunk({}, index=3, finish="stop"), note="a new index on every chunk",
        ),
        jsonl(chunk({"role": "assistant", "content": "4"}, index=197, finish="stop"), note="one answer, numbered 197 (variant: gap)"),
    ],
    good=[
        jsonl(
            chunk({"role": "assistant", "content": "4"}), chunk({"role": "assistant", "content": "Cold"}, index=1),
            chunk({"content": "."}, index=1), chunk({"content": "."}), chunk({}, index=1, finish="stop"), chunk({}, finish="stop"),
            note="two answers, each with a finish of its own",
        ),
        jsonl(
            *(chunk({"role": "assistant", "content": "Four."}, index=number, finish="stop") for number in range(3)),
            note="three answers, each whole in one chunk",
        ),
    ],
    see=["microsoft/foundry-local#144"],
    breaks=["openai-node: throws `missing finish_reason for choice 0`", "openai-python: the helper raises or returns pieces"],
)  # fmt: skip
def choice_index_drifts(stream: Stream) -> Findings:
    """The choice index counts chunks instead of answers.

    `choices[].index` is constant for one answer. It is not when one was asked for and more came, when every chunk opens a choice and only
    one of them finishes, or when the numbers leave a hole that no error, n of the request or unnumbered choice explains. Several are legal.
    """
    choices = {choice.index: choice for choice in stream.choices if choice.index is not None}
    numbers = sorted(choices)
    asked = stream.request.n if stream.request is not None else None
    told_why = bool(stream.errors) or (type(asked) is int and bool(numbers) and numbers[-1] < asked)
    holes = (hole for before, after in pairwise((-1, *numbers)) for hole in range(before + 1, after))
    unnumbered = sum(choice.index is None for choice in stream.choices)
    absent = None if told_why else next(islice(holes, unnumbered, None), None)
    grows = len(numbers) > 1 and (asked == 1 or _grows([choices[number] for number in numbers]))
    if grows or absent is not None:
        odd = next(number for number in numbers if number)
        yield found(
            stream, choices[odd].first, pointer="/index", variant="" if grows else "gap", certainty=INFERRED, count=len(numbers),
            choices=len(numbers), lowest=numbers[0], highest=numbers[-1], absent=absent or 0,
        )  # fmt: skip


def _grows(choices: list[Choice]) -> bool:
    """Three or more, one after the other, of which all but one stand in a single chunk and all but one never finish."""
    short = sum(choice.deltas <= 1 for choice in choices)
    finished = sum(bool(choice.finishes) for choice in choices)
    ordered = all(before.last_chunk < after.first.chunk for before, after in pairwise(choices))
    return len(choices) > 2 and ordered and short >= len(choices) - 1 and finished == 1
