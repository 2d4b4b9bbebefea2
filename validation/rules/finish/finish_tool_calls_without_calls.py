from validation.examples import assistant, chunk, document, header, jsonl, stream, tools, user
from validation.facts.histories import Message
from validation.facts.streams import Choice
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import PLACE, WORD, Texts, rule

OSLO = '{"city":"Oslo"}'
ANSWER = {"choices": [{"index": 0, "message": assistant(content="Let me look."), "finish_reason": "tool_calls"}]}
FIX = "Server: take the finish_reason from the calls that were parsed. Client: with no calls, treat the answer as a stop or a failure."


@rule(
    "FIN408",
    judges=(Choice, Message),
    unusual=True,
    letters=dict.fromkeys(("", "other-choice", "log"), row("error")),
    params={"choice": WORD, "other": WORD, "message": PLACE},
    says="Choice {choice} finished with tool_calls but made no call.",
    expected="stop, or a call",
    actual="tool_calls and no call",
    why="An agent waits for results that nobody will send: it asks again and again, or ends without a word.",
    fix=FIX,
    variants={
        "other-choice": Texts(
            says="Choice {choice} finished with tool_calls but made no call; choice {other} did.",
            expected="the calls in the choice that finishes with tool_calls",
            actual="tool_calls here, the calls in choice {other}",
            why="Clients read one choice, usually the first, and find no call there.",
            fix="Server: put text and calls of one answer into one choice. Client: look at every choice before giving up.",
        ),
        "log": Texts(says="The log says that message {message} finished with tool_calls, but there is no call in it."),
    },
    bad=[
        stream({"content": "Let me look."}),
        jsonl(
            chunk({"role": "assistant", "content": "Let me look."}), chunk({"role": "assistant", **tools(header(arguments=OSLO))}, index=1),
            chunk({}, finish="tool_calls"), chunk({}, index=1, finish="tool_calls"),
            note="the calls are in another choice (variant: other-choice)",
        ),
        document({"call_type": "completion", "messages": [user()], "response": ANSWER}, note="LiteLLM's log of it (variant: log)"),
    ],
    good=[stream({"content": "Let me look."}, finish="stop"), stream(OSLO)],
    see=["Kilo-Org/kilocode#7773", "vllm-project/vllm#53255", "mastra-ai/mastra#14187"],
    breaks=["agent loops spin or end in silence; openai-agents 0.24.0 raises in buffered mode"],
)  # fmt: skip
def finish_tool_calls_without_calls(ended: Choice | Message) -> Findings:
    """The answer finished with tool_calls but there is no call.

    Judged where no entry of `tool_calls` came in the whole choice, or stands in the message that a log shows. A call without a name is a
    call that went wrong and is judged elsewhere.
    """
    if isinstance(ended, Choice):
        yield from _of_choice(ended)
    elif ended.finish == "tool_calls" and not ended.wire.get("tool_calls") and "finish-words" not in ended.history.lost:
        yield found(ended, ended.spot, variant="log", message=ended.index)


def _of_choice(choice: Choice) -> Findings:
    finish = next((finish for finish in choice.finishes if finish.value == "tool_calls"), None)
    if finish is None or choice.tool_entries or choice.calls or choice.tool_calls_not_array:
        return
    other = next((other for other in choice.stream.choices if other.calls), None)
    yield found(
        choice, finish.spot, variant="" if other is None else "other-choice", choice=choice.text, other="" if other is None else other.text
    )  # fmt: skip
