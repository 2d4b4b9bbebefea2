from collections.abc import Mapping

from validation.examples import chunk, stream
from validation.facts.streams import Stream
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, rule

ASKED = {"stream_options": {"include_usage": True}}
USAGE = {"prompt_tokens": 9, "completion_tokens": 5, "total_tokens": 14}


@rule(
    "CHK210",
    judges=Stream,
    needs="request",
    letters=row("info", openai_strict="warning"),
    params={"chunks": NUMBER},
    says="The request asked for usage, and no chunk carries it. Chunks: {chunks}.",
    expected="a last chunk with usage",
    actual="no usage",
    why="Tokens cannot be counted, so cost and limits have to be guessed.",
    unless="The stream was interrupted: then the last chunk never comes.",
    fix="Server: send one more chunk with empty `choices` and the usage before [DONE]. Client: count tokens yourself when it is missing.",
    bad=[stream({"content": "Four degrees."}, finish="stop", request=ASKED, note="asked for, and never sent")],
    good=[
        stream({"content": "Four."}, chunk({}, finish="stop"), chunk(choices=[], usage=USAGE), finish=None, request=ASKED),
        stream({"content": "Four."}, chunk({}, finish="stop", usage=USAGE), finish=None, request=ASKED, note="on the finish chunk"),
        stream({"content": "Four degrees."}, finish="stop", note="the request is not known"),
    ],
    see=["openai/openai-openapi ChatCompletionStreamOptions include_usage", "MoonshotAI/Kimi-Vendor-Verifier tests"],
    breaks=["cost counters and rate limiters of gateways"],
)
def usage_missing(stream: Stream) -> Findings:
    """The request asked for usage and the stream has none.

    Judged only where the request is known and says include_usage. Usage on the finish chunk, on every chunk, or inside a choice counts as
    sent.
    """
    options = stream.request.stream_options if stream.request is not None else None
    asked = isinstance(options, Mapping) and options.get("include_usage") is True
    if asked and stream.usage is None and not _inside_a_choice(stream):
        yield found(stream, stream.tail, chunks=stream.chunks)


def _inside_a_choice(stream: Stream) -> bool:
    return any(choice.usage_inside for choice in stream.choices)
