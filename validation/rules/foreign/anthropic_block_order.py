from validation.examples import message_events, named, tool_use
from validation.facts import foreign
from validation.facts.foreign import AnthropicStream, first_of
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import PLACE, WORD, Texts, rule

_LOST = {foreign.NO_INDEX: "it has no index", foreign.NOT_STARTED: "no such block was started", foreign.STOPPED: "that block was stopped"}
_UNTIDY = {
    foreign.OVERLAP: "starts while another one is open",
    foreign.STARTED_TWICE: "starts a second time",
    foreign.NOT_STOPPED: "is never stopped",
    foreign.STOP_UNOPENED: "is stopped but not open",
}
_BLOCK = tool_use(0, '{"city":', '"Oslo"}')
_ORDER = "content_block_start, its deltas, content_block_stop; then the next block"


@rule(
    "RSP951",
    judges=AnthropicStream,
    letters={"": row("warning", permissive="info"), "lost": row("error"), "no-end": row("warning", permissive="info")},
    params={"block": WORD, "what": WORD, "chunk": PLACE},
    says="At event {chunk} block {block} {what}.",
    expected=_ORDER,
    actual="block {block} {what}",
    why="Clients that keep one open block put later pieces into the wrong one, or close a call before its input is whole.",
    fix="Server: finish a block before the next one starts, and number blocks from 0. Client: keep blocks by their index.",
    variants={
        "lost": Texts(
            "At event {chunk} a piece for block {block} has no open block to go to: {what}.", _ORDER, "a delta without its block",
            "The piece is dropped, or the client raises. The call runs with no input or half of it, and nothing says so.", "",
            "Server: send index in each event, and deltas only between start and stop of their block. Client: raise on such a delta.",
        ),
        "no-end": Texts(
            "The message ends at event {chunk} without message_stop.", "message_delta with a stop_reason, then message_stop",
            "the end of the recording", "Nothing says whether the message is whole.",
            "the recording was stopped before the message was over.",
            "Server: close every message, an error is an event too. Client: treat such an end as a failure.",
        ),
    },
    bad=[
        named(*message_events(_BLOCK[0], _BLOCK[-1], *_BLOCK[1:3]), note="deltas behind the stop (variant: lost)"),
        named(*message_events(_BLOCK[0], *tool_use(..., "{}")[1:2], _BLOCK[-1]), note="no index (variant: lost)"),
        named(*message_events(*_BLOCK, *tool_use(1, "{}")[1:2]), note="a block that was never started (variant: lost)"),
        named(*message_events(_BLOCK[0], *tool_use(1, "{}", id="toolu_b"), *_BLOCK[1:]), note="two blocks at once"),
        named(*message_events(*_BLOCK[:-1]), note="never stopped"),
        named(*message_events(*_BLOCK, end=False), note="variant: no-end"),
    ],
    good=[
        named(*message_events(*_BLOCK, {"type": "ping"}, *tool_use(1, id="toolu_b", name="list_files"))),
        named(*message_events(stop="end_turn"), note="an empty message"),
    ],
    see=["anthropic-sdk-python raw_message_stream_event.py", "getomnico/omni#402", "Wei-Shaw/sub2api#4286", "decolua/9router#2218"],
    breaks=["Anthropic SDKs raise on a delta without its block; gateways and agents lose the input of the call"],
)  # fmt: skip
def anthropic_block_order(stream: AnthropicStream) -> Findings:
    """The content blocks of an Anthropic stream are out of order.

    A block is started, filled and stopped under its `index`, and then comes the next. A piece that has no open block is lost, which is an
    error. A tool_use without any piece has the empty input of its start event. Joined input that is no JSON is `arguments-invalid-json`.
    """
    first, variant = first_of(stream.faults, tuple(_LOST)), "lost"
    if first is None:
        first, variant = first_of(stream.faults, tuple(_UNTIDY)), ""
    if first is None:
        first, variant = first_of(stream.faults, (foreign.NO_MESSAGE_STOP,)), "no-end"
    if first is None:
        return
    word, seen = first
    what = {**_LOST, **_UNTIDY}.get(word, word)
    block = stream.fault_block[word][:40]
    yield found(stream, seen.first, variant=variant, count=seen.count, block=block, what=what, chunk=seen.first.chunk)
