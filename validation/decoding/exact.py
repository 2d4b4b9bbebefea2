"""Tier 1 of decoding: chunks of the usual kind, decoded by their exact shape.

A shape is learned from one untyped decode and compiled into structs that require every key and forbid any other, so that a decode that
succeeds proves the exact key set, and nothing is built for keys. Which shape a line has is guessed by its first bytes, which hold the id
in most dialects: the shape that the last line of the same stream had. A wrong guess costs a little and is decoded untyped; a file whose
guesses are mostly wrong is read without this tier. Facts are the same with and without it (CALLCHECK_EXACT_SHAPES=0 switches it off).
"""

import os
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

import msgspec

from validation.decoding.values import Decode
from validation.facts.exact import Exact

HEAD: Final = 48
MAX_SHAPES: Final = 64
MAX_GUESSES: Final = 4_096
PATIENCE: Final = 512
"""After this many wrong guesses the tier is given up if they are not outweighed four times by right ones."""

Scalar = str | int | float | bool | None
HEADS: Final[dict[str, type]] = {"id": str, "object": str, "created": int, "model": str}
FRAGMENT: Final = msgspec.defstruct("Function", [("arguments", str)], bases=(Exact,), forbid_unknown_fields=True)
ENTRY: Final = msgspec.defstruct("Entry", [("index", int), ("function", FRAGMENT)], bases=(Exact,), forbid_unknown_fields=True)

Read = Callable[[bytes], object]


class ExactShapes:
    """The shapes of one file. `guesses`: the first bytes of a line -> the decoder that probably fits; the hot loop asks it itself.

    `untyped` decodes a line that no guess fits and learns from it; `learned` counts those. `lines`: how many were read so far, as the hot
    loop tells from time to time.
    """

    def __init__(self, decode: Decode) -> None:
        self.guesses: dict[bytes, Read] = {}
        self.learned = 0
        self.lines = 0
        self._missed = 0
        self.untyped: Read = self._untyped if os.environ.get("CALLCHECK_EXACT_SHAPES") != "0" else decode
        self._decode = decode
        self._readers: dict[Any, Read | None] = {}
        self._odd: set[bytes] = set()

    def _untyped(self, text: bytes) -> object:
        value = self._decode(text)
        self.learned += 1
        if self._missed > PATIENCE and self._missed * 4 > self.lines:
            self.untyped = self._decode
            self.guesses.clear()
        else:
            self._learn(text[:HEAD], value)
        return value

    def _learn(self, head: bytes, value: object) -> None:
        """Expect the next line that begins like this one to have its shape; after one odd line still that of the line before."""
        shape = shape_of(value)
        self._missed += shape is None or head in self.guesses
        if shape not in self._readers and len(self._readers) < MAX_SHAPES:
            self._readers[shape] = None if shape is None else compiled(shape)
        reader = self._readers.get(shape)
        if reader is not None:
            self._odd.discard(head)
            self.guesses[head] = reader
        elif head in self._odd:
            self.guesses.pop(head, None)
        else:
            self._odd.add(head)
        if len(self.guesses) > MAX_GUESSES:
            self.guesses.clear()
            self._odd.clear()


def shape_of(value: object) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]] | None:
    """The keys of chunk, choice and delta if `value` is a usual chunk: one choice that goes on, and nothing nested beside its delta."""
    if type(value) is not dict or value.get("usage") is not None:
        return None
    for key, kind in HEADS.items():
        if type(value.get(key)) is not kind:
            return None
    choices = value.get("choices")
    choice = choices[0] if type(choices) is list and len(choices) == 1 else None
    if type(choice) is not dict or choice.get("finish_reason", 0) is not None or choice.get("logprobs") is not None:
        return None
    delta = choice.get("delta")
    if type(delta) is not dict or not delta or type(choice.get("index")) is not int:
        return None
    if "tool_calls" in delta and not _fragment(delta["tool_calls"]):
        return None
    return (tuple(value), tuple(choice), tuple(delta)) if _flat(value, "choices") and _flat(choice, "delta") else None


def _flat(value: dict[str, Any], but: str) -> bool:
    """True when every value but one is a scalar."""
    for key, member in value.items():  # noqa: SIM110 - a generator costs more than the loop
        if (type(member) is dict or type(member) is list) and key != but:
            return False
    return True


def _fragment(entries: object) -> bool:
    """True for one entry that has an index and a fragment of arguments and nothing else."""
    entry = entries[0] if type(entries) is list and len(entries) == 1 else None
    if type(entry) is not dict or tuple(entry) != ("index", "function") or type(entry["index"]) is not int:
        return False
    function = entry["function"]
    return type(function) is dict and tuple(function) == ("arguments",) and type(function["arguments"]) is str


@lru_cache(maxsize=256)
def compiled(shape: tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]) -> Read:
    """A decoder for exactly this shape. Raises msgspec.DecodeError for any other line.

    Compiling takes some milliseconds, so the process keeps what it compiled: the same servers come again and again.
    """
    chunk_keys, choice_keys, delta_keys = shape
    delta = _struct("Delta", delta_keys, {"tool_calls": list[ENTRY]}, Any)  # type: ignore[valid-type]
    choice = _struct("Choice", choice_keys, {"index": int, "delta": delta, "finish_reason": None, "logprobs": None}, Scalar)
    chunk = _struct("Chunk", chunk_keys, {**HEADS, "choices": list[choice], "usage": None}, Scalar)  # type: ignore[valid-type]
    return msgspec.json.Decoder(chunk).decode


def _struct(name: str, keys: tuple[str, ...], types: dict[str, Any], other: Any) -> Any:
    """A struct with these keys, all required, no other allowed. A key of the protocol is a field of its name, any other one is numbered.

    Fields without a type in `types` are of type `other`.
    """
    fields = [(key if key in types or key in _READ else f"extra{number}", types.get(key, other)) for number, key in enumerate(keys)]
    rename = {field: key for (field, _), key in zip(fields, keys, strict=True)}
    return msgspec.defstruct(name, fields, bases=(Exact,), forbid_unknown_fields=True, rename=rename)


_READ: Final = frozenset({"role", "content", "reasoning", "reasoning_content", "refusal"})
