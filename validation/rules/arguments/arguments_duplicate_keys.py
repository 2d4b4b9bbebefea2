from validation.examples import assistant, call, history, result, stream, user
from validation.facts.histories import HistoryCall
from validation.facts.streams import Call
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, PLACE, TEXT, WORD, Texts, rule

TWICE = '{"city":"Oslo","city":"Rome"}'
WHY = "Parsers differ: most keep the last value, some the first, some refuse. What one program checks need not be what another one runs."
FIX = "Server: send each key once. Client: parse with a check for repeated keys and refuse the call."
LETTERS = row("warning", deepseek="error", permissive="info")


@rule(
    "ARG607",
    judges=(Call, HistoryCall),
    needs="quirks.duplicate",
    letters={"": LETTERS, "in-history": LETTERS},
    params={"slot": WORD, "name": WORD, "key": TEXT, "char": NUMBER, "chunk": PLACE, "times": NUMBER},
    says="Call {slot} ({name}): the key {key} comes again in its object at character {char}, in the fragment of chunk {chunk} (×{times}).",
    expected="each key once",
    actual="{key} again",
    why=WHY,
    fix=FIX,
    variants={
        "in-history": Texts(
            says="Call {slot} ({name}): the key {key} comes again in its object at character {char} (×{times}).",
            expected="each key once",
            actual="{key} again",
            why=WHY,
            fix=FIX,
        ),
    },
    bad=[
        stream(TWICE[:16], TWICE[16:]),
        stream('{"to":{"city":1,"c\\u0069ty":2}}', note="written differently, and the same"),
        history(user(), assistant(call(arguments=TWICE)), result(), note="in a history (variant: in-history)"),
    ],
    good=[
        stream('[{"city":"Oslo"},{"city":"Rome"}]'.join(('{"all":', "}")), note="in two objects"),
        stream('{"note":"\\"city\\": 1, \\"city\\": 2"}', note="inside a text"),
        history(user(), assistant(call()), result()),
    ],
    see=["vllm-project/vllm#48864", "sgl-project/sglang encoding_dsv32.py", "RFC 8259 section 4"],
    breaks=["Python and JavaScript keep the last value and say nothing; DeepSeek's parser refuses a repeated parameter"],
)
def arguments_duplicate_keys(call: Call | HistoryCall) -> Findings:
    """An object in the arguments has a key twice.

    JSON leaves open what that means, so programs that read the same call may act on different values: one that asks the user for consent,
    and one that runs the tool.
    """
    mark = call.quirks.duplicate
    if mark is None or not call.as_text:
        return
    name = (call.name or "unnamed")[:120]
    if isinstance(call, HistoryCall):
        yield found(
            call,
            call.spot,
            variant="in-history",
            count=mark.times,
            slot=call.slot,
            name=name,
            key=mark.text,
            char=mark.char,
            times=mark.times,
        )
    else:
        yield found(
            call, call.spot, count=mark.times, slot=call.slot, name=name, key=mark.text, char=mark.char, chunk=call.chunk_of(mark.char),
            times=mark.times,
        )  # fmt: skip
