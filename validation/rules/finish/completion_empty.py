from validation.examples import chunk, stream
from validation.facts.streams import OTHER_OUTPUT, Choice
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, WORD, Texts, rule

FIX = "Server: look for a call that the parser swallowed. Client: send call ids in the form that the model knows, and ask again."


@rule(
    "FIN417",
    judges=Choice,
    unusual=True,
    letters={"": row("warning", permissive="info"), "reasoning-only": row("warning", permissive="info")},
    params={"choice": WORD, "chars": NUMBER},
    says="Choice {choice} finished with stop and brought nothing: no text, no refusal, no call.",
    expected="a text or a call",
    actual="nothing",
    why="The user sees an empty answer, and an agent takes it for the end of its work.",
    fix=FIX,
    variants={
        "reasoning-only": Texts(
            says="Choice {choice} finished with stop and brought reasoning (characters: {chars}) but no text, no refusal, no call.",
            expected="a text or a call behind the reasoning",
            actual="reasoning alone",
            why="The answer, or the call, was lost behind the reasoning: the user sees nothing, and an agent stops.",
            fix=FIX,
        ),
    },
    bad=[
        stream(finish="stop", note="a role and nothing else"),
        stream({"reasoning": "The user wants the weather."}, finish="stop", note="thoughts without an answer (variant: reasoning-only)"),
    ],
    good=[
        stream({"content": "Four."}, finish="stop"),
        stream({"refusal": "I cannot help with that."}, finish="stop", note="a refusal is an answer"),
        stream(chunk({"images": [{"type": "image_url", "image_url": {"url": "data:,"}}]}), finish="stop", note="a picture"),
        stream('{"city":"Oslo"}'),
    ],
    see=["getkimchi/kimchi#1063", "janhq/jan#8712", "su-kaka/gcli2api#406"],
    breaks=["agent loops end in silence; chat pages show an empty answer"],
)
def completion_empty(choice: Choice) -> Findings:
    """The answer finished with stop and holds nothing.

    No text, no refusal and no call came. Usually a parser took markup for a call and lost it, or the model was confused by ids in the
    history that are not its own. An answer in another form (sound, pictures) is an answer. Where chunks forgot the index of their choice,
    nobody knows whose text it was.
    """
    if not choice.finishes or {finish.value for finish in choice.finishes} != {"stop"} or _brought_something(choice):
        return
    chars = choice.reasoning_chars
    yield found(choice, choice.finishes[0].spot, variant="reasoning-only" if chars else "", choice=choice.text, chars=chars)


def _brought_something(choice: Choice) -> bool:
    if choice.content_chars or choice.refusal_chars or choice.calls or choice.tool_entries or choice.function_call:
        return True
    if choice.content_odd or choice.tool_calls_not_array or any(other.index is None for other in choice.stream.choices):
        return True
    return any(not OTHER_OUTPUT.isdisjoint(shape.keys) for shape in choice.stream.shapes if shape.kind == "delta")
