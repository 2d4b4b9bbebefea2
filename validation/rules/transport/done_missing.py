from validation.examples import chunk, header, jsonl, sse, tools
from validation.facts.streams import Stream
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import PLACE, rule

_ROLE = chunk({"role": "assistant", "content": None})
_CALL = chunk(tools(header(arguments='{"city":"Oslo"}')))
_END = chunk({}, finish="tool_calls")


@rule(
    "SSE109",
    judges=Stream,
    letters=row("warning", vllm="info", permissive="info"),
    params={"line": PLACE},
    says="The event stream ends after line {line} without [DONE].",
    expected="data: [DONE] as the last event",
    actual="the end of the body",
    why="[DONE] is the only sign that nothing follows, the usage chunk for example. Without it a cut connection looks like an end.",
    unless="the recording was stopped by hand after the last chunk.",
    fix="Server: send data: [DONE] last, after an error too. Client: treat the end of the body as the end.",
    breaks=["Readers that wait for [DONE] hang until a timeout. The measured SDKs end with the body."],
    bad=[sse(_ROLE, _CALL, _END, done=False)],
    good=[
        sse(_ROLE, _CALL, _END),
        sse(_ROLE, _CALL, _END, "data: [DONE]", done=False, note="as the last line, without a blank line after it"),
        jsonl(_ROLE, _CALL, _END, note="lines of JSON have no end marker"),
    ],
    see=["OpenAI API reference, stream_options", "BerriAI/litellm#39748"],
)
def done_missing(stream: Stream) -> Findings:
    """An event stream closes without `[DONE]`.

    Judged in event streams of Chat Completions alone: lines of JSON, arrays and the streams of other APIs have no such marker, and a body
    that is nothing but an error needs none. Where no finish_reason came either (`finish-missing`), the file was cut, or the marker has
    another spelling (`done-malformed`), it follows from that.
    """
    if stream.kind == "stream" and stream.body.container == "sse" and stream.body.done is None and stream.chunks:
        yield found(stream, stream.tail, line=stream.tail[1])
