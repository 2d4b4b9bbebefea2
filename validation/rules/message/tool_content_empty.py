from validation.examples import assistant, history, result, user
from validation.facts.histories import Result
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import PLACE, rule


@rule(
    "MSG708",
    judges=Result,
    letters=row("info", anthropic_compat="warning"),
    params={"message": PLACE},
    says="The result in message {message} is an empty text.",
    expected='a text, such as "(no output)"',
    actual="nothing but blanks",
    why="Legal at OpenAI and Mistral. Anthropic refuses empty text, and a model reads silence in its own way: it often calls again.",
    fix='Client: say in words that the tool gave nothing, such as "(no output)".',
    breaks=["Anthropic: text content blocks must be non-empty"],
    bad=[
        history(user(), assistant("call_a"), result("call_a", "")),
        history(user(), assistant("call_a"), result("call_a", [{"type": "text", "text": " "}]), note="a text part of blanks"),
    ],
    good=[history(user(), assistant("call_a"), result("call_a", "(no output)"))],
    see=["OpenAI API reference", "run-llama/llama_index#17555", "anthropics/claude-code#59812", "mistral-common 1.13.1"],
)
def tool_content_empty(result: Result) -> Findings:
    """A result is an empty text.

    The tool ran and printed nothing. Null or no content at all is MSG719.
    """
    types = set(result.message.part_types)
    is_text = isinstance(result.message.wire.get("content"), str) or types == {"text"}
    if is_text and not result.message.text.strip() and "empty-text" not in result.message.history.lost:
        yield found(result, result.spot, pointer="/content", message=result.message.index)
