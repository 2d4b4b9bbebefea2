from validation.examples import assistant, history, result, user
from validation.facts.histories import Result, json_type
from validation.facts.part_words import AS_CONTENT
from validation.finding import Findings, found
from validation.profiles import Row, row
from validation.rule import NUMBER, PLACE, WORD, Texts, rule

PICTURE = {"type": "image_url", "image_url": {"url": "data:image/png;base64,iVBORw0KGgo="}}


def _letters(**own: str) -> Row:
    return row(
        "warning",
        **{"openai_strict": "error", "deepseek": "error", "openrouter": "info", "anthropic_compat": "info", "permissive": "info", **own},
    )


@rule(
    "MSG707",
    judges=Result,
    letters={"": _letters(), "no-array": _letters(mistral="error"), "no-parts": _letters(mistral="info")},
    params={"message": PLACE, "type": WORD, "number": NUMBER},
    says='The result in message {message} has parts that are no text: {number}, the first is "{type}".',
    expected="a string, or text parts",
    actual="{type}",
    why="A tool message takes text alone at OpenAI; elsewhere the part is refused, or the model never sees it.",
    unless="The receiver takes pictures in results, as Anthropic does.",
    fix="Client: say in the result that a picture follows, and put it into a user message behind all results.",
    variants={
        "no-array": Texts(
            says="The result in message {message} is {type} and not a string.",
            expected="a string, or text parts",
            actual="{type}",
            why="The content of a tool message is a text; receivers with a schema refuse anything else.",
            fix="Client: encode the result as JSON, and store that text.",
        ),
        "no-parts": Texts(
            says="The result in message {message} is an empty array.",
            expected="a string, or at least one text part",
            actual="an empty array",
            why="OpenAI demands at least one part. Elsewhere the model sees an empty result.",
            fix='Client: write a text, such as "(no output)".',
        ),
    },
    breaks=["OpenAI: text parts alone, at least one", "mistral-common: pictures from v15 on, an object never, an empty array always"],
    bad=[
        history(user(), assistant("call_a"), result("call_a", [PICTURE])),
        history(user(), assistant("call_a"), result("call_a", {"celsius": 4}), note="variant: no-array"),
        history(user(), assistant("call_a"), result("call_a", []), note="variant: no-parts"),
    ],
    good=[
        history(user(), assistant("call_a"), result("call_a", '{"celsius":4}')),
        history(user(), assistant("call_a"), result("call_a", [{"type": "text", "text": "4 degrees"}]), note="text parts"),
    ],
    see=["OpenAI API reference", "langchain-ai/langchainjs#6570", "SAP/ai-sdk-js#2188", "mistral-common 1.13.1", "anthropic-sdk-python"],
)
def tool_content_not_text(result: Result) -> Findings:
    """A result is not text.

    It holds pictures or other parts, it is an object or a number, or an array without any part. Results are usually decoded values inside a
    program, and then written as they are. A result that is null or absent is MSG719, an empty text MSG708.
    """
    content = result.message.wire.get("content")
    if content is None or isinstance(content, str):
        return
    types = result.message.part_types
    others = [kind for kind in types if kind != "text"]
    if types and not others:
        return
    variant = "" if others else "no-parts" if isinstance(content, list) else "no-array"
    kind = others[0] if others else AS_CONTENT[json_type(content)]
    yield found(
        result, result.spot, pointer="/content", variant=variant, message=result.message.index, type=kind, number=len(others),
    )  # fmt: skip
