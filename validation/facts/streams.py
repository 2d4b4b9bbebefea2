"""What was seen of a stream: slotted facts per stream, choice and call. Written by `reassembly.streams`, read by rules."""

from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final, NamedTuple

from validation.facts.budgets import Budget
from validation.facts.carriage import Body
from validation.facts.declarations import Declarations
from validation.facts.json_text import NO_QUIRKS, Json, JsonText, Quirks
from validation.facts.places import NOWHERE, WHOLE, At, Origin, Scope, Seen, Sources, Spot, Tally
from validation.facts.requests import Request

NO_TEXT = JsonText(Json.EMPTY)


class IdOutcome(StrEnum):
    """What a non-empty id that differs from its slot's id turned out to mean (docs/architecture.md, 'From entries to calls')."""

    SECOND_CALL = "second-call"
    NEW_ID = "new-id"
    OTHER_SLOT = "other-slot"
    PLACEHOLDER = "placeholder"


class Repeat(StrEnum):
    """How a text sends again what it sent before: every piece holds all text so far, or one late piece is the whole text once more."""

    SNAPSHOTS = "snapshots"
    REPLAY = "replay"


class IdChange(NamedTuple):
    """One id that differs from the slot's: where, the id, what it means, and whether a name came with it."""

    spot: Spot
    id: str
    outcome: IdOutcome
    name: str


class Finish(NamedTuple):
    """One non-empty `finish_reason` of a choice, in the order they came.

    `native`: the `native_finish_reason` beside it, "" when there is none. `with_data`: its delta holds text, calls or reasoning, too.
    """

    value: str
    spot: Spot
    native: str = ""
    with_data: bool = False


class ErrorFrame(NamedTuple):
    """An object with a non-null `error`: code, type and message as short texts, `alone` when there were no choices beside it."""

    spot: Spot
    code: str
    message: str
    alone: bool


@dataclass(slots=True, eq=False)
class Call:
    """One call of a choice: a slot of the key (stream, choice index, tool index).

    `key` is an int from 0 to 9,999, None when entries had no usable index, or ("odd", type, repr). `slot` is its label: "0", "0b" for
    a second call under one index, "?" where the index is missing. `number`: in the order of opening, from 0.
    `last_entries`: pointer of the array that holds its last entry, `last_place` where in it (-1: it is no array).
    `header`: keys of the first entry. `entries` counts its entries, empty ones too. `id` and `name` are the first non-empty ones; a name
    that came in pieces before any argument text is joined. `id_late`: where the id came when not with the first entry; `name_late`: where
    the name came when an entry with an id or a `function` had come before. `empty_ids`, `empty_names`: empty or null ones behind the real
    one. `arguments_null`, `arguments_absent`: of entries that have a `function`. `empty_entries` bring no id, no name and no text behind
    the first entry, `empty_run` is the longest row of them.
    `pieces` are the non-empty argument fragments, `seams` the chunk each came in; `arguments`, `size` (characters), `json` and `repeat` are
    set at the end. `whole` is false when fragments were beyond the bounds. `odd_arguments`: JSON types of arguments that are no text.
    `quirks`: what readers of the arguments do not agree on.
    """

    choice: "Choice"
    key: object
    slot: str
    number: int
    first: Spot
    last_at: At = NOWHERE
    last_chunk: int = 0
    last_entries: str = ""
    last_place: int = 0
    entries: int = 0
    header: tuple[str, ...] = ()
    index_forms: Tally = field(default_factory=Tally)
    id: str | None = None
    id_late: Spot | None = None
    id_repeats: Seen | None = None
    id_changes: list[IdChange] = field(default_factory=list)
    id_not_string: Seen | None = None
    empty_ids: Seen | None = None
    name: str | None = None
    name_spot: Spot | None = None
    name_late: Spot | None = None
    name_pieces: list[tuple[str, Spot]] = field(default_factory=list)
    name_repeats: Seen | None = None
    name_changes: list[tuple[str, Spot]] = field(default_factory=list)
    empty_names: Seen | None = None
    type: str | None = None
    types: Tally = field(default_factory=Tally)
    custom: bool = False
    function_missing: Seen | None = None
    arguments_null: Seen | None = None
    arguments_absent: Seen | None = None
    empty_entries: Seen | None = None
    empty_run: int = 0
    odd_arguments: Tally = field(default_factory=Tally)
    pieces: list[str] = field(default_factory=list)
    seams: list[int] = field(default_factory=list)
    whole: bool = True
    arguments: str = ""
    size: int = 0
    json: JsonText = NO_TEXT
    quirks: Quirks = NO_QUIRKS
    repeat: Repeat | None = None

    @property
    def index(self) -> int | None:
        """The tool index as a number, or None when the entries had none that can be used."""
        return self.key if type(self.key) is int else None

    @property
    def last(self) -> Spot:
        """The last entry of this call."""
        pointer = self.last_entries if self.last_place < 0 else f"{self.last_entries}/{self.last_place}"
        return Spot(self.last_chunk, self.last_at, pointer)

    @property
    def scope(self) -> Scope:
        """The choice and slot of this call."""
        return Scope(self.choice.text, self.slot, self.index, self.id)

    @property
    def spot(self) -> Spot:
        """Where a finding on the joined arguments points: the last entry."""
        return self.last

    @property
    def as_text(self) -> bool:
        """True when the arguments can be judged as JSON: no free text of a custom call, and nothing came that is no text."""
        return not self.custom and not self.odd_arguments

    @property
    def segment(self) -> "Stream":
        """The stream it stands in. `histories.HistoryCall` answers with its history; both know the declared tools."""
        return self.choice.stream

    @property
    def in_history(self) -> bool:
        """False: a call of a stream or a response. `histories.HistoryCall` answers True."""
        return False

    def chunk_of(self, char: int) -> int:
        """The chunk whose fragment holds this character of the joined arguments."""
        end = 0
        for piece, chunk in zip(self.pieces, self.seams, strict=True):
            end += len(piece)
            if char < end:
                return chunk
        return self.last_chunk


