from validation.examples import stream
from validation.facts.streams import Choice, Repeat
from validation.finding import INFERRED, Findings, found
from validation.profiles import row
from validation.rule import NUMBER, PLACE, WORD, Texts, rule

TEXT = "It is four degrees in Oslo today, with a light wind."
FIX = "Server: send only what is new in each delta. Client: nothing can be mended safely; tell the server's maintainers."


@rule(
    "CHK224",
    judges=Choice,
    unusual=True,
    letters={"": row("warning"), "replay": row("warning")},
    params={"choice": WORD, "what": WORD, "chunk": PLACE, "times": NUMBER},
    says="The deltas of choice {choice} repeat all of the {what} so far instead of adding to it (seen ×{times}).",
    expected="only what is new in each delta",
    actual="the whole {what} in each delta",
    why="Clients add the deltas up, so the user reads every beginning again and again.",
    fix=FIX,
    variants={
        "replay": Texts(
            says="Chunk {chunk} sends the whole {what} of choice {choice} once more (×{times}).",
            expected="only what is new in each delta",
            actual="the whole {what} a second time",
            why="Clients add the deltas up, so the answer stands there twice.",
            unless="The model did say the same thing twice.",
            fix="Server: do not flush the joined text at the end. Client: nothing can be mended safely; tell the server's maintainers.",
        ),
    },
    bad=[
        stream(*({"content": TEXT[:end]} for end in (5, 15, 27, 40, 52)), finish="stop", note="each delta holds all before it"),
        stream({"content": TEXT[:20]}, {"content": TEXT[20:]}, {"content": TEXT}, finish="stop", note="all at the end (variant: replay)"),
    ],
    good=[
        stream({"content": TEXT[:20]}, {"content": TEXT[20:]}, finish="stop"),
        stream(*({"content": part} for part in ("ha", "haha", "hahaha", "!")), finish="stop", note="a short laugh"),
    ],
    see=["QwenLM/qwen-code#3896"],
    breaks=["every client that adds deltas up, which is all of them"],
)
def content_cumulative(choice: Choice) -> Findings:
    """Deltas repeat the text so far.

    Three deltas in a row that each begin with all the text before them, once it is long enough that this is no chance; or one late delta
    that is the whole text again (variant `replay`). The text is shown as it came: what was meant would be a guess.
    """
    for what, repeats in (("content", choice.content_repeats), ("reasoning", choice.reasoning_repeats)):
        for kind, variant in ((Repeat.SNAPSHOTS, ""), (Repeat.REPLAY, "replay")):
            seen = repeats.get(kind)
            if seen is not None:
                yield found(
                    choice, seen.first, variant=variant, certainty=INFERRED, count=seen.count, choice=choice.text, what=what,
                    chunk=seen.first.chunk, times=seen.count,
                )  # fmt: skip
                return
