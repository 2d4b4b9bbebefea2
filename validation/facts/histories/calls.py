"""What was seen of one call of a turn: its id, its arguments, and which results name it."""

from collections.abc import Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from validation.facts.histories.turns import Turn
from validation.facts.json_text import NO_QUIRKS, Json, JsonText, Quirks
from validation.facts.places import MessageSpot, Scope

if TYPE_CHECKING:
    from validation.facts.histories.history import History
    from validation.facts.histories.results import Result


class IdState(StrEnum):
    """What stands where an id belongs. PLACEHOLDER: a text such as "null" or "None" that says there was none."""

    GIVEN = "given"
    ABSENT = "absent"
    NULL = "null"
    EMPTY = "empty"
    PLACEHOLDER = "placeholder"
    NO_TEXT = "not a string"


class HistoryCall:
    """One call of a turn; `number` from 0 in it. `wire` is its object, empty when the entry is none.

    `id` is None unless `id_state` is GIVEN. `name` is "" when missing or no text. `body`: the key that holds name and arguments,
    "function", or "custom" for a custom call, whose `input` is then its `arguments`. `arguments_type`: the JSON type of the arguments, ""
    when they are missing; anything but text is not judged as text (`json` then says: a valid object). `quirks`: what readers of it do not
    agree on.
    `answer`: the result that answers it (bound or late); `early`: a result that came before it; `unknown`: a result of its turn with an
    unknown id that probably was meant for it. `earlier`: the first call with this id in the newest earlier turn that has it; `reused`: a
    later turn has this id again. `twins`: on the first call of an id, the others of the same turn with that id. `results`: every result
    that names it, surplus ones too. `repeats`: on the first call of a name with certain arguments, the first call of each later turn that
    is the same.
    """

    __slots__ = (
        "answer", "arguments", "arguments_type", "body", "earlier", "early", "id", "id_state", "json", "name", "number", "quirks",
        "repeats", "results", "reused", "turn", "twins", "type", "unknown", "wire",
    )  # fmt: skip

    def __init__(self, turn: Turn, number: int, wire: Mapping[str, Any]) -> None:
        self.turn = turn
        self.number = number
        self.wire = wire
        self.id: str | None = None
        self.id_state = IdState.ABSENT
        self.type: object = wire.get("type")
        self.body = "function"
        self.name = ""
        self.arguments = ""
        self.arguments_type = ""
        self.json = JsonText(Json.EMPTY)
        self.quirks: Quirks = NO_QUIRKS
        self.answer: Result | None = None
        self.early: Result | None = None
        self.unknown: Result | None = None
        self.earlier: HistoryCall | None = None
        self.reused = False
        self.twins: list[HistoryCall] = []
        self.results: list[Result] = []
        self.repeats: list[HistoryCall] = []

    @property
    def in_history(self) -> bool:
        """True: a call that somebody is about to send, not one that a stream brought."""
        return True

    @property
    def custom(self) -> bool:
        """True for a custom call: its input is free text and not JSON."""
        return self.body == "custom"

    @property
    def index(self) -> int:
        """Its number in the turn, as calls of a stream have their index."""
        return self.number

    @property
    def slot(self) -> str:
        """Its number in the turn as a label."""
        return str(self.number)

    @property
    def history(self) -> "History":
        """The history it stands in."""
        return self.turn.message.history

    @property
    def as_text(self) -> bool:
        """True when the arguments can be judged as JSON: no free text of a custom call, and a text if they are there."""
        return not self.custom and self.arguments_type in ("string", "")

    @property
    def segment(self) -> "History":
        """The history it stands in, as a call of a stream has its stream."""
        return self.history

    @property
    def link(self) -> str:
        """How it hangs together with its history: "no-id", "used-twice" (an earlier call has its id), "unanswered" (no result, and none may
        come later any more), "" when nothing is open."""
        if self.id_state is not IdState.GIVEN:
            return "no-id"
        if self.earlier is not None:
            return "used-twice"
        pending = self.history.to_be_sent and self in self.turn.pending
        return "unanswered" if pending or self in self.turn.missing else ""

    @property
    def spot(self) -> MessageSpot:
        """The entry of `tool_calls`."""
        message = self.turn.message
        inner = f"/tool_calls/{self.number}" if isinstance(message.wire.get("tool_calls"), list) else "/tool_calls"
        return message.spot._replace(pointer=message.spot.pointer + inner, call_id=self.id)

    @property
    def id_spot(self) -> MessageSpot:
        """Its id."""
        spot = self.spot
        return spot._replace(pointer=f"{spot.pointer}/id")

    @property
    def scope(self) -> Scope:
        """This call of this turn."""
        return Scope(slot=self.slot, call_id=self.id, turn=self.turn.number, call=self.number)
