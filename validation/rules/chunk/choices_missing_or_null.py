from validation.examples import chunk, jsonl, stream
from validation.facts.streams import Stream
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, PLACE, Texts, rule

LETTERS = row("error", vllm="warning", permissive="info")
OBJECT = {"index": 0, "delta": {"content": " degrees."}, "finish_reason": None}
USAGE = {"prompt_tokens": 9, "completion_tokens": 5, "total_tokens": 14}


@rule(
    "CHK207",
    judges=Stream,
    letters={"": LETTERS, "no-array": LETTERS, "entry": LETTERS},
    params={"chunk": PLACE, "times": NUMBER},
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
    },
    bad=[
        stream({"content": "Four degrees."}, chunk({}, finish="stop"), chunk(choices=None, usage=USAGE), finish=None, note="null"),
        stream({"content": "Four degrees."}, chunk({}, finish="stop"), chunk(choices=..., usage=USAGE), finish=None, note="left out"),
        stream({"content": "Four degrees."}, chunk(choices=[None]), finish="stop", note="null for an entry (variant: entry)"),
        stream({"content": "Four"}, chunk(choices=OBJECT), finish="stop", note="an object (variant: no-array)"),
    ],
    good=[
        stream({"content": "Four degrees."}, chunk({}, finish="stop"), chunk(choices=[], usage=USAGE), finish=None),
        jsonl(
            chunk({"role": "assistant", "content": "Four."}, usage=None), chunk({}, finish="stop", usage=USAGE), note="usage on the finish"
        ),
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
    place of the array: what such chunks held is missing from the answer.
    """
    odd = {key[0]: seen for key, seen in reversed(stream.odd.items()) if isinstance(key, tuple)}
    for variant, seen in (("no-array", odd.get("choices")), ("", stream.choices_missing), ("entry", odd.get("choice"))):
        if seen is not None:
            yield found(stream, seen.first, variant=variant, count=seen.count, chunk=seen.first.chunk, times=seen.count)
            return
