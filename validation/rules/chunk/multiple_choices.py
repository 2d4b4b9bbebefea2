from validation.examples import chunk, jsonl, stream
from validation.facts.streams import Stream
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, rule


@rule(
    "CHK213",
    judges=Stream,
    unusual=True,
    letters=row("info"),
    params={"choices": NUMBER},
    says="The stream holds {choices} answers; each is judged on its own.",
    expected="one answer, for clients that do not look at the choice index",
    actual="{choices} answers",
    why="It is legal (n > 1). Clients that do not look at the choice index mix the answers into one text and their calls into each other.",
    fix="Server: nothing to do. Client: ask for one answer, or put the answers together by (choice index, tool index).",
    bad=[
        jsonl(
            chunk({"role": "assistant", "content": "Four."}), chunk({"role": "assistant", "content": "Cold."}, index=1),
            chunk({}, finish="stop"), chunk({}, index=1, finish="stop"), note="two answers, each with a finish: legal, and worth knowing",
        ),
    ],
    good=[stream({"content": "Four degrees."}, finish="stop")],
    see=["openai/openai-openapi CreateChatCompletionRequest n", "platform.claude.com/docs/en/api/openai-sdk"],
    breaks=[
        "LangChain: texts and calls of the answers run together, the finish reads `stopstop`",
        "AI SDK, OpenRouter provider, pydantic-ai, openai-agents, LlamaIndex, smolagents, AutoGen: calls of one answer are lost",
    ],
)  # fmt: skip
def multiple_choices(stream: Stream) -> Findings:
    """The stream holds several answers.

    A request with n > 1 gets several choices, whose chunks may come in any order. That is legal; it is shown because few clients put
    calls of several answers together as they should. An index that only counts chunks is another matter and not counted here.
    """
    answers = [choice for choice in stream.choices if choice.index is not None and (choice.deltas > 1 or choice.finishes)]
    if len(answers) > 1:
        second = answers[1]
        yield found(stream, second.first, pointer="/index", related=(answers[0].first,), count=len(answers), choices=len(answers))
