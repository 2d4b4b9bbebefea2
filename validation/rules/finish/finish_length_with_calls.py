from validation.examples import assistant, call, call_item, document, header, message_events, named, stream, tool_use, tools, user
from validation.facts.foreign import AnthropicStream, ResponsesStream
from validation.facts.histories import HistoryCall, Turn
from validation.facts.json_text import Json
from validation.facts.streams import Call, Choice
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, PLACE, WORD, Texts, rule

OSLO = '{"city":"Oslo"}'
CUT = {"index": 0, "message": assistant(call(arguments='{"ci')), "finish_reason": "length"}


@rule(
    "FIN409",
    judges=(Choice, Turn, AnthropicStream, ResponsesStream),
    unusual=True,
    letters=dict.fromkeys(("", "log", "other-format"), row("warning", permissive="info")),
    params={"choice": WORD, "calls": NUMBER, "name": WORD, "message": PLACE, "reason": WORD},
    says="Choice {choice} was cut at the token limit (length) while it made calls ({calls}); the last one, {name}, may be unfinished.",
    expected="tool_calls",
    actual="length",
    why="What was cut may still parse, or be made to parse by a lenient client, and the tool then runs with half of its arguments.",
    unless="The arguments of the last call are whole and were meant to end there.",
    fix="Server: nothing, it told the truth. Client: never run the last call of such an answer; ask again with a higher max_tokens.",
    variants={
        "log": Texts(
            says="The log says that message {message} was cut at the token limit (length) while it made calls ({calls}), the last {name}.",
        ),
        "other-format": Texts(
            says="The answer was cut at a limit ({reason}) inside the arguments of a call, {name}.",
            expected="tool_use, or completed",
            actual="{reason}",
        ),
    },
    bad=[
        stream('{"city":', finish="length", note="cut inside the arguments"),
        stream(tools(header(arguments=OSLO)), tools(header("call_b", arguments='{"ci', index=1)), finish="length", note="the second is"),
        stream(OSLO, finish="length", note="the arguments look whole"),
        document({"call_type": "completion", "messages": [user()], "response": {"choices": [CUT]}}, note="LiteLLM (variant: log)"),
        named(*message_events(*tool_use(0, '{"ci'), stop="max_tokens"), note="Anthropic (variant: other-format)"),
        document({"object": "response", "status": "incomplete", "output": [call_item('{"ci')]}, note="Responses (variant: other-format)"),
    ],
    good=[stream(OSLO), stream({"content": "Four deg"}, finish="length", note="no call")],
    see=["XpressAI/xaibo#33", "experientiallabs/experiential#757"],
    breaks=[
        "openai-python: the helper raises LengthFinishReasonError when tools were given",
        "LangChain (Python, JS): the cut arguments are completed and the call runs; OpenRouter provider: the call is lost",
    ],
)
def finish_length_with_calls(ended: Choice | Turn | AnthropicStream | ResponsesStream) -> Findings:
    """The answer was cut at the token limit while calls were being made.

    The endpoint says so openly, which is why cut arguments of this choice weigh no more than this. When the reason says tool_calls or
    stop instead, it is `truncation-reported-complete`. A log says the same of the message that it shows as the answer. Anthropic Messages
    and the Responses API say where a call ends: there only a call that is really cut is told.
    """
    if isinstance(ended, Choice):
        length = next((finish for finish in ended.finishes if finish.value == "length"), None)
        if length is not None and ended.calls:
            last = max(ended.calls, key=lambda call: call.last_chunk)
            yield found(ended, length.spot, related=(last.last,), choice=ended.text, calls=len(ended.calls), name=_name(last))
    elif isinstance(ended, Turn):
        yield from _of_log(ended)
    elif ended.cut_by is not None and (cut := [call for call in ended.choices[0].calls if call.json.state is Json.TRUNCATED]):
        reason, spot = ended.cut_by
        slots = {call.slot for call in cut}
        yield found(ended, spot, related=(cut[-1].last,), variant="other-format", slots=slots, reason=reason[:120], name=_name(cut[-1]))


def _of_log(turn: Turn) -> Findings:
    if turn.history.finishes.get(turn.message.index) == "length" and turn.calls:
        last = turn.calls[-1]
        if turn.history.foreign is None:
            yield found(turn, turn.spot, variant="log", message=turn.message.index, calls=len(turn.calls), name=_name(last))
        elif last.json.state is Json.TRUNCATED:
            yield found(turn, turn.spot, variant="other-format", reason="incomplete", name=_name(last))


def _name(call: Call | HistoryCall) -> str:
    return (call.name or "unnamed")[:120]
