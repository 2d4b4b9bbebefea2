from validation.examples import stream
from validation.facts.streams import Choice
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import PLACE, WORD, rule

FAILURES = ("error", "abort")


@rule(
    "FIN413",
    judges=Choice,
    unusual=True,
    letters=row("error"),
    params={"choice": WORD, "value": WORD, "chunk": PLACE},
    says="Choice {choice} ended with {value} on chunk {chunk}: the answer failed or was stopped on the way.",
    expected="stop, length, tool_calls or content_filter",
    actual="{value}",
    why="What came so far is not an answer, but clients that do not know this value show it as one, and may run calls that are not whole.",
    fix="Server: send an error frame that says why. Client: read the error of the chunk, drop the answer, and ask again.",
    bad=[
        stream({"content": "It is"}, finish="error", note="OpenRouter and Mistral"),
        stream('{"city":', finish="abort", note="vLLM and SGLang, in the middle of a call"),
    ],
    good=[stream({"content": "It is cold."}, finish="stop"), stream('{"city":"Oslo"}')],
    see=["openrouter.ai/docs streaming", "mistralai/client-python"],
    breaks=["AI SDK: `other`, so that a page may show success; the other measured clients hand the value on as it is"],
)
def finish_error(choice: Choice) -> Findings:
    """The finish_reason says that the answer failed: error or abort.

    OpenRouter and Mistral say error, vLLM and SGLang say abort when a request was cancelled. The finish_reason is none of the five values
    of the protocol, and what it means weighs more than that. Where an error frame says why, it stands above this finding.
    """
    finish = next((finish for finish in choice.finishes if finish.value in FAILURES), None)
    if finish is not None:
        yield found(choice, finish.spot, choice=choice.text, value=finish.value, chunk=finish.spot.chunk)
