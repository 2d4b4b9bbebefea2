from validation.examples import assistant, call, history, result, user
from validation.facts.histories import HistoryCall
from validation.facts.places import quoted
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, PLACE, WORD, Texts, rule

SHELL = {"id": "call_a", "type": "custom", "custom": {"name": "shell", "input": "ls"}}


@rule(
    "MSG709",
    judges=HistoryCall,
    letters={
        "": row("warning", openai_strict="error", mistral="info", vllm="error", permissive="info"),
        "custom": row(
            "info", openai_strict="off", deepseek="warning", mistral="error", vllm="error", anthropic_compat="warning",
            gemini_compat="warning",
        ),
    },
    params={"message": PLACE, "call": NUMBER, "type": WORD},
    says="Call {call} of message {message} has the type {type}.",
    expected='"type": "function"',
    actual="{type}",
    why="OpenAI requires the type, and so do vLLM and llama.cpp; others take a call without one for a function.",
    unless="The receiver fills it in, as mistral-common does.",
    fix='Client: write "type": "function" into every call. Server: send it with the first delta of a call.',
    variants={
        "custom": Texts(
            says="Call {call} of message {message} is a custom call.",
            expected='"type": "function" for every target but OpenAI',
            actual="{type}",
            why="Custom calls are legal at OpenAI alone; others know no call but that of a function.",
            unless="The receiver is OpenAI.",
            fix="Client: declare the tool as a function with one text argument for other targets.",
        ),
    },
    breaks=[
        "OpenAI: the field is required", "llama.cpp: 500, Missing tool call type", "vLLM: takes function alone",
        "mistral-common: fills in the type, refuses custom",
    ],
    bad=[
        history(user(), assistant(call("call_a", type=...)), result("call_a")),
        history(user(), assistant(call("call_a", type="tool")), result("call_a"), note="another word"),
        history(user(), assistant(SHELL), result("call_a"), note="variant: custom"),
    ],
    good=[history(user(), assistant(call("call_a")), result("call_a"))],
    see=["OpenAI API reference", "ggml-org/llama.cpp common/chat.cpp", "vllm-project/vllm", "mistral-common 1.13.1"],
)  # fmt: skip
def call_type_missing(call: HistoryCall) -> Findings:
    """A call of a history has no type, or another than function.

    Clients lose it when they build the call from a stream that never sent one. Wrappers whose own format has no such field are not asked.
    """
    if call.type == "function" or "type" in call.history.lost:
        return
    there = "type" in call.wire
    yield found(
        call, call.spot, pointer="/type" if there else "", variant="custom" if call.type == "custom" else "",
        message=call.turn.message.index, call=call.number, type=quoted(call.type) if there else "(absent)",
    )  # fmt: skip
