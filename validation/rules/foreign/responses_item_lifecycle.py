from validation.examples import call_events, call_item, named, response_events
from validation.facts.foreign import Item
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import WORD, Texts, rule

_EVENTS = call_events('{"city":', '"Oslo"}')


@rule(
    "RSP902",
    judges=Item,
    letters={"": row("warning", permissive="info"), "not-done": row("warning", permissive="info")},
    params={"slot": WORD, "id": WORD},
    says="Call {slot} ({id}) has events, but no response.output_item.added came before them.",
    expected="output_item.added, then deltas, done, and output_item.done",
    actual="no output_item.added",
    why="Name and call_id come with output_item.added. A client that keeps calls by their item has nowhere to put what follows.",
    fix="Server: announce each item before its first event. Client: take the whole item from output_item.done or response.completed.",
    variants={
        "not-done": Texts(
            says="Call {slot} ({id}) was announced, but no response.output_item.done closed it.",
            expected="output_item.added, then deltas, done, and output_item.done",
            actual="no output_item.done",
            why="Clients that run a call when its item is done never run this one, although the response is completed.",
            fix="Server: close each item before response.completed. Client: look for calls in response.completed too.",
        )
    },
    bad=[
        named(*response_events(*_EVENTS[1:]), note="never announced"),
        named(*response_events(_EVENTS[1], _EVENTS[0], *_EVENTS[2:]), note="a delta first, announced behind it"),
        named(*response_events(output=[call_item("{}")]), note="the call is in response.completed only"),
        named(*response_events(*_EVENTS[:-1]), note="never closed (variant: not-done)"),
    ],
    good=[
        named(*response_events(*_EVENTS)),
        named(*response_events(*call_events(whole="{}")), note="arguments in the done event only"),
        named(*response_events(_EVENTS[0], _EVENTS[-1]), note="no events on arguments at all"),
        named(
            *response_events(_EVENTS[0], {**_EVENTS[-1], "item": {"type": "search_results", "results": []}}),
            note="a search of the server's own, closed as its results",
        ),
        named(*response_events(*call_events("{}")[:2], end="incomplete"), note="a response that says it is incomplete"),
    ],
    see=["sgl-project/sglang#12652", "Oaklight/llm-rosetta#56", "earendil-works/pi#9897"],
    breaks=["OpenAI Agents SDK and other clients that open an item when it is added and run it when it is done"],
)
def responses_item_lifecycle(item: Item) -> Findings:
    """A call of a Responses stream is not announced, or too late, or not closed.

    An item is added, its arguments come in deltas, or only whole, or not at all where they are an empty object, and the item is done. A
    response that was cut, failed or is incomplete may leave items open.
    """
    slot, id = item.call.slot[:40], (item.call.id or "no call_id")[:64]
    first, added = item.first_event, item.added
    late = added is None or (first is not None and first.chunk < added.chunk)
    if late and (item.stream is None or not item.stream.midway):
        yield found(item, first or item.item_done or item.call.first, slot=slot, id=id)
    elif item.item_done is None and item.stream is not None and item.stream.terminal == "response.completed":
        yield found(item, item.call.last, variant="not-done", slot=slot, id=id)
