"""Sessions of pi and of what is built on it (OpenClaw): an entry a line, each linked to the one before by `parentId`.

Where a session branches, what counts is the way to its last entry.
Source: badlogic/pi-mono packages/coding-agent/docs/session.md.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from validation.decoding.wrappers.conversions.conversation import Conversation
from validation.decoding.wrappers.conversions.held import Held
from validation.decoding.wrappers.conversions.pi_messages import add_pi_message, is_pi_message
from validation.facts.carriage import Piece, Wrapped
from validation.facts.unread_dialects import is_log

NAME = "pi-session"
PATH = "$.message"

LINK = "parentId"
MESSAGE = "message"
OTHERS = frozenset(
    {"model_change", "thinking_level_change", "compaction", "branch_summary", "custom", "custom_message", "label", "session_info"}
)  # fmt: skip
"""Types of entries that are no messages, but stand between them."""
OF_EXTENSION = "customType"
"""What an entry has that holds anything at all for an extension."""


def sniff(value: Any) -> bool:
    """True for an entry of a session, and for a list of its messages."""
    if isinstance(value, list):
        return any(map(is_pi_message, value))
    if not isinstance(value, Mapping) or not isinstance(value.get("type"), str):
        return isinstance(value, Mapping) and isinstance(value.get("messages"), list) and any(map(is_pi_message, value["messages"]))
    if value["type"] == MESSAGE:
        message = value.get("message")
        return isinstance(message, Mapping) and isinstance(message.get("role"), str) and LINK in value
    return value["type"] in OTHERS and LINK in value and (OF_EXTENSION in value or not is_log(value))


def parts(value: Any) -> Iterator[Wrapped]:
    """The entry, or the whole history."""
    if isinstance(value, Mapping) and "messages" not in value:
        yield Wrapped(Wrapped.MESSAGE, value, "", group=NAME, join=join)
        return
    conversation = Conversation()
    for message in (Held(value).get("messages") if isinstance(value, Mapping) else Held(value)).elements():
        add_pi_message(conversation, message)
    yield conversation.wrapped()


def join(pieces: Sequence[Piece]) -> Iterator[Wrapped]:
    """The history that leads to the last entry."""
    conversation = Conversation()
    for value, at, pointer in _way(pieces):
        if value.get("type") == MESSAGE:
            add_pi_message(conversation, Held(value, pointer, at=at).get("message"))
    if conversation.messages:
        yield conversation.wrapped()


def _way(pieces: Sequence[Piece]) -> list[Piece]:
    """The entries from the first to the last one, link by link; all of them where a link leads nowhere, or none is linked to another."""
    if all(piece.value.get(LINK) is None for piece in pieces):
        return list(pieces)
    known = {piece.value["id"]: piece for piece in pieces if isinstance(piece.value.get("id"), str)}
    way: list[Piece] = []
    piece: Piece | None = pieces[-1]
    while piece is not None and len(way) <= len(pieces):
        way.append(piece)
        parent = piece.value.get(LINK)
        if parent is not None and not (isinstance(parent, str) and parent in known):
            return list(pieces)
        piece = None if parent is None else known[parent]
    return way[::-1] if len(way) <= len(pieces) else list(pieces)
