"""What was seen of one call of a choice: its entries, ids, names, fragments, and what its arguments are as JSON."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Final, NamedTuple

from validation.facts.json_text import NO_QUIRKS, Json, JsonText, Quirks
from validation.facts.places import NOWHERE, At, Scope, Seen, Spot, Tally

if TYPE_CHECKING:
    from validation.facts.streams.choices import Choice
    from validation.facts.streams.streams import Stream

NO_TEXT: Final = JsonText(Json.EMPTY)


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
    `pieces` are the non-empty argument fragments, `rows` the chunks they came in, one after the other; `arguments`, `size` (characters),
    `json` and `repeat` are set at the end. `whole` is false when fragments were beyond the bounds. `odd_arguments`: JSON types of
    arguments that are no text. `quirks`: what readers of the arguments do not agree on. `usual`: nothing about it is out of the ordinary,
    as far as the end has shown.
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
    rows: list[range] = field(default_factory=list)
    whole: bool = True
    arguments: str = ""
    size: int = 0
    json: JsonText = NO_TEXT
    quirks: Quirks = NO_QUIRKS
    repeat: Repeat | None = None
    usual: bool = False

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
    def seams(self) -> list[int]:
        """The chunk that each of `pieces` came in."""
        return [chunk for row in self.rows for chunk in row]

    @property
    def as_text(self) -> bool:
        """True when the arguments can be judged as JSON: no free text of a custom call, and nothing came that is no text."""
        return not self.custom and not self.odd_arguments

    @property
    def name_pointer(self) -> str:
        """Where the name stands in an entry."""
        return "/custom/name" if self.custom else "/function/name"

    @property
    def arguments_pointer(self) -> str:
        """Where the argument text stands in an entry."""
        return "/custom/input" if self.custom else "/function/arguments"

    @property
    def segment(self) -> "Stream":
        """The stream it stands in. `histories.HistoryCall` answers with its history; both know the declared tools."""
        return self.choice.stream

    @property
    def in_history(self) -> bool:
        """False: a call of a stream or a response. `histories.HistoryCall` answers True."""
        return False

    def bring(self, piece: str, chunk: int) -> None:
        """Keep a fragment of the arguments that came in `chunk`."""
        self.pieces.append(piece)
        self.rows.append(range(chunk, chunk + 1))

    def chunk_of(self, char: int) -> int:
        """The chunk whose fragment holds this character of the joined arguments."""
        end = 0
        for piece, chunk in zip(self.pieces, self.seams, strict=True):
            end += len(piece)
            if char < end:
                return chunk
        return self.last_chunk
