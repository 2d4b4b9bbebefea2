from itertools import takewhile

from validation.examples import chunk, document, entry, header, jsonl, sse, stream, tools
from validation.facts.streams import Call, Choice
from validation.finding import INFERRED, Findings, found
from validation.profiles import row
from validation.rule import PLACE, WORD, Texts, rule

TEXT = chunk({"content": "Four degrees"})


@rule(
    "INP017",
    judges=Choice,
    unusual=True,
    letters={"": row("warning", permissive="info"), "extract": row("info")},
    params={"line": PLACE, "choice": WORD},
    says="The stream begins on line {line} in the middle of a call: choice {choice} has no role, and this call no id and no name.",
    expected="a chunk with the role, then the header of the call",
    actual="a fragment of a call whose header is missing",
    why="The recording most likely began late. What is missing was sent before it, so the endpoint is not to blame.",
    unless="the endpoint really sends neither role nor header: then no client can use the call.",
    fix="Record from the first byte of the response.",
    variants={
        "extract": Texts(
            says="The file is one chunk, without the beginning or the end of choice {choice}: what stood around it is not known.",
            expected="all chunks of the response, one a line",
            actual="one chunk",
            why="The chunk itself is checked. Whether the role, the header of a call or the finish_reason came cannot be told from it.",
            fix="Give the whole recording to have the answer checked.",
        )
    },
    bad=[
        jsonl(chunk(tools(entry('A-10"}'))), chunk({}, finish="tool_calls")),
        document(TEXT, note="extract: one chunk with a text"),
        document(chunk(tools(entry('A-10"}', index=1))), note="extract: one fragment of a later call"),
    ],
    good=[
        stream('{"seat":"', 'A-10"}'),
        jsonl(chunk(tools(header(arguments='{"seat":"'))), chunk(tools(entry('A-10"}'))), chunk({"role": "assistant"}, finish="tool_calls"),
              note="the role comes late, but it comes"),
        document(chunk({"role": "assistant", "content": "4 degrees"}, finish="stop"), note="a whole answer in one chunk"),
        sse(chunk({"role": "assistant", "content": "4 degrees"}, finish="stop"), note="the same as an event stream"),
        document({"chunks": [chunk({"role": "assistant", "content": "4"}), chunk({}, finish="stop")]}, note="in a log"),
    ],
    see=["openai/openai-openapi ChatCompletionStreamResponseDelta", "openai/openai-openapi ChatCompletionMessageToolCallChunk"],
    breaks=["openai-node: the stream helper throws `missing role for choice 0`; no client can run a call without its header"],
)  # fmt: skip
def capture_starts_midway(choice: Choice) -> Findings:
    """The recording starts in the middle of a stream.

    No choice of the stream has a role, and the first chunk continues a call that never got an id or a name. What the missing beginning
    explains is shown beneath it. A call that lacks its header later on is `tool-id-missing` and `tool-name-missing`. A file that is one
    chunk and no event stream is an extract: a note, and so is what its missing rest explains.
    """
    if choice.stream.kind != "stream":
        return
    if choice.stream.body.lone_value:
        if not (_has_role(choice) and choice.finishes):
            yield found(choice, choice.first, variant="extract", certainty=INFERRED, choice=choice.text[:40])
    elif not any(_has_role(other) for other in choice.stream.choices):
        open_at_the_start = list(takewhile(_is_continuation, choice.calls))
        if open_at_the_start and (first := open_at_the_start[0].first).chunk == choice.first.chunk:
            slots = (call.slot for call in open_at_the_start)
            yield found(choice, first, certainty=INFERRED, slots=slots, line=first.at[1], choice=choice.text[:40])


def _has_role(choice: Choice) -> bool:
    return any(isinstance(role, str) and role for role in choice.roles)


def _is_continuation(call: Call) -> bool:
    return call.id is None and call.name is None and bool(call.pieces) and not call.custom
