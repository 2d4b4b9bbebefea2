from validation.examples import chunk, entry, header, jsonl, stream, tools
from validation.facts.streams import Call, Choice
from validation.finding import INFERRED, Findings, found
from validation.profiles import row
from validation.rule import PLACE, WORD, rule


@rule(
    "INP017",
    judges=Choice,
    letters=row("warning", permissive="info"),
    params={"line": PLACE, "choice": WORD},
    says="The stream begins on line {line} in the middle of a call: choice {choice} has no role, and this call no id and no name.",
    expected="a chunk with the role, then the header of the call",
    actual="a fragment of a call whose header is missing",
    why="The recording most likely began late. What is missing was sent before it, so the endpoint is not to blame.",
    unless="the endpoint really sends neither role nor header: then no client can use the call.",
    fix="Record from the first byte of the response.",
    bad=[jsonl(chunk(tools(entry('A-10"}'))), chunk({}, finish="tool_calls"))],
    good=[
        stream('{"seat":"', 'A-10"}'),
        jsonl(chunk(tools(header(arguments='{"seat":"'))), chunk(tools(entry('A-10"}'))), chunk({"role": "assistant"}, finish="tool_calls"),
              note="the role comes late, but it comes"),
    ],
)  # fmt: skip
def capture_starts_midway(choice: Choice) -> Findings:
    """The recording starts in the middle of a stream.

    No choice of the stream has a role, and the first chunk continues a call that never got an id or a name. What the missing beginning
    explains is shown beneath it. A call that lacks its header later on is `tool-id-missing` and `tool-name-missing`.
    """
    if choice.stream.kind == "stream" and not any(_has_role(other) for other in choice.stream.choices):
        for call in choice.calls:
            if call.first.chunk == choice.first.chunk and _is_continuation(call):
                yield found(choice, call.first, certainty=INFERRED, line=call.first.at[1], choice=choice.text[:40])
                return


def _has_role(choice: Choice) -> bool:
    return any(isinstance(role, str) and role for role in choice.roles)


def _is_continuation(call: Call) -> bool:
    return call.id is None and call.name is None and bool(call.pieces) and not call.custom
