from functools import partial

from validation.examples import chunk, document, stream
from validation.facts.finish_words import KNOWN, OWNER_OF, RUN_TOGETHER
from validation.facts.histories import Message
from validation.facts.streams import Choice
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import PLACE, WORD, Texts, rule

WORDS = {"bool": "a boolean", "dict": "an object", "list": "an array"}
_row = partial(row, "warning", openai_strict="error", vllm="info", openrouter="info", permissive="info")
_OF_PROVIDER = Texts(says="Choice {choice} finished with {value}, a word of {owner} that the protocol does not have.")
_HUMAN = {"type": "human", "content": "What is two and two?"}
_DOUBLED = {"type": "ai", "content": "Four.", "response_metadata": {"finish_reason": "stopstop"}}


@rule(
    "FIN405",
    judges=(Choice, Message),
    unusual=True,
    letters={
        "": _row(), "provider": _row(), "deepseek": _row(deepseek="info"), "mistral": _row(mistral="info"),
        "anthropic": _row(anthropic_compat="info"), "gemini": _row(gemini_compat="info"), "run-together": _row(), "log": _row(),
    },
    params={"choice": WORD, "value": WORD, "owner": WORD, "message": PLACE},
    says="Choice {choice} finished with {value}, which is none of the five values of finish_reason.",
    expected="stop, length, tool_calls, content_filter or function_call",
    actual="{value}",
    why="Strictly typed clients refuse the chunk; others take an unknown reason for an ordinary stop, even one that means a failure.",
    fix="Server: map it to one of the five values. Client: read an unknown value as a failure unless you know its meaning.",
    variants={
        **dict.fromkeys(("provider", "deepseek", "mistral", "anthropic", "gemini"), _OF_PROVIDER),
        "log": Texts(
            says="The log says that message {message} finished with {value}, which is none of the five values of finish_reason.",
            fix="Server: send one of the five, and once. Client: replace a finish_reason when it comes again, do not add it up as text.",
        ),
        "run-together": Texts(
            says="Choice {choice} finished with {value}: known values run together.",
            expected="one value",
            why="It came twice and a client joined the two as text; whatever compares the value no longer knows it.",
            fix="Server: send the finish_reason once. Client: replace the finish_reason when it comes again, do not add it up.",
        ),
    },
    bad=[
        stream("{}", finish="tool_call", note="a value that nobody defines"),
        stream('{"city":"Oslo"}', finish="tool_use", note="Anthropic's word (variant: anthropic)"),
        stream({"content": "Four."}, finish="insufficient_system_resource", note="DeepSeek's word (variant: deepseek)"),
        stream({"content": "Four."}, finish="model_length", note="Mistral's word (variant: mistral)"),
        stream({"content": "Four."}, finish="STOP", note="Gemini's word (variant: gemini)"),
        stream({"content": "Four."}, finish="eos_token", note="a word of servers (variant: provider)"),
        stream({"content": "Four."}, finish="stopstop", note="a value joined with itself (variant: run-together)"),
        stream(chunk({"content": "Four."}), finish=True, note="no text at all"),
        document({"values": {"messages": [_HUMAN, _DOUBLED]}}, note="added up in a log (variant: log)"),
    ],
    good=[stream({"content": "Four."}, finish=value) for value in ("stop", "content_filter")],
    see=["openai/openai-openapi CreateChatCompletionStreamResponse", "mozilla-ai/any-llm#1200", "langchain-ai/langchainjs#11054"],
    breaks=["clients with a strict enum raise; AI SDK: `other`; AutoGen: `unknown`"],
)  # fmt: skip
def finish_unknown_value(ended: Choice | Message) -> Findings:
    """finish_reason is none of the five values of the protocol.

    stop, length, tool_calls, content_filter and function_call are all there is. Words that one provider is known for are accepted under
    its profile. Known values run together are the trace of a client that adds deltas up as text (`finish-repeated`).

    Where a log shows messages in words of its own, as OpenTelemetry and LangChain do, only values run together are told.
    """
    yield from _of_choice(ended) if isinstance(ended, Choice) else _of_message(ended)


def _of_choice(choice: Choice) -> Findings:
    unknown = next((finish for finish in choice.finishes if finish.value not in KNOWN), None)
    if unknown is not None:
        variant, owner = OWNER_OF.get(unknown.value, ("run-together" if RUN_TOGETHER.fullmatch(unknown.value) else "", ""))
        if variant == "run-together" or "finish-words" not in choice.stream.lost:
            yield found(choice, unknown.spot, variant=variant, choice=choice.text, value=unknown.value[:120], owner=owner)
    elif choice.finish_odd.first is not None:
        form = WORDS.get(str(next(iter(choice.finish_odd))), "a number")
        yield found(choice, choice.finish_odd.first.first, choice=choice.text, value=form, owner="")


def _of_message(message: Message) -> Findings:
    value = message.history.finishes.get(message.index, "stop")
    if value not in KNOWN and ("finish-words" not in message.history.lost or RUN_TOGETHER.fullmatch(value)):
        yield found(message, message.spot, variant="log", message=message.index, value=value[:120])
