"""What was seen of a history: its messages, its turns with calls, and what each result answers. Written by `reassembly`, read by rules.

A *turn* is an assistant message with calls; its *block* is the run of tool messages directly behind it. Every tool message has exactly one
binding, settled once for the whole history (`reassembly.linkage`); rules turn it into findings and never derive it again.
"""

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any, Final

from validation.facts.budgets import Budget
from validation.facts.carriage import NO_FINISHES, Body
from validation.facts.declarations import Declarations
from validation.facts.json_text import NO_QUIRKS, Json, JsonText, Quirks
from validation.facts.places import WHOLE, At, MessageSpot, Origin, Scope, Sources, Spot, Tally
from validation.facts.requests import Request
from validation.facts.tools import NO_TOOLS, Tools

NO_KEYS: Final[Mapping[str, Any]] = {}
IDS_SHOWN = 3
ID_CHARACTERS = 64

SEND = "send"
ARCHIVE = "archive"
TRAIN = "train"


class IdState(StrEnum):
    """What stands where an id belongs. PLACEHOLDER: a text such as "null" or "None" that says there was none."""

    GIVEN = "given"
    ABSENT = "absent"
    NULL = "null"
    EMPTY = "empty"
    PLACEHOLDER = "placeholder"
    NO_TEXT = "not a string"


class Binding(StrEnum):
    """What a tool message answers. BOUND, LATE and EARLY have a `call`; SURPLUS has a `first`; UNKNOWN may have a `missing` call."""

    BOUND = "bound"
    SURPLUS = "surplus"
    LATE = "late"
    EARLY = "early"
    UNKNOWN = "unknown"
    ORPHAN = "orphan"
    NO_ID = "no-id"


class Message:
    """One message. `wire` is its object, or empty when the array holds something else, whose JSON type is then `odd`.

    `role` is the wire role, "" when it is missing or no text. `turn`: set where this is an assistant message with calls.
    """

    __slots__ = ("history", "index", "odd", "role", "turn", "wire")

    def __init__(self, history: "History", index: int, value: object) -> None:
        self.history = history
        self.index = index
        self.wire: Mapping[str, Any] = value if isinstance(value, dict) else NO_KEYS
        self.odd = "" if isinstance(value, dict) else json_type(value)
        role = self.wire.get("role")
        self.role = role if isinstance(role, str) else ""
        self.turn: Turn | None = None

    @property
    def spot(self) -> MessageSpot:
        """Where this message stands."""
        places = self.history.places
        if places is not None:
            at, pointer = places[self.index]
            return MessageSpot(self.index, at, pointer)
        return MessageSpot(self.index, self.history.at, f"{self.history.pointer}/{self.index}")

    @property
    def scope(self) -> Scope:
        """The turn that this message opens, else the whole history."""
        return WHOLE if self.turn is None else self.turn.scope

    @property
    def text(self) -> str:
        """Its content as one text: the string, or the text parts joined; "" when there is none."""
        content = self.wire.get("content")
        if isinstance(content, str):
            return content
        parts = content if isinstance(content, list) else ()
        texts = (part.get("text") for part in parts if isinstance(part, dict))
        return "".join(text for text in texts if isinstance(text, str))

    @property
    def part_types(self) -> list[str]:
        """The type of every part of a content that is an array: "none" where a part has none, a JSON type where it is no object."""
        content = self.wire.get("content")
        return [_part_type(part) for part in content] if isinstance(content, list) else []


