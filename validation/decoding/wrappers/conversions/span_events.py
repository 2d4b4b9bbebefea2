"""Messages as events: `gen_ai.user.message`, `gen_ai.choice` and their like, as events of a span, log records, or a list in an attribute.

Source: OpenTelemetry conventions for generative AI, events, before messages became attributes.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from validation.decoding.wrappers.conversions.answers import add_answer
from validation.decoding.wrappers.conversions.conversation import Conversation
from validation.decoding.wrappers.conversions.held import Held
from validation.decoding.wrappers.conversions.messages import add_message, add_messages
from validation.decoding.wrappers.conversions.spans import attributes_of, value_of

ROLES: Final = {
    "gen_ai.system.message": "system", "gen_ai.user.message": "user", "gen_ai.assistant.message": "assistant",
    "gen_ai.tool.message": "tool",
}  # fmt: skip
CHOICE: Final = "gen_ai.choice"
PROMPT: Final = {"gen_ai.content.prompt": "gen_ai.prompt", "gen_ai.content.completion": "gen_ai.completion"}
"""Older still: one event for all that was sent, one for what came back, each with a text that holds it."""

KEYS: Final = ("role", "content", "tool_calls", "id", "name", "finish_reason", "message", "tool_call_id")


def name_of(event: Held) -> str:
    """The name of an event, wherever it stands."""
    name = event.word("eventName") or event.word("event_name") or event.word("event.name")
    if name or "attributes" not in event.keys:
        return name or event.word("name")
    named = attributes_of(event).get("event.name")
    return named.value if named is not None and isinstance(named.value, str) else event.word("name")


def is_event(event: Held) -> bool:
    """True for an event that holds a message."""
    name = name_of(event)
    return name in ROLES or name == CHOICE or name in PROMPT


def add_events(conversation: Conversation, events: Iterable[Held]) -> bool:
    """Append the messages of events; True when one of them is an answer. Of several choices the first is taken."""
    answered = False
    for event in events:
        name = name_of(event)
        if name in PROMPT:
            held = _attribute(event, PROMPT[name]).opened()
            if name.endswith("prompt"):
                add_messages(conversation, held)
            else:
                answered = add_answer(conversation, held) or answered
        elif name == CHOICE and not answered:
            answered = _add_choice(conversation, event)
        elif name in ROLES:
            _add(conversation, event, _body(event), ROLES[name])
    return answered


def _attribute(event: Held, name: str) -> Held:
    return attributes_of(event).get(name, event._replace(value=None))


def _body(event: Held) -> Mapping[str, Any]:
    """The keys of a message: the body of the record, one text, attributes of their own, or the event itself."""
    body = value_of(event.get("body")).opened().value
    if isinstance(body, dict):
        return body
    attributes = attributes_of(event)
    whole = attributes.get("gen_ai.event.content")
    if whole is not None and isinstance(whole.opened().value, dict):
        return dict(whole.opened().value)
    if attributes:
        return {key: attributes[key].opened().value for key in KEYS if key in attributes}
    return {key: event.keys[key] for key in KEYS if key in event.keys}


def _add(conversation: Conversation, event: Held, body: Mapping[str, Any], role: str) -> None:
    """One message. A tool message names its call by `id`; calls are as Chat Completions has them, their arguments often as values."""
    message: dict[str, Any] = {"role": body.get("role", role)}
    if role == "tool":
        message["tool_call_id"] = body.get("tool_call_id", body.get("id"))
    content = body.get("content")
    calls = body.get("tool_calls")
    message["content"] = content if content is not None or calls else [{"type": "text", "text": ""}] if role == "assistant" else ""
    conversation.lost |= set() if "content" in body or calls else {"empty-text"}  # a recorder leaves texts out unless told otherwise
    place = len(conversation.messages)
    if isinstance(message["content"], dict):
        message["content"] = [message["content"]]
    add_message(conversation, event._replace(value=message))
    conversation.point(place, "", event)
    for call in calls if isinstance(calls, list) else ():
        function = call.get("function") if isinstance(call, dict) else None
        inside = function if isinstance(function, dict) else call if isinstance(call, dict) else {}
        id = call.get("id") if isinstance(call, dict) else None
        conversation.call(place, event, id, inside.get("name"), event._replace(value=inside.get("arguments")))


def _add_choice(conversation: Conversation, event: Held) -> bool:
    body = _body(event)
    inside = body.get("message")
    message = inside if isinstance(inside, dict) else {key: value for key, value in body.items() if key != "message"}
    if isinstance(inside, str):
        message["content"] = inside
    calls = body.get("tool_calls")
    _add(conversation, event, {"tool_calls": calls, **message} if calls else message, "assistant")
    conversation.finish(len(conversation.messages) - 1, body.get("finish_reason"), foreign=True)
    return True
