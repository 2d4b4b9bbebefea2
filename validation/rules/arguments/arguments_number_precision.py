from validation.examples import assistant, call, history, result, stream, user
from validation.facts.histories import HistoryCall
from validation.facts.streams import Call
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, PLACE, TEXT, WORD, Texts, rule

REASONS = {
    "precision": "it has more digits than a double keeps",
    "range": "it is larger than a double can be",
    "length": "it has more than 4,300 digits",
}
WHY = "JavaScript reads numbers as doubles and changes them without a word, ids too; one too large becomes Infinity, which is no JSON."
FIX = "Server: nothing. Client: declare ids and large numbers as strings."


@rule(
    "ARG613",
    judges=(Call, HistoryCall),
    needs="quirks.number",
    letters={"": row("info"), "in-history": row("info")},
    params={"slot": WORD, "name": WORD, "literal": TEXT, "reason": WORD, "char": NUMBER, "chunk": PLACE, "times": NUMBER},
    says="Call {slot} ({name}): not every reader keeps the number {literal} at character {char}, in the fragment of chunk {chunk}: "
    "{reason} (×{times}).",
    expected="numbers that a double holds, or strings",
    actual="{literal}",
    why=WHY,
    fix=FIX,
    variants={
        "in-history": Texts(
            says="Call {slot} ({name}): not every reader keeps the number {literal} at character {char}: {reason} (×{times}).",
            expected="numbers that a double holds, or strings",
            actual="{literal}",
            why=WHY,
            fix=FIX,
        ),
    },
    bad=[
        stream('{"id":', "9007199254740993}", note="one more than a double can count"),
        stream('{"x":1e999}', note="no double is that large"),
        history(user(), assistant(call(arguments='{"id":123456789012345678}')), result(), note="in a history (variant: in-history)"),
    ],
    good=[
        stream('{"id":"9007199254740993"}', note="as a string"),
        stream('{"id":9007199254740991,"x":0.1234567890123456}'),
        history(user(), assistant(call()), result()),
    ],
    see=["RFC 8259 section 6", "ECMA-262 Number"],
    breaks=["JavaScript clients change the number; Python refuses integers of more than 4,300 digits with a plain ValueError"],
)
def arguments_number_precision(call: Call | HistoryCall) -> Findings:
    """A number in the arguments is not the same for every reader.

    An integer beyond 2 to the power of 53, more than 17 digits, or a number that no double can hold. JSON allows all of them and leaves it
    to the reader what becomes of them.
    """
    mark = call.quirks.number
    if mark is None or not call.as_text:
        return
    name, reason = (call.name or "unnamed")[:120], REASONS[call.quirks.number_kind]
    if isinstance(call, HistoryCall):
        yield found(
            call, call.spot, variant="in-history", count=mark.times, slot=call.slot, name=name, literal=mark.text, reason=reason,
            char=mark.char, times=mark.times,
        )  # fmt: skip
    else:
        yield found(
            call, call.spot, count=mark.times, slot=call.slot, name=name, literal=mark.text, reason=reason, char=mark.char,
            chunk=call.chunk_of(mark.char), times=mark.times,
        )  # fmt: skip
