from validation.examples import assistant, history, result, user
from validation.facts.histories import History
from validation.finding import INFERRED, Findings, found
from validation.profiles import row
from validation.rule import NUMBER, PLACE, WORD, rule

FIELD = "reasoning_content"
PLACES_SHOWN = 16
THOUGHT = assistant("call_a", reasoning_content="Look it up.")


@rule(
    "TGT811",
    judges=History,
    letters=row(
        "info", openai_strict="off", deepseek="error", moonshot="warning", mistral="off", vllm="off", openrouter="off",
        anthropic_compat="off", gemini_compat="off", permissive="off",
    ),
    params={"message": PLACE, "number": NUMBER, "sign": WORD},
    says="Message {message} calls tools and has no reasoning_content, although {sign}. Such messages: {number}.",
    expected="reasoning_content in every assistant message with calls, if need be an empty string",
    actual="no reasoning_content",
    why="In thinking mode DeepSeek and Kimi refuse a history in which the reasoning beside a call is missing.",
    unless="Thinking is off, or the target is another one.",
    fix="Client: store reasoning_content with the message and send it back with every later request.",
    breaks=[
        "DeepSeek: 400, The reasoning_content in the thinking mode must be passed back to the API",
        "Kimi: 400, thinking is enabled but reasoning_content is missing in assistant tool call message",
    ],
    bad=[history(user(), THOUGHT, result("call_a"), assistant("call_b"), result("call_b"), note="one of two lost it")],
    good=[
        history(user(), THOUGHT, result("call_a"), assistant("call_b", reasoning_content=""), result("call_b"), note="empty is enough"),
        history(user(), assistant("call_a"), result("call_a"), note="no sign of thinking"),
    ],
    see=[
        "api-docs.deepseek.com/guides/thinking_mode", "earendil-works/pi#3636", "abhigyanpatwari/GitNexus#43",
        "continuedev/continue#11600", "anomalyco/opencode#24722",
    ],
)  # fmt: skip
def reasoning_not_returned(history: History) -> Findings:
    """The reasoning beside a call was not kept.

    Thinking models want the reasoning of an assistant message with calls sent back; clients that keep content and calls alone lose it.
    Only judged where something shows that thinking was on: a message of the history has reasoning, or a stream of the same file brought one
    of its calls together with reasoning.
    """
    thought = any(isinstance(message.wire.get(FIELD), str) for message in history.messages)
    streamed = any(call.id in history.reasoned for call in history.calls)
    without = [turn for turn in history.turns if not isinstance(turn.message.wire.get(FIELD), str)]
    if without and (thought or streamed):
        first = without[0]
        yield found(
            first, first.spot, related=tuple(turn.spot for turn in without[1:PLACES_SHOWN]), count=len(without), certainty=INFERRED,
            message=first.message.index, number=len(without),
            sign="another message has it" if thought else "the stream of its call had reasoning",
        )  # fmt: skip
