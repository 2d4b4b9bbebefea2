from validation.examples import Example, Wire, call_events, call_item, document, jsonl, named, output_item, response_events
from validation.facts.foreign import LONGEST_CALL_ID, RESPONSES, Item
from validation.facts.histories import Binding, HistoryCall, Result, short_id
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, WORD, Texts, rule

_ASK: Wire = {"role": "user", "content": [{"type": "input_text", "text": "What is the weather in Oslo?"}]}
_NAMELESS = [{**event, "item": call_item("{}", call_id=...)} for event in call_events("{}")[::3]]
_SAY: Wire = {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "4 degrees"}]}


def _items(*items: Wire, note: str = "", **more: object) -> Example:
    return document({"model": "demo-model", "input": [_ASK, *items], **more}, note=note)


@rule(
    "RSP905",
    judges=(HistoryCall, Result, Item),
    letters=dict.fromkeys(("", "item-id", "no-output", "used-twice", "second-output", "no-id", "too-long"), row("error")),
    params={"id": WORD, "number": NUMBER, "meant": WORD},
    says="Item {number} is an output for {id}, but no function_call has this call_id.",
    expected="the call_id of a function_call of the same input",
    actual="{id}",
    why="Calls and outputs are linked by call_id alone. The API refuses the request, or the model never sees the output.",
    unless="the call is in a response that the request continues (previous_response_id or conversation).",
    fix="Client: keep call_id of each function_call and send it back in exactly one function_call_output, in the same request.",
    variants={
        "item-id": Texts(
            "Item {number} is an output for {id}, which is the id of the item; the call_id is {meant}.", "{meant}", "{id}",
            "The id of an item (fc_...) names the item and links nothing. The API finds no call for this output.", "",
            "Client: copy call_id of the function_call, not its id.",
        ),
        "no-output": Texts(
            "The function_call {id} (item {number}) has no output.", "a function_call_output with this call_id", "none",
            "The API refuses a request in which a call has no output.",
        ),
        "used-twice": Texts(
            "The call_id {id} of item {number} was used by an earlier function_call.", "a call_id of its own", "{id} again",
            "Which of the calls an output answers cannot be told.", "", "Client: store each call once, under its own call_id.",
        ),
        "second-output": Texts("Item {number} is a second output for {id}.", "one output a call", "two", "The API takes one a call."),
        "no-id": Texts("Item {number} has no call_id that can link it.", "a call_id", "none", "Nothing else links the two."),
        "too-long": Texts(
            "The call_id of item {number} is longer than 64 characters.", "at most 64 characters", "{id}",
            "The API refuses an output with a longer call_id.", "", "Client: keep ids of other providers apart and send a short one.",
        ),
    },
    bad=[
        _items(output_item("call_zzz"), note="nobody asked"),
        _items(call_item("{}"), output_item("fc_1"), _SAY, note="variant: item-id"),
        _items(call_item("{}"), _SAY, note="variant: no-output"),
        _items(call_item("{}"), output_item(), call_item("{}", id="fc_2"), note="variant: used-twice"),
        _items(call_item("{}"), output_item(), output_item(), note="variant: second-output"),
        _items(call_item("{}", call_id=...), note="variant: no-id"),
        _items(call_item("{}", call_id="c" * 65), output_item("c" * 65), note="variant: too-long"),
        named(*response_events(*_NAMELESS), note="in a stream (variant: no-id)"),
    ],
    good=[
        _items(call_item("{}"), output_item(), _SAY),
        _items(output_item("call_old"), previous_response_id="resp_1", note="the call is in the response before"),
        jsonl(_ASK, call_item("{}"), note="an item a line; the call waits for its output"),
    ],
    see=["earendil-works/pi#9057", "vercel/ai#13307", "AnswerDotAI/fastllm#45"],
    breaks=["OpenAI: No tool output found for function call, or No tool call found for function call output"],
)  # fmt: skip
def responses_call_linkage(judged: HistoryCall | Result | Item) -> Findings:
    """A call and its output are not linked in items of the Responses API.

    A `function_call` and its `function_call_output` share a `call_id`; the `id` of the item does not link. Each call has one output
    and each output one call. Outputs may stand anywhere. A call at the very end waits for its output, unless the items are to be sent.
    In a stream the calls alone are judged: each has a call_id of its own that an output can carry.
    """
    if isinstance(judged, Item):
        if judged.link:
            call = judged.call
            yield found(judged, judged.added or call.first, variant=judged.link, id=short_id(call.id) or "?", number=call.index or 0)
        return
    if isinstance(judged, HistoryCall):
        history, message, variant = judged.history, judged.turn.message, {"unanswered": "no-output", "": None}.get(judged.link, judged.link)
    else:
        history, message, variant = judged.message.history, judged.message, _of_output(judged)
    if variant is None or history.foreign != RESPONSES or (variant == "" and "earlier-items" in history.lost):
        return
    meant = judged.missing.id if isinstance(judged, Result) and judged.missing is not None else None
    yield found(judged, judged.id_spot, variant=variant, id=short_id(judged.id) or "?", number=message.index, meant=short_id(meant) or "?")


def _of_output(result: Result) -> str | None:
    if result.binding is Binding.UNKNOWN:
        return "item-id" if result.near == "item-id" else ""
    if result.binding in (Binding.SURPLUS, Binding.NO_ID):
        return "second-output" if result.binding is Binding.SURPLUS else "no-id"
    return "too-long" if len(result.id or "") > LONGEST_CALL_ID else None
