"""Messages of pi and what is built on it: contents with `toolCall` parts, and results under a role of their own."""

from collections.abc import Mapping
from typing import Any, Final

from validation.decoding.wrappers.conversions.conversation import Conversation
from validation.decoding.wrappers.conversions.held import Held
from validation.decoding.wrappers.conversions.parts import content_of
from validation.facts.message_keys import LINKS, ROLES_OF_CHAT

RESULT: Final = "toolResult"
CALL: Final = "toolCall"
SPOKEN: Final = frozenset({"user", "assistant"})
BROKEN_OFF: Final = frozenset({"aborted", "error"})
"""How an answer ended that is not sent again."""


def is_pi_message(value: object) -> bool:
    """True for a result, and for an answer one of whose parts is a call."""
    if not isinstance(value, Mapping):
        return False
    if value.get("role") == RESULT:
        return "content" in value
    content = value.get("content")
    return isinstance(content, list) and any(map(_is_call, content))


def _is_call(part: object) -> bool:
    return isinstance(part, Mapping) and part.get("type") == CALL and "name" in part


def add_pi_message(conversation: Conversation, held: Held) -> None:
    """Append one message; what is for the eyes of the user alone, and an answer that broke off, is none."""
    role = held.word("role")
    if role in ROLES_OF_CHAT or not LINKS.isdisjoint(held.keys):  # a log that links its lines as pi does keeps messages of Chat Completions
        conversation.as_it_is(held)
        return
    content = held.get("content")
    if role == RESULT:
        text = content._replace(value=content_of(content.value, "tool"))
        conversation.result(held, held.keys.get("toolCallId"), text, held.word("toolName"))
    elif role in SPOKEN and held.word("stopReason") not in BROKEN_OFF:
        calls = [part for part in content.elements() if _is_call(part.value)]
        texts = content_of(content.value, role)
        message: dict[str, Any] = {"role": role, "content": None if calls and texts in ("", []) else texts}
        place = conversation.add(message, held)
        for part in calls:
            conversation.call(place, part, part.keys.get("id"), part.keys.get("name"), part.get("arguments"))
    conversation.number += 1
