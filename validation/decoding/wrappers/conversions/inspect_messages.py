"""Messages of Inspect: a call has its name and its decoded arguments beside its id."""

from collections.abc import Mapping
from typing import Any

from validation.decoding.wrappers.conversions.conversation import Conversation
from validation.decoding.wrappers.conversions.held import Held
from validation.decoding.wrappers.conversions.parts import content_of


def is_inspect_message(value: object) -> bool:
    """True for an answer with a call whose `function` is a name, and whose arguments are decoded."""
    calls = value.get("tool_calls") if isinstance(value, Mapping) and "role" in value else None
    return isinstance(calls, list) and any(map(_is_call, calls))


def _is_call(call: object) -> bool:
    return isinstance(call, Mapping) and isinstance(call.get("function"), str) and isinstance(call.get("arguments"), Mapping)


def add_inspect_message(conversation: Conversation, held: Held) -> None:
    """Append one message."""
    content = held.get("content")
    texts = content_of(content.value, held.word("role"))
    message: dict[str, Any] = {"role": held.keys.get("role"), "content": None if texts in ("", []) else texts}
    place = conversation.add(message, held)
    for call in held.get("tool_calls").elements():
        conversation.call(place, call, call.keys.get("id"), call.keys.get("function"), call.get("arguments"))
    conversation.number += 1
