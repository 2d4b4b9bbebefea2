from validation.examples import stream
from validation.facts.streams import Choice
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, WORD, rule

FORMS = {"list": "an array", "dict": "an object", "bool": "a boolean"}
PARTS = [{"type": "thinking", "thinking": [{"type": "text", "text": "Oslo."}]}]


@rule(
    "CHK222",
    judges=Choice,
    needs="content_odd",
    letters=row("warning", openai_strict="error", mistral="info", permissive="info"),
    params={"choice": WORD, "form": WORD, "times": NUMBER},
    says="`content` of a delta is {form}, not a string (choice {choice}, ×{times}).",
    expected="a string, or null",
    actual="{form}",
    why="Clients join content as text. Typed ones refuse the chunk, others show `[object Object]` in the middle of the answer.",
    unless="The server is one of Mistral's: it streams reasoning as an array of parts.",
    fix="Server: send text deltas. Client: read the text of the parts when content is an array.",
    bad=[
        stream({"content": {"text": "Four degrees."}}, finish="stop", note="an object"),
        stream({"content": PARTS}, {"content": "Four."}, finish="stop", note="an array of parts"),
    ],
    good=[
        stream({"content": "Four degrees."}, finish="stop"),
        stream({"content": None}, {"content": ""}, {"content": "Four."}, finish="stop", note="null and an empty text"),
    ],
    see=["openai/openai-openapi ChatCompletionStreamResponseDelta", "mistralai/client-python DeltaMessage"],
    breaks=["typed clients refuse the chunk; clients in JavaScript join it as `[object Object]`"],
)
def content_type_invalid(choice: Choice) -> Findings:
    """The content of a delta is no string.

    In a stream content is text or null. Mistral streams arrays of text and thinking parts, which its own client reads; others do not. The
    text of such parts is joined here all the same, so that it can be shown.
    """
    seen = choice.content_odd.first
    if seen is not None:
        forms = ", ".join(dict.fromkeys(FORMS.get(str(form), "a number") for form in choice.content_odd))
        times = choice.content_odd.total
        yield found(choice, seen.first, count=times, choice=choice.text, form=forms, times=times)
