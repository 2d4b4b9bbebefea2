"""What a decoded record is: a chunk, a response, a history, an error, or a format of somebody else."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Any

from validation.facts.exact import CHUNK
from validation.facts.unread_dialects import LOOKED_AT, dialect_of, is_log, objects


class Shape(StrEnum):
    """What a record was recognised as. The words stand in `Input.shapes`."""

    CHUNK = "chunks"
    RESPONSE = "chat.completion"
    HISTORY = "messages"
    REQUEST = "request"
    MESSAGE = "message"
    ERROR = "error-body"
    UNKNOWN = "unknown"


_OF_MESSAGES = frozenset({"content", "tool_calls", "tool_call_id", "function_call", "refusal"})
_ROLES = frozenset({"system", "developer", "user", "assistant", "tool", "function"})


def shape_of(value: object) -> Shape:
    """What `value` is, by the keys that only that thing has. Never raises."""
    if isinstance(value, list):
        return Shape.HISTORY if not value or any(_is_message(item) for item in value) else Shape.UNKNOWN
    if not isinstance(value, dict) or interface_of(value):
        return Shape.UNKNOWN
    if "choices" in value:
        return Shape.RESPONSE if _is_response(value) else Shape.CHUNK
    if value.get("object") == CHUNK or ("usage" in value and "id" in value and "model" in value and "type" not in value):
        return Shape.CHUNK
    if isinstance(value.get("usage"), dict) and value.keys() <= _AROUND_USAGE:
        return Shape.CHUNK
    if "messages" in value and isinstance(value.get("model"), str) and value["model"]:
        return Shape.REQUEST
    if isinstance(value.get("messages"), list):
        return Shape.HISTORY
    if value.get("error") is not None and "type" not in value:
        return Shape.ERROR
    return Shape.MESSAGE if _is_message(value) else Shape.UNKNOWN


_AROUND_USAGE = frozenset({"id", "object", "created", "model", "system_fingerprint", "usage"})
"""All keys of a chunk that has nothing but its usage."""


def _is_response(value: dict[str, Any]) -> bool:
    choices = value["choices"]
    if not isinstance(choices, list):
        return value.get("object") == "chat.completion"
    deltas = any(isinstance(choice, dict) and "delta" in choice for choice in choices)
    messages = any(isinstance(choice, dict) and isinstance(choice.get("message"), dict) for choice in choices)
    return not deltas and (messages or value.get("object") == "chat.completion")


def _is_message(value: object) -> bool:
    if not isinstance(value, dict) or not isinstance(value.get("role"), str) or value["role"] not in _ROLES or interface_of(value):
        return False
    return not _OF_MESSAGES.isdisjoint(value)


def odd_message(value: object) -> bool:
    """True for what was meant as a message but is none of Chat Completions: another role, or nothing but a role."""
    if not isinstance(value, dict) or not isinstance(value.get("role"), str) or not value["role"] or interface_of(value):
        return False
    return "content" in value or (value["role"] in _ROLES and value.keys() <= {"role", "name"})


ANTHROPIC_EVENTS = frozenset(
    {"message_start", "content_block_start", "content_block_delta", "content_block_stop", "message_delta", "message_stop"}
)
ANTHROPIC = "anthropic"
RESPONSES = "responses"
_OF_RESPONSES = frozenset({"sequence_number", "response", "response_id", "item", "item_id", "output_index", "delta"})
"""One of these stands in every event of a response; a log of another kind may name its own records `response.chunk`."""
_OF_ANTHROPIC = frozenset({"message", "index", "delta", "content_block", "usage"})
"""One of these stands in every event of a message that is not empty."""


def event_of(value: dict[str, Any]) -> str:
    """The format of whose stream `value` is an event: "anthropic", "responses", "any" where only the events before tell, "" for none."""
    kind = value.get("type")
    if not isinstance(kind, str):
        return ""
    if kind in ANTHROPIC_EVENTS:
        return ANTHROPIC
    if kind.startswith("response."):
        return "" if "event_id" in value or (len(value) > 1 and _OF_RESPONSES.isdisjoint(value)) else RESPONSES
    if kind == "error":
        return RESPONSES if "sequence_number" in value else ANTHROPIC if isinstance(value.get("error"), dict) else "any"
    return "any" if kind in ("ping", "keepalive") else ""


def names_type(name: str) -> bool:
    """True for a name of an event that its data has as its `type`, in streams of Anthropic Messages and of the Responses API."""
    return name in ANTHROPIC_EVENTS or name.startswith("response.")


def lacks_type(value: dict[str, Any], name: str) -> bool:
    """True for an event of such a stream whose type stands in its name alone; clients that go by the name read it all the same."""
    if "type" in value or "choices" in value:
        return False
    if name == "error":
        return isinstance(value.get("error"), dict)
    if name in ANTHROPIC_EVENTS:
        return not value or not _OF_ANTHROPIC.isdisjoint(value)
    return not _OF_RESPONSES.isdisjoint(value)


def foreign_name(value: object) -> str | None:
    """The format that a record shows although it has no reader yet, or None."""
    if isinstance(value, list):
        return next((name for item in objects(value[:LOOKED_AT]) if (name := foreign_name(item))), None)
    if not isinstance(value, dict):
        return None
    if interface := interface_of(value):
        return interface
    kind = value.get("type")
    if isinstance(kind, str) and "event_id" in value and kind.startswith(("response.", "session.", "conversation.")):
        return "OpenAI Realtime"
    if isinstance(value.get("parts"), list) and "role" in value:
        return "Gemini contents"
    if isinstance(value.get("mapping"), dict) and "current_node" in value:
        return "a ChatGPT export"
    if isinstance(kind, str) and kind in _OF_CODEX_EXEC and value.keys() <= _KEYS_OF_CODEX_EXEC and not is_log(value):
        return "events of codex exec"
    if kind in ("tool_use", "tool_result") and "tool_id" in value and not is_log(value):
        return "events of Gemini CLI"
    if isinstance(kind, str) and kind in _OF_AG_UI and not _IDS_OF_AG_UI.isdisjoint(value) and not is_log(value):
        return "events of AG-UI"
    message = value.get("message") if "message_id" in value else None
    return (dialect_of(message) if isinstance(message, dict) else "") or None


_OF_AG_UI = frozenset(
    {
        "RUN_STARTED", "RUN_FINISHED", "TEXT_MESSAGE_START", "TEXT_MESSAGE_CONTENT", "TEXT_MESSAGE_END", "TEXT_MESSAGE_CHUNK",
        "TOOL_CALL_START", "TOOL_CALL_ARGS", "TOOL_CALL_END", "TOOL_CALL_RESULT", "TOOL_CALL_CHUNK",
    }
)  # fmt: skip
_IDS_OF_AG_UI = frozenset({"runId", "messageId", "toolCallId"})
_OF_CODEX_EXEC = frozenset({"thread.started", "turn.started", "turn.completed", "item.started", "item.updated", "item.completed"})
_KEYS_OF_CODEX_EXEC = frozenset({"type", "thread_id", "usage", "item"})
"""All keys of such an event: a log of another kind may name its own records alike."""


_OF_COHERE = frozenset(
    {
        "message-start", "content-start", "content-delta", "content-end", "tool-plan-delta",
        "tool-call-start", "tool-call-delta", "tool-call-end", "message-end",
    }
)  # fmt: skip
_OF_COMPLETIONS = frozenset(
    {
        "best_of", "echo", "frequency_penalty", "logit_bias", "logprobs", "max_tokens", "model", "n", "presence_penalty", "prompt", "seed",
        "stop", "stream", "stream_options", "suffix", "temperature", "top_p", "user",
    }
)  # fmt: skip
"""All keys of a request for text completions: a record with others may be a log that holds an answer, too."""
_OF_CONVERSE = frozenset({"inferenceConfig", "toolConfig", "additionalModelRequestFields"})
"""Keys of a request whose parts alone may not tell."""
_OF_BEDROCK = frozenset({"messageStart", "contentBlockStart", "contentBlockDelta", "contentBlockStop", "messageStop"})


def _listed(value: dict[str, Any]) -> list[object]:
    """What the first elements of a page are."""
    return [item.get("object") for item in objects(value.get("data"))[:1]] if value.get("object") == "list" else []


def interface_of(value: dict[str, Any]) -> str:
    """The interface, other than those that are checked, whose request, response or event `value` is; "" for none. Never raises."""
    object = value.get("object")
    if any(isinstance(name, str) and name.startswith("thread") for name in (object, *_listed(value))):
        return "OpenAI Assistants"
    if _is_completion(value):
        return "OpenAI text completions"
    if isinstance(value.get("type"), str) and value["type"] in _OF_COHERE and isinstance(value.get("delta"), dict):
        return "Cohere Chat"
    if "done" in value and "created_at" in value and isinstance(value["done"], bool):
        return "Ollama Chat"
    both = objects([value.get("request"), value.get("response")]) if "request" in value or "response" in value else ()
    if _is_gemini(value) or (both and all(map(_is_gemini, both))):
        return "Gemini generateContent"
    event = value.get("event_type")
    if object == "interaction" or (isinstance(event, str) and event.startswith("interaction.") and not is_log(value)):
        return "Gemini Interactions"
    if not _OF_BEDROCK.isdisjoint(value) if len(value) == 1 else "messages" in value and not _OF_CONVERSE.isdisjoint(value):
        return "Bedrock Converse"
    output = value.get("output")
    answers = objects([output.get("message")]) if isinstance(output, dict) else ()
    if name := dialect_of(value, alone=True) or next(filter(None, map(dialect_of, (*_inside(value, "messages"), *answers))), ""):
        return name
    if any("from" in one and "value" in one for one in _inside(value, "conversations")):
        return "ShareGPT"
    return "preference training lines" if "preferred_output" in value and "non_preferred_output" in value else ""


def _is_completion(value: dict[str, Any]) -> bool:
    """True for what the older interface answers, which has texts in place of messages, and for a request to it."""
    if value.get("object") in ("text_completion", "text.completion"):
        return any("text" in choice for choice in _inside(value, "choices"))
    if "prompt" not in value or "model" not in value or not value.keys() <= _OF_COMPLETIONS:
        return False
    prompts = value["prompt"] if isinstance(value["prompt"], list) else [value["prompt"]]
    return all(isinstance(prompt, str) and prompt[:1] not in ("[", "{") for prompt in prompts)


def _is_gemini(value: dict[str, Any]) -> bool:
    if "candidates" not in value and "contents" not in value:
        return False
    candidates = [candidate.get("content") for candidate in _inside(value, "candidates")]
    return any("parts" in content for content in [*objects(candidates), *_inside(value, "contents")])


def _inside(value: dict[str, Any], key: str) -> Sequence[dict[str, Any]]:
    """The objects of the list under `key`; most records have none."""
    return objects(value[key]) if key in value else ()
