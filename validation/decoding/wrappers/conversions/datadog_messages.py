"""Messages as Datadog keeps them: calls with a `tool_id` and arguments as an object, results in a list beside the content.

Source: Message, ToolCall and ToolResult in DataDog/dd-trace-py ddtrace/llmobs/types.py.
"""

from collections.abc import Mapping
from typing import Any

from validation.decoding.wrappers.conversions.conversation import Conversation
from validation.decoding.wrappers.conversions.held import Held


def is_datadog_message(value: object) -> bool:
    """True for a message with results, with a call that has no function, or one that is the result of a call."""
    if not isinstance(value, Mapping):
        return False
    return any(map(_is_result, _list(value, "tool_results"))) or any(map(_is_call, _list(value, "tool_calls"))) or _answers(value)


def _list(value: Mapping[str, Any], key: str) -> list[Any]:
    found = value.get(key)
    return found if isinstance(found, list) else []


def _is_call(call: object) -> bool:
    return isinstance(call, Mapping) and "tool_id" in call and "function" not in call


def _is_result(result: object) -> bool:
    return isinstance(result, Mapping) and "result" in result


def _answers(value: Mapping[str, Any]) -> bool:
    return value.get("role") == "tool" and "tool_id" in value and "tool_call_id" not in value


def add_datadog_message(conversation: Conversation, held: Held) -> None:
    """Append one message: results first, each a tool message of its own, then what was said or called, if anything was."""
    results = [result for result in held.get("tool_results").elements() if _is_result(result.value)]
    for result in results:
        _add_result(conversation, result, result.get("result"), result.word("name"))
    content = held.keys.get("content")
    if not results and _answers(held.keys):
        _add_result(conversation, held, held.get("content"))
    elif not results or (content and held.word("role") != "tool"):
        calls = [call for call in held.get("tool_calls").elements() if _is_call(call.value)]
        place = conversation.add({"role": held.keys.get("role"), "content": content or (None if calls else "")}, held)
        for call in calls:
            conversation.call(place, call, call.keys.get("tool_id"), call.keys.get("name"), call.get("arguments"))
    conversation.number += 1


def _add_result(conversation: Conversation, held: Held, content: Held, name: str = "") -> None:
    place = conversation.result(held, held.keys.get("tool_id"), content, name)
    if "tool_id" in held.keys:
        conversation.point(place, "/tool_call_id", held.get("tool_id"))
