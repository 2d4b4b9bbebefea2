from validation.examples import header, stream, tools
from validation.facts.streams import Choice
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, WORD, Texts, rule

OSLO = '{"city":"Oslo"}'
FILTERED = ("content_filter", "sensitive")


@rule(
    "FIN416",
    judges=Choice,
    unusual=True,
    letters={"": row("info"), "with-calls": row("warning", permissive="info")},
    params={"choice": WORD, "value": WORD, "calls": NUMBER, "name": WORD},
    says="Choice {choice} was stopped by a content filter ({value}).",
    expected="stop",
    actual="{value}",
    why="What came before the filter is only the beginning of an answer.",
    fix="Server: nothing, it told the truth. Client: tell the user that the answer was withheld; asking again may give the same.",
    variants={
        "with-calls": Texts(
            says="Choice {choice} was stopped by a content filter ({value}) after it had begun calls ({calls}, last {name}).",
            expected="tool_calls",
            actual="{value}",
            why="The last call may be unfinished, and a call that the filter objected to would run.",
            fix="Server: nothing, it told the truth. Client: run none of the calls of such an answer.",
        ),
    },
    bad=[
        stream({"content": "I would"}, finish="content_filter", note="a text"),
        stream(tools(header(arguments=OSLO)), finish="content_filter", note="a call, whole or not (variant: with-calls)"),
        stream({"content": "I would"}, finish="sensitive", note="GLM's word"),
    ],
    good=[stream({"content": "Four."}, finish="stop"), stream(OSLO)],
    also=["finish-unknown-value"],
    see=["openai/openai-openapi CreateChatCompletionStreamResponse", "langgenius/dify#7559"],
    breaks=["agents that run whatever calls they find"],
)
def finish_content_filter(choice: Choice) -> Findings:
    """A content filter stopped the answer.

    content_filter is one of the five values, and an honest one; GLM says sensitive. The text that came is cut. With calls in it this is a
    warning: nobody knows whether the last one is whole, or was the reason for the filter.
    """
    finish = next((finish for finish in choice.finishes if finish.value in FILTERED), None)
    if finish is None:
        return
    last = max(choice.calls, key=lambda call: call.last_chunk, default=None)
    yield found(
        choice, finish.spot, variant="with-calls" if last else "", related=(last.last,) if last else (), choice=choice.text,
        value=finish.value, calls=len(choice.calls), name=(last.name or "unnamed")[:120] if last else "",
    )  # fmt: skip
