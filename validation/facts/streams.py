"""What was seen of a stream: slotted facts per stream, choice and call. Written by `reassembly.streams`, read by rules."""

from collections import Counter
from enum import StrEnum
from typing import Any, NamedTuple

from validation.facts.carriage import Body
from validation.facts.json_text import Json, JsonText
from validation.facts.places import NOWHERE, WHOLE, At, Scope, Seen, Spot, Tally
from validation.facts.requests import Request


class IdOutcome(StrEnum):
    """What a non-empty id that differs from its slot's id turned out to mean (rules.md 2.2, the decision table)."""

    SECOND_CALL = "second-call"
    NEW_ID = "new-id"
    OTHER_SLOT = "other-slot"
    PLACEHOLDER = "placeholder"


class IdChange(NamedTuple):
    """One id that differs from the slot's: where, the id, what it means, and whether a name came with it."""

    spot: Spot
    id: str
    outcome: IdOutcome
    name: str


class Finish(NamedTuple):
    """One non-empty `finish_reason` of a choice, in the order they came."""

    value: str
    spot: Spot


class ErrorFrame(NamedTuple):
    """An object with a non-null `error`: code, type and message as short texts, `alone` when there were no choices beside it."""

    spot: Spot
    code: str
    message: str
    alone: bool


class Call:
    """One call of a choice: a slot of the key (stream, choice index, tool index).

    `key` is an int from 0 to 9,999, None when entries had no usable index, or ("odd", type, repr). `slot` is its label: "0", "0b" for a
    second call under one index, "?" where the index is missing. `ids`, `names`, `types`: every non-empty value with place and count.
    `pieces` are the non-empty argument fragments, `seams` the chunk each came in. `entries` counts delta entries, empty ones too.
    `header`: keys present in the first entry.
    """

    __slots__ = (
        "arguments", "arguments_null", "choice", "custom", "empty_arguments", "empty_ids", "empty_names", "entries", "first",
        "function_missing", "header", "id", "id_changes", "id_late", "id_not_string", "id_repeats", "index_forms", "json", "key", "last_at", "last_chunk",
        "last_entry", "name", "name_changes", "name_pieces", "name_repeats", "name_spot", "number", "odd_arguments", "pieces", "seams", "size",
        "slot", "type", "types", "whole",
    )  # fmt: skip

    def __init__(self, choice: "Choice", key: object, slot: str, number: int, first: Spot) -> None:
        self.choice = choice
        self.key = key
        self.slot = slot
        self.number = number
        self.first = first
        self.last_at: At = first.at
        self.last_chunk = first.chunk
        self.last_entry = first.pointer
        self.entries = 0
        self.header: tuple[str, ...] = ()
        self.id: str | None = None
        self.id_late: Spot | None = None
        self.id_repeats: Seen | None = None
        self.id_changes: list[IdChange] = []
        self.id_not_string: Seen | None = None
        self.empty_ids: Seen | None = None
        self.name: str | None = None
        self.name_spot: Spot | None = None
        self.name_pieces: list[tuple[str, Spot]] = []
        self.name_repeats: Seen | None = None
        self.name_changes: list[tuple[str, Spot]] = []
        self.empty_names: Seen | None = None
        self.type: str | None = None
        self.types = Tally()
        self.custom = False
        self.function_missing: Seen | None = None
        self.arguments_null: Seen | None = None
        self.empty_arguments: Seen | None = None
        self.odd_arguments = Tally()
        self.index_forms = Tally()
        self.pieces: list[str] = []
        self.seams: list[int] = []
        self.size = 0
        self.whole = True
        self.arguments = ""
        self.json = JsonText(Json.EMPTY)

    @property
    def index(self) -> int | None:
        """The tool index as a number, or None when the entries had none that can be used."""
        return self.key if type(self.key) is int else None

    @property
    def last(self) -> Spot:
        """The last entry of this call."""
        return Spot(self.last_chunk, self.last_at, self.last_entry)

    @property
    def scope(self) -> Scope:
        """The choice and slot of this call."""
        return Scope(self.choice.text, self.slot, self.index, self.id)

    @property
    def in_history(self) -> bool:
        """False: a call of a stream or a response. `histories.HistoryCall` answers True."""
        return False


