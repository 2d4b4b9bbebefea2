from validation.examples import chunk, jsonl, stream
from validation.facts.streams import Choice
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, WORD, rule


@rule(
    "CHK217",
    judges=Choice,
    letters=row("info"),
    params={"choice": WORD, "times": NUMBER},
    says="Choice {choice} says its role ×{times}.",
    expected="the role in the first delta only, for helpers that add strings up",
    actual="the role ×{times}",
    why="It is legal. A helper that adds every string of a delta up makes `assistantassistant` of it, and the history is refused.",
    fix="Server: send the role once, in the first delta. Client: write the role yourself when the message goes into a history.",
    bad=[
        jsonl(
            *(chunk({"role": "assistant", "content": part}) for part in ("Four", " degrees", ".")),
            chunk({"role": "assistant", "content": ""}, finish="stop"), note="on every chunk: legal, and worth knowing",
        ),
    ],
    good=[
        stream({"content": "Four degrees."}, finish="stop"),
        jsonl(
            chunk({"role": "assistant", "content": "Four."}), chunk({"role": "assistant", "content": "Cold."}, index=1),
            chunk({}, finish="stop"), chunk({}, index=1, finish="stop"), note="once an answer",
        ),
    ],
    see=["openai/openai-python src/openai/lib/streaming/_deltas.py"],
    breaks=["openai-python 3.57.0: the role of the final message is `assistantassistantassistant`"],
)  # fmt: skip
def role_repeated(choice: Choice) -> Findings:
    """The role comes with more than one delta.

    OpenRouter and TGI send it with every chunk. That is legal and most clients do not mind.
    """
    seen = choice.roles.get("assistant")
    if seen is not None and seen.count > 1:
        yield found(choice, seen.first, related=(seen.last,), count=seen.count, choice=choice.text, times=seen.count)
