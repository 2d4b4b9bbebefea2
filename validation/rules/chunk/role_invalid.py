from validation.examples import chunk, jsonl, stream
from validation.facts.places import quoted
from validation.facts.streams import Choice
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, WORD, rule


@rule(
    "CHK218",
    judges=Choice,
    unusual=True,
    letters=row("warning", openai_strict="error", permissive="info"),
    params={"choice": WORD, "value": WORD, "times": NUMBER},
    says="A delta of choice {choice} has the role {value} (×{times}).",
    expected='"role": "assistant", or no role',
    actual="{value}",
    why="An answer comes from the assistant. Typed clients refuse another word, and the message cannot go back into a history with it.",
    fix="Server: send the role once, as assistant, and leave the key out afterwards. Client: take every answer for the assistant's.",
    bad=[
        stream({"role": "", "content": "Four degrees."}, finish="stop", note="an empty role on a later delta"),
        jsonl(chunk({"role": "user", "content": "Four."}), chunk({}, finish="stop"), note="another role"),
    ],
    good=[
        stream({"content": "Four degrees."}, finish="stop"),
        stream({"role": None, "content": "Four degrees."}, finish="stop", note="null says nothing"),
    ],
    see=["MiniMax-AI/MiniMax-M2.5#2", "openai/openai-openapi ChatCompletionStreamResponseDelta"],
    breaks=["AI SDK: refused the empty role as no valid value", "openai-node: throws `missing role for choice 0` when no other role came"],
)
def role_invalid(choice: Choice) -> Findings:
    """A delta has a role that no answer can have.

    Empty, of another speaker, or no text at all. A null role on later deltas is a habit of some servers and says nothing.
    """
    wrong = [(role, seen) for role, seen in choice.roles.items() if role != "assistant"]
    if wrong:
        role, seen = wrong[0]
        times = sum(other.count for _, other in wrong) + choice.roles.others
        yield found(choice, seen.first, count=times, choice=choice.text, value=quoted(role), times=times)
