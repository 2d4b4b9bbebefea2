from validation.examples import chunk, entry, header, stream, tools
from validation.facts.streams import Choice
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import PLACE, WORD, rule

OSLO = '{"city":"Oslo"}'


@rule(
    "FIN412",
    judges=Choice,
    unusual=True,
    letters=row("off"),
    params={"choice": WORD, "value": WORD, "chunk": PLACE},
    says="Choice {choice} finished with {value} on chunk {chunk}, which also carries the last of its data.",
    expected="either form",
    actual="data and finish_reason in one chunk",
    why="Nothing goes wrong: a delta is read before the finish_reason beside it. OpenAI sends an empty delta with the finish_reason.",
    fix="Server: nothing to do. Client: read the delta of a chunk before its finish_reason.",
    bad=[
        stream(chunk({"content": "Four."}, finish="stop"), finish=None, note="the last text"),
        stream(tools(header()), chunk(tools(entry(OSLO)), finish="tool_calls"), finish=None, note="the last fragment"),
    ],
    good=[stream({"content": "Four."}, finish="stop"), stream(OSLO)],
    see=["vllm-project/vllm serving.py", "mistralai/client-python"],
    breaks=["no measured client"],
)
def finish_on_data_chunk(choice: Choice) -> Findings:
    """The finish_reason stands on the chunk of the last data.

    vLLM and Mistral end like this, OpenAI sends an empty delta with the finish_reason. Both are legal and no client minds, so the rule is
    off in every profile; it tells two endpoints apart when they are compared.
    """
    finish = next((finish for finish in choice.finishes if finish.with_data), None)
    if finish is not None:
        yield found(choice, finish.spot, choice=choice.text, value=finish.value[:120], chunk=finish.spot.chunk)
