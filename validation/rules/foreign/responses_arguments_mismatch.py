import json
from typing import Any

from validation.examples import call_events, call_item, named, response_events
from validation.facts.foreign import Item
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import TEXT, WORD, Texts, rule

_BY = {"deltas": "the joined deltas", "done": "the done event", "item": "output_item.done", "completed": "the terminal event"}
_FIX = "Server: send in the done events exactly what the deltas made. Client: the done event counts; do not run joined deltas before it."


@rule(
    "RSP903",
    judges=Item,
    letters={"": row("error", permissive="warning"), "spelling": row("info")},
    params={"slot": WORD, "id": WORD, "one": WORD, "other": WORD, "first": TEXT, "second": TEXT},
    says="Call {slot} ({id}): the arguments in {one} are not those in {other}.",
    expected="{first}",
    actual="{second}",
    why="Some clients run what the deltas made, others what the done event or the response says: they run different calls.",
    fix=_FIX,
    variants={
        "spelling": Texts(
            says="Call {slot} ({id}): the arguments in {one} are written in another way than in {other}; as JSON they are the same.",
            expected="{first}",
            actual="{second}",
            why="The tool gets the same, but a client that compares the texts, or caches by them, sees two calls.",
            fix=_FIX,
        )
    },
    bad=[
        named(*response_events(*call_events('{"city":', whole='{"city":"Oslo"}')), note="the last delta is missing"),
        named(*response_events(*call_events('{"city":"Oslo"}', item="")), note="the item has none"),
        named(*response_events(*call_events('{"a":1}'), output=[call_item('{"a":2}')]), note="response.completed has others"),
        named(*response_events(*call_events('{"a": 1}', whole='{"a":1}')), note="another space (variant: spelling)"),
    ],
    good=[
        named(*response_events(*call_events('{"city":', '"Oslo"}'))),
        named(*response_events(*call_events(whole='{"city":"Oslo"}')), note="whole in the done event, no delta"),
        named(*response_events(*call_events(whole="{}"), output=[call_item("{}")]), note="no delta for an empty object"),
    ],
    see=["BerriAI/litellm#27792", "Wei-Shaw/sub2api#6629", "anomalyco/opencode#44862", "earendil-works/pi#9897"],
    breaks=["clients that join deltas, and clients that read the done event: each runs another call"],
)  # fmt: skip
def responses_arguments_mismatch(item: Item) -> Findings:
    """Two events of a Responses stream give one call different arguments.

    The arguments are sent up to four times: in deltas, whole in the done event, in the finished item, and in the response at the end.
    Several models send no deltas, which is legal; what is sent has to agree. The done event counts.
    """
    told = [one for one in item.told if one[0] in _BY]
    base = told[0] if told else ("", "", item.call.first)
    other = next((one for one in told[1:] if one[1] != base[1]), None)
    if other is None:
        return
    yield found(
        item, other[2], related=(base[2],), variant="spelling" if _same(base[1], other[1]) else "", slot=item.call.slot[:40],
        id=(item.call.id or "no call_id")[:64], one=_BY[other[0]], other=_BY[base[0]], first=_shown(base[1]), second=_shown(other[1]),
    )  # fmt: skip


def _shown(arguments: str) -> str:
    return arguments[:120] or "no arguments"


def _same(one: str, other: str) -> bool:
    """True when both are the same JSON value; nothing and an empty object are the same here."""
    values: list[Any] = []
    for text in (one, other):
        try:
            values.append(json.loads(text or "{}"))
        except (ValueError, RecursionError):
            return False
    return bool(values[0] == values[1])
