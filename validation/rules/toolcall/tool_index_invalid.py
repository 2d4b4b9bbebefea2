from validation.examples import entry, header, stream, tools
from validation.facts.streams import Choice
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, WORD, rule


@rule(
    "TCD303",
    judges=Choice,
    unusual=True,
    letters=row("error", permissive="warning"),
    params={"form": WORD, "times": NUMBER},
    says="The index of tool call entries is no whole number from 0: {form} (×{times}).",
    expected="a whole number from 0",
    actual="{form}",
    why="The index is the key under which fragments are joined. Typed clients refuse the chunk, others lose or misplace the call.",
    fix="Server: send a plain JSON number, counted from 0. Client: refuse anything but a number in quotes.",
    bad=[
        stream(tools(header(index=-1)), tools(entry('{"city":"Oslo"}', index=-1)), note="negative"),
        stream(tools(header(index=None)), tools(entry('{"city":"Oslo"}', index=None)), note="null"),
        stream(tools(header(index="0")), tools(entry('{"city":"Oslo"}', index="0")), note="a text"),
        stream(tools(header(index=0.5)), tools(entry('{"city":"Oslo"}', index=0.5)), note="a fraction"),
    ],
    good=[stream(tools(header()), tools(entry('{"city":"Oslo"}')))],
    see=["openai/openai-openapi ChatCompletionMessageToolCallChunk", "zai-org/GLM-4.5#17", "aws-samples/bedrock-access-gateway#247"],
    breaks=[
        "null: openai-python 3.57.0 and smolagents 1.26.0 raise, openai-node 6.49.0 loses the call",
        "-1: the call is missing in openai-node; openai-python takes it for the last one",
        "a text: the AI SDK refuses the chunk",
    ],
)
def tool_index_invalid(choice: Choice) -> Findings:
    """The tool index is there but is not a whole number from 0.

    Null, a text, a fraction, a boolean, an array, an object or a negative number. A text of digits is read as its number and a null as a
    missing index, so that what was meant can be shown.
    """
    seen = [(form, seen) for call in choice.calls for form, seen in call.index_forms.items() if form != "missing"]
    if seen:
        forms = ", ".join(dict.fromkeys(str(form) for form, _ in seen))
        times = sum(form.count for _, form in seen)
        related = tuple(form.first for _, form in seen[1:4])
        yield found(choice, seen[0][1].first, pointer="/index", related=related, count=times, form=forms[:120], times=times)
