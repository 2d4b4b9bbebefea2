from validation.examples import call_events, named, response_events
from validation.facts.foreign import BACKWARDS, MISSING, REPEATED, ResponsesStream, first_of
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, PLACE, WORD, Texts, rule

_GOOD = response_events(*call_events('{"city":', '"Oslo"}'))
_EXPECTED = "0, 1, 2 and so on, one an event"


@rule(
    "RSP901",
    judges=ResponsesStream,
    letters={"": row("warning", permissive="info"), "missing": row("warning", permissive="info")},
    params={"chunk": PLACE, "number": NUMBER, "before": NUMBER, "what": WORD},
    says="Event {chunk} has sequence_number {number} although {before} came before it ({what}).",
    expected=_EXPECTED,
    actual="{before}, then {number}",
    why="Clients order events by it, and ask by it for the rest of a stream that broke. With this one they drop or repeat some.",
    fix="Server: count events of a response from 0, those that a gateway adds too. Client: keep the order in which events arrive.",
    variants={
        "missing": Texts(
            says="Event {chunk} has no sequence_number.",
            expected=_EXPECTED,
            actual="none",
            why="Every event of the protocol has one. Typed clients may refuse the event, and a broken stream cannot be resumed behind it.",
            fix="Server: number every event of a response, from 0. Client: do not rely on the number.",
        )
    },
    bad=[
        named(*({**event, "sequence_number": max(place - 1, 0)} for place, event in enumerate(_GOOD)), note="0, 0, 1"),
        named(*({**event, "sequence_number": 9 - place} for place, event in enumerate(_GOOD)), note="it counts down"),
        named(
            *({key: value for key, value in event.items() if key != "sequence_number"} for event in _GOOD), note="none (variant: missing)"
        ),
    ],
    good=[named(*_GOOD), named(*({**event, "sequence_number": place * 2} for place, event in enumerate(_GOOD)), note="gaps are legal")],
    see=["OpenAI API reference, Responses streaming events"],
    breaks=["clients that resume a stream with starting_after, and typed models in which the number is required"],
)
def responses_sequence(stream: ResponsesStream) -> Findings:
    """The events of a response are not numbered upwards.

    Each event of a Responses stream has a `sequence_number`, larger than the one before. Gateways that make up events of their own, or
    join two streams, often leave it out, repeat it or begin again.
    """
    first = first_of(stream.numbers, (MISSING, REPEATED, BACKWARDS))
    if first is None:
        return
    word, seen = first
    before, number = stream.number_pairs[word]
    yield found(
        stream, seen.first, variant="missing" if word == MISSING else "", count=seen.count,
        chunk=seen.first.chunk, number=number, before=before, what=word,
    )  # fmt: skip
