from validation.examples import chunk, jsonl, stream
from validation.facts.streams import Choice
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, PLACE, WORD, rule

FILTER = {"index": 0, "finish_reason": None, "content_filter_offsets": {"check_offset": 44, "start_offset": 44, "end_offset": 57}}


@rule(
    "CHK214",
    judges=Choice,
    needs="delta_missing",
    letters=row("warning", openai_strict="error", permissive="info"),
    params={"choice": WORD, "chunk": PLACE, "times": NUMBER},
    says="Choice {choice} has no `delta` on chunk {chunk} (×{times}).",
    expected="a delta, an empty object when nothing is added",
    actual="no delta",
    why="Clients read `choice.delta` of every chunk; they raise, or they skip the choice and lose the finish_reason it carries.",
    fix="Server: send an empty object as delta on a chunk that only finishes. Client: read a missing delta as empty.",
    bad=[
        stream({"content": "Four degrees."}, chunk(choices=[{"index": 0, "finish_reason": "stop"}]), finish=None, note="left out"),
        stream(
            {"content": "Four degrees."}, chunk(choices=[{"index": 0, "delta": None, "finish_reason": "stop"}]), finish=None, note="null"
        ),
    ],
    good=[
        stream({"content": "Four degrees."}, finish="stop"),
        jsonl(
            chunk({"role": "assistant", "content": "Four degrees."}),
            chunk(choices=[FILTER], id="", object="", created=0, model=""),
            chunk({}, finish="stop"),
            note="Azure's asynchronous filter annotates without a delta",
        ),
    ],
    see=["openai/openai-openapi CreateChatCompletionStreamResponse", "openai/openai-python#1677", "mozilla-ai/any-llm#657"],
    breaks=["openai-python: the stream helper raises AttributeError", "LangChain: the finish_reason on that chunk is lost"],
)
def delta_missing(choice: Choice) -> Findings:
    """A choice has no `delta`.

    `delta` is required and may be empty. The chunks in which Azure's asynchronous filter tells its verdict have none, and are left out.
    """
    seen = choice.delta_missing
    if seen is not None:
        yield found(choice, seen.first, count=seen.count, choice=choice.text, chunk=seen.first.chunk, times=seen.count)
