"""UI messages of the AI SDK: what an application keeps of a conversation, and what `useChat` sends to its server.

Source: ai-sdk.dev/docs/reference/ai-sdk-core/ui-message; package ai, src/ui/ui-messages.ts.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from validation.decoding.wrappers.conversions.conversation import Conversation
from validation.decoding.wrappers.conversions.held import Held
from validation.decoding.wrappers.conversions.messages import add_message
from validation.decoding.wrappers.conversions.ui_messages import is_ui_message
from validation.facts.carriage import Piece, Wrapped

NAME = "ai-sdk-ui-messages"
PATH = "$[*].parts"

LOOKED_AT = 8


def sniff(value: Any) -> bool:
    """True for a list of UI messages, an object that has one as its messages, and one message."""
    messages = _messages(value)
    if isinstance(messages, list):
        return any(map(is_ui_message, messages[:LOOKED_AT]))
    return is_ui_message(value)


def _messages(value: Any) -> Any:
    return value.get("messages") if isinstance(value, Mapping) else value


def parts(value: Any) -> Iterator[Wrapped]:
    """The history, or one message of it."""
    held = Held(value)
    if isinstance(value, Mapping) and not isinstance(value.get("messages"), list):
        yield Wrapped(Wrapped.MESSAGE, value, "", group=NAME, join=join)
        return
    held = held.get("messages") if isinstance(value, Mapping) else held
    yield from _history(held.elements())


def join(pieces: Sequence[Piece]) -> Iterator[Wrapped]:
    """Messages that were one a line."""
    yield from _history(Held(value, pointer, at=at) for value, at, pointer in pieces)


def _history(helds: Iterator[Held]) -> Iterator[Wrapped]:
    conversation = Conversation()
    for held in helds:
        add_message(conversation, held)
    yield conversation.wrapped()
