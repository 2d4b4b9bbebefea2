"""A chunk that was decoded by its exact shape: the word that decoding and reassembly share about it."""

from typing import Any

import msgspec


class Exact(msgspec.Struct, gc=False):
    """The base of all exact shapes. A value of one proves that its object had exactly the keys of the shape, on every level.

    Fields that the hot path reads have their wire names (`id`, `choices`, `delta`, `tool_calls` ...); others are numbered. What stands
    beside `choices` and `delta` holds scalars.
    """


def as_dicts(value: Exact) -> dict[str, Any]:
    """The same object as the untyped decoder gives it, keys in the order of the shape."""
    plain: dict[str, Any] = msgspec.to_builtins(value)
    return plain
