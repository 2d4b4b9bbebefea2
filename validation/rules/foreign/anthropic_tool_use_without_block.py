from validation.examples import document, message_events, named, tool_use
from validation.facts.foreign import AnthropicStream
from validation.facts.histories import Message
from validation.facts.places import Spot
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, rule

ANSWER = {"id": "msg_1", "type": "message", "role": "assistant", "content": [{"type": "text", "text": "One moment."}]}


@rule(
    "RSP952",
    judges=(AnthropicStream, Message),
    letters=row("error"),
    params={"blocks": NUMBER},
    says="The stop_reason is tool_use, but no content block is a tool_use. Content blocks: {blocks}.",
    expected="a content block of type tool_use",
    actual="none",
    why="The client waits for a call to run and finds none: the loop stops without an answer, or sends an empty turn that is refused.",
    fix="Server: send tool_use only with a call; say end_turn otherwise. Client: look at the blocks, not at stop_reason alone.",
    bad=[
        named(*message_events(), note="no block at all"),
        named(
            *message_events({"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": "One moment."}},
                            {"type": "content_block_stop", "index": 0}),
            note="text alone",
        ),
        document({**ANSWER, "stop_reason": "tool_use"}, note="a whole message"),
    ],
    good=[
        named(*message_events(*tool_use(0, "{}"))), named(*message_events(stop="end_turn")),
        document({**ANSWER, "stop_reason": "end_turn"}),
    ],
    see=["earendil-works/pi#9681"],
    breaks=["agents that branch on stop_reason: they run nothing and send nothing that can be answered"],
)  # fmt: skip
def anthropic_tool_use_without_block(ended: AnthropicStream | Message) -> Findings:
    """A message stops for a tool, but holds no call.

    The twin of `finish-tool-calls-without-calls`. The call was lost on the way, often in a gateway that writes events of its own, or the
    reason was made up. A stream whose beginning is missing is not judged.
    """
    if isinstance(ended, Message):
        wire, blocks = ended.wire, ended.part_types
        if wire.get("type") == "message" and wire.get("stop_reason") == "tool_use" and "tool_use" not in blocks:
            yield found(ended, ended.spot, pointer="/stop_reason", blocks=len(blocks))
    elif ended.stop_reason == "tool_use" and not ended.midway and not any(block.type == "tool_use" for block in ended.blocks):
        yield found(ended, ended.stop or Spot(0, ended.first), blocks=len(ended.blocks))
