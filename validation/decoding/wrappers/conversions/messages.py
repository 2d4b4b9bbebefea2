"""A list of messages, in whatever dialect each of them is."""

from collections.abc import Iterable, Mapping
from typing import Any

from validation.decoding.wrappers.conversions.camel_messages import add_camel_message, is_camel_message
from validation.decoding.wrappers.conversions.conversation import Conversation
from validation.decoding.wrappers.conversions.datadog_messages import add_datadog_message, is_datadog_message
from validation.decoding.wrappers.conversions.held import Held
from validation.decoding.wrappers.conversions.inspect_messages import add_inspect_message, is_inspect_message
from validation.decoding.wrappers.conversions.langchain_chunks import add_langchain_pieces, in_pieces
from validation.decoding.wrappers.conversions.langchain_messages import add_langchain_message, is_langchain_message
from validation.decoding.wrappers.conversions.model_messages import add_model_message, is_model_message
from validation.decoding.wrappers.conversions.otel_messages import add_otel_message, is_otel_message
from validation.decoding.wrappers.conversions.pi_messages import add_pi_message, is_pi_message
from validation.decoding.wrappers.conversions.ui_messages import add_ui_message, is_ui_message


def add_messages(conversation: Conversation, held: Held) -> None:
    """Append the messages of a list, of an object with `messages` or the items of a request for a response (its `tools` are noted, too),
    or of a text that holds one of these."""
    held = held.opened()
    if isinstance(held.value, dict):
        if "role" in held.value and "messages" not in held.value:
            add_message(conversation, held)
            return
        conversation.tools = conversation.tools or (held.get("tools") if "tools" in held.value else None)
        held = held.get("messages" if "messages" in held.value or not _are_items(held.value.get("input")) else "input").opened()
    conversation.leave(held)
    elements = list(held.elements())
    if len(elements) == 1 and isinstance(elements[0].value, list):
        elements = list(elements[0].elements())
    add_each(conversation, elements)


def _are_items(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, Mapping) and not {"role", "type"}.isdisjoint(item) for item in value)


def add_each(conversation: Conversation, helds: Iterable[Held]) -> None:
    """Append messages; those of which there are only pieces are put together."""
    for pieces in in_pieces(helds):
        if len(pieces) > 1:
            add_langchain_pieces(conversation, pieces)
        else:
            add_message(conversation, pieces[0])


def add_message(conversation: Conversation, held: Held) -> None:
    """Append one message. What is in no dialect that is known stays as it is."""
    value = held.value
    if not isinstance(value, Mapping):
        conversation.as_it_is(held)
    elif is_ui_message(value):
        add_ui_message(conversation, held)
    elif is_otel_message(value):
        add_otel_message(conversation, held)
    elif is_langchain_message(value):
        add_langchain_message(conversation, held)
    elif is_model_message(value):
        add_model_message(conversation, held)
    elif is_inspect_message(value):
        add_inspect_message(conversation, held)
    elif is_datadog_message(value):
        add_datadog_message(conversation, held)
    elif is_pi_message(value):
        add_pi_message(conversation, held)
    elif is_camel_message(value):
        add_camel_message(conversation, held)
    elif _is_gemini_content(value):
        conversation.foreign = "Gemini contents"
    else:
        conversation.as_it_is(held)


def is_in_a_dialect(value: object) -> bool:
    """True for a message that looks like one of Chat Completions and has its calls or its results elsewhere."""
    return is_ui_message(value) or is_model_message(value) or is_camel_message(value)


def _is_gemini_content(value: Mapping[str, Any]) -> bool:
    """Parts without a type and no content: calls have no ids there, so nothing can be linked."""
    return isinstance(value.get("parts"), list) and "content" not in value
