from validation.examples import chunk, jsonl, stream
from validation.facts.streams import Choice
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, WORD, rule

ROLE = chunk(choices=[{"index": 0, "delta": {"role": "assistant", "content": ""}}])
TEXT = chunk(choices=[{"index": 0, "delta": {"content": "Four."}}])


@rule(
    "FIN406",
    judges=Choice,
    needs="finish_key_missing",
    letters=row("info", openai_strict="warning"),
    params={"choice": WORD, "times": NUMBER},
    says="Chunks of choice {choice} leave the key finish_reason out (×{times}).",
    expected="finish_reason: null until the last chunk",
    actual="no key finish_reason, ×{times}",
    why="The schema of a chunk requires the key. The measured clients read an absent key as null; strict validators refuse the chunk.",
    fix="Server: send null until the choice is finished. Client: read an absent finish_reason as null.",
    bad=[
        jsonl(ROLE, TEXT, chunk({}, finish="stop"), note="absent until the end"),
        jsonl(chunk({"role": "assistant", "content": ""}), TEXT, chunk({}, finish="stop"), note="absent in the middle"),
    ],
    good=[stream({"content": "Four."}, finish="stop", note="null until the end")],
    see=["openai/openai-openapi CreateChatCompletionStreamResponse"],
    breaks=['none of the measured clients; code that reads choice["finish_reason"] without a default raises'],
)
def finish_key_missing(choice: Choice) -> Findings:
    """The key finish_reason is left out where it should be null.

    Every choice of a chunk has the key: null while the answer goes on, a value on its last chunk. Leaving it out means the same to every
    measured client, so it is worth knowing and no more.
    """
    seen = choice.finish_key_missing
    if seen is not None:
        yield found(choice, seen.first, count=seen.count, choice=choice.text, times=seen.count)
