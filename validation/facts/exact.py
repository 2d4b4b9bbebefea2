"""A chunk that was decoded by its exact shape: the word that decoding and reassembly share about it."""

from collections.abc import Callable
from typing import Any, ClassVar, Final

import msgspec

CHUNK: Final = "chat.completion.chunk"
"""The `object` of a chunk."""

LONGEST_PIECE: Final = 4_096
"""Characters of the longest fragment of arguments that goes along the beaten path."""

TWINS: Final = {"reasoning": "reasoning_content", "reasoning_content": "reasoning"}
"""Keys of reasoning that take turns, each with the other one: some servers send the one or the other, chunk by chunk."""


class Exact(msgspec.Struct, gc=False):
    """The base of all exact shapes. A value of one proves that its object had exactly the keys of the shape, on every level.

    Fields that the hot path reads have their wire names (`id`, `choices`, `delta`, `tool_calls` ...); others are numbered. What stands
    beside `choices` and `delta` holds scalars. `choices` is a tuple of one, and so is `tool_calls`: one fragment of 1 to LONGEST_PIECE
    characters. What stands beside `tool_calls` in the delta is the same in every value of the shape.
    `read` decodes a line of this shape, and raises msgspec.DecodeError for any other. `in_turns`: the delta is a dict with one key of TWINS
    and a text or null, instead of having always the same keys.
    """

    in_turns: ClassVar[bool] = False
    read: ClassVar[Callable[[bytes], object]]


def as_dicts(value: Exact) -> dict[str, Any]:
    """The same object, a chunk or a delta, as the untyped decoder gives it, keys in the order of the shape."""
    plain: dict[str, Any] = msgspec.to_builtins(value)
    delta = plain
    if "choices" in plain:
        choices = plain["choices"] = list(plain["choices"])
        delta = choices[0]["delta"]
    if type(delta.get("tool_calls")) is tuple:
        delta["tool_calls"] = list(delta["tool_calls"])
    return plain
