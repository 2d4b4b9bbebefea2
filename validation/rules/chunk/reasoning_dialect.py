from validation.examples import chunk, entry, header, stream, tools
from validation.facts.streams import Choice
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, TEXT, WORD, Texts, rule

OSLO = '{"city":"Oslo"}'
LOUD = row("warning", permissive="info")


@rule(
    "CHK220",
    judges=Choice,
    letters={"": row("info"), "doubled": LOUD, "after-calls": LOUD},
    params={"choice": WORD, "keys": TEXT, "times": NUMBER, "characters": NUMBER},
    says="Choice {choice} carries its reasoning in {keys}. Characters of it: {characters}.",
    expected="nothing: the protocol has no field for reasoning",
    actual="{keys}",
    why="Servers do not agree on where reasoning stands. A client that reads another key shows none, and some APIs want it back.",
    fix="Server: name the key in your documentation. Client: read the keys of the servers you use; send the reasoning back where asked.",
    variants={
        "doubled": Texts(
            says="Choice {choice} sends the same reasoning under two keys at once, {keys} (×{times}).",
            expected="one key",
            actual="{keys}, with the same text",
            why="A client that reads both keys shows every thought twice, and sends it back twice.",
            fix="Server: send reasoning under one key. Client: read the second key only where the first is missing.",
        ),
        "after-calls": Texts(
            says="Choice {choice} goes on reasoning in {keys} behind its first tool call (×{times}).",
            expected="reasoning, then text, then calls",
            actual="reasoning behind a call",
            why="Clients close the reasoning when the first call comes; what follows is shown in the wrong place, or is lost.",
            fix="Server: send all reasoning before the calls. Client: keep reasoning and calls apart, whatever their order.",
        ),
    },
    bad=[
        stream({"reasoning_content": "Oslo, then."}, {"content": "Four."}, finish="stop", note="one key: worth knowing"),
        stream({"reasoning": "Oslo.", "reasoning_content": "Oslo."}, {"content": "Four."}, finish="stop", note="two (variant: doubled)"),
        stream(
            tools(header()), {"reasoning": "And Bergen?"}, tools(entry(OSLO)), note="between fragments (variant: after-calls)"
        ),
    ],
    good=[
        stream({"content": "Four degrees."}, finish="stop"),
        stream({"content": "Four.", "reasoning_content": None}, finish="stop", note="a key without text"),
        stream(chunk({"content": "Four.", "reasoning": ""}), finish="stop", note="an empty text"),
    ],
    see=["vercel/ai packages/openai-compatible", "ollama openai/openai.go", "OpenRouterTeam/ai-sdk-provider schemas.ts"],
    breaks=["clients that read another key: the reasoning is missing, and where an API wants it back, the next request is refused"],
)  # fmt: skip
def reasoning_dialect(choice: Choice) -> Findings:
    """Reasoning stands outside the protocol, and where depends on the server.

    `reasoning_content`, `reasoning`, `reasoning_details` or parts of the content: all of them are in use. One key is only worth knowing;
    the same text under two keys and reasoning behind a call are variants of their own.
    """
    twice, late = choice.reasoning_twice, choice.reasoning_after_calls
    seen, variant = (twice, "doubled") if twice else (late, "after-calls") if late else (None, "")
    if choice.reasoning_keys:
        first = choice.reasoning_spots[0][1] if choice.reasoning_spots else choice.first
        times = seen.count if seen else 1
        yield found(
            choice, seen.first if seen else first, variant=variant, count=times, choice=choice.text,
            keys=", ".join(sorted(choice.reasoning_keys)), times=times, characters=choice.reasoning_chars,
        )  # fmt: skip
