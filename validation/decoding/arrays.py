"""An array as a list of records."""

import json
import re
from typing import Final

from validation.decoding.values import deep, integer

raw_decode: Final = json.JSONDecoder(parse_int=integer).raw_decode
SPACE: Final = re.compile(r"[ \t\r\n]*+")

MESSAGE_TYPES: Final = frozenset(("human", "ai", "system", "tool", "function", "developer", "remove"))
MESSAGE_KEYS: Final = frozenset(("content", "name", "tool_calls", "tool_call_id"))
ITEM_TYPES: Final = frozenset(
    ("message", "reasoning", "function_call", "function_call_output", "custom_tool_call", "custom_tool_call_output", "item_reference")
)


def separate(first: object) -> bool:
    """Whether the elements of an array are records of their own, judged by the first one: chunks, requests, logged lines.

    Messages, and items of a Responses conversation, belong together.
    """
    if isinstance(first, list):
        return True
    if not isinstance(first, dict):
        return False
    if "role" in first and "choices" not in first:
        return False
    if first and first.keys() <= MESSAGE_KEYS:  # a message that lost its role
        return False
    kind = first.get("type")
    if not isinstance(kind, str):
        return True
    return not (kind in ITEM_TYPES or (kind in MESSAGE_TYPES and ("data" in first or "content" in first)))


def walk(text: bytes) -> tuple[list[tuple[object, int, int]], bool]:
    """The elements of the array that `text` begins with, as the standard library reads them, and whether the array ends where `text` does.

    Each element comes with its byte range. Stops at the first one that cannot be read.
    """
    values: list[tuple[object, int, int]] = []
    try:
        shown = text.decode()
        at, low = 1, 1
        while True:
            begin = SPACE.match(shown, at).end()  # type: ignore[union-attr]
            if not values and shown[begin : begin + 1] == "]":
                return values, begin + 1 == len(shown)
            low += len(shown[at:begin].encode())
            value, end = raw_decode(shown, begin)
            high = low + len(shown[begin:end].encode())
            if deep(text[low:high], value):
                return values, False
            values.append((value, low, high))
            comma = SPACE.match(shown, end).end()  # type: ignore[union-attr]
            if shown[comma : comma + 1] != ",":
                return values, shown[comma:] == "]"
            at, low = comma + 1, high + len(shown[end:comma].encode()) + 1
    except (ValueError, RecursionError):
        return values, False
