from validation.examples import Wire, assistant, call, header, history, result, stream, tools, user
from validation.facts.histories import Message, json_type
from validation.facts.streams import Choice, Stream
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, PLACE, WORD, Texts, rule


def stored(tool_calls: object) -> Wire:
    return {"role": "assistant", "content": None, "tool_calls": tool_calls}


@rule(
    "TCD301",
    judges=(Choice, Stream, Message),
    unusual=True,
    letters={"": row("error"), "entry": row("error"), "in-history": row("error")},
    params={"chunk": PLACE, "message": PLACE, "type": WORD, "times": NUMBER},
    says="`tool_calls` of chunk {chunk} is no array (×{times}).",
    expected="an array of entries",
    actual="a single value",
    why="Clients loop over `tool_calls`. One object makes them raise, or they read its keys as if these were calls.",
    fix="Server: wrap the entry in an array, also when there is only one. Client: nothing can be relied on here.",
    variants={
        "entry": Texts(
            says="An entry of `tool_calls` at chunk {chunk} is no object (×{times}).",
            expected="an object with index, id and function",
            actual="null, or another value",
            why="Clients read the index and the function of every entry without looking first; they raise, and the answer is lost.",
            fix="Server: leave the entry out. Client: nothing can be relied on here.",
        ),
        "in-history": Texts(
            says="`tool_calls` of message {message} is no array of objects, but {type} (×{times}).",
            expected="an array of objects with id, type and function",
            actual="{type}",
            why="Receivers with a schema refuse the request; others find no call, and every result behind it has lost its own.",
            fix="Client: write the calls as an array of objects, or leave the key out; parse a JSON text of them first.",
        ),
    },
    bad=[
        stream({"tool_calls": header(arguments='{"city":"Oslo"}')}, note="one object"),
        stream(tools(header(arguments='{"city":"Oslo"}')), {"tool_calls": [None]}, note="null for an entry (variant: entry)"),
        history(user(), stored(call()), result(), note="one object in a history (variant: in-history)"),
        history(user(), stored('[{"id":"call_a"}]'), result(), user(), note="a JSON text in a history (variant: in-history)"),
        history(user(), stored([None]), user(), note="null for an entry (variant: in-history)"),
    ],
    good=[
        history(user(), assistant("call_a"), result()),
        stream(tools(header(arguments='{"city":"Oslo"}'))),
        stream({"content": "Four degrees.", "tool_calls": None}, finish="stop", note="null adds nothing"),
    ],
    see=["openai/openai-openapi ChatCompletionStreamResponseDelta"],
    breaks=["openai-python, openai-node, LangChain and the AI SDK: a KeyError, `not iterable`, or a validation error"],
)
def tool_calls_not_array(judged: Choice | Stream | Message) -> Findings:
    """`tool_calls` is not an array of entries.

    The entries of a delta or a message stand in an array, one alone as well. A single object is read here as an array of one, so that what
    was meant can be shown, but nobody else does that. An entry of a delta that is no object is told once a stream.
    """
    if isinstance(judged, Message):
        yield from _in_history(judged)
    elif isinstance(judged, Choice) and (seen := judged.tool_calls_not_array) is not None:
        slots = (call.slot for call in judged.calls if call.last_place < 0 or call.first.pointer.endswith("/tool_calls"))
        yield found(judged, seen.first, count=seen.count, slots=slots, chunk=seen.first.chunk, times=seen.count)
    elif isinstance(judged, Stream):
        odd = [seen for key, seen in judged.odd.items() if isinstance(key, tuple) and key[0] == "tool_calls entry"]
        for seen in odd[:1]:
            yield found(judged, seen.first, variant="entry", count=seen.count, chunk=seen.first.chunk, times=seen.count)


def _in_history(message: Message) -> Findings:
    calls = message.wire.get("tool_calls")
    if message.role != "assistant" or calls is None:
        return
    entries = [(f"/{place}", entry) for place, entry in enumerate(calls)] if isinstance(calls, list) else [("", calls)]
    odd = [(place, json_type(value)) for place, value in entries if not place or not isinstance(value, dict)]
    if odd:
        (place, kind), times, at = odd[0], len(odd), f"/tool_calls{odd[0][0]}"
        kind = f"an entry of type {kind}" if place else f"of type {kind}"
        yield found(message, message.spot, pointer=at, variant="in-history", count=times, message=message.index, type=kind, times=times)
