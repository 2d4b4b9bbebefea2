from validation.examples import entry, header, stream, tools
from validation.facts.streams import Call
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import WORD, rule

OSLO = '{"city":"Oslo"}'


@rule(
    "TCD309",
    judges=Call,
    unusual=True,
    letters=row("error", mistral="warning", vllm="warning", gemini_compat="warning", permissive="warning"),
    params={"slot": WORD, "name": WORD},
    says="Call {slot} ({name}) never got an id.",
    expected="a non-empty id on the first entry of the call",
    actual="no id",
    why="A result names its call by the id. Without one the result cannot be bound, or the client makes an id up that no log knows.",
    fix="Server: send a unique id with the first entry of each call. Client: make one id a call and use it for call and result alike.",
    bad=[
        stream(tools(entry(OSLO, name="get_weather", type="function")), note="never an id"),
        stream(tools(entry(OSLO, id="", name="get_weather", type="function")), note="an empty id"),
        stream(tools(header(arguments=OSLO)), tools(entry(OSLO, index=1, name="get_time", type="function")), note="the second has none"),
    ],
    good=[
        stream(tools(header()), tools(entry(OSLO))),
        stream(tools(header()), tools({**entry(OSLO), "id": None}), note="null on a later fragment is the same as nothing"),
    ],
    see=["vllm-project/vllm#18412", "ggml-org/llama.cpp#12279", "langchain-ai/langchainjs#8581"],
    breaks=[
        "openai-python: the id is null or empty in the message; openai-node and the AI SDK make one up",
        "LangChain JS: an invalid tool call; LiteLLM 1.110.2: the call is dropped without a word",
    ],
)
def tool_id_missing(call: Call) -> Findings:
    """A call has no id in the whole stream.

    Missing, null and empty ids count as not sent, and any later fragment may bring the id. Mistral's and vLLM's older streams are known
    for calls without ids.
    """
    if not call.id:
        yield found(call, call.first, slot=call.slot, name=(call.name or "unnamed")[:120])
