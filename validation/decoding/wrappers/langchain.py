"""LangChain's messages: `messages_to_dict` (a type and its data), `model_dump`, or constructors as `dumps` writes them.

A list of them is a history; one a line is a history, too. A stream of LangChain or LangGraph gives a message in pieces (`AIMessageChunk`).
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from validation.decoding.wrappers.conversions.conversation import Conversation
from validation.decoding.wrappers.conversions.held import Held
from validation.decoding.wrappers.conversions.langchain_chunks import in_pieces, is_langchain_chunk
from validation.decoding.wrappers.conversions.langchain_messages import is_langchain_message
from validation.decoding.wrappers.conversions.messages import add_each, add_messages
from validation.facts.carriage import Piece, Wrapped

NAME = "langchain-messages"
PATH = "$[*].data"


def sniff(value: Any) -> bool:
    """True for such a message, and for a list that begins with one."""
    return is_langchain_message(value[0] if isinstance(value, list) and value else value) and not _is_native(value)


def _is_native(value: Any) -> bool:
    """A message with a role is one of Chat Completions, whatever its calls look like."""
    first = value[0] if isinstance(value, list) else value
    return "role" in first and "lc" not in first


def _is_pair(value: list[Any]) -> bool:
    """True for a message beside what LangGraph says of it, as it streams messages."""
    return len(value) == 2 and isinstance(value[1], Mapping) and "langgraph_node" in value[1]


def parts(value: Any) -> Iterator[Wrapped]:
    """The history, or one message of it."""
    if not isinstance(value, list):
        yield Wrapped(Wrapped.MESSAGE, value, "", group=NAME, join=join)
        return
    if _is_pair(value):
        yield Wrapped(Wrapped.MESSAGE, value[0], "/0", group=NAME, join=join)
        return
    elements = list(Held(value).elements())
    if all(is_langchain_chunk(element.value) for element in elements):
        yield from _histories(elements)
        return
    conversation = Conversation()
    add_messages(conversation, Held(value))
    yield conversation.wrapped()


def join(pieces: Sequence[Piece]) -> Iterator[Wrapped]:
    """Messages that were one a line."""
    yield from _histories([Held(value, pointer, at=at) for value, at, pointer in pieces])


def _histories(helds: list[Held]) -> Iterator[Wrapped]:
    """One history; several where nothing but answers were streamed, since none of these goes on with another one."""
    answers = all(is_langchain_chunk(held.value) for held in helds)
    for messages in in_pieces(helds) if answers else [helds]:
        conversation = Conversation()
        add_each(conversation, messages)
        yield conversation.wrapped()
