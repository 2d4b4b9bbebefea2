"""Tier 1 of decoding: chunks of the usual kind, decoded by their exact shape.

A shape is learned from one untyped decode and compiled into structs that require every key and forbid any other, so that a decode that
succeeds proves the exact key set, and nothing is built for keys. Which shape a line has is guessed by its first bytes, which hold the id
in most dialects: the shape that the last line of the same stream had. A wrong guess costs a little and is decoded untyped; a file whose
guesses are mostly wrong is read without this tier. Facts are the same with and without it (CALLCHECK_EXACT_SHAPES=0 switches it off).
"""

import os
from collections.abc import Callable
from functools import lru_cache
from typing import Annotated, Any, Final, Literal

import msgspec

from validation.decoding.values import REFUSED, Decode
from validation.facts.exact import CHUNK, LONGEST_PIECE, TWINS, Exact

HEAD: Final = 56
MAX_SHAPES: Final = 64
MAX_GUESSES: Final = 4_096
PATIENCE: Final = 512
EACH: Final = 4
"""After so many wrong guesses, and so many for each stream, the tier is given up if they are not outweighed four times by right ones."""

Scalar = str | int | float | bool | None
Flat = Scalar | list[Scalar] | dict[str, Scalar]
Member = Scalar | list[Flat] | dict[str, Flat]
"""What a member of a delta may be: no deeper, so that a line that was decoded by its shape is never nested too deep."""

HEADS: Final[dict[str, Any]] = {"id": str, "object": Literal[CHUNK], "created": int, "model": str, "usage": None}
FRAGMENT: Final = msgspec.defstruct(
    "Function", [("arguments", Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_PIECE)])], bases=(Exact,),
    forbid_unknown_fields=True,
)  # fmt: skip
ENTRY: Final = msgspec.defstruct("Entry", [("index", int), ("function", FRAGMENT)], bases=(Exact,), forbid_unknown_fields=True)
DELTA_IN_TURNS: Final = Annotated[dict[Literal["reasoning", "reasoning_content"], str | None], msgspec.Meta(min_length=1, max_length=1)]

Read = Callable[[bytes], object]


class Guesses(dict[bytes, Read]):
    """The first bytes of a line -> the decoder that probably fits, which may raise; `untyped` for a line that nothing is known of."""

    def __init__(self, untyped: Read) -> None:
        self.untyped = untyped

    def __missing__(self, head: bytes) -> Read:
        return self.untyped


