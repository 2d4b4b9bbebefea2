"""Key sets of wire objects: what the field census is made of, and what tells the hot path which keys need no asking for."""

from operator import itemgetter
from typing import Any

from validation.facts.streams import Shape
from validation.reassembly.dialects import mark_of_values, marks_of_keys

MAX_KEY_SETS = 1_024
"""So many key sets of a stream are counted; what comes beyond them is judged all the same."""

KEPT = 512
LONGEST_KEPT = 1_000

Wire = dict[str, Any]


class KeySet:
    """The keys of one kind of wire object ("chunk", "choice", "delta", "call") in the order of the wire, and what follows from them alone.

    `usual`: the keys that nearly every such object has are all there, and not very many others. `head` takes id, object, created and model
    from a chunk; `usage` and `error` say whether a chunk has these keys. `logprobs` and `beside` (a `message` or `usage`) say what a choice
    has beside its delta.
    """

    __slots__ = ("beside", "error", "head", "keys", "logprobs", "marks", "shape", "usage", "usual")

    def __init__(self, kind: str, keys: tuple[str, ...]) -> None:
        self.keys = keys
        self.shape = Shape(kind, tuple(sorted(keys)))
        self.marks = marks_of_keys(kind, keys)
        self.usual = _USUAL[kind] <= set(keys) and len(keys) * 8 + sum(map(len, keys)) < LONGEST_KEPT
        self.usage = "usage" in keys
        self.error = "error" in keys
        self.logprobs = kind == "choice" and "logprobs" in keys
        self.beside = kind == "choice" and not _BESIDE.isdisjoint(keys)
        self.head = itemgetter(*_HEAD) if set(_HEAD) <= set(keys) else patchy_head


_BESIDE = {"message", "usage"}
_HEAD = ("id", "object", "created", "model")
_USUAL = {"chunk": {"choices"}, "choice": {"index", "delta", "finish_reason"}, "delta": set(), "call": {"index", "function"}}
_KNOWN: dict[str, dict[tuple[str, ...], KeySet]] = {kind: {} for kind in _USUAL}


def key_set(kind: str, keys: tuple[str, ...]) -> KeySet:
    """The set of these keys. The process keeps the usual ones: the same servers come again and again."""
    known = _KNOWN[kind].get(keys)
    if known is None:
        known = KeySet(kind, keys)
        if known.usual:
            if len(_KNOWN[kind]) >= KEPT:
                _KNOWN[kind].clear()
            _KNOWN[kind][keys] = known
    return known


def patchy_head(wire: Wire) -> tuple[object, ...]:
    """id, object, created and model of a chunk that may lack some; None for what is not there."""
    return (wire.get("id"), wire.get("object"), wire.get("created"), wire.get("model"))


class Census:
    """How often each key set came in one stream. `marks`: the fingerprints of emitters among the keys."""

    __slots__ = ("counts", "marks")

    def __init__(self) -> None:
        self.counts: dict[KeySet, int] = {}
        self.marks: set[str] = set()

    def count(self, kind: str, wire: Wire) -> KeySet:
        """Count one wire object of `kind`."""
        keys = tuple(wire)
        known = _KNOWN[kind].get(keys) or key_set(kind, keys)
        times = self.counts.get(known)
        if times is not None:
            self.counts[known] = times + 1
        else:
            self._new(known, wire)
        return known

    def _new(self, known: KeySet, wire: Wire) -> None:
        if len(self.counts) < MAX_KEY_SETS:
            self.counts[known] = 1
        self.marks |= known.marks
        self.marks |= mark_of_values(wire)

    def add(self, known: KeySet, times: int) -> None:
        """Count `times` more objects whose keys and values bear no mark that is not known."""
        if known in self.counts or len(self.counts) < MAX_KEY_SETS:
            self.counts[known] = self.counts.get(known, 0) + times
