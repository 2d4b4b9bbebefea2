"""What an endpoint answered, in any of the forms in which logs keep it, as the last message of a history."""

from collections.abc import Iterable
from typing import Any, Final

from validation.decoding.wrappers.conversions.conversation import Conversation
from validation.decoding.wrappers.conversions.held import Held, dumps
from validation.decoding.wrappers.conversions.messages import add_message
from validation.decoding.wrappers.conversions.model_messages import add_model_call
from validation.decoding.wrappers.conversions.otel_messages import is_otel_message
from validation.decoding.wrappers.conversions.parts import content_of

_OF_ERRORS: Final = frozenset({"code", "error", "message", "request_id", "status", "status_code", "success", "type"})
"""Keys of an error in the place of an answer."""
MESSAGE_KEYS: Final = ("content", "tool_calls", "function_call", "refusal")


def add_answer(conversation: Conversation, held: Held) -> bool:
    """Append the answer in `held`: a response of Chat Completions, Responses or Messages, one message or several, or a text.

    False when there is none: null, an empty value, or something in which nothing answers.
    """
    held = held.opened()
    before = len(conversation.messages)
    if isinstance(held.value, str) and held.value:
        _text(conversation, held, held.value)
    elif isinstance(held.value, list) and held.value:
        _several(conversation, held)
    elif isinstance(held.value, dict) and held.value:
        _one(conversation, held)
    return len(conversation.messages) > before


def error_of(held: Held) -> object:
    """The error that stands where the answer belongs; None where an answer, or nothing, stands there."""
    error = held.opened().keys.get("error")
    return error if error and _OF_ERRORS.issuperset(held.opened().keys) else None


def _text(conversation: Conversation, held: Held, text: str) -> int:
    place = conversation.add({"role": "assistant", "content": text}, held)
    conversation.number += 1
    return place


def _one(conversation: Conversation, held: Held) -> None:
    """An object: by the key that holds the message, or the message itself."""
    keys = held.keys
    if isinstance(keys.get("choices"), list):
        _choice(conversation, held)
    elif isinstance(keys.get("output"), list):
        _every(conversation, held.get("output").elements())
    elif isinstance(keys.get("generations"), list):
        _several(conversation, held.get("generations"))
    elif isinstance(keys.get("messages"), list):
        _several(conversation, held.get("messages"))
    elif isinstance(keys.get("message"), dict):
        add_answer(conversation, held.get("message"))
    elif keys.get("type") == "message" and "stop_reason" in keys:
        _anthropic(conversation, held)
    elif isinstance(keys.get("toolCalls"), list):
        _model_output(conversation, held)
    elif isinstance(keys.get("role"), str) or "type" in keys or "lc" in keys:
        add_message(conversation, held)
    elif any(key in keys for key in MESSAGE_KEYS):
        add_message(conversation, held._replace(value={"role": "assistant", **keys}))
    else:
        _text(conversation, held, dumps(held.value))


def _choice(conversation: Conversation, held: Held) -> None:
    """The first choice: a history goes on with one answer."""
    for choice in held.get("choices").elements():
        message = choice.get("message")
        if isinstance(message.value, dict):
            place = conversation.as_it_is(message)
        elif choice.word("text"):
            place = _text(conversation, choice, choice.word("text"))
        else:
            continue
        conversation.finish(place, choice.keys.get("finish_reason"))
        return


def _several(conversation: Conversation, held: Held) -> None:
    """A list: of messages, of choices or generations, of items, or of the parts of one content."""
    elements = list(held.elements())
    if not elements:
        return
    first = elements[0]
    if isinstance(first.value, list):
        add_answer(conversation, first)
    elif "message" in first.keys:
        if add_answer(conversation, first.get("message")):
            conversation.finish(len(conversation.messages) - 1, first.keys.get("finish_reason"))
    elif first.word("type") in ("text", "tool_use", "thinking", "redacted_thinking") and "content" not in first.keys:
        _parts(conversation, held)
    elif isinstance(first.value, str):
        _text(conversation, held, "".join(text for text in held.value if isinstance(text, str)))
    elif isinstance(first.value, dict) and ("role" in first.keys or "type" in first.keys or "lc" in first.keys):
        # Several choices of a span are several answers: a history goes on with the first.
        _every(conversation, elements[:1] if is_otel_message(first.value) else elements)
    else:
        _text(conversation, held, dumps(held.value))


def _every(conversation: Conversation, helds: Iterable[Held]) -> None:
    for held in helds:
        add_message(conversation, held)


def _anthropic(conversation: Conversation, held: Held) -> None:
    """A response of the Messages interface: the message without what belongs to the response."""
    place = conversation.add({"role": held.word("role") or "assistant", "content": held.keys["content"]}, held, alike=True)
    conversation.number += 1
    conversation.finish(place, held.keys.get("stop_reason"), foreign=True)


def _parts(conversation: Conversation, held: Held) -> None:
    """The content of such a message alone."""
    place = conversation.add({"role": "assistant", "content": held.value}, held)
    conversation.point(place, "/content", held, alike=True)
    conversation.number += 1


def _model_output(conversation: Conversation, held: Held) -> None:
    """What the AI SDK notes of an answer: its text and its calls."""
    calls = list(held.get("toolCalls").opened().elements())
    text: Any = content_of(held.keys.get("text"), "assistant")
    place = conversation.add({"role": "assistant", "content": None if calls and not text else text or ""}, held)
    for call in calls:
        add_model_call(conversation, place, call)
    conversation.finish(place, held.keys.get("finishReason"), foreign=True)
    conversation.number += 1
