from validation.examples import document, message_events, named, tool_use
from validation.facts.foreign import AnthropicStream
from validation.facts.histories import Message
from validation.facts.places import Spot
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, WORD, rule

STOPS = ("end_turn", "stop_sequence")
ANSWER = {
    "id": "msg_1", "type": "message", "role": "assistant", "model": "demo-model", "stop_reason": "end_turn",
    "content": [{"type": "tool_use", "id": "toolu_a", "name": "get_weather", "input": {}}],
}  # fmt: skip


@rule(
    "RSP956",
    judges=(AnthropicStream, Message),
    letters=row("warning", permissive="info"),
    params={"reason": WORD, "calls": NUMBER},
    says="The stop_reason is {reason}, although the message holds calls (tool_use blocks: {calls}).",
    expected="tool_use",
    actual="{reason}",
    why="Loops that branch on stop_reason take the message for the answer and never run the call.",
    fix="Server: say tool_use when the message holds a call. Client: look for tool_use blocks, whatever the reason is.",
    bad=[
        named(*message_events(*tool_use(0, "{}"), stop="end_turn")),
        named(*message_events(*tool_use(0, "{}"), stop="stop_sequence"), note="a stop sequence"),
        document(ANSWER, note="a whole message"),
    ],
    good=[
        document({**ANSWER, "stop_reason": "tool_use"}),
        named(*message_events(*tool_use(0, "{}"))),
        named(*message_events(*tool_use(0, "{}"), stop="max_tokens"), note="it says that it is cut"),
    ],
    see=["pgEdge/pgedge-postgres-mcp#217", "router-for-me/CLIProxyAPI#5310"],
    breaks=["agents that run tools only while stop_reason is tool_use"],
)
def anthropic_end_turn_with_tool_use(ended: AnthropicStream | Message) -> Findings:
    """A message with a call says that it is over.

    The twin of `tool-calls-finish-stop`. It is what a gateway makes of a server that finishes calls with `stop`. Reasons that admit a cut
    or a pause are no contradiction.
    """
    if isinstance(ended, Message):
        number, reason = ended.part_types.count("tool_use"), ended.wire.get("stop_reason")
        if number and ended.wire.get("type") == "message" and reason in STOPS:
            yield found(ended, ended.spot, pointer="/stop_reason", reason=str(reason), calls=number)
        return
    calls = [block for block in ended.blocks if block.type == "tool_use"]
    if calls and ended.stop_reason in STOPS:
        spot = ended.stop or Spot(0, ended.first)
        yield found(ended, spot, related=(calls[0].start,), reason=ended.stop_reason, calls=len(calls))