class ExactShapes:
    """The shapes of one file. The hot loop asks `guesses` itself.

    `untyped` decodes a line that no guess fits and learns from it. `lines`: how many were read so far, as the hot loop tells from time to
    time; `right` how many of them were decoded by their shape. `told`: whoever reads a line says which shape probably follows, so that it
    is learned after that; until then it is `fresh`.
    """

    def __init__(self, decode: Decode, *, told: bool = False) -> None:
        self.fresh: object = None
        self._told = told
        self.lines = 0
        self._learned = 0
        self._missed = 0
        self._right: int | None = None
        self.decode = decode
        self._readers: dict[Signature | None, Read | None] = {None: None}
        self._odd: set[bytes] = set()
        self._before: dict[bytes, Read] = {}
        self.guesses = Guesses(self.untyped)
        if os.environ.get("CALLCHECK_EXACT_SHAPES") == "0":
            self._give_up()

    @property
    def right(self) -> int:
        """Lines decoded by their exact shape; none too many where `lines` is not up to date."""
        return max(0, self.lines - self._learned) if self._right is None else self._right

    def untyped(self, text: bytes) -> object:
        """Decode `text` by the shape that came before the one that was guessed, or without a type, and learn from it.

        Raises what the untyped decoder raises.
        """
        if self._right is not None:
            return self.decode(text)
        head = text[:HEAD]
        before = self._before.get(head)
        if before is not None:
            try:
                value = before(text)
            except REFUSED:
                pass
            else:
                self._before[head], self.guesses[head] = self.guesses[head], before
                return value
        value = self.decode(text)
        self._learned += 1
        if self._told:
            self.fresh = value
        else:
            self._learn(head, self._reader_of(value))
        return value

    def learn(self, head: bytes, expected: type[Exact] | None) -> None:
        """Learn from the `fresh` line, which begins with `head`; `expected` is what whoever read it says of the next one."""
        value, self.fresh = self.fresh, None
        if self._right is None:
            self._learn(head, self._reader_of(value) if expected is None else expected.read)

    def _reader_of(self, value: object) -> Read | None:
        """What decodes lines of the shape of `value`."""
        shape = signature(value)
        reader = self._readers.get(shape)
        if reader is None and shape not in self._readers and shape is not None and len(self._readers) < MAX_SHAPES:
            reader = self._readers[shape] = compiled(shape)
            twin = twin_of(shape)
            if reader is not None and self._readers.get(twin) is not None:
                reader = self._readers[shape] = self._readers[twin] = compiled(shape, in_turns=True)
        return reader

    def _learn(self, head: bytes, reader: Read | None) -> None:
        """Let `reader` decode the next line that begins with `head`; after one odd line still the one of the line before."""
        if reader is None or head in self.guesses:
            self._missed += 1
            if self._missed > PATIENCE + EACH * len(self.guesses) and self._missed * 4 > self.lines:
                self._give_up()
                return
        if reader is not None:
            self._odd.discard(head)
            if head in self.guesses:
                self._before[head] = self.guesses[head]
            self.guesses[head] = reader
        elif head in self._odd:
            self.guesses.pop(head, None)
            self._before.pop(head, None)
        else:
            self._odd.add(head)
        if len(self.guesses) > MAX_GUESSES:
            self.guesses.clear()
            self._before.clear()
            self._odd.clear()
            if self.right * 2 < self.lines:
                self._give_up()

    def _give_up(self) -> None:
        self._right = self.right
        self.guesses.untyped = self.decode
        self.guesses.clear()


Keys = tuple[str, ...]
Types = tuple[type, ...]
Signature = tuple[Keys, Types, Keys, Types, Keys, tuple[str | None, ...] | None]
"""What lines that one decoder fits have in common: keys and types of the chunk and of its choice, keys of its delta.

Last what stands beside a fragment of a call, which must stay what it is; None in a delta without one.
"""


def signature(value: object) -> Signature | None:
    """The signature of a chunk with one choice that goes on with a delta; None for everything else."""
    if type(value) is not dict or value.get("object") != CHUNK:
        return None
    choices = value.get("choices")
    choice = choices[0] if type(choices) is list and len(choices) == 1 else None
    delta = choice.get("delta") if type(choice) is dict else None
    if type(choice) is not dict or type(delta) is not dict or choice.get("finish_reason") is not None:
        return None
    constant: tuple[str | None, ...] | None = None
    if "tool_calls" in delta:
        constant = _beside(delta)
        if constant is None or not _is_fragment(delta["tool_calls"]):
            return None
    elif not all(map(_is_shallow, delta.values())) or type(delta.get("reasoning_details", [])) is not list:
        return None
    kinds, choice_kinds = tuple(map(type, value.values())), tuple(map(type, choice.values()))
    return tuple(value), kinds, tuple(choice), choice_kinds, tuple(delta), constant


def twin_of(shape: Signature) -> Signature | None:
    """The shape that is the same but for the other key of reasoning; None for a delta that holds anything else."""
    keys, constant = shape[4:]
    return (*shape[:4], (TWINS[keys[0]],), constant) if len(keys) == 1 and keys[0] in TWINS else None


def _beside(delta: dict[str, Any]) -> tuple[str | None, ...] | None:
    """What stands beside `tool_calls`: nothing, null, an empty text or the role. None for anything that may change with every chunk."""
    beside = []
    for key, member in delta.items():
        if key != "tool_calls":
            if member is not None and member != "" and (key != "role" or type(member) is not str or len(member) > HEAD):
                return None
            beside.append(member)
    return tuple(beside)


