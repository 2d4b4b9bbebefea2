from validation.examples import chunk, jsonl, stream
from validation.facts.streams import Choice
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import WORD, rule


@rule(
    "FIN401",
    judges=Choice,
    unusual=True,
    letters=row("error"),
    params={"choice": WORD},
    says="Choice {choice} never got a finish_reason.",
    expected="a finish_reason on the last chunk of the choice",
    actual="the end of the stream",
    why="Only the finish_reason says that an answer is whole. Without it the text and the calls may have been cut anywhere.",
    unless="The recording was stopped before the stream ended.",
    fix="Server: always end a choice with a finish_reason, after a failure with an error frame. Client: take it as failed and ask again.",
    bad=[
        stream('{"city":', '"Oslo"}', finish=None, note="calls that look whole"),
        stream({"content": "Four"}, finish=None, note="a text"),
        jsonl(
            chunk({"role": "assistant", "content": "Four."}), chunk({"role": "assistant", "content": "Cold."}, index=1),
            chunk({}, index=1, finish="stop"), note="the second of two answers finishes, the first does not",
        ),
    ],
    good=[
        stream('{"city":', '"Oslo"}'),
        jsonl(chunk({"role": "assistant", "content": "Four."}, finish="stop"), note="on the chunk with the last text"),
    ],
    see=["BerriAI/litellm#40260", "CommandCodeAI/command-code#785", "anomalyco/opencode#40061"],
    breaks=[
        "openai-node 6.49.0: throws `missing finish_reason for choice 0`; LiteLLM 1.110.2 raises; the AI SDK reports an error",
        "openai-python, LangChain, openai-agents: the cut answer is returned as if it were whole",
    ],
)  # fmt: skip
def finish_missing(choice: Choice) -> Findings:
    """A choice never gets a finish_reason.

    Each choice ends with one non-empty finish_reason. Null and an empty text mean "not yet". Where a chunk forgot the index of its
    choice, the finish counts for the whole stream. Quiet where a wrapper has no such word (AI SDK UI).
    """
    if choice.finishes or choice.finish_odd or "finish-words" in choice.stream.lost:
        return
    if choice.index is None and any(other.finishes for other in choice.stream.choices):
        return
    yield found(choice, choice.last, choice=choice.text)
