from validation.examples import assistant, call, history, result, user
from validation.facts.histories import HistoryCall
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, PLACE, WORD, Texts, rule

LETTERS = row("error", mistral="warning", vllm="info", permissive="info")
EXPECTED = "a string that holds JSON"


@rule(
    "MSG712",
    judges=HistoryCall,
    letters={"": LETTERS, "null": LETTERS},
    params={"message": PLACE, "call": NUMBER, "name": WORD, "type": WORD},
    says="The arguments of call {call} ({name}) in message {message} are no string, but JSON of the type {type}.",
    expected=EXPECTED,
    actual="{type}",
    why="In a request the arguments are a text that holds JSON. OpenAI refuses anything else.",
    unless="The receiver takes decoded arguments, as vLLM, SGLang, llama.cpp and mistral-common do.",
    fix="Client: encode the arguments as JSON once, and store that text.",
    variants={
        "null": Texts(
            says="The arguments of call {call} ({name}) in message {message} are null.",
            expected=EXPECTED,
            actual="null",
            why="In a request the arguments are a text that holds JSON. OpenAI refuses null.",
            unless="The receiver reads null as no arguments, as mistral-common does.",
            fix="Client: write an empty object, as a text, for a call without arguments.",
        ),
    },
    breaks=["OpenAI: takes a string only", "vLLM, SGLang, llama.cpp, mistral-common: accept an object"],
    bad=[
        history(user(), assistant(call(function={"name": "get_weather", "arguments": {"city": "Oslo"}})), result(), note="an object"),
        history(user(), assistant(call(function={"name": "get_weather", "arguments": None})), result(), note="variant: null"),
    ],
    good=[history(user(), assistant(call(arguments='{"city":"Oslo"}')), result())],
    see=["OpenAI API reference", "sgl-project/sglang protocol.py", "mistral-common 1.13.1"],
)
def call_arguments_not_string(call: HistoryCall) -> Findings:
    """The arguments of a call in a history are not a string.

    They are an object, an array, a number, a boolean or null. Inside a program they are usually decoded, and then written into the
    history as they are. Such arguments are not judged as text by the ARG rules.

    Quiet where a wrapper's own format has decoded arguments (OpenTelemetry, LangChain and others).
    """
    if call.arguments_type in ("", "string") or "arguments-text" in call.history.lost:
        return
    key = "input" if call.custom else "arguments"
    yield found(
        call, call.spot, pointer=f"/{call.body}/{key}", variant="null" if call.arguments_type == "null" else "",
        message=call.turn.message.index, call=call.number, name=call.name[:120], type=call.arguments_type,
    )  # fmt: skip
