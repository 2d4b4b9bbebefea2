"""Model messages of the AI SDK: what `convertToModelMessages` makes of a conversation, what `generateText` takes and gives back.

They look like messages of Chat Completions, but their calls and results are parts of contents.
Source: ai-sdk.dev/docs/reference/ai-sdk-core/model-message.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from validation.decoding.wrappers import homemade
from validation.decoding.wrappers.conversions.conversation import Conversation, joined
from validation.decoding.wrappers.conversions.held import Held
from validation.decoding.wrappers.conversions.messages import add_message
from validation.decoding.wrappers.conversions.model_messages import add_model_message, is_model_message
from validation.facts.carriage import Piece, Wrapped
from validation.facts.message_keys import LINKS

NAME = "ai-sdk-model-messages"
PATH = "$[*].content"

IDS = frozenset({"toolCallId", "approvalId"})
ANSWERS = frozenset({Wrapped.CHUNK, Wrapped.EVENTS, Wrapped.RECORD, Wrapped.RESPONSE})
"""What is read beside the history; other messages there are the SDK's, too, and not those of Chat Completions."""


def sniff(value: Any) -> bool:
    """True for a message, a list of messages, or an object with one, that has such parts and nothing that only Chat Completions has."""
    if isinstance(value, Mapping) and "messages" not in value:
        return _is_certain(value) and LINKS.isdisjoint(value)
    messages = value.get("messages") if isinstance(value, Mapping) else value
    if not isinstance(messages, list) or not any(map(_is_certain, messages)):
        return False
    return not any(isinstance(message, Mapping) and not LINKS.isdisjoint(message) for message in messages)


def _is_certain(message: object) -> bool:
    """True for a message one of whose parts also has the id that only the AI SDK writes so."""
    return is_model_message(message) and any(not IDS.isdisjoint(part.keys) for part in Held(message).get("content").elements())


def parts(value: Any) -> Iterator[Wrapped]:
    """The history and the answer that is kept beside it, or one message. Its declared tools are the SDK's own, and are not read."""
    if isinstance(value, Mapping) and "messages" not in value:
        yield Wrapped(Wrapped.MESSAGE, value, "", join=join)
        return
    conversation = Conversation()
    for message in (Held(value).get("messages") if isinstance(value, Mapping) else Held(value)).elements():
        _add(conversation, message)
    yield conversation.wrapped()
    if isinstance(value, Mapping):
        yield from _answers({key: member for key, member in value.items() if key not in homemade.OF_REQUESTS})


def _answers(beside: dict[str, Any]) -> Iterator[Wrapped]:
    """The chunks and responses in what a log keeps beside the messages."""
    found = homemade.look_into(beside, lambda _: False)
    if found is not None:
        yield from (part for part in found.parts if part.kind in ANSWERS)


def join(pieces: Sequence[Piece]) -> Iterator[Wrapped]:
    """Messages that were one a line; those without such parts stand beside them as messages of Chat Completions."""
    yield joined(pieces, _add)


def _add(conversation: Conversation, message: Held) -> None:
    content = message.keys.get("content") if "role" in message.keys else None
    if isinstance(content, list) and content:
        add_model_message(conversation, message)
    else:
        add_message(conversation, message)
