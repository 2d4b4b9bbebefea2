"""A body on its way to disk: counted, hashed and unpacked block by block, under caps. It is never in memory as a whole."""

import hashlib
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import BinaryIO

from uploads.intake import refusals
from uploads.storage import Draft
from validation.unpacking import FREE_BYTES, MAGIC

BLOCK = 1 << 20
"""Most bytes that are held at a time."""
_SLICE = 16 << 10
# Many small gzip members in one block would each copy the rest of it: small slices keep that from growing with the square.


@dataclass
class Stored:
    """A body that stands whole in the storage's own folder and is nobody's yet. `coding`: what was removed, "" or "gzip"."""

    draft: Draft
    sha256: str
    size: int
    wire_bytes: int
    coding: str

    def discard(self) -> None:
        """Remove it, unless it was kept."""
        self.draft.discard()


class Receiver:
    """Takes blocks and gives a `Stored`. Its methods may raise Refused or OSError; whoever feeds it then calls `discard`.

    `coding` None means that a body which begins as gzip does is unpacked too: no trace begins so.
    """

    def __init__(self, limit: int, ratio: int, coding: str | None = None) -> None:
        self.limit = limit
        self.ratio = ratio
        self.wire_bytes = 0
        self.size = 0
        self._unpacking = Unpacking() if coding == "gzip" else None
        self._start: bytes | None = b"" if coding is None else None
        self._hash = hashlib.sha256()
        self._draft = Draft()

    def feed(self, block: bytes) -> None:
        """Take the next bytes as they came."""
        self.wire_bytes += len(block)
        if self.wire_bytes > self.limit:
            raise refusals.too_large(self.limit, self.wire_bytes, exact=False)
        if self._start is not None:
            self._start += block
            if len(self._start) < 2:
                return
            block, self._start = self._start, None
            if block.startswith(MAGIC):
                self._unpacking = Unpacking()
        self._take(block)

    def finish(self) -> Stored:
        """There is no more: have it whole on disk."""
        if self._start:
            self._take(self._start)
        if self._unpacking is not None and not self._unpacking.whole:
            raise refusals.gzip_without_end()
        try:
            self._draft.seal()
        except OSError as error:
            raise refusals.full_disk(error) from error
        coding = "gzip" if self._unpacking is not None else ""
        return Stored(self._draft, self._hash.hexdigest(), self.size, self.wire_bytes, coding)

    def discard(self) -> None:
        """Forget it."""
        self._draft.discard()

    def _take(self, block: bytes) -> None:
        if self._unpacking is None:
            self._write(block)
            return
        for unpacked in self._unpacking.unpack(block):
            self._write(unpacked)
            if self.size > FREE_BYTES and self.size > self.wire_bytes * self.ratio:
                raise refusals.too_compressed(self.ratio)

    def _write(self, block: bytes) -> None:
        self.size += len(block)
        if self.size > self.limit:
            raise refusals.too_large(self.limit, self.size, exact=False)
        self._hash.update(block)
        try:
            self._draft.file.write(block)
        except OSError as error:
            raise refusals.full_disk(error) from error


class Unpacking:
    """gzip, member after member, with no more unpacked at a time than one block."""

    def __init__(self) -> None:
        self._member = zlib.decompressobj(31)
        self._begun = False
        self._ended = False

    @property
    def whole(self) -> bool:
        """Whether the last member has ended."""
        return self._ended

    def unpack(self, packed: bytes) -> Iterator[bytes]:
        """The bytes that `packed` adds, in blocks. Raises Refused where it is no gzip."""
        for start in range(0, len(packed), _SLICE):
            rest = packed[start : start + _SLICE]
            while rest:
                if self._ended:
                    # Padding with zeros after a member is common on tapes and in archives.
                    rest = rest.lstrip(b"\0")
                    if not rest:
                        break
                    self._member, self._ended = zlib.decompressobj(31), False
                yield from self._member_bytes(rest)
                rest = self._member.unused_data
                self._ended = self._member.eof

    def _member_bytes(self, packed: bytes) -> Iterator[bytes]:
        while packed:
            try:
                unpacked = self._member.decompress(packed, BLOCK)
            except zlib.error as error:
                raise refusals.gzip_that_does_not_unpack(_reason(error), begun=self._begun) from error
            self._begun = True
            if unpacked:
                yield unpacked
            packed = self._member.unconsumed_tail


def receive_blocks(body: BinaryIO | Iterable[bytes], receiver: Receiver, declared: int | None) -> Stored:
    """Feed all of `body` to `receiver`. Raises Refused when the body breaks off, or is not as long as `declared`."""
    try:
        if declared is not None and declared > receiver.limit:
            raise refusals.too_large(receiver.limit, declared, exact=True)
        blocks = _blocks(body, declared)
        while block := _next(blocks, receiver.wire_bytes, declared):
            if declared is not None and receiver.wire_bytes + len(block) > declared:
                raise refusals.longer_than_declared(declared)
            receiver.feed(block)
        if declared is not None and receiver.wire_bytes < declared:
            raise refusals.cut_off(receiver.wire_bytes, declared)
        return receiver.finish()
    except BaseException:
        receiver.discard()
        raise


def _next(blocks: Iterator[bytes], received: int, declared: int | None) -> bytes:
    try:
        return next(blocks, b"")
    except refusals.Refused:
        raise
    except Exception as error:
        # Each server has its own error for a client that went away or whose chunks are broken.
        raise refusals.cut_off(received, declared) from error


def _blocks(body: BinaryIO | Iterable[bytes], declared: int | None) -> Iterator[bytes]:
    read = getattr(body, "read", None)
    if read is None:
        for block in body:
            yield from (block[start : start + BLOCK] for start in range(0, len(block), BLOCK))
        return
    # Some servers wait for ever when asked for more than the announced length.
    left = declared
    while left is None or left > 0:
        block = read(BLOCK if left is None else min(BLOCK, left))
        if not block:
            return
        if left is not None:
            left -= len(block)
        yield block


def _reason(error: zlib.error) -> str:
    return str(error).rpartition(": ")[2] or "unknown reason"
