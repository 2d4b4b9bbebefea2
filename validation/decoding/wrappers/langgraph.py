"""LangGraph's state of a thread: its values, among them the messages, as the interface of the platform or a checkpoint gives them.

A list of states is a record each. The bare values, `{"messages": [...]}` with messages of LangChain, are read alike.
"""

from collections.abc import Iterator
from typing import Any

from validation.decoding.wrappers.conversions.conversation import Conversation
from validation.decoding.wrappers.conversions.held import Held
from validation.decoding.wrappers.conversions.langchain_messages import is_langchain_message
from validation.decoding.wrappers.conversions.messages import add_messages
from validation.facts.carriage import Wrapped
from validation.shapes import interface_of

NAME = "langgraph-state"
PATH = "$.values.messages"

HOLDERS = ("values", "channel_values", "data", "output")


def sniff(value: Any) -> bool:
    """True for an object with messages of LangChain, its own or in its values."""
    return isinstance(value, dict) and _messages(Held(value)) is not None and not interface_of(value)


def _messages(held: Held) -> Held | None:
    for holder in (held, *(held.get(name) for name in HOLDERS if name in held.keys)):
        messages = holder.keys.get("messages")
        if isinstance(messages, list) and any(map(is_langchain_message, messages[:4])):
            return holder.get("messages")
    return None


def parts(value: Any) -> Iterator[Wrapped]:
    """The history of the thread."""
    messages = _messages(Held(value))
    if messages is not None:
        conversation = Conversation()
        add_messages(conversation, messages)
        yield conversation.wrapped()
