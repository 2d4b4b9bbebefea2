from validation.examples import stream
from validation.facts.streams import Call
from validation.finding import INFERRED, Findings, found
from validation.profiles import row
from validation.rule import NUMBER, TEXT, WORD, Texts, rule

FIX = "Server: send only what is new in each fragment. Client: refuse the call; what was meant is a guess."
CITY = ('{"city"', '{"city":"Oslo"', '{"city":"Oslo","unit":"c"}')


@rule(
    "TCD331",
    judges=Call,
    needs="repeat",
    letters=dict.fromkeys(("", "snapshots", "replay"), row("error")),
    params={"slot": WORD, "name": WORD, "fragments": NUMBER, "excerpt": TEXT},
    says="The fragments of call {slot} ({name}) repeat the arguments so far: {fragments} fragments, the last one holds all.",
    expected="only what is new in each fragment",
    actual="{excerpt} as the last fragment",
    why="Clients join the fragments; joined, the text is no JSON, and the call cannot be run. Some readers use the first value alone.",
    fix=FIX,
    variants={
        "replay": Texts(
            says="The last fragment of call {slot} ({name}) sends the whole arguments once more, behind {fragments} fragments in all.",
            expected="an end, or an empty fragment",
            actual="{excerpt} a second time",
            why="Clients join the fragments; joined, the text holds the arguments twice and is no JSON, so the call cannot be run.",
            fix="Server: do not flush the joined arguments at the end. Client: refuse the call; what was meant is a guess.",
        ),
    },
    bad=[
        stream(*CITY, note="each fragment holds all before it (variant: snapshots)"),
        stream('{"city":', '"Oslo"}', '{"city":"Oslo"}', note="all of it once more at the end (variant: replay)"),
        stream('{"city":"Oslo"}', '{"city":"Oslo"}', note="a whole fragment twice (variant: replay)"),
    ],
    good=[
        stream('{"city":', '"Oslo"}'),
        stream('{"a":', '{"a":', "1}}", note="a value that looks like what came before"),
    ],
    see=["NousResearch/hermes-agent#35718", "vllm-project/vllm#42167", "vllm-project/vllm#39615", "sgl-project/sglang#23071"],
    breaks=["every measured client: the arguments do not parse; LangChain takes what its lenient parser finds first"],
)
def tool_arguments_cumulative(call: Call) -> Findings:
    """Fragments repeat the arguments so far.

    Decided only at the end, and only where the joined text is no JSON and the last fragment alone is. Either every fragment begins with
    the one before (`snapshots`), or the last one sends everything once more (`replay`). Nothing is rewritten.
    """
    if call.repeat is not None:
        carries_text = call.seams[-1] == call.last_chunk
        yield found(
            call, call.last, pointer="/function/arguments" if carries_text else "", related=(call.first,), variant=str(call.repeat),
            certainty=INFERRED, slot=call.slot, name=(call.name or "unnamed")[:120], fragments=len(call.pieces),
            excerpt=call.pieces[-1][:80],
        )  # fmt: skip