@dataclass(slots=True, eq=False)
class Choice:
    """One choice of a stream, keyed by `choices[].index`: `label` is a number, None when it is missing, else ("odd", type, repr).

    `content` and `reasoning` are kept up to 1 MiB, their lengths in characters are exact. `finish_key_missing`: no key `finish_reason`.
    `finishes` holds the first 16 non-empty values, `finish_count` counts all. `after_finish`: deltas with new content or call fragments
    behind a finish; `empty_after_finish`: deltas with nothing new there. `switch`: entries that went back to a call although another one
    was open. `twice_in_chunk`: a second entry of one numbered call in one chunk. `splits`: pairs of calls that are one: the header under
    one index, the arguments under another. Of `switch` and `tool_calls_null` the first place and the count are kept.
    `content_spots`, `reasoning_spots`: (character, place) of the first 256 pieces that hold `<` or `[`, and of the very first piece.
    `content_repeats`, `reasoning_repeats`: the words of `Repeat`. `reasoning_twice`: one text under two keys of a delta; it is kept once.
    `content_after_calls`, `reasoning_after_calls`: text behind the first call. `usage_inside`: a usage object in the choice.
    `logprobs_odd` have no array, `logprobs_unmatched` no token where the delta has text.
    """

    stream: "Stream"
    label: object
    first: Spot
    last_at: At = NOWHERE
    last_chunk: int = 0
    index_missing: Seen | None = None
    index_odd: Tally = field(default_factory=Tally)
    deltas: int = 0
    delta_missing: Seen | None = None
    roles: Tally = field(default_factory=Tally)
    content: list[str] = field(default_factory=list)
    content_chars: int = 0
    content_odd: Tally = field(default_factory=Tally)
    content_after_calls: Seen | None = None
    content_spots: list[tuple[int, Spot]] = field(default_factory=list)
    content_repeats: Tally = field(default_factory=Tally)
    reasoning: list[str] = field(default_factory=list)
    reasoning_chars: int = 0
    reasoning_keys: set[str] = field(default_factory=set)
    reasoning_twice: Seen | None = None
    reasoning_after_calls: Seen | None = None
    reasoning_spots: list[tuple[int, Spot]] = field(default_factory=list)
    reasoning_repeats: Tally = field(default_factory=Tally)
    refusal_chars: int = 0
    function_call: Seen | None = None
    calls: list[Call] = field(default_factory=list)
    tool_entries: int = 0
    tool_calls_empty: Seen | None = None
    tool_calls_null: Seen | None = None
    tool_calls_not_array: Seen | None = None
    twice_in_chunk: Seen | None = None
    switch: Seen | None = None
    splits: list[tuple[Call, Call]] = field(default_factory=list)
    usage_inside: Seen | None = None
    logprobs_odd: Seen | None = None
    logprobs_unmatched: Seen | None = None
    finishes: list[Finish] = field(default_factory=list)
    finish_count: int = 0
    finish_odd: Tally = field(default_factory=Tally)
    empty_finishes: Seen | None = None
    finish_key_missing: Seen | None = None
    after_finish: Seen | None = None
    empty_after_finish: Seen | None = None

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

    def content_spot(self, char: int) -> Spot:
        """Where this character of the joined content came; exact for `<` and `[`, else the last such place before it."""
        return _spot_before(self.content_spots, char) or self.first

    def reasoning_spot(self, char: int) -> Spot:
        """The same for the joined reasoning."""
        return _spot_before(self.reasoning_spots, char) or self.first

    @property
    def finish(self) -> str | None:
        """The first non-empty finish_reason, or None when none came."""
        return self.finishes[0].value if self.finishes else None

    @property
    def last(self) -> Spot:
        """The last chunk in which this choice stood."""
        return Spot(self.last_chunk, self.last_at)


