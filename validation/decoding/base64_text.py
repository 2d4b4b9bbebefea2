"""Bytes that a wrapper keeps as base64, unpacked where they are compressed with gzip."""

import zlib
from base64 import b64decode
from typing import Final

GZIP: Final = b"\x1f\x8b"
MOST: Final = 64 << 20


def bytes_of(text: bytes) -> bytes:
    """What `text` holds. Raises ValueError where it is no base64, or gzip that is broken or holds more than 64 MiB."""
    data = b64decode(text)
    if not data.startswith(GZIP):
        return data
    unpacking = zlib.decompressobj(wbits=31)
    try:
        unpacked = unpacking.decompress(data, MOST)
    except zlib.error as error:
        raise ValueError(f"gzip that does not unpack: {error}") from error
    if not unpacking.eof:
        raise ValueError("gzip that is cut, or holds more than 64 MiB")
    return unpacked
