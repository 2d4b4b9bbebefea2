"""What was seen of one tool message: its id, and what it answers."""

from enum import StrEnum

from validation.facts.histories.calls import HistoryCall, IdState
from validation.facts.histories.messages import Message
from validation.facts.histories.turns import Turn
from validation.facts.places import MessageSpot, Scope


class Binding(StrEnum):
    """What a tool message answers. BOUND, LATE and EARLY have a `call`; SURPLUS has a `first`; UNKNOWN may have a `missing` call."""

    BOUND = "bound"
    SURPLUS = "surplus"
    LATE = "late"
    EARLY = "early"
    UNKNOWN = "unknown"
    ORPHAN = "orphan"
    NO_ID = "no-id"


class Result:
    """One tool message and what it answers. `block`: the turn whose block it stands in, None when no block was open.

    `call`: the call it answers (BOUND, LATE, EARLY). `first`: the result that had already answered that id (SURPLUS). `missing`: the
    call left open in the block that an unknown id probably means, `near`: why that one ("trimmed", "cleaned", "similar", "only",
    "order"). `split`: a late result of a reply that was stored as several messages.
    """

    __slots__ = ("binding", "block", "call", "first", "id", "id_state", "message", "missing", "near", "split")

    def __init__(self, message: Message, id: str | None, id_state: IdState) -> None:
        self.message = message
        self.id = id
        self.id_state = id_state
        self.block: Turn | None = None
        self.binding = Binding.ORPHAN
        self.call: HistoryCall | None = None
        self.first: Result | None = None
        self.missing: HistoryCall | None = None
        self.near = ""
        self.split = False

    @property
    def spot(self) -> MessageSpot:
        """The tool message."""
        return self.message.spot._replace(call_id=self.id)

    @property
    def id_spot(self) -> MessageSpot:
        """Its id."""
        spot = self.spot
        return spot._replace(pointer=f"{spot.pointer}/tool_call_id")

    @property
    def scope(self) -> Scope:
        """The call that it answers or repeats, else the turn it stands in."""
        call = self.call or (self.first.call if self.first else None)
        if call is not None:
            return Scope(slot=call.slot, call_id=self.id, turn=call.turn.number, call=call.number)
        return Scope(call_id=self.id, turn=None if self.block is None else self.block.number)
