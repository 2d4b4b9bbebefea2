"""Model messages of the AI SDK: what `convertToModelMessages` makes of a conversation, what `generateText` takes and gives back.

They look like messages of Chat Completions, but their calls and results are parts of contents.
Source: ai-sdk.dev/docs/reference/ai-sdk-core/model-message.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from validation.decoding.wrappers.conversions.conversation import Conversation
from validation.decoding.wrappers.conversions.held import Held
from validation.decoding.wrappers.conversions.messages import add_messages
from validation.decoding.wrappers.conversions.model_messages import is_model_message
from validation.facts.carriage import Wrapped

NAME = "ai-sdk-model-messages"
PATH = "$[*].content"

OF_CHAT = frozenset({"tool_calls", "tool_call_id"})


def sniff(value: Any) -> bool:
    """True for a list of messages, or an object with one, that has such parts and no call or result as Chat Completions has it."""
    messages = value.get("messages") if isinstance(value, Mapping) else value
    if not isinstance(messages, list) or not any(map(_is_certain, messages)):
        return False
    return not any(isinstance(message, Mapping) and not OF_CHAT.isdisjoint(message) for message in messages)


def _is_certain(message: object) -> bool:
    """True for a message one of whose parts also has the id that only the AI SDK writes so."""
    return is_model_message(message) and any("toolCallId" in part.keys for part in Held(message).get("content").elements())


def parts(value: Any) -> Iterator[Wrapped]:
    """The history. Its declared tools are the SDK's own, and are not read."""
    conversation = Conversation()
    add_messages(conversation, Held(value).get("messages") if isinstance(value, Mapping) else Held(value))
    yield conversation.wrapped()
