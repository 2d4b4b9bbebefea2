"""Messages of Chat Completions with names in camelCase, as clients in TypeScript (Mistral's) and the AG-UI protocol write them.

Sources: mistralai/client-ts docs/models/components/assistantmessage.md; docs.ag-ui.com/concepts/messages.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from validation.decoding.wrappers.conversions.camel_messages import add_camel_message, is_camel_message
from validation.decoding.wrappers.conversions.conversation import Conversation, joined
from validation.decoding.wrappers.conversions.held import Held
from validation.facts.carriage import Piece, Wrapped

NAME = "camel-case-messages"
PATH = "$[*].toolCalls, $[*].toolCallId"


def sniff(value: Any) -> bool:
    """True for a message, a list of messages, or an object with one, that has such names."""
    if isinstance(value, Mapping) and "messages" not in value:
        return is_camel_message(value)
    messages = value.get("messages") if isinstance(value, Mapping) else value
    return isinstance(messages, list) and any(map(is_camel_message, messages))


def parts(value: Any) -> Iterator[Wrapped]:
    """The history, or one message of it."""
    if isinstance(value, Mapping) and "messages" not in value:
        yield Wrapped(Wrapped.MESSAGE, value, "", join=join)
        return
    conversation = Conversation()
    held = Held(value)
    for message in (held.get("messages") if "messages" in held.keys else held).elements():
        add_camel_message(conversation, message)
    if "tools" in held.keys:
        conversation.tools = held.get("tools")
    yield conversation.wrapped()


def join(pieces: Sequence[Piece]) -> Iterator[Wrapped]:
    """Messages that were one a line."""
    yield joined(pieces, add_camel_message)
