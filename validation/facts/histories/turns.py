"""What was seen of one turn, an assistant message with calls, and of a reply that was stored as several."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from validation.facts.histories.messages import Message
from validation.facts.places import MessageSpot, Scope

if TYPE_CHECKING:
    from validation.facts.histories.calls import HistoryCall
    from validation.facts.histories.history import History
    from validation.facts.histories.results import Result


class Turn:
    """One assistant message with calls; `number` from 0 among the turns of its history.

    `results`: the tool messages of its block. `closed_by`: the message that ended the block, None when the history ends with it.
    What became of the calls that the block left open, each call in at most one of these:
    `late`: the results that came after the block (those of a split reply are in `History.splits` instead). `missing`: calls of a closed
    block that nothing answers and no other finding tells (not the one that an unknown id stands for, not an id that a later turn uses
    again; calls that share one id only when there are no others). `pending`: the same where the history ends with the block.
    `out_of_order`: the block's bound results when they do not follow the order of the calls. `split`: the reply of which this message is a
    part, where it was stored as several.
    """

    __slots__ = ("calls", "closed_by", "late", "message", "missing", "number", "out_of_order", "pending", "results", "split")

    def __init__(self, number: int, message: Message) -> None:
        self.number = number
        self.message = message
        self.calls: list[HistoryCall] = []
        self.results: list[Result] = []
        self.closed_by: Message | None = None
        self.late: list[Result] = []
        self.missing: list[HistoryCall] = []
        self.pending: list[HistoryCall] = []
        self.out_of_order: list[Result] = []
        self.split: Split | None = None

    @property
    def history(self) -> "History":
        """The history it stands in."""
        return self.message.history

    @property
    def spot(self) -> MessageSpot:
        """The message with the calls."""
        return self.message.spot

    @property
    def scope(self) -> Scope:
        """This turn."""
        return Scope(turn=self.number)


class Split:
    """One reply with parallel calls, stored as neighbouring assistant messages (`turns`) with all results behind the last.

    `results`: those that do not directly follow their own turn.
    """

    __slots__ = ("results", "turns")

    def __init__(self, turns: Sequence[Turn], results: "Sequence[Result]") -> None:
        self.turns = turns
        self.results = results

    @property
    def scope(self) -> Scope:
        """The first of its turns."""
        return self.turns[0].scope
