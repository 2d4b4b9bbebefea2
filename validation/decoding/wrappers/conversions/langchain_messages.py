"""Messages of LangChain: `messages_to_dict`, `model_dump`, and the serialised constructors of `dumps`."""

from collections.abc import Mapping
from typing import Any, Final

from validation.decoding.wrappers.conversions.conversation import Conversation
from validation.decoding.wrappers.conversions.held import Held
from validation.decoding.wrappers.conversions.parts import content_of
from validation.facts.unread_dialects import is_of_autogen

ROLES: Final = {
    "human": "user", "user": "user", "ai": "assistant", "assistant": "assistant", "system": "system", "developer": "developer",
    "tool": "tool", "function": "function", "chat": "", "remove": "remove",
}  # fmt: skip


def is_langchain_message(value: object) -> bool:
    """True for an object that says by its `type`, its constructor, or the shape of its calls that it is such a message."""
    if not isinstance(value, Mapping) or is_of_autogen(value):
        return False
    if value.get("lc") is not None:
        return _role(value) is not None
    if "role" not in value:
        inside = value.get("data", value)
        return _role(value) is not None and isinstance(inside, Mapping) and "content" in inside
    kept = value.get("additional_kwargs")
    if isinstance(kept, Mapping) and ("tool_calls" in kept or "function_call" in kept):
        return True
    calls = value.get("tool_calls")
    return isinstance(calls, list) and any(isinstance(call, Mapping) and "args" in call and "function" not in call for call in calls)


def is_langchain_opening(value: object) -> bool:
    """True for such a message that a conversation begins with; the list of what a step adds begins with another one."""
    return is_langchain_message(value) and isinstance(value, Mapping) and _role(value) in ("user", "system", "developer")


def _role(value: Mapping[str, Any]) -> str | None:
    """The role that a type or a class name says, "" where the message says it itself, None for no message."""
    name = value.get("type")
    path = value.get("id")
    if value.get("lc") is not None:
        name = path[-1] if isinstance(path, list) and path else None
    if not isinstance(name, str):
        return None
    return ROLES.get(name.lower().removesuffix("chunk").removesuffix("message"))


def body_of(held: Held) -> Held:
    """What has the content of a message: its data, the arguments of its constructor, or the message itself."""
    return next((held.get(key) for key in ("data", "kwargs") if isinstance(held.keys.get(key), dict) and "role" not in held.keys), held)


def add_langchain_message(conversation: Conversation, held: Held) -> None:
    """Append one message; a `remove` message says that another one goes, and is none itself."""
    role = _role(held.keys) or held.word("role") or "assistant"
    body = body_of(held)
    if role == "remove":
        return
    if role == "tool":
        _add_result(conversation, body)
    else:
        content = body.get("content")
        message: dict[str, Any] = {"role": body.word("role") or role, "content": content_of(content.value, role)}
        if body.word("name"):
            message["name"] = body.word("name")
        place = conversation.add(message, held)
        conversation.point(place, "/content", content, alike=message["content"] is content.value)
        if role == "assistant":
            _add_calls(conversation, place, body)
            metadata = body.get("response_metadata").keys
            conversation.finish(place, metadata.get("finish_reason") or metadata.get("stop_reason"), foreign=True)
    conversation.number += 1


def _add_result(conversation: Conversation, body: Held) -> None:
    content = body.get("content")
    text = content_of(content.value, "tool")
    if isinstance(text, str):
        content = content._replace(value=text)
    place = conversation.result(body, body.keys.get("tool_call_id"), content, body.word("name"))
    if "tool_call_id" in body.keys:
        conversation.point(place, "/tool_call_id", body.get("tool_call_id"))


def _add_calls(conversation: Conversation, place: int, body: Held) -> None:
    """The calls as they came from the endpoint where they were kept, else those that LangChain made of them."""
    kept = body.get("additional_kwargs", "tool_calls")
    legacy = body.get("additional_kwargs", "function_call")
    message = conversation.messages[place]
    if isinstance(kept.value, list) and kept.value and all(isinstance(call, Mapping) and "function" in call for call in kept.value):
        message["tool_calls"] = kept.value
        conversation.point(place, "/tool_calls", kept, alike=True)
        return
    for call in (*body.get("tool_calls").elements(), *body.get("invalid_tool_calls").elements()):
        conversation.call(place, call, call.keys.get("id"), call.keys.get("name"), call.get("args"))
    if isinstance(legacy.value, dict) and "tool_calls" not in message:
        message["function_call"] = legacy.value
        conversation.point(place, "/function_call", legacy, alike=True)
