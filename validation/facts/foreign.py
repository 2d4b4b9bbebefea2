"""What was seen of the two other wire formats: streams of Anthropic Messages and of the Responses API, and their histories.

Both kinds of stream are a `Stream` with one choice, so that they are shown, stored and compared like the others and the rules on arguments
judge their calls: the key of a call is the number of its content block or output item, `chunks` counts events, and the stop reason or
status is the finish. What only these formats have stands beside it. Their histories are a `History` whose calls and results are parts of
contents, or items.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from validation.facts.histories import HistoryCall, IdState, Message, Result, Turn
from validation.facts.places import WHOLE, MessageSpot, Scope, Seen, Spot, Tally
from validation.facts.streams import Call, Stream

ANTHROPIC: Final = "anthropic"
RESPONSES: Final = "responses"

LONGEST_CALL_ID: Final = 64

HOSTED_ITEMS: Final = frozenset(
    {
        "apply_patch_call", "apply_patch_call_output", "code_interpreter_call", "computer_call", "computer_call_output", "file_search_call",
        "image_generation_call", "local_shell_call", "local_shell_call_output", "mcp_approval_request", "mcp_approval_response", "mcp_call",
        "mcp_list_tools", "shell_call", "shell_call_output", "tool_search_call", "tool_search_output", "web_search_call",
    }
)  # fmt: skip
"""Items of the Responses API for tools that are no functions of the client; what answers what among them is not judged."""

# What can be wrong with the order of events of blocks (`AnthropicStream.faults`). Lost input:
NO_INDEX: Final = "no-index"
NOT_STARTED: Final = "not-started"
STOPPED: Final = "stopped"
# Untidy:
OVERLAP: Final = "overlap"
STARTED_TWICE: Final = "started-twice"
NOT_STOPPED: Final = "not-stopped"
STOP_UNOPENED: Final = "stop-unopened"
# The end:
NO_MESSAGE_STOP: Final = "no-message-stop"

CUT_SHORT: Final = frozenset({"max_tokens", "model_context_window_exceeded"})
"""Stop reasons that say: it was cut at a limit."""
FILTERED: Final = "content_filter"
"""The reason of an incomplete response that says no such thing."""

# What can be wrong with a `sequence_number` (`ResponsesStream.numbers`):
MISSING: Final = "missing"
REPEATED: Final = "repeated"
BACKWARDS: Final = "backwards"

# Where a result of an Anthropic history stands although it belongs elsewhere (`PartResult.position`):
BEHIND_CONTENT: Final = "behind-content"
LATE: Final = "late"
EARLY: Final = "early"
BY_ASSISTANT: Final = "by-assistant"


@dataclass(slots=True, eq=False)
class Block:
    """One content block of an Anthropic stream. `call`: set for a `tool_use`; `lacks`: what its start event does not have of id, name."""

    index: object
    type: str
    start: Spot
    stop: Spot | None = None
    call: Call | None = None
    lacks: tuple[str, ...] = ()
    nested: bool = False
    """A `tool_use` whose id or name stands one level too deep."""

    @property
    def scope(self) -> Scope:
        """The call of this block, else the stream."""
        return self.call.scope if self.call is not None else WHOLE


@dataclass(slots=True, eq=False)
class AnthropicStream(Stream):
    """One message of an Anthropic stream, from `message_start` to `message_stop`.

    `faults`: the words above with the first place and count; `fault_block`: word -> the index of the first one, as text. `stop`: where
    `stop_reason` stands. `midway`: the first event is no `message_start`. `stopped`: `message_stop` came.
    """

    blocks: list[Block] = field(default_factory=list)
    faults: Tally = field(default_factory=Tally)
    fault_block: dict[str, str] = field(default_factory=dict)
    stop_reason: str = ""
    stop: Spot | None = None
    midway: bool = False
    stopped: bool = False

    @property
    def cut_by(self) -> tuple[str, Spot] | None:
        """The stop reason that says that it was cut at a limit, and where; None where it says no such thing."""
        return (self.stop_reason, self.stop) if self.stop is not None and self.stop_reason in CUT_SHORT else None


@dataclass(slots=True, eq=False)
class Item:
    """One output item that is a call. The places say which of its events came, None for those that did not.

    `told`: what the events say the arguments are, in their order: ("deltas" | "added" | "done" | "item" | "completed", text, place). A
    call whose arguments came in no delta has no "deltas". `link`: why no output can be linked to it: "no-id", "used-twice",
    "too-long", or "".
    """

    call: Call
    added: Spot | None = None
    first_event: Spot | None = None
    arguments_done: Spot | None = None
    item_done: Spot | None = None
    told: list[tuple[str, str, Spot]] = field(default_factory=list)
    link: str = ""
    stream: "ResponsesStream | None" = None

    @property
    def scope(self) -> Scope:
        """The call of this item."""
        return self.call.scope


@dataclass(slots=True, eq=False)
class ResponsesStream(Stream):
    """One response of the Responses API, from `response.created` to its terminal event.

    `numbers`: faults of `sequence_number`, with the first place and count; `number_pairs`: word -> (the number before, this one) of the
    first. `terminal`: the type of the event that ended it, "" for none. `midway`: the first event is no `response.created`.
    """

    items: list[Item] = field(default_factory=list)
    numbers: Tally = field(default_factory=Tally)
    number_pairs: dict[str, tuple[int, int]] = field(default_factory=dict)
    terminal: str = ""
    midway: bool = False

    @property
    def cut_by(self) -> tuple[str, Spot] | None:
        """The reason for which the response says to be incomplete, and where; None where it does not, or a filter ended it."""
        ends = self.choices[0].finishes if self.terminal == "response.incomplete" else ()
        return next(((end.native or end.value, end.spot) for end in ends if end.native != FILTERED), None)


class PartTurn(Turn):
    """A turn whose calls are parts of a content, or items. `misplaced`: its results that stand where they do not belong."""

    __slots__ = ("misplaced",)

    def __init__(self, number: int, message: Message) -> None:
        super().__init__(number, message)
        self.misplaced: list[PartResult] = []


class PartCall(HistoryCall):
    """A call that is a part of a content ("/content/2" inside its message), or an item of its own (""). `item_id`: the id of the item.

    `id_key`: the key of the id that links.
    """

    __slots__ = ("id_key", "item_id", "pointer")

    def __init__(self, turn: Turn, number: int, wire: Mapping[str, Any], pointer: str, id_key: str) -> None:
        super().__init__(turn, number, wire)
        self.pointer = pointer
        self.id_key = id_key
        self.item_id = ""

    @property
    def spot(self) -> MessageSpot:
        """The part or item."""
        spot = self.turn.message.spot
        return spot._replace(pointer=spot.pointer + self.pointer, call_id=self.id)

    @property
    def id_spot(self) -> MessageSpot:
        """Its id, or the part where it has none."""
        spot = self.spot
        return spot if self.id_state is IdState.ABSENT else spot._replace(pointer=f"{spot.pointer}/{self.id_key}")


class PartResult(Result):
    """A result that is a part of a content, or an item of its own. `position`: the words above, "" where it stands right."""

    __slots__ = ("id_key", "pointer", "position")

    def __init__(self, message: Message, id: str | None, id_state: IdState, pointer: str, id_key: str) -> None:
        super().__init__(message, id, id_state)
        self.pointer = pointer
        self.id_key = id_key
        self.position = ""

    @property
    def spot(self) -> MessageSpot:
        """The part or item."""
        spot = self.message.spot
        return spot._replace(pointer=spot.pointer + self.pointer, call_id=self.id)

    @property
    def id_spot(self) -> MessageSpot:
        """Its id, or the part where it has none."""
        spot = self.spot
        return spot if self.id_state is IdState.ABSENT else spot._replace(pointer=f"{spot.pointer}/{self.id_key}")


def incomplete_reason(response: Mapping[str, Any]) -> str:
    """Why a response of the Responses API is incomplete, "" where it does not say."""
    details = response.get("incomplete_details")
    return str(details.get("reason") or "")[:120] if isinstance(details, dict) else ""


def first_of(tally: Tally, words: tuple[str, ...]) -> tuple[str, Seen] | None:
    """The word among `words` that was seen first in the stream, and where; None when none was."""
    seen = [(word, known) for word in words if (known := tally.get(word)) is not None]
    return min(seen, key=lambda pair: pair[1].first.chunk, default=None)
