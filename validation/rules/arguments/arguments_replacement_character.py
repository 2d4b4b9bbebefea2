from validation.examples import assistant, call, history, result, stream, user
from validation.facts.histories import HistoryCall
from validation.facts.streams import Call
from validation.finding import CERTAIN, INFERRED, Findings, found
from validation.profiles import row
from validation.rule import NUMBER, PLACE, WORD, Texts, rule

WHY = "The JSON stays valid and nothing fails, but the character is lost for good, and the tool writes or searches the damaged text."
FIX = "Server: decode bytes with a decoder that waits for the rest of a character. Client: ask again; it cannot be repaired."
UNLESS = "The model wrote this character itself, or copied it from a text that was damaged before."
LETTERS = row("warning", permissive="info")


@rule(
    "ARG614",
    judges=(Call, HistoryCall),
    needs="quirks.replacement",
    letters={"": LETTERS, "at-seam": LETTERS, "in-history": LETTERS},
    params={"slot": WORD, "name": WORD, "char": NUMBER, "chunk": PLACE, "times": NUMBER},
    says="Call {slot} ({name}): U+FFFD stands for a lost character at character {char}, in the fragment of chunk {chunk} (×{times}).",
    expected="whole characters",
    actual="U+FFFD, ×{times}",
    why=WHY,
    unless=UNLESS,
    fix=FIX,
    variants={
        "at-seam": Texts(
            says="Call {slot} ({name}): a character was cut between two fragments and lost (U+FFFD, ×{times}); the first stands at "
            "character {char}, in the fragment of chunk {chunk}.",
            expected="whole characters",
            actual="U+FFFD at the edge of a fragment",
            why=WHY,
            fix=FIX,
        ),
        "in-history": Texts(
            says="Call {slot} ({name}): U+FFFD stands for a lost character at character {char} (×{times}).",
            expected="whole characters",
            actual="U+FFFD, ×{times}",
            why="A character was lost before the call was stored, and the model reads the damaged text as its own.",
            unless=UNLESS,
            fix="Client: find where bytes were decoded piece by piece; the stored call cannot be repaired.",
        ),
    },
    bad=[
        stream('{"note":"ok \ufffd', '\ufffd done"}', note="each half was decoded alone (variant: at-seam)"),
        stream('{"note":"a \ufffd b"}', note="in the middle of a fragment"),
        history(user(), assistant(call(arguments='{"note":"\ufffd"}')), result(), note="in a history (variant: in-history)"),
    ],
    good=[stream('{"note":"深', '圳"}'), stream('{"note":"\\\\ufffd"}', note="an escaped backslash")],
    see=["ggml-org/llama.cpp#28926", "Blaizzy/mlx-vlm#1076", "mudler/LocalAI#677", "jjang-ai/vmlx#129"],
    breaks=["every client: none can tell what stood there"],
)
def arguments_replacement_character(call: Call | HistoryCall) -> Findings:
    """The arguments hold U+FFFD, which stands for a character that was lost.

    A server that turns bytes into text token by token cuts characters of several bytes apart and decodes each part alone. At the edge of
    two fragments that is certain; elsewhere the model may have written the character itself.
    """
    mark, name = call.quirks.replacement, (call.name or "unnamed")[:120]
    if mark is None or not call.as_text:
        return
    if isinstance(call, HistoryCall):
        yield found(
            call, call.spot, variant="in-history", certainty=INFERRED, count=mark.times, slot=call.slot, name=name, char=mark.char,
            times=mark.times,
        )  # fmt: skip
        return
    seam = call.quirks.at_seam
    yield found(
        call, call.spot, variant="at-seam" if seam else "", certainty=CERTAIN if seam else INFERRED, count=mark.times, slot=call.slot,
        name=name, char=mark.char, chunk=call.chunk_of(mark.char), times=mark.times,
    )  # fmt: skip
