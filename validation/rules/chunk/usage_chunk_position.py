from validation.examples import chunk, stream
from validation.facts.places import short
from validation.facts.streams import Choice, Stream
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, PLACE, WORD, Texts, rule

FIRST = {"prompt_tokens": 9, "completion_tokens": 1, "total_tokens": 10}
LAST = {"prompt_tokens": 9, "completion_tokens": 5, "total_tokens": 14}
HABIT = row("warning", vllm="info", openrouter="info", anthropic_compat="info", gemini_compat="info", permissive="info")
FIX = "Server: send the usage once, on the last chunk before [DONE]. Client: keep the last usage and read on until the stream ends."


@rule(
    "CHK209",
    judges=Stream,
    letters={"": HABIT, "twice": HABIT},
    params={"chunk": PLACE, "times": NUMBER, "total": WORD, "other": WORD},
    says="The chunk that only carries usage is chunk {chunk}, and a choice goes on behind it.",
    expected="usage on the last chunk before [DONE]",
    actual="usage at chunk {chunk}",
    why="Clients take the usage chunk for the end and stop reading, or they count tokens that were not all made yet.",
    fix=FIX,
    variants={
        "twice": Texts(
            says="{times} chunks carry nothing but usage, and they disagree: {total} tokens in all at first, then {other}.",
            expected="one chunk with usage",
            actual="{total}, then {other}",
            why="A client that adds the numbers up counts too much, and one that keeps the first counts too little.",
            fix=FIX,
        ),
    },
    bad=[
        stream(chunk(choices=[], usage=LAST), {"content": "Four degrees."}, finish="stop", note="usage, then text"),
        stream(
            {"content": "Four."}, chunk({}, finish="stop"), chunk(choices=[], usage=FIRST), chunk(choices=[], usage=LAST), finish=None,
            note="two that differ (variant: twice)",
        ),
    ],
    good=[
        stream(
            {"content": "Four."}, chunk({}, finish="stop"), chunk(choices=[], usage=LAST), {"role": "assistant"}, finish=None,
            note="only the role comes once more behind it",
        ),
        stream({"content": "Four."}, chunk({}, finish="stop"), chunk(choices=[], usage=LAST), finish=None, note="usage comes last"),
        stream(chunk({"content": "Four"}, usage=FIRST), chunk({"content": "."}, usage=LAST), finish="stop", note="usage on every chunk"),
        stream(chunk({"content": "Four."}, usage=None), chunk({}, finish="stop", usage=LAST), finish=None, note="null until the end"),
    ],
    see=["openai/openai-openapi ChatCompletionStreamOptions include_usage"],
    breaks=["clients that end the answer at the usage chunk, and cost counters that add up every usage"],
)  # fmt: skip
def usage_chunk_position(stream: Stream) -> Findings:
    """A chunk that only carries usage is not the last one, or there are several that disagree.

    Asked for with include_usage, the usage comes on one extra chunk with empty `choices` at the end. Servers that put a running usage
    beside every delta are not meant, and neither is null. A role that is said once more behind the end brings nothing that a client could
    miss. What comes behind [DONE] is late (SSE111), not the usage early.
    """
    seen = stream.usage_alone.first
    if seen is None:
        return
    spot = seen.first
    early = any(_last_chunk(choice) > spot.chunk for choice in stream.choices)
    if early or len(stream.usage_alone) > 1:
        totals = [short(total) for total in stream.usage_alone]
        times = stream.usage_alone.total
        yield found(
            stream, spot, variant="" if early else "twice", count=times, chunk=spot.chunk, times=times, total=totals[0], other=totals[-1]
        )


def _last_chunk(choice: Choice) -> int:
    """The last chunk of a choice; its finish where it also goes on behind [DONE]."""
    done = choice.stream.body.done
    if done is None or choice.last_at[0] < done[0]:
        return choice.last_chunk
    return choice.finishes[0].spot.chunk if choice.finishes else 0
