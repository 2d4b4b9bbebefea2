from validation.examples import assistant, call, history, result, stream, user
from validation.facts.histories import HistoryCall
from validation.facts.json_text import Json
from validation.facts.streams import Call
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import TEXT, WORD, Texts, rule

SAYS = "Call {slot} ({name}): the arguments are valid JSON, but of the type {type}."
EXPECTED = "one JSON object"


@rule(
    "ARG605",
    judges=(Call, HistoryCall),
    unusual=True,
    letters={
        "": row("error", permissive="warning"),
        "in-history": row("error", openai_strict="warning", mistral="warning", vllm="warning", permissive="warning"),
    },
    params={"slot": WORD, "name": WORD, "type": WORD, "excerpt": TEXT},
    says=SAYS,
    expected=EXPECTED,
    actual="{excerpt}",
    why="A tool is called with named arguments. Clients that spread the object into parameters fail, or pass the wrong thing.",
    fix="Server: hold the model to an object. Client: refuse the call and show the model its mistake; do not guess the name.",
    variants={
        "in-history": Texts(
            says=SAYS,
            expected=EXPECTED,
            actual="{excerpt}",
            why="Anthropic and Gemini take objects only, and chat templates go through names and values: the request fails.",
            fix="Client: write an object with named arguments; an empty one where there are none.",
        ),
    },
    bad=[
        stream('["Oslo"]', note="an array"),
        stream("null", note="null as text"),
        stream('"Oslo"', note="a text"),
        history(user(), assistant(call(arguments="[]")), result(), note="in a history (variant: in-history)"),
    ],
    good=[stream('{"city":["Oslo"]}'), history(user(), assistant(call(arguments="{}")), result())],
    see=["sgl-project/sglang#28035", "anthropics/anthropic-sdk-python ToolUseBlockParam", "vllm-project/vllm chat_utils"],
    breaks=["clients that call the tool with **arguments raise", "as a history: SGLang raises; vLLM uses an empty object"],
)
def arguments_not_object(call: Call | HistoryCall) -> Findings:
    """The arguments are valid JSON but no object.

    An array, a string, a number, a boolean or null. A string that holds an object in turn is `arguments-double-encoded`.
    """
    kind = call.json.kind
    if call.json.state is Json.VALID and kind != "object" and not call.quirks.levels and call.as_text:
        yield found(
            call, call.spot, variant="in-history" if call.in_history else "", slot=call.slot, name=(call.name or "unnamed")[:120],
            type=kind, excerpt=call.arguments[:80],
        )  # fmt: skip
