from validation.examples import assistant, call, dumps, history, result, stream, user
from validation.facts.histories import HistoryCall
from validation.facts.streams import Call
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, TEXT, WORD, Texts, rule

OSLO = '{"city":"Oslo"}'
TWICE = dumps(OSLO)
SAYS = "Call {slot} ({name}): the arguments are a JSON string that holds the object. Surplus encodings: {levels}."
EXPECTED = "one JSON object"


@rule(
    "ARG604",
    judges=(Call, HistoryCall),
    needs="quirks.levels",
    letters={
        "": row("error", permissive="warning"),
        "in-history": row("error", openai_strict="warning", mistral="warning", vllm="warning", permissive="warning"),
    },
    params={"slot": WORD, "name": WORD, "levels": NUMBER, "excerpt": TEXT},
    says=SAYS,
    expected=EXPECTED,
    actual="{excerpt}",
    why="The client decodes the arguments once and gets a text where the tool needs an object.",
    fix="Server: encode the arguments once; do not encode what the model wrote. Client: refuse the call, or decode again and say so.",
    variants={
        "in-history": Texts(
            says=SAYS,
            expected=EXPECTED,
            actual="{excerpt}",
            why="Chat templates that go through the arguments of old calls fail on a text, others show the model a quoted string to copy.",
            fix="Client: store the arguments as they came, and encode an object only once.",
        ),
    },
    bad=[
        stream(TWICE[:9], TWICE[9:], note="encoded once too often"),
        history(user(), assistant(call(arguments=TWICE)), result(), note="in a history (variant: in-history)"),
    ],
    good=[
        stream('{"body":', dumps(OSLO), "}", note="a value that holds JSON is a value"),
        history(user(), assistant(call()), result()),
    ],
    see=["vllm-project/vllm#54964", "sgl-project/sglang#28035", "quarkiverse/quarkus-langchain4j#2642", "tailcallhq/forgecode#2764"],
    breaks=[
        "LangChain: the call moves to invalid_tool_calls; other clients hand a text to the tool",
        "as a history: templates crash or drop the arguments; mistral-common shows the model a quoted string",
    ],
)
def arguments_double_encoded(call: Call | HistoryCall) -> Findings:
    """The arguments are a JSON string whose text is the object.

    Somebody encoded as JSON what was JSON already. The text is valid, so a parser does not complain; it gives a string.
    """
    if call.quirks.levels and call.as_text:
        yield found(
            call, call.spot, variant="in-history" if call.in_history else "", slot=call.slot, name=(call.name or "unnamed")[:120],
            levels=call.quirks.levels, excerpt=call.arguments[:80],
        )  # fmt: skip
