from validation.examples import chunk, header, jsonl, tools
from validation.facts.carriage import BOUNDARY_GUESSED, Body
from validation.finding import INFERRED, Findings, found
from validation.profiles import row
from validation.rule import PLACE, WORD, rule

_CHUNKS = (chunk({"role": "assistant", "content": None}), chunk(tools(header(arguments='{"city":"Oslo"}'))), chunk({}, finish="tool_calls"))


@rule(
    "INP009",
    judges=Body,
    letters=row("warning"),
    params={"line": PLACE, "reason": WORD},
    says="Where this stream begins or ends had to be guessed ({reason}), first at line {line}.",
    expected="one id for all chunks of a response, another for the next",
    actual="{reason}",
    why="With a wrong guess, two responses are read as one or one as two. What compares chunks with each other is then less certain.",
    unless="the file holds one response and nothing else: then the guess is right.",
    fix="Server: give every response an id and keep it for all its chunks. Recorder: one response a file, or a request id on every record.",
    bad=[jsonl(*_CHUNKS, *_CHUNKS, note="two responses with one id")],
    good=[
        jsonl(*_CHUNKS, *({**wire, "id": "chatcmpl-2"} for wire in _CHUNKS)),
        jsonl(*_CHUNKS),
        jsonl(
            *({"request_id": request, "chunk": wire} for request in ("r-1", "r-2") for wire in _CHUNKS),
            note="one id, and a log that names the requests",
        ),
    ],
    see=["BerriAI/litellm#1571", "microsoft/foundry-local#144", "microsoft/foundry-local#221"],
    breaks=["readers that tell streams apart by the id alone: two answers become one, or one becomes many"],
)
def stream_boundary_ambiguous(body: Body) -> Findings:
    """Where a stream begins or ends had to be guessed.

    The id of the chunks is what tells streams apart. It is missing, stays the same over several responses, or changes on every chunk, so
    the position in the file, roles and finish reasons had to serve instead. In a log that names the request beside each chunk, that tells
    the streams apart, and nothing is guessed. Where `chunk-id-missing` or `chunk-id-changes` is reported, it
    follows from that.
    """
    guessed = body.oddities.get(BOUNDARY_GUESSED)
    if guessed is not None:
        at, reason = guessed.samples[0]
        yield found(body, at, certainty=INFERRED, count=guessed.count, line=at[1], reason=reason)
