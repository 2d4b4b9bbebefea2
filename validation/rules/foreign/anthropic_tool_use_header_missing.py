from validation.examples import message_events, named, tool_use
from validation.facts.foreign import Block
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import WORD, Texts, rule

_NESTED = {"type": "tool_use", "tool_use": {"id": "toolu_a", "name": "get_weather"}}
_WHY = "Without a name the call cannot be run, without an id its result cannot be sent back. Clients keep it and fail one step later."
_FIX = "Server: put id, name and input directly into content_block. Client: refuse a tool_use without them at once."


@rule(
    "RSP955",
    judges=Block,
    letters={"": row("error"), "nested": row("error")},
    params={"block": WORD, "lacks": WORD},
    says="The tool_use block {block} starts without {lacks}.",
    expected="content_block with type, id, name and input",
    actual="no {lacks}",
    why=_WHY,
    fix=_FIX,
    variants={
        "nested": Texts(
            "The tool_use block {block} starts without {lacks}: they stand one level too deep, under content_block.tool_use.",
            "id, name and input directly in content_block", "an object tool_use inside content_block", _WHY, "", _FIX,
        )
    },
    bad=[
        named(*message_events(*tool_use(0, "{}", id=...)), note="no id"),
        named(*message_events(*tool_use(0, "{}", name="")), note="an empty name"),
        named(
            *message_events({"type": "content_block_start", "index": 0, "content_block": _NESTED}, *tool_use(0, "{}")[1:]),
            note="variant: nested",
        ),
    ],
    good=[named(*message_events(*tool_use(0, '{"city":"Oslo"}')))],
    see=["Portkey-AI/gateway#1601"],
    breaks=["every client: a call without a name matches no tool, one without an id gets no result"],
)  # fmt: skip
def anthropic_tool_use_header_missing(block: Block) -> Findings:
    """A call of an Anthropic stream starts without its id or name.

    Both come in `content_block_start` and nowhere else. Gateways that replay a stored message tend to nest them one level too deep.
    """
    if block.type == "tool_use" and block.lacks:
        variant = "nested" if block.nested else ""
        yield found(block, block.start, variant=variant, block=str(block.index)[:40], lacks=" and ".join(block.lacks))
