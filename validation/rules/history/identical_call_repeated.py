from validation.examples import assistant, call, history, result, user
from validation.facts.histories import HistoryCall
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, PLACE, WORD, rule

TURNS = 3
PLACES_SHOWN = 16


def _loop(*arguments: str) -> tuple[dict[str, object], ...]:
    pairs = ((assistant(call(f"call_{n}", arguments=text)), result(f"call_{n}")) for n, text in enumerate(arguments))
    return (user(), *(message for pair in pairs for message in pair))


@rule(
    "HIS515",
    judges=HistoryCall,
    letters=row("info"),
    params={"name": WORD, "number": NUMBER, "message": PLACE, "last": PLACE},
    says="{name} is called with the same arguments in {number} messages, from message {message} to message {last}.",
    expected="another call, or an answer, once the result is there",
    actual="{number} times the same call",
    why="Most likely the model goes round in circles: it does not see the result, or the result does not help it.",
    unless="The tool is asked until something has changed, as with a job that still runs.",
    fix="Client: check that results reach the model under the right id, and stop after a few equal calls.",
    breaks=["nobody refuses it; it costs tokens and time"],
    bad=[history(*_loop('{"city":"Oslo"}', '{"city":"Oslo"}', '{"city":"Oslo"}'))],
    good=[
        history(*_loop('{"city":"Oslo"}', '{"city":"Bergen"}', '{"city":"Oslo"}'), note="the same twice, another between"),
        history(user(), assistant("call_a", "call_b", "call_c"), *map(result, ("call_a", "call_b", "call_c")), note="in one message"),
    ],
    see=["design"],
)
def identical_call_repeated(call: HistoryCall) -> Findings:
    """The same call is made in three or more messages.

    Same function, same arguments as text. Agents get into such a loop when a result is lost on its way to the model, is empty, or
    reports an error that the model cannot act on. A note for whoever reads the trace; no endpoint minds.
    """
    if len(call.repeats) + 1 < TURNS:
        return
    yield found(
        call, call.spot, related=tuple(later.spot for later in call.repeats[:PLACES_SHOWN]), count=len(call.repeats) + 1,
        name=call.name[:120], number=len(call.repeats) + 1, message=call.turn.message.index, last=call.repeats[-1].turn.message.index,
    )  # fmt: skip
