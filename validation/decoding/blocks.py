"""The upload, block by block: full blocks whatever the source gives at a time, so that nothing after depends on how it was sent."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import BinaryIO

from validation.facts.carriage import Input

BLOCK = 120 << 10
"""Fewer runs of like lines are cut by the end of a block than at 64 KiB. Larger ones the allocator gives back to the system each time."""


class Blocks:
    """Blocks of 120 KiB. It counts `facts.bytes`, calls `on_block(bytes so far)` once a block, and can take blocks back."""

    def __init__(self, source: BinaryIO, facts: Input, on_block: Callable[[int], None] | None = None) -> None:
        self.source = source
        self.facts = facts
        self.on_block = on_block
        self.returned: deque[bytes] = deque()

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        """The next block. What the source or `on_block` raises passes through."""
        if self.returned:
            return self.returned.popleft()
        block = self.fill()
        if not block:
            raise StopIteration
        self.facts.bytes += len(block)
        if self.on_block is not None:
            self.on_block(self.facts.bytes)
        return block

    def fill(self) -> bytes:
        """Read until a block is full or the source has ended: a socket or a pipe may give a few bytes at a time."""
        read = self.source.read
        block = read(BLOCK)
        if not block or len(block) == BLOCK:
            return block or b""
        parts = [block]
        missing = BLOCK - len(block)
        while missing and (part := read(missing)):
            parts.append(part)
            missing -= len(part)
        return b"".join(parts)

    def give_back(self, blocks: Iterable[bytes]) -> None:
        """Put blocks in front again; they are not counted a second time."""
        self.returned.extendleft(reversed([block for block in blocks if block]))

    def hold(self, limit: int) -> list[bytes]:
        """Read to the end, or until more than `limit` bytes are held. Returns the blocks; give them back if they are not used."""
        held: list[bytes] = []
        size = 0
        while size <= limit and (block := next(self, b"")):
            held.append(block)
            size += len(block)
        return held

    def drain(self) -> None:
        """Read to the end without keeping anything: the size is still counted."""
        for _ in self:
            pass
