"""Reads bytes through the real decoding, and shows what came out in a form that can be compared."""

import io
from typing import BinaryIO

from validation.decoding import records
from validation.facts.carriage import DONE, Input, Remark
from validation.facts.places import At

CHUNK = b'{"id":"chatcmpl-1","object":"chat.completion.chunk","choices":[{"index":0,"delta":{}}]}'
VALUE = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "choices": [{"index": 0, "delta": {}}]}

Said = tuple[str, str]


class Trickle(io.RawIOBase):
    """A source that gives a few bytes at a time, as a socket does, and cannot seek."""

    def __init__(self, data: bytes, sizes: list[int]) -> None:
        self.data = data
        self.sizes = sizes
        self.at = 0
        self.reads = 0

    def read(self, size: int = -1) -> bytes:
        wanted = self.sizes[self.reads % len(self.sizes)]
        self.reads += 1
        part = self.data[self.at : self.at + (wanted if size < 0 else min(size, wanted))]
        self.at += len(part)
        return part


def shown(value: object) -> object:
    """A remark as (kind, detail), the end marker as "DONE", a value as it is."""
    if isinstance(value, Remark):
        return ("remark", value.kind, value.detail)
    return "DONE" if value is DONE else value


def everything(data: bytes | BinaryIO, *, pasted: bool = False) -> tuple[Input, list[tuple[At, object]]]:
    """The facts on the file, and every pair in order."""
    facts = Input(pasted=pasted)
    source = io.BytesIO(data) if isinstance(data, bytes) else data
    return facts, [(at, shown(value)) for at, value in records(source, facts)]


def values(data: bytes, *, pasted: bool = False) -> list[object]:
    """The records alone, without remarks."""
    return [value for _, value in everything(data, pasted=pasted)[1] if not is_remark(value)]


def remarks(data: bytes, *, pasted: bool = False) -> list[Said]:
    """Kind and detail of every remark."""
    return [(value[1], value[2]) for _, value in everything(data, pasted=pasted)[1] if is_remark(value)]


def kinds(data: bytes, *, pasted: bool = False) -> list[str]:
    """The kinds of remarks, in order."""
    return [kind for kind, _ in remarks(data, pasted=pasted)]


def is_remark(value: object) -> bool:
    """Whether a shown value is a remark."""
    return isinstance(value, tuple)


def texts(data: bytes) -> list[bytes]:
    """The bytes at the place of each record."""
    return [data[at[2] : at[3]] for at, value in everything(data)[1] if not is_remark(value)]


def event(data: bytes, end: bytes = b"\n\n") -> bytes:
    """One event of an event stream."""
    return b"data: " + data + end
