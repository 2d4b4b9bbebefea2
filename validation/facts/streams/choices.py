"""What was seen of one choice of a stream: its role, texts, calls and finishes."""

from bisect import bisect_right
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

from validation.facts.places import NOWHERE, At, Scope, Seen, Spot, Tally
from validation.facts.streams.calls import Call

if TYPE_CHECKING:
    from validation.facts.streams.streams import Stream


OTHER_OUTPUT: Final = frozenset({"audio", "images", "image", "video", "files", "parts"})
"""Keys of a delta that hold an answer in another form than text and calls."""


class Finish(NamedTuple):
    """One non-empty `finish_reason` of a choice, in the order they came.

    `native`: the `native_finish_reason` beside it, "" when there is none. `with_data`: its delta holds text, calls or reasoning, too.
    """

    value: str
    spot: Spot
    native: str = ""
    with_data: bool = False


@dataclass(slots=True, eq=False)
class Choice:
    """One choice of a stream, keyed by `choices[].index`: `label` is a number, None when it is missing, else ("odd", type, repr).

    `content` and `reasoning` are kept up to 1 MiB, their lengths in characters are exact. `finish_key_missing`: no key `finish_reason`.
    `finishes` holds the first 16 non-empty values, `finish_count` counts all. `after_finish`: deltas with new content or call fragments
    behind a finish; `empty_after_finish`: deltas with nothing new there. `switch`: entries that went back to a call although another one
    was open. `twice_in_chunk`: numbered calls with two entries in a chunk. `splits`: pairs of calls that are one: the header under
    one index, the arguments under another. Of `switch` and `tool_calls_null` the first place and the count are kept.
    `content_spots`, `reasoning_spots`: (character, place) of the first 256 pieces that hold `<` or `[`, and of the very first piece.
    `content_repeats`, `reasoning_repeats`: the words of `Repeat`. `reasoning_twice`: one text under two keys of a delta; it is kept once.
    `content_after_calls`, `reasoning_after_calls`: text behind the first call. `usage_inside`: a usage object in the choice.
    `logprobs_odd` have no array, `logprobs_unmatched` no token where the delta has text. `usual`: nothing about it and its calls is out of
    the ordinary, but perhaps what its texts say.
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
    twice_in_chunk: Tally = field(default_factory=Tally)
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
    usual: bool = False

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
