"""Messages in the words of other interfaces and libraries that have no reader: what gives them away, and what they are called."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from validation.facts.exact import CHUNK

Wire = dict[str, Any]

LOOKED_AT: Final = 16
"""So many elements of a list are asked what they are written as."""

_HINTS: Final = frozenset(
    {
        "Agent", "Items", "User", "author", "blocks", "contents", "messageId", "messageType", "message_type", "parts",
        "toolExecutionRequests", "tool_name", "tool_plan", "tool_responses", "type",
    }
)  # fmt: skip
"""One of these keys stands in every message that tells its dialect otherwise than by its content."""


def dialect_of(message: Wire, *, alone: bool = False) -> str:
    """The interface or the library as whose message `message` is written, if it is one that has no reader; else "".

    `alone`: it is a record of its own. Then one whose calls are plain is read, since the results of other records answer them.
    """
    content = message.get("content")
    if type(content) not in (list, dict) and _HINTS.isdisjoint(message):
        return ""
    name = next((name for name, is_one in _MESSAGES if is_one(message)), "") or next(filter(None, map(_of_part, objects(content))), "")
    plain = alone and "function" in _first(message, "tool_calls")
    return "" if name and (plain or (is_log(message) and "tool_responses" not in message)) else name


def is_log(record: Mapping[str, Any]) -> bool:
    """True for a record that holds a chunk, a response or messages of Chat Completions: a log, whatever the names around them resemble."""
    return any(
        _is_plain(value, name) or (type(value) is list and bool(value) and _is_plain(value[0], name)) for name, value in record.items()
    )


def _is_plain(value: object, name: str) -> bool:
    if type(value) is str:
        return name in _OF_TEXTS and _CHUNK in value
    if not isinstance(value, dict):
        return False
    return isinstance(value.get("choices"), list) or (isinstance(value.get("role"), str) and not _SAID.isdisjoint(value))


_SAID: Final = frozenset({"content", "tool_calls"})
_CHUNK: Final = f'"{CHUNK}"'
_OF_TEXTS: Final = frozenset({"chunk", "data", "event", "payload"})
"""Names of what a log keeps of a stream as text."""


def is_of_qwen_code(line: Mapping[str, Any]) -> bool:
    """True for a line of such a session. It is linked like one of Claude Code, and its message is Gemini's."""
    message = line.get("message")
    return "sessionId" in line and ("systemPayload" in line or (isinstance(message, dict) and "parts" in message))


def is_of_autogen(message: Mapping[str, Any]) -> bool:
    """True for a message of AutoGen, which before version 0.4 had all results of a turn in one message. Two of its types have names as
    LangChain has them."""
    several = message.get("role") == "tool" and bool(objects(message.get("tool_responses"))) and "tool_call_id" not in message
    return several or ("source" in message and message.get("type") in _OF_AUTOGEN)


def objects(value: object) -> list[Wire]:
    """The objects of a list; none of any other value."""
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def _first(message: Wire, key: str) -> Wire:
    return next(iter(objects(message.get(key))), {})


def _inside(message: Wire, key: str) -> Wire:
    value = message.get(key)
    return value if isinstance(value, dict) else {}


_OF_AUTOGEN: Final = (
    "AssistantMessage", "TextMessage", "ToolCallExecutionEvent", "ToolCallRequestEvent", "ToolCallSummaryMessage", "UserMessage",
)  # fmt: skip
_MESSAGES: Final[tuple[tuple[str, Callable[[Wire], bool]], ...]] = (
    ("Ollama Chat", lambda message: message.get("role") == "tool" and "tool_name" in message and "tool_call_id" not in message),
    ("Cohere Chat", lambda message: message.get("role") == "assistant" and "tool_plan" in message),
    ("a session of Gemini CLI", lambda message: message.get("type") == "gemini" and "content" in message),
    ("an export of LibreChat", lambda message: "messageId" in message and "isCreatedByUser" in message),
    ("messages of Pydantic AI", lambda message: "part_kind" in _first(message, "parts")),
    ("a session of Qwen Code", is_of_qwen_code),
    ("a session of opencode", lambda message: "role" in _inside(message, "info") and bool(_first(message, "parts"))),
    ("messages of LlamaIndex", lambda message: "block_type" in _first(message, "blocks")),
    ("messages of Spring AI", lambda message: "messageType" in message and "text" in message and "role" not in message),
    ("messages of LangChain4j", lambda message: "toolExecutionRequests" in message or message.get("type") == "TOOL_EXECUTION_RESULT"),
    ("messages of AutoGen", is_of_autogen),
    ("messages of Microsoft.Extensions.AI", lambda message: "$type" in _first(message, "contents")),
    ("a chat history of Semantic Kernel", lambda message: "$type" in _first(message, "Items")),
    ("messages of Letta", lambda message: str(message.get("message_type")).endswith("_message") and "role" not in message),
    ("a thread of Zed", lambda message: len(message) == 1 and bool(_inside(message, "User") or _inside(message, "Agent"))),
    ("events of Google's agent kit", lambda message: "author" in message and "parts" in _inside(message, "content")),
    ("messages of Mastra", lambda message: "role" in message and _inside(message, "content").keys() >= {"format", "parts"}),
)


def _of_part(part: Wire) -> str:
    kind = part.get("type")
    if kind is None:
        if "toolUse" in part or "toolResult" in part:
            return "Bedrock Converse"
        known = len(part) == 1 and ("tool_name" in _inside(part, "tool_call") or "origin" in _inside(part, "tool_call_result"))
        return "messages of Haystack" if known else ""
    if kind == "tool_result" and "toolUseID" in part:
        return "a thread of Amp"
    return "a session of Goose" if kind in ("toolRequest", "toolResponse") else ""
