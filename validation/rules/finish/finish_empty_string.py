from validation.examples import chunk, stream
from validation.facts.streams import Choice
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, WORD, rule


@rule(
    "FIN404",
    judges=Choice,
    needs="empty_finishes",
    letters=row("warning", openai_strict="error", permissive="info"),
    params={"choice": WORD, "times": NUMBER},
    says="Choice {choice} has an empty text as finish_reason (×{times}).",
    expected="null until the end",
    actual="an empty text",
    why="A client that stops at the first finish_reason that is not null stops here, before the answer is whole.",
    fix="Server: send null until the answer ends. Client: take an empty finish_reason for none.",
    bad=[stream(chunk({"content": "Four"}, finish=""), chunk({"content": " degrees."}, finish=""), finish="stop")],
    good=[stream(chunk({"content": "Four"}), chunk({"content": " degrees."}), finish="stop")],
    see=["ollama/ollama#4357"],
    breaks=["loops that test `finish_reason != null`; the measured libraries read on"],
)
def finish_empty_string(choice: Choice) -> Findings:
    """finish_reason is an empty text instead of null.

    It counts as "not finished" here, as it does for the measured libraries, but code that compares with null ends the answer early.
    """
    seen = choice.empty_finishes
    if seen is not None:
        yield found(choice, seen.first, count=seen.count, choice=choice.text, times=seen.count)
