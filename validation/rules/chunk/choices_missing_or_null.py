from validation.examples import chunk, jsonl, sse, stream
from validation.facts.carriage import NO_CHUNK
from validation.facts.streams import Stream
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, PLACE, TEXT, Texts, rule

LETTERS = row("error", vllm="warning", permissive="info")
OBJECT = {"index": 0, "delta": {"content": " degrees."}, "finish_reason": None}
USAGE = {"prompt_tokens": 9, "completion_tokens": 5, "total_tokens": 14}
ROLE = chunk({"role": "assistant", "content": "Four"})
WHOLE = chunk({"content": " degrees."}, finish="stop")


@rule(
    "CHK207",
    judges=Stream,
    letters={"": LETTERS, "no-array": LETTERS, "entry": LETTERS, "event": LETTERS},
    params={"chunk": PLACE, "times": NUMBER, "line": PLACE, "data": TEXT},
    says="`choices` of chunk {chunk} is missing or null (×{times}).",
    expected='"choices": [] on a chunk that only carries usage',
    actual="no array",
    why="Clients loop over `choices` of every chunk without looking first; the loop raises and the whole response is lost.",
    fix='Server: send "choices": [] beside the usage. Client: read a missing or null list as empty.',
    variants={
        "no-array": Texts(
            says="`choices` of chunk {chunk} is no array (×{times}).",
            expected="an array of choices, also of one",
            actual="an object, or another value",
            why="Clients walk through an array. What such a chunk holds is lost, or the loop raises and the whole response is.",
            fix="Server: put the choice into an array.",
        ),
        "entry": Texts(
            says="An entry of `choices` of chunk {chunk} is no object (×{times}).",
            expected="an object with index, delta and finish_reason",
            actual="null, or another value",
            why="Clients read the delta of every entry without looking first; the loop raises and the whole response is lost.",
            fix='Server: leave the entry out; a chunk without one has "choices": [].',
        ),
        "event": Texts(
            says="The event on line {line} holds {data}, which is no chunk (×{times}).",
            expected="an object with choices",
            actual="{data}",
            why="Clients take the data of every event for a chunk and look for its `choices`; they raise, and the whole response is lost.",
            fix="Server: leave the event out; what keeps a connection open is a comment (`: ping`). Client: skip what is no object.",
        ),
    },
    bad=[
        stream({"content": "Four degrees."}, chunk({}, finish="stop"), chunk(choices=None, usage=USAGE), finish=None, note="null"),
        stream({"content": "Four degrees."}, chunk({}, finish="stop"), chunk(choices=..., usage=USAGE), finish=None, note="left out"),
        stream({"content": "Four degrees."}, chunk(choices=[None]), finish="stop", note="null for an entry (variant: entry)"),
        stream({"content": "Four"}, chunk(choices=OBJECT), finish="stop", note="an object (variant: no-array)"),
        sse(ROLE, "data: {}\n\n", WHOLE, note="an empty object among the events (variant: event)"),
        sse(ROLE, "data: null\n\n", WHOLE, note="null among the events (variant: event)"),
    ],
    good=[
        stream({"content": "Four degrees."}, chunk({}, finish="stop"), chunk(choices=[], usage=USAGE), finish=None),
        jsonl(
            chunk({"role": "assistant", "content": "Four."}, usage=None), chunk({}, finish="stop", usage=USAGE), note="usage on the finish"
        ),
        sse(ROLE, ": ping\n\n", WHOLE, note="a comment keeps the connection open"),
    ],
    see=["openai/openai-openapi CreateChatCompletionStreamResponse"],
    breaks=[
        "openai-python 3.57.0 and openai-node 6.49.0: the stream helpers raise (`'NoneType' object is not iterable`)",
        "AI SDK: an error event beside the calls; LlamaIndex 0.8.3 and AutoGen 0.7.5 raise",
    ],
)
def choices_missing_or_null(stream: Stream) -> Findings:
    """A chunk has no `choices`.

    `choices` is required on every chunk and may be empty. It usually goes missing on the last one, which only carries the usage. A frame
    that reports an error is no chunk and needs none. An entry that is no object holds no choice either, and neither does an object in
    place of the array: what such chunks held is missing from the answer. Nor does an event among the chunks of an event stream that is an
    empty object, null, a number, a text or an array.
    """
    odd = {key[0]: seen for key, seen in reversed(stream.odd.items()) if isinstance(key, tuple)}
    for variant, seen in (("no-array", odd.get("choices")), ("", stream.choices_missing), ("entry", odd.get("choice"))):
        if seen is not None:
            yield found(stream, seen.first, variant=variant, count=seen.count, chunk=seen.first.chunk, times=seen.count)
            return
    event = stream.body.oddities.get(NO_CHUNK)
    if event is not None:
        at, data = event.samples[0]
        yield found(stream, at, variant="event", count=event.count, line=at[1], data=data, times=event.count)
