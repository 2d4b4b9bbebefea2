from validation.examples import assistant, chunk, header, jsonl, result, tools, user
from validation.facts.histories import History, Turn
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, PLACE, WORD, rule

FIELDS = ("reasoning_content", "reasoning", "reasoning_details", "thinking_blocks")
PLACES_SHOWN = 16
STREAM = (
    chunk({"role": "assistant", "content": None}), chunk({"reasoning_content": "Look it up."}),
    chunk(tools(header(arguments='{"city":"Oslo"}'))), chunk({}, finish="tool_calls"),
)  # fmt: skip


@rule(
    "TGT812",
    judges=History,
    letters=row("info"),
    params={"message": PLACE, "id": WORD, "number": NUMBER},
    says="The stream of call {id} had reasoning; message {message}, built from it, has none. Such messages: {number}.",
    expected="the reasoning, where the target wants it back",
    actual="a message without reasoning",
    why="The history will be refused by targets that want the reasoning back (TGT811, TGT813); the model also loses its own thread.",
    fix="Client: keep the reasoning of a stream in the message that goes into the history.",
    breaks=["DeepSeek and Kimi in thinking mode, Gemini 3"],
    bad=[jsonl(*STREAM, {"messages": [user(), assistant("call_a"), result("call_a")]})],
    good=[jsonl(*STREAM, {"messages": [user(), assistant("call_a", reasoning_content="Look it up."), result("call_a")]})],
    see=["design"],
)
def reasoning_lost_in_mapping(history: History) -> Findings:
    """A stream had reasoning, the history made from it has none.

    Both are in the same upload, and a call id says that they belong together. The request that follows will lack what some targets demand.
    """
    lost = [turn for turn in history.turns if not _has_reasoning(turn) and any(call.id in history.reasoned for call in turn.calls)]
    if lost:
        first = lost[0]
        id = next(call.id for call in first.calls if call.id in history.reasoned)
        yield found(
            first, first.spot, related=(history.reasoned[id or ""], *(turn.spot for turn in lost[1:PLACES_SHOWN])), count=len(lost),
            message=first.message.index, id=(id or "")[:64], number=len(lost),
        )  # fmt: skip


def _has_reasoning(turn: Turn) -> bool:
    return any(turn.message.wire.get(field) for field in FIELDS)
