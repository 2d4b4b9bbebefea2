from validation.examples import entry, header, stream, tools
from validation.facts.streams import Call
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, PLACE, WORD, Texts, rule

OSLO = '{"city":"Oslo"}'
LETTERS = row("info", openai_strict="warning")
FIX = "Server: send an empty string where there is no argument text. Client: append nothing for a null or missing value."


@rule(
    "TCD323",
    judges=Call,
    unusual=True,
    letters={"": LETTERS, "absent": LETTERS},
    params={"slot": WORD, "name": WORD, "chunk": PLACE, "times": NUMBER},
    says="The arguments of call {slot} ({name}) are null at chunk {chunk} (×{times}).",
    expected='"arguments": ""',
    actual="null",
    why="Every measured client reads it as an empty text. Code that adds the values up without looking stops here.",
    fix=FIX,
    variants={
        "absent": Texts(
            says="The function of call {slot} ({name}) has no arguments at chunk {chunk} (×{times}).",
            expected='"arguments": ""',
            actual="no arguments",
            why="Every measured client reads it as an empty text. Code that adds the values up without looking stops here.",
            fix=FIX,
        ),
    },
    bad=[
        stream(tools(header(arguments=None)), tools(entry(OSLO)), note="null in the header: worth knowing"),
        stream(tools(header(arguments=...)), tools(entry(OSLO)), note="left out of the header (variant: absent)"),
    ],
    good=[stream(tools(header()), tools(entry(OSLO)), note="an empty text")],
    see=["openai/openai-openapi ChatCompletionMessageToolCallChunk"],
    breaks=["hand-written loops that append the value as it is; the measured client libraries are right"],
)
def tool_arguments_null(call: Call) -> Findings:
    """The arguments of an entry are null, or not there.

    Both add nothing. They are common in the first entry of a call, where there is no argument text yet.
    """
    null, absent = call.arguments_null, call.arguments_absent
    seen = null or absent
    if seen is not None and not call.custom:
        yield found(
            call, seen.first, pointer="/function/arguments" if null else "/function", variant="" if null else "absent", count=seen.count,
            slot=call.slot, name=(call.name or "unnamed")[:120], chunk=seen.first.chunk, times=seen.count,
        )  # fmt: skip
