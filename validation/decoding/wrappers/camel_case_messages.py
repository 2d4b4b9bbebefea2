"""Messages of Chat Completions with names in camelCase, as clients in TypeScript (Mistral's) and the AG-UI protocol write them.

Sources: mistralai/client-ts docs/models/components/assistantmessage.md; docs.ag-ui.com/concepts/messages.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from validation.decoding.wrappers.conversions.conversation import Conversation, joined
from validation.decoding.wrappers.conversions.held import Held
from validation.facts.carriage import Piece, Wrapped

NAME = "camel-case-messages"
PATH = "$[*].toolCalls, $[*].toolCallId"

NAMES = {"toolCalls": "tool_calls", "toolCallId": "tool_call_id"}


def sniff(value: Any) -> bool:
    """True for a message, a list of messages, or an object with one, that has such names."""
    if isinstance(value, Mapping) and "messages" not in value:
        return _is_camel(value)
    messages = value.get("messages") if isinstance(value, Mapping) else value
    return isinstance(messages, list) and any(map(_is_camel, messages))


def _is_camel(message: object) -> bool:
    if not isinstance(message, Mapping) or "role" not in message:
        return False
    if message["role"] == "tool":
        return isinstance(message.get("toolCallId"), str) and "content" in message and "tool_call_id" not in message
    calls = message.get("toolCalls")
    return isinstance(calls, list) and any(isinstance(call, Mapping) and isinstance(call.get("function"), Mapping) for call in calls)


def parts(value: Any) -> Iterator[Wrapped]:
    """The history, or one message of it."""
    if isinstance(value, Mapping) and "messages" not in value:
        yield Wrapped(Wrapped.MESSAGE, value, "", join=join)
        return
    conversation = Conversation()
    held = Held(value)
    for message in (held.get("messages") if "messages" in held.keys else held).elements():
        _add(conversation, message)
    if "tools" in held.keys:
        conversation.tools = held.get("tools")
    yield conversation.wrapped()


def join(pieces: Sequence[Piece]) -> Iterator[Wrapped]:
    """Messages that were one a line."""
    yield joined(pieces, _add)


def _add(conversation: Conversation, held: Held) -> None:
    """Append one message under the names that Chat Completions has; what has them already stays as it is."""
    if NAMES.keys().isdisjoint(held.keys):
        conversation.as_it_is(held)
        return
    place = conversation.add({NAMES.get(key, key): held.keys[key] for key in held.keys}, held)
    for key, name in {**NAMES, "content": "content"}.items():
        if key in held.keys:
            conversation.point(place, f"/{name}", held.get(key), alike=True)
    conversation.number += 1
