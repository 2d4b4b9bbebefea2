from validation.examples import chunk, jsonl, stream
from validation.facts.streams import Choice
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import WORD, rule


@rule(
    "CHK216",
    judges=Choice,
    unusual=True,
    letters=row("warning", permissive="info"),
    params={"choice": WORD},
    says="No delta of choice {choice} has a role.",
    expected='"role": "assistant" in the first delta',
    actual="no role",
    why="The assembled message has no role. One official helper refuses to build it, and it cannot go back into a history as it is.",
    fix='Server: send "role": "assistant" in the first delta. Client: put the role in when it never came.',
    bad=[stream({"content": "Four degrees."}, finish="stop", role=False)],
    good=[
        stream({"content": "Four degrees."}, finish="stop"),
        jsonl(
            chunk({"role": "assistant", "content": None}), chunk({"role": "assistant", "content": "Four."}),
            chunk({"role": "assistant", "content": ""}, finish="stop"), note="the role on every chunk",
        ),
    ],
    see=["openai/openai-node src/lib/ChatCompletionStream.ts"],
    breaks=["openai-node 6.49.0: the final message throws `missing role for choice 0`", "openai-python: the message has role null"],
)  # fmt: skip
def role_missing(choice: Choice) -> Findings:
    """No delta says whose message this is.

    The role is optional in the schema, which is why this is no error, but the first delta of a choice has always carried it and helpers
    count on it. A role on every chunk is legal. A role that is there but empty, or another one, is told as invalid.
    """
    if choice.deltas and not _has_role(choice) and not (choice.index is None and any(map(_has_role, choice.stream.choices))):
        yield found(choice, choice.first, choice=choice.text)


def _has_role(choice: Choice) -> bool:
    return bool(choice.roles)
