from itertools import filterfalse

from validation.examples import chunk, stream
from validation.facts.streams import Stream
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, TEXT, rule

KNOWN = {
    "chunk": frozenset(
        {"id", "object", "created", "model", "choices", "usage", "system_fingerprint", "service_tier", "obfuscation", "error"}
    ),
    "choice": frozenset({"index", "delta", "finish_reason", "logprobs", "message"}),
    "delta": frozenset({"role", "content", "tool_calls", "refusal", "function_call"}),
    "call": frozenset({"index", "id", "type", "function", "custom"}),
}


@rule(
    "CHK219",
    judges=Stream,
    letters=row("off"),
    params={"keys": TEXT, "fields": NUMBER},
    says="The stream has keys that the protocol does not know ({fields}): {keys}.",
    expected="keys of the protocol",
    actual="{keys}",
    why="Clients pass over keys that they do not know. They are shown because they tell which server wrote the stream.",
    fix="Server: nothing to do. Client: pass over keys that you do not know.",
    bad=[stream(chunk({"content": "Four degrees."}, provider="Demo"), finish="stop", note="never a fault, and off in every profile")],
    good=[stream({"content": "Four degrees."}, finish="stop")],
    see=["openai/openai-openapi CreateChatCompletionStreamResponse", "zed-industries/zed#53605"],
    breaks=["nobody: every measured client passes over unknown keys"],
)
def unknown_fields(stream: Stream) -> Findings:
    """Keys that the protocol does not know.

    Extra keys are never a fault. This rule is off in every profile; its finding names them, and the page of a stream counts them.
    """
    extra = sorted({f"{kind}.{key}" for kind, keys in stream.shapes for key in filterfalse(KNOWN[kind].__contains__, keys)})
    if extra:
        yield found(stream, stream.first, keys=", ".join(extra)[:120], fields=len(extra))
