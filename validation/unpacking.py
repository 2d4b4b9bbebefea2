"""A file that is gzip, unpacked under the caps that the doors of the service have too, unless their settings say otherwise."""

import gzip
import zlib
from typing import BinaryIO

MAGIC = b"\x1f\x8b"
BLOCK = 1 << 20
FREE_BYTES = 16 << 20
"""Unpacked bytes below which no ratio is asked for."""
MAX_RATIO = 200
"""How far a file beyond FREE_BYTES may unpack."""
MAX_BYTES = 1 << 30
"""How long an unpacked file may be."""


class CannotUnpack(Exception):  # noqa: N818 - told to the user in one line, not a bug
    """The file begins as gzip does and is not read; the message says why."""


def is_gzip(source: BinaryIO) -> bool:
    """Whether `source`, which stands at its start and does so again afterwards, begins as gzip does. No trace begins so."""
    begins = source.read(len(MAGIC)) == MAGIC
    source.seek(0)
    return begins


def unpack(packed: BinaryIO, into: BinaryIO) -> None:
    """Write what `packed` holds, member after member, to `into`, a block at a time. Raises CannotUnpack."""
    size = 0
    try:
        with gzip.GzipFile(fileobj=packed, mode="rb") as members:
            while block := members.read(BLOCK):
                size += len(block)
                if size > MAX_BYTES:
                    raise CannotUnpack(f"it unpacks to more than {MAX_BYTES >> 20} MiB")
                if size > FREE_BYTES and size > packed.tell() * MAX_RATIO:
                    raise CannotUnpack(f"it unpacks to more than {MAX_RATIO} times its size")
                into.write(block)
    except EOFError as error:
        raise CannotUnpack("the gzip data breaks off before its end") from error
    except (gzip.BadGzipFile, zlib.error) as error:
        raise CannotUnpack("the gzip data is broken") from error
