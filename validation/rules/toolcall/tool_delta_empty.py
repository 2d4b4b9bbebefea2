from validation.examples import entry, header, stream, tools
from validation.facts.streams import Call
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, PLACE, WORD, Texts, rule

OSLO = '{"city":"Oslo"}'
MANY = 50


@rule(
    "TCD330",
    judges=Call,
    needs="empty_entries",
    letters={"": row("info"), "many": row("warning", permissive="info")},
    params={"slot": WORD, "name": WORD, "chunk": PLACE, "times": NUMBER, "longest": NUMBER},
    says="An entry of call {slot} ({name}) at chunk {chunk} adds nothing (×{times}).",
    expected="entries that add something",
    actual="an empty entry",
    why="It is legal, and usual as the last entry of a call. Nothing has to be done for it.",
    fix="Server: leave such entries out. Client: append nothing and go on.",
    variants={
        "many": Texts(
            says="Call {slot} ({name}) has {longest} entries in a row that add nothing ({times} in all).",
            expected="argument text",
            actual="{longest} empty entries",
            why="The server makes tokens and its tool parser drops them: what the model wrote is missing from the call.",
            fix="Server: update the tool parser, or choose the one that fits the model. Client: check the arguments first.",
        ),
    },
    bad=[
        stream(tools(header()), tools(entry(OSLO)), tools(entry("")), note="the last entry: legal, and worth knowing"),
        stream(tools(header()), *(tools(entry("")) for _ in range(MANY + 1)), tools(entry(OSLO)), note="51 in a row (variant: many)"),
    ],
    good=[stream(tools(header()), tools(entry(OSLO)), note="the header may be empty")],
    see=["vllm-project/vllm#54701"],
    breaks=["nobody, as long as nothing is missing"],
)
def tool_delta_empty(call: Call) -> Findings:
    """An entry of a call adds nothing.

    Neither an id, nor a name, nor argument text, behind the first entry of the call. More than 50 in a row are the variant `many`: then
    the server's parser seems to drop what the model writes.
    """
    seen = call.empty_entries
    if seen is not None:
        yield found(
            call, seen.first, variant="many" if call.empty_run > MANY else "", count=seen.count, slot=call.slot,
            name=(call.name or "unnamed")[:120], chunk=seen.first.chunk, times=seen.count, longest=call.empty_run,
        )  # fmt: skip
