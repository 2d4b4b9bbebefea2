import re

from validation.examples import chunk, stream
from validation.facts.streams import Choice
from validation.finding import Findings, found
from validation.profiles import Row, row
from validation.rule import WORD, Texts, rule

KNOWN = frozenset({"stop", "length", "tool_calls", "content_filter", "function_call"})
RUN_TOGETHER = re.compile("(stop|length|tool_calls|content_filter|function_call){2,}")
OWNERS = {
    ("deepseek", "DeepSeek"): ("insufficient_system_resource",),
    ("mistral", "Mistral"): ("model_length", "error"),
    ("anthropic", "Anthropic's own API"): ("end_turn", "tool_use", "max_tokens"),
    ("gemini", "Gemini's own API"): ("STOP", "MAX_TOKENS"),
    ("provider", "GLM"): ("sensitive", "network_error", "model_context_window_exceeded"),
    ("provider", "TGI, vLLM or SGLang"): ("eos_token", "stop_sequence", "abort", "repetition"),
    ("provider", "watsonx"): ("time_limit", "cancelled"),
}
WORDS = {"bool": "a boolean", "dict": "an object", "list": "an array"}
OWNER_OF = {value: owner for owner, values in OWNERS.items() for value in values}


def _row(**own: str) -> Row:
    return row("warning", openai_strict="error", vllm="info", openrouter="info", permissive="info", **own)


_OF_PROVIDER = Texts(
    says="Choice {choice} finished with {value}, a word of {owner} that the protocol does not have.",
    expected="stop, length, tool_calls, content_filter or function_call",
    actual="{value}",
    why="Strictly typed clients refuse the chunk; others take an unknown reason for an ordinary stop, even one that means a failure.",
    fix="Server: map it to one of the five values. Client: read an unknown value as a failure unless you know its meaning.",
)


@rule(
    "FIN405",
    judges=Choice,
    letters={
        "": _row(), "provider": _row(), "deepseek": _row(deepseek="info"), "mistral": _row(mistral="info"),
        "anthropic": _row(anthropic_compat="info"), "gemini": _row(gemini_compat="info"), "run-together": _row(),
    },
    params={"choice": WORD, "value": WORD, "owner": WORD},
    says="Choice {choice} finished with {value}, which is none of the five values of finish_reason.",
    expected=_OF_PROVIDER.expected, actual="{value}", why=_OF_PROVIDER.why, fix=_OF_PROVIDER.fix,
    variants={
        **dict.fromkeys(("provider", "deepseek", "mistral", "anthropic", "gemini"), _OF_PROVIDER),
        "run-together": Texts(
            says="Choice {choice} finished with {value}: known values run together.",
            expected="one value",
            actual="{value}",
            why="It came twice and a client joined the two as text; whatever compares the value no longer knows it.",
            fix="Server: send the finish_reason once. Client: replace the finish_reason when it comes again, do not add it up.",
        ),
    },
    bad=[
        stream("{}", finish="tool_call", note="a value that nobody defines"),
        stream('{"city":"Oslo"}', finish="tool_use", note="Anthropic's word (variant: anthropic)"),
        stream({"content": "Four."}, finish="insufficient_system_resource", note="DeepSeek's word (variant: deepseek)"),
        stream({"content": "Four."}, finish="stopstop", note="a value joined with itself (variant: run-together)"),
        stream(chunk({"content": "Four."}), finish=True, note="no text at all"),
    ],
    good=[stream({"content": "Four."}, finish=value) for value in ("stop", "content_filter")],
    see=["openai/openai-openapi CreateChatCompletionStreamResponse", "mozilla-ai/any-llm#1200", "langchain-ai/langchainjs#11054"],
    breaks=["clients with a strict enum raise; AI SDK: `other`; AutoGen: `unknown`"],
)  # fmt: skip
def finish_unknown_value(choice: Choice) -> Findings:
    """finish_reason is none of the five values of the protocol.

    stop, length, tool_calls, content_filter and function_call are all there is. Words that one provider is known for are accepted under
    its profile. Known values run together are the trace of a client that adds deltas up as text (`finish-repeated`).
    """
    unknown = next((finish for finish in choice.finishes if finish.value not in KNOWN), None)
    if unknown is not None:
        variant, owner = OWNER_OF.get(unknown.value, ("run-together" if RUN_TOGETHER.fullmatch(unknown.value) else "", ""))
        yield found(choice, unknown.spot, variant=variant, choice=choice.text, value=unknown.value[:120], owner=owner)
    elif choice.finish_odd.first is not None:
        form = WORDS.get(str(next(iter(choice.finish_odd))), "a number")
        yield found(choice, choice.finish_odd.first.first, choice=choice.text, value=form, owner="")
