"""Messages with one attribute a leaf: `llm.input_messages.0.message.role` of OpenInference, `gen_ai.prompt.0.role` of OpenLLMetry."""

import re
from collections import defaultdict
from collections.abc import Mapping
from typing import Any, Final

from validation.decoding.wrappers.conversions.conversation import Conversation
from validation.decoding.wrappers.conversions.held import Held
from validation.decoding.wrappers.conversions.parts import content_of

PAIRS: Final = (("llm.input_messages", "llm.output_messages"), ("gen_ai.prompt", "gen_ai.completion"), ("llm.prompts", "llm.completions"))
"""What was sent and what came back, in the names of each convention."""

LEAF: Final = re.compile(r"(\d{1,6})\.(?:message\.)?(.+)", re.DOTALL)
CALL: Final = re.compile(r"tool_calls\.(\d{1,6})\.(?:tool_call\.)?(?:function\.)?(id|name|arguments)")
PART: Final = re.compile(r"contents\.(\d{1,6})\.message_content\.(type|text)")
SCHEMA: Final = re.compile(r"llm\.tools\.(\d{1,6})\.tool\.json_schema")

Leaves = dict[str, Held]


def is_flattened(names: Mapping[str, object]) -> bool:
    """True when attributes hold a message in this way."""
    return any(name.startswith(tuple(f"{prefix}." for pair in PAIRS for prefix in pair)) for name in names)


def add_flattened(conversation: Conversation, attributes: Mapping[str, Held], span: Held) -> bool:
    """Append the messages of a span and its answer, whether there is one or not; True when there is."""
    for sent, answer in PAIRS:
        messages = _messages(attributes, sent)
        answers = _messages(attributes, answer)
        for leaves in messages:
            _add(conversation, leaves, span)
        for leaves in answers[:1]:
            _add(conversation, leaves, span)
        if messages or answers:
            conversation.tools, conversation.tools_alike = _tools(attributes, span), False
            return bool(answers)
    return False


def _messages(attributes: Mapping[str, Held], prefix: str) -> list[Leaves]:
    """The leaves of every message, in the order of their numbers."""
    found: dict[int, Leaves] = defaultdict(dict)
    for name, held in attributes.items():
        if name.startswith(f"{prefix}.") and (leaf := LEAF.fullmatch(name, len(prefix) + 1)):
            found[int(leaf[1])][leaf[2]] = held
    return [leaves for _, leaves in sorted(found.items())]


def _add(conversation: Conversation, leaves: Leaves, span: Held) -> None:
    first = next(iter(leaves.values()), span)
    role = leaves["role"].value if "role" in leaves else "assistant"
    content = leaves.get("content")
    calls = _numbered(leaves, CALL)
    message: dict[str, Any] = {"role": role, "content": _content(leaves, role, calls=bool(calls))}
    if role == "tool":
        message["tool_call_id"] = leaves["tool_call_id"].value if "tool_call_id" in leaves else None
    if "name" in leaves and isinstance(leaves["name"].value, str):
        message["name"] = leaves["name"].value
    place = conversation.add(message, first)
    for name, held in (("content", content), ("tool_call_id", leaves.get("tool_call_id")), ("name", leaves.get("name"))):
        if held is not None:
            conversation.point(place, f"/{name}", held)
    for call in calls:
        nothing = first._replace(value=None)
        id, name_of, arguments = (call.get(key, nothing) for key in ("id", "name", "arguments"))
        conversation.call(place, next(iter(call.values())), id.value, name_of.value, arguments)
    conversation.lost |= {"type"} if message["content"] or calls else {"type", "empty-text"}
    conversation.finish(place, leaves["finish_reason"].value if "finish_reason" in leaves else None, foreign=True)
    conversation.number += 1


def _numbered(leaves: Leaves, pattern: re.Pattern[str]) -> list[Leaves]:
    """Leaves with a number of their own, such as those of the calls of a message, in the order of these."""
    found: dict[int, Leaves] = defaultdict(dict)
    for name, held in leaves.items():
        if leaf := pattern.fullmatch(name):
            found[int(leaf[1])][leaf[2]] = held
    return [inner for _, inner in sorted(found.items())]


def _content(leaves: Leaves, role: object, *, calls: bool) -> Any:
    """A content, or the text of its parts. What is empty has no attribute, so nothing is said to be missing."""
    content = leaves.get("content")
    if content is not None and content.value is not None:
        opened = content.opened().value
        is_parts = isinstance(opened, list) and bool(opened) and all(isinstance(part, dict) and "type" in part for part in opened)
        return content_of(opened, str(role)) if is_parts and role != "tool" else content.value
    parts = [{name: held.value for name, held in part.items()} for part in _numbered(leaves, PART)]
    if parts:
        return content_of(parts, str(role))
    return None if calls else ""


def _tools(attributes: Mapping[str, Held], span: Held) -> Held | None:
    schemas = sorted((int(leaf[1]), held.opened()) for name, held in attributes.items() if (leaf := SCHEMA.fullmatch(name)))
    tools = [held.value for _, held in schemas if isinstance(held.value, dict)]
    around = span.get("attributes") if "attributes" in span.keys else span
    return around._replace(value=tools) if tools and len(tools) == len(schemas) else None
