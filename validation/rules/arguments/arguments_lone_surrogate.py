from typing import Any

from validation.examples import assistant, call, history, raw, result, stream, user
from validation.facts.histories import HistoryCall
from validation.facts.streams import Call
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, PLACE, WORD, Texts, rule

WHY = (
    "It is no character. Python keeps it and fails later, when the text is written as UTF-8; JavaScript writes U+FFFD; databases refuse it."
)
FIX = "Server: cut text between characters, not inside an escape. Client: replace it before storing, and say so."
LETTERS = row("warning", permissive="info")
HALVES = stream('{"mood":"\N{GRINNING FACE}', '"}').data


@rule(
    "ARG612",
    judges=(Call, HistoryCall),
    unusual=True,
    letters={"": LETTERS, "in-history": LETTERS, "split": row("info")},
    params={"slot": WORD, "name": WORD, "half": WORD, "char": NUMBER, "chunk": PLACE, "times": NUMBER},
    says="Call {slot} ({name}): half of a surrogate pair, {half}, at character {char}, in the fragment of chunk {chunk} (×{times}).",
    expected="whole pairs",
    actual="{half} alone",
    why=WHY,
    fix=FIX,
    variants={
        "in-history": Texts(
            says="Call {slot} ({name}): half of a surrogate pair, {half}, at character {char} (×{times}).",
            expected="whole pairs",
            actual="{half} alone",
            why=WHY,
            fix=FIX,
        ),
        "split": Texts(
            says="Call {slot} ({name}): the halves of a surrogate pair came in two fragments, at character {char} (×{times}).",
            expected="whole characters in each fragment",
            actual="half a pair in each",
            why="Joined, the text is whole, and it is shown whole. Clients that write each fragment as UTF-8 on its way damage it.",
            fix="Server: cut text between characters. Client: join fragments before encoding them.",
        ),
    },
    bad=[
        stream('{"mood":"\\ud83d"}'),
        history(user(), assistant(call(arguments='{"mood":"\\ude00"}')), result(), note="in a history (variant: in-history)"),
        raw(
            stream('{"mood":"<', '>"}').data.replace(b"<", b"\\ud83d").replace(b">", b"\\ude00"),
            note="a pair cut by a seam (variant: split)",
        ),
    ],
    good=[
        stream('{"mood":"\\ud83d\\ude00"}'),
        stream('{"mood":"\\ud8', '3d\\ude00"}', note="a whole pair whose escapes are cut"),
        stream('{"mood":"\\\\ud83d"}', note="an escaped backslash"),
    ],
    see=["openai/openai-node pending surrogates", "RFC 8259 section 8.2"],
    breaks=["Python: UnicodeEncodeError when the arguments are stored or sent; PostgreSQL's jsonb refuses them"],
)  # fmt: skip
def arguments_lone_surrogate(call: Call | HistoryCall) -> Findings:
    """The arguments hold half of a surrogate pair.

    Characters beyond U+FFFF are written as two escapes, and one was lost: cut off, or cut apart by a server that handles bytes. Halves that
    only came in two fragments are one character again once these are joined (variant `split`).
    """
    lone = call.quirks.surrogate
    mark = lone or call.quirks.halves
    if mark is None or not call.as_text or (call.in_history and lone is None):
        return
    variant = "in-history" if call.in_history else "" if lone else "split"
    chunk: dict[str, Any] = {"chunk": call.chunk_of(mark.char)} if isinstance(call, Call) else {}
    yield found(
        call, call.spot, variant=variant, count=mark.times, slot=call.slot, name=(call.name or "unnamed")[:120],
        half=lone.text if lone else "", char=mark.char, times=mark.times, **chunk,
    )  # fmt: skip
