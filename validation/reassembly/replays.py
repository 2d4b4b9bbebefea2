"""Texts of a stream that send again what they sent before. Told at the end, or where it is certain: a guess would spoil right texts."""

from itertools import pairwise

from validation.facts.json_text import Json
from validation.facts.places import Spot, Tally
from validation.facts.streams import Call, Repeat
from validation.reassembly.json_text import describe

SNAPSHOTS = 3
SNAPSHOT_CHARS = 32
REPLAY_CHARS = 16


def repeat_of(call: Call) -> Repeat | None:
    """How the arguments of a finished call repeat themselves, or None.

    Only where the joined text is no JSON and the last fragment alone is an object or an array.
    """
    pieces = call.pieces
    if len(pieces) < 2 or call.json.state in (Json.VALID, Json.EMPTY) or call.custom or call.odd_arguments or not call.whole:
        return None
    last = pieces[-1]
    before = len(call.arguments) - len(last)
    replayed = last.startswith(call.arguments[:before])
    equal = len(pieces) == 2 and len(last) == before
    snapshots = not equal and all(later.startswith(earlier) for earlier, later in pairwise(pieces))
    if not (replayed or snapshots) or not _is_whole(last):
        return None
    return Repeat.SNAPSHOTS if snapshots else Repeat.REPLAY


def _is_whole(text: str) -> bool:
    known = describe(text)
    return known.state is Json.VALID and known.kind in ("object", "array")


class Watch:
    """Watches one text for pieces that repeat it. `growing`: every piece so far began with the one before.

    It is asked only about pieces that may repeat something, so that the usual piece costs two comparisons.
    """

    __slots__ = ("growing", "repeats", "row")

    def __init__(self, repeats: Tally) -> None:
        self.repeats = repeats
        self.row = 0
        self.growing = True

    def piece(self, text: str, before: list[str], chars: int, spot: Spot) -> None:
        """Compare a piece with the `before` that came, `chars` characters in all; record what it repeats."""
        if self.growing and before:
            self.growing = text.startswith(before[-1])
            self.row += self.growing and len(text) > len(before[-1])
            if self.growing and self.row >= SNAPSHOTS and len(text) >= SNAPSHOT_CHARS:
                self.repeats.add(Repeat.SNAPSHOTS, spot)
        if len(text) == chars >= REPLAY_CHARS and len(before) > 1 and "".join(before) == text:
            self.repeats.add(Repeat.REPLAY, spot)