class Choice:
    """One choice of a stream, keyed by `choices[].index` (`label`; ("odd", type, repr) when it is not a usable number; None when missing).

    `content` and `reasoning` are kept up to 1 MiB, their lengths in characters are exact. `finishes` holds at most 16 values, `finish_count`
    all. `after_finish`: deltas with new content or call fragments after a finish; `empty_after_finish`: deltas with nothing new.
    `index_order`: tool index labels in the order they were opened; `switches`: how often the tool index changed to one seen before.
    """

    __slots__ = (
        "after_finish", "calls", "content", "content_chars", "content_odd", "deltas", "delta_missing", "empty_after_finish", "empty_finishes",
        "finish_count", "finish_missing_keys", "finish_odd", "finishes", "first", "function_call", "index_missing", "index_odd", "label", "last_at",
        "last_chunk", "reasoning", "reasoning_chars", "reasoning_keys", "refusal_chars", "roles", "stream", "switch", "tool_calls_empty",
        "tool_calls_not_array", "tool_entries", "twice_in_chunk", "unnumbered",
    )  # fmt: skip

    def __init__(self, stream: "Stream", label: object, first: Spot) -> None:
        self.stream = stream
        self.label = label
        self.first = first
        self.last_at: At = first.at
        self.last_chunk = first.chunk
        self.deltas = 0
        self.delta_missing: Seen | None = None
        self.index_missing: Seen | None = None
        self.index_odd = Tally()
        self.roles = Tally()
        self.content: list[str] = []
        self.content_chars = 0
        self.content_odd = Tally()
        self.reasoning: list[str] = []
        self.reasoning_chars = 0
        self.reasoning_keys: set[str] = set()
        self.refusal_chars = 0
        self.function_call: Seen | None = None
        self.calls: list[Call] = []
        self.tool_entries = 0
        self.tool_calls_empty: Seen | None = None
        self.tool_calls_not_array: Seen | None = None
        self.twice_in_chunk: Seen | None = None
        self.unnumbered: Seen | None = None
        self.switch: Seen | None = None
        self.finishes: list[Finish] = []
        self.finish_count = 0
        self.finish_odd = Tally()
        self.empty_finishes: Seen | None = None
        self.finish_missing_keys = 0
        self.after_finish: Seen | None = None
        self.empty_after_finish: Seen | None = None

    @property
    def index(self) -> int | None:
        """The choice index as a number, or None."""
        return self.label if type(self.label) is int else None

    @property
    def text(self) -> str:
        """The label as text, for scopes and messages: "0", "?" when the index is missing, the odd value otherwise."""
        if type(self.label) is tuple:
            return str(self.label[-1])
        return "?" if self.label is None else str(self.label)

    @property
    def scope(self) -> Scope:
        """This choice, as the place of a finding."""
        return Scope(self.text)

    @property
    def finish(self) -> str | None:
        """The first non-empty finish_reason, or None when none came."""
        return self.finishes[0].value if self.finishes else None

    @property
    def last(self) -> Spot:
        """The last chunk in which this choice stood."""
        return Spot(self.last_chunk, self.last_at, "/choices/0")


class Shape(NamedTuple):
    """The keys of one kind of wire object, in their order. `kind`: "chunk", "choice", "delta" or "call"."""

    kind: str
    keys: tuple[str, ...]


class Stream:
    """One response: a stream of chunks (`kind` "stream") or one merged `chat.completion` (`kind` "response").

    `ids`, `objects`, `models`, `created`: the values of the envelope with place and count (None for missing or null).
    `shapes` counts key tuples; the field census falls out of them. `chunks` counts records with `choices` or `usage`.
    `marks`: fingerprints of emitters seen (rules.md section 0). `limits`: what was beyond the bounds of the engine, with place and count.
    """

    __slots__ = (
        "body", "choices", "choices_empty", "choices_missing", "chunks", "created", "dialect", "errors", "first", "ids", "kind", "last_at", "limits", "marks", "messages_beside",
        "models", "number", "objects", "odd", "request", "shapes", "tool_chunks", "usage", "usage_seen",
    )  # fmt: skip

    def __init__(self, number: int, at: At, body: Body, kind: str = "stream") -> None:
        self.number = number
        self.kind = kind
        self.body = body
        self.first: At = at
        self.last_at: At = at
        self.request: Request | None = None
        self.chunks = 0
        self.tool_chunks = 0
        self.ids = Tally()
        self.objects = Tally()
        self.models = Tally()
        self.created = Tally()
        self.shapes: Counter[Shape] = Counter()
        self.choices: list[Choice] = []
        self.choices_missing: Seen | None = None
        self.choices_empty: Seen | None = None
        self.messages_beside: Seen | None = None
        self.errors: list[ErrorFrame] = []
        self.usage: dict[str, Any] | None = None
        self.usage_seen: Seen | None = None
        self.odd = Tally()
        self.limits = Tally()
        self.marks: set[str] = set()
        self.dialect: str | None = None

    @property
    def scope(self) -> Scope:
        """The whole stream."""
        return WHOLE

    @property
    def id(self) -> str | None:
        """The first non-empty chunk id, or None."""
        return next((value for value in self.ids if isinstance(value, str) and value), None)

    @property
    def model(self) -> str | None:
        """The first non-empty model name, or None."""
        return next((value for value in self.models if isinstance(value, str) and value), None)

    @property
    def tail(self) -> At:
        """Where the last record of this stream stands."""
        return self.last_at if self.last_at != NOWHERE else self.first
