"""Key tuples of wire objects, counted: what the field census is made of, and what tells the hot path which keys need no asking for."""

from operator import itemgetter
from typing import Any

MAX_KEY_SETS = 256

Wire = dict[str, Any]


class KeySet:
    """One key tuple of a wire object and how often it came. `usual`: the keys that nearly every such object has are all there.

    `head` takes id, object, created and model from a chunk; `usage` and `error` say whether a chunk has these keys. `logprobs` and `beside`
    (a `message` or `usage`) say what a choice has beside its delta.
    """

    __slots__ = ("beside", "count", "error", "head", "logprobs", "usage", "usual")

    def __init__(self, kind: str, keys: tuple[str, ...]) -> None:
        self.count = 0
        self.usual = _USUAL[kind] <= set(keys)
        self.usage = "usage" in keys
        self.error = "error" in keys
        self.logprobs = kind == "choice" and "logprobs" in keys
        self.beside = kind == "choice" and not _BESIDE.isdisjoint(keys)
        self.head = itemgetter(*_HEAD) if set(_HEAD) <= set(keys) else patchy_head


_BESIDE = {"message", "usage"}
_HEAD = ("id", "object", "created", "model")
_USUAL = {"chunk": {"choices"}, "choice": {"index", "delta", "finish_reason"}, "delta": set(), "call": {"index", "function"}}


def patchy_head(wire: Wire) -> tuple[object, ...]:
    """id, object, created and model of a chunk that may lack some; None for what is not there."""
    return (wire.get("id"), wire.get("object"), wire.get("created"), wire.get("model"))
