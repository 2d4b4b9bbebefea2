from validation.examples import entry, header, stream, tools
from validation.facts.streams import Call
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, WORD, rule

OSLO = {"city": "Oslo"}


@rule(
    "TCD324",
    judges=Call,
    needs="odd_arguments",
    letters=row("error"),
    params={"slot": WORD, "name": WORD, "form": WORD, "times": NUMBER},
    says="Call {slot} ({name}) sends its arguments as {form}, not as a string (×{times}).",
    expected="a string that holds JSON",
    actual="{form}",
    why="Fragments of arguments are joined as text. A value that is no text makes clients raise or turns into text that is no JSON.",
    fix="Server: encode the arguments as JSON and send that text. Client: refuse the call; do not guess at the text.",
    bad=[
        stream(tools(header(arguments=OSLO)), note="an object"),
        stream(tools(header()), tools(entry(["Oslo"])), note="an array on a later fragment"),
    ],
    good=[
        stream(tools(header(arguments='{"city":"Oslo"}'))),
        stream(tools(header(arguments=None)), tools(entry('{"city":"Oslo"}')), note="null adds nothing"),
    ],
    see=["openai/openai-openapi ChatCompletionMessageToolCallChunk", "huggingface/text-generation-inference#2136", "zai-org/GLM-4.5#17"],
    breaks=[
        "openai-node: the arguments are `[object Object]`; openai-python hands the dict on and json.loads fails later",
        "LangChain, openai-agents, smolagents, AutoGen raise; the AI SDK reports a validation error",
    ],
)
def tool_arguments_not_string(call: Call) -> Findings:
    """The arguments of a call are not a string.

    On the wire `function.arguments` is always a text, also when it holds an object. The compact JSON of what came is shown, so that it
    can be read; what the joined text would be is not judged.
    """
    seen = call.odd_arguments.first
    if seen is not None:
        times = call.odd_arguments.total
        forms = ", ".join(str(form) for form in call.odd_arguments)
        yield found(
            call, seen.first, pointer=call.arguments_pointer, count=times, slot=call.slot, name=(call.name or "unnamed")[:120],
            form=forms[:120], times=times,
        )  # fmt: skip