class Turn:
    """One assistant message with calls; `number` from 0 among the turns of its history.

    `results`: the tool messages of its block. `closed_by`: the message that ended the block, None when the history ends with it.
    What became of the calls that the block left open, each call in at most one of these:
    `late`: the results that came after the block (those of a split reply are in `History.splits` instead). `missing`: calls of a closed
    block that nothing answers and no other finding tells (not the one that an unknown id stands for, not an id that a later turn uses
    again). `pending`: the same where the history ends with the block. `out_of_order`: the block's bound results when they do not follow
    the order of the calls. `split`: the reply of which this message is a part, where it was stored as several.
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


class Split:
    """One reply with parallel calls, stored as neighbouring assistant messages (`turns`) with all results behind the last.

    `results`: those that do not directly follow their own turn.
    """

    __slots__ = ("results", "turns")

    def __init__(self, turns: Sequence[Turn], results: Sequence[Result]) -> None:
        self.turns = turns
        self.results = results

    @property
    def scope(self) -> Scope:
        """The first of its turns."""
        return self.turns[0].scope


class History:
    """One list of messages, as a record or a part of a wrapper holds it.

    `shape`: "array", "messages" (an object with `messages`), "request" (with `model` beside them) or "training-line". `pointer`: JSON
    pointer of the array inside the record. `not_array`: the JSON type of what stands where the array belongs, "" when it is one. `tools`:
    what stands beside the messages or in the request, None when unknown, and `tool_list` what it holds, entry by entry. `bare_lines`: a
    training line by nothing but that there are several like it. `reasoned`: ids of calls that a stream of the same file brought together
    with a reasoning text, and where. `foreign`: "anthropic" for a history of that format (`tool_use` and `tool_result` parts, no
    `tool_calls`). `lost`: what a wrapper did not keep ("arguments-text", "type" ...). `exchange`: what a log says of it, "answered" (its
    last message is the answer), "unanswered" (a request without one), "" (nothing). `limits`: what was beyond the bounds of the engine,
    with place and count. `places`: the record, and the pointer inside it, of each message when every one is a record of its own. `origin`:
    the wrapper. `sources`: where the parts of a history stand that was put together. `finishes`: message -> the finish_reason that a log
    has beside it, always of an assistant message.
    """

    __slots__ = (
        "_declared", "at", "bare_lines", "body", "budget", "exchange", "finishes", "foreign", "is_request_body", "limits", "lost",
        "messages", "not_array", "number", "origin", "places", "pointer", "purpose", "purpose_inferred", "reasoned", "request", "results",
        "shape", "sources", "splits", "tool_list", "tools", "turns",
    )  # fmt: skip

    def __init__(self, number: int, at: At, body: Body, shape: str, pointer: str) -> None:
        self.number = number
        self.at = at
        self.body = body
        self.shape = shape
        self.pointer = pointer
        self.places: Sequence[tuple[At, str]] | None = None
        self.purpose = ARCHIVE
        self.purpose_inferred = True
        self.messages: list[Message] = []
        self.turns: list[Turn] = []
        self.results: list[Result] = []
        self.splits: list[Split] = []
        self.not_array = ""
        self.tools: object = None
        self.tool_list: Tools = NO_TOOLS
        self.bare_lines = False
        self.reasoned: Mapping[str, Spot] = {}
        self.request: Request | None = None
        self.foreign: str | None = None
        self.origin: Origin | None = None
        self.sources: Sources | None = None
        self.finishes: Mapping[int, str] = NO_FINISHES
        self.lost: frozenset[str] = frozenset()
        self.exchange = ""
        self.is_request_body = shape == "request"
        self.limits = Tally()
        self.budget = Budget()
        self._declared: Declarations | None = None

    @property
    def declared(self) -> Declarations:
        """The tools declared beside the messages or in the request, by name."""
        if self._declared is None:
            request = self.request
            self._declared = request.declared if request is not None and request.tools is self.tools else Declarations(self.tools)
        return self._declared

    @property
    def calls(self) -> list[HistoryCall]:
        """Every call of every turn."""
        return [call for turn in self.turns for call in turn.calls]

    def ids(self) -> Iterator[tuple["HistoryCall | Result", str]]:
        """Every id: of the calls, then of the results that do not just repeat the id of their call."""
        for call in self.calls:
            if call.id is not None:
                yield call, call.id
        for result in self.results:
            if result.id is not None and result.call is None and result.first is None:
                yield result, result.id

    @property
    def spot(self) -> MessageSpot:
        """Where the history begins."""
        return MessageSpot(0, self.at, self.pointer)

    @property
    def scope(self) -> Scope:
        """The whole history."""
        return WHOLE


def json_type(value: object) -> str:
    """The JSON type of a decoded value: "object", "array", "string", "boolean", "null" or "number"."""
    if value is None:
        return "null"
    names: dict[type, str] = {dict: "object", list: "array", str: "string", bool: "boolean"}
    return names.get(type(value), "number")


def _part_type(part: object) -> str:
    if not isinstance(part, dict):
        return json_type(part)
    kind = part.get("type")
    return kind[:ID_CHARACTERS] if isinstance(kind, str) else "none"


def ids_of(things: Sequence[HistoryCall | Result]) -> str:
    """Their ids as one short text: the first three, and how many more."""
    shown = ", ".join(short_id(thing.id) for thing in things[:IDS_SHOWN])
    return shown if len(things) <= IDS_SHOWN else f"{shown} … +{len(things) - IDS_SHOWN}"


def short_id(id: str | None) -> str:
    """An id as texts show it: at most 64 characters, "" for none."""
    id = id or ""
    return id if len(id) <= ID_CHARACTERS else f"{id[: ID_CHARACTERS - 1]}…"
