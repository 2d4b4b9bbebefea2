"""Messages of Chat Completions with names in camelCase."""

from collections.abc import Mapping
from typing import Final

from validation.decoding.wrappers.conversions.conversation import Conversation
from validation.decoding.wrappers.conversions.held import Held

NAMES: Final = {"toolCalls": "tool_calls", "toolCallId": "tool_call_id"}


def is_camel_message(message: object) -> bool:
    """True for a message with calls, or a result, under such a name."""
    if not isinstance(message, Mapping) or "role" not in message:
        return False
    if message["role"] == "tool":
        return isinstance(message.get("toolCallId"), str) and "content" in message and "tool_call_id" not in message
    calls = message.get("toolCalls")
    return isinstance(calls, list) and any(isinstance(call, Mapping) and isinstance(call.get("function"), Mapping) for call in calls)


def add_camel_message(conversation: Conversation, held: Held) -> None:
    """Append one message under the names that Chat Completions has; what has them already stays as it is."""
    if NAMES.keys().isdisjoint(held.keys):
        conversation.as_it_is(held)
        return
    place = conversation.add({NAMES.get(key, key): held.keys[key] for key in held.keys}, held)
    for key, name in {**NAMES, "content": "content"}.items():
        if key in held.keys:
            conversation.point(place, f"/{name}", held.get(key), alike=True)
    conversation.number += 1