def _is_shallow(value: object, levels: int = 2) -> bool:
    """True for a scalar, and for an array or object of no more than `levels` levels."""
    if type(value) is not dict and type(value) is not list:
        return True
    return levels > 0 and all(_is_shallow(member, levels - 1) for member in (value.values() if type(value) is dict else value))


def _is_fragment(entries: object) -> bool:
    """True for one entry that has an index and a fragment of arguments and nothing else."""
    entry = entries[0] if type(entries) is list and len(entries) == 1 else None
    if type(entry) is not dict or tuple(entry) != ("index", "function") or type(entry["index"]) is not int:
        return False
    function = entry["function"]
    return (
        type(function) is dict and tuple(function) == ("arguments",) and type(function["arguments"]) is str and bool(function["arguments"])
    )


def _is_usual(shape: Signature) -> bool:
    """True for a chunk that goes on, with nothing nested beside its delta: the only kind that is worth a decoder of its own."""
    chunk_keys, chunk_types, choice_keys, choice_types, delta_keys, _ = shape
    chunk = dict(zip(chunk_keys, chunk_types, strict=True))
    choice = dict(zip(choice_keys, choice_types, strict=True))
    null = type(None)
    nested = {*(kind for key, kind in chunk.items() if key != "choices"), *(kind for key, kind in choice.items() if key != "delta")}
    return (
        all(chunk.get(key) is kind for key, kind in (("id", str), ("created", int), ("model", str)))
        and choice.get("index") is int
        and choice.get("finish_reason") is null
        and choice.get("logprobs", null) is null
        and chunk.get("usage", null) is null
        and bool(delta_keys)
        and nested.isdisjoint({dict, list})
    )


@lru_cache(maxsize=256)
def compiled(shape: Signature, *, in_turns: bool = False) -> Read | None:
    """A decoder for exactly this shape, None when it is not worth one. It raises msgspec.DecodeError for any other line.

    Compiling takes some milliseconds, so the process keeps what it compiled: the same servers come again and again. `in_turns`: for a shape
    and its twin.
    """
    if not _is_usual(shape):
        return None
    chunk_keys, _, choice_keys, _, delta_keys, constant = shape
    types: dict[str, Any] = {"reasoning_details": list[Flat]}
    if constant is not None:
        beside = (key for key in delta_keys if key != "tool_calls")
        types |= {key: None if member is None else Literal[member] for key, member in zip(beside, constant, strict=True)}
        types["tool_calls"] = tuple[ENTRY]  # type: ignore[valid-type]
    delta = DELTA_IN_TURNS if in_turns else _struct("Delta", delta_keys, types, Member)
    choice = _struct("Choice", choice_keys, {"index": int, "delta": delta, "finish_reason": None, "logprobs": None}, Scalar)
    chunk = _struct("Chunk", chunk_keys, {**HEADS, "choices": tuple[choice]}, Scalar)  # type: ignore[valid-type]
    chunk.in_turns = in_turns
    chunk.read = msgspec.json.Decoder(chunk).decode
    return chunk.read  # type: ignore[no-any-return]


def _struct(name: str, keys: tuple[str, ...], types: dict[str, Any], other: Any) -> Any:
    """A struct with these keys, all required, no other allowed. A key of the protocol is a field of its name, any other one is numbered.

    Fields without a type in `types` are of type `other`.
    """
    fields = [(key if key in types or key in _READ else f"extra{number}", types.get(key, other)) for number, key in enumerate(keys)]
    rename = {field: key for (field, _), key in zip(fields, keys, strict=True)}
    return msgspec.defstruct(name, fields, bases=(Exact,), forbid_unknown_fields=True, rename=rename)


_READ: Final = frozenset({"role", "content", "reasoning", "reasoning_content", "refusal", "function_call"})