def _spot_before(spots: list[tuple[int, Spot]], char: int) -> Spot | None:
    place = bisect_right(spots, char, key=lambda known: known[0])
    return spots[place - 1][1] if place else None


EVERY_KEY: Final = frozenset({"content", "function_call", "role", "tool_calls"})
"""Keys of a delta that openai-python knows in every version; no endpoint sends all of them at once."""


class Shape(NamedTuple):
    """The keys of one kind of wire object, in their order. `kind`: "chunk", "choice", "delta" or "call"."""

    kind: str
    keys: tuple[str, ...]


@dataclass(slots=True, eq=False)
class Stream:
    """One response: a stream of chunks (`kind` "stream") or one merged `chat.completion` (`kind` "response").

    `ids`, `objects`, `models`, `created`: the values of the envelope with place and count (None for missing or null); error frames and
    annotations of Azure's content filter are left out of `objects`, and out of `ids` where they have none. `choices_missing`,
    `choices_empty`: only where nothing explains it. `shapes` counts key tuples; the field census falls out of them. `chunks` counts records
    with `choices` or `usage`. `marks`: fingerprints of emitters. `limits`: what was beyond the bounds of the engine. `usage_alone`: the
    total tokens of usages on chunks without choices. `messages_beside`: whole messages in the stream; `mirrors`: messages beside a delta
    that only hold what it holds. `sources`: where the parts of a response stand that was put together from a stream of another kind.
    """

    number: int
    first: At
    body: Body
    kind: str = "stream"
    last_at: At = NOWHERE
    origin: Origin | None = None
    sources: Sources | None = None
    lost: frozenset[str] = frozenset()
    request: Request | None = None
    dialect: str | None = None
    marks: set[str] = field(default_factory=set)
    chunks: int = 0
    tool_chunks: int = 0
    ids: Tally = field(default_factory=Tally)
    objects: Tally = field(default_factory=Tally)
    models: Tally = field(default_factory=Tally)
    created: Tally = field(default_factory=Tally)
    shapes: Counter[Shape] = field(default_factory=Counter)
    choices: list[Choice] = field(default_factory=list)
    choices_missing: Seen | None = None
    choices_empty: Seen | None = None
    messages_beside: Seen | None = None
    errors: list[ErrorFrame] = field(default_factory=list)
    usage: dict[str, Any] | None = None
    usage_seen: Seen | None = None
    usage_alone: Tally = field(default_factory=Tally)
    mirrors: Seen | None = None
    odd: Tally = field(default_factory=Tally)
    limits: Tally = field(default_factory=Tally)
    budget: Budget = field(default_factory=Budget)

    @property
    def declared(self) -> Declarations | None:
        """The tools of the request by name; None when no request is known."""
        return None if self.request is None else self.request.declared

    @property
    def scope(self) -> Scope:
        """The whole stream."""
        return WHOLE

    @property
    def dumped(self) -> bool:
        """True for chunks that a client library wrote out again with every key it knows: what is null there was absent, or null."""
        deltas = [shape.keys for shape in self.shapes if shape.kind == "delta"]
        return self.body.container != "sse" and bool(deltas) and all(map(EVERY_KEY.issubset, deltas))

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
