from validation.examples import chunk, header, stream, tools
from validation.facts.streams import Choice
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import WORD, rule

CALL = tools(header(arguments='{"city":"Oslo"}'))


@rule(
    "FIN403",
    judges=Choice,
    unusual=True,
    letters=row("error"),
    params={"choice": WORD, "first": WORD, "other": WORD},
    says="Choice {choice} gets two different finish_reasons: {first}, then {other}.",
    expected="{first} and no other value",
    actual="{other}",
    why="The first value and the last value lead to different actions. Clients that believe the last one drop calls, or run what was cut.",
    fix="Server: send one finish_reason. Client: when values differ, decide by what was received: calls that parse are calls.",
    bad=[
        stream(CALL, chunk({}, finish="tool_calls"), chunk({}, finish="stop"), finish=None, note="tool_calls, then stop"),
        stream({"content": "Four."}, chunk({}, finish="stop"), chunk({}, finish="length"), finish=None, note="stop, then length"),
    ],
    good=[
        stream(CALL),
        stream(chunk({"content": "Four."}), chunk({}, finish=None), chunk({}, finish="stop"), finish=None, note="null, then one value"),
    ],
    see=["RayBytes/ChatMock#114"],
    breaks=["every measured client takes the last value; LangChain joins both (`tool_callsstop`)"],
)
def finish_conflicting(choice: Choice) -> Findings:
    """A choice gets two different finish_reasons.

    Gateways that make up a finish of their own behind the one of the server are the usual source.
    """
    first = choice.finishes[0] if choice.finishes else None
    other = next((finish for finish in choice.finishes if first and finish.value != first.value), None)
    if first is not None and other is not None:
        yield found(
            choice, other.spot, related=(first.spot,), choice=choice.text, first=first.value[:120], other=other.value[:120],
        )  # fmt: skip
