"""Messages of the OpenTelemetry conventions for generative AI: a role and parts (`text`, `tool_call`, `tool_call_response` ...)."""

from collections.abc import Mapping
from typing import Any, Final

from validation.decoding.wrappers.conversions.conversation import Conversation
from validation.decoding.wrappers.conversions.held import Held
from validation.decoding.wrappers.conversions.parts import content_of

CALL: Final = "tool_call"
RESULT: Final = "tool_call_response"
OF_THEIR_OWN: Final = frozenset({CALL, RESULT, "server_tool_call", "server_tool_call_response", "blob", "uri", "generic"})


def is_otel_message(value: object) -> bool:
    """True for an object with a role and parts, one of which these conventions define."""
    parts = value.get("parts") if isinstance(value, Mapping) and "role" in value else None
    return isinstance(parts, list) and (not parts or any(_is_part(part) for part in parts))


def _is_part(part: object) -> bool:
    kind = part.get("type") if isinstance(part, Mapping) else None
    if not isinstance(kind, str) or not isinstance(part, Mapping):
        return False
    return kind in OF_THEIR_OWN or ("content" in part and "text" not in part)


def add_otel_message(conversation: Conversation, held: Held) -> None:
    """Append one message: results first, each a tool message of its own, then what remains."""
    parts = list(held.get("parts").elements())
    role = held.word("role")
    results = [part for part in parts if part.word("type") == RESULT]
    for part in results:
        _add_result(conversation, part)
    rest = [part for part in parts if part.word("type") != RESULT]
    if rest or not results:
        _add_rest(conversation, held, role, rest)
    conversation.number += 1


def _add_result(conversation: Conversation, part: Held) -> None:
    key = next((key for key in ("response", "result") if key in part.keys), "content")
    given = part.get(key)
    if given.value is None and key in part.keys:
        given = given._replace(value="null")  # any JSON value is a result there
    place = conversation.result(part, part.keys.get("id"), given, part.word("name"))
    if "id" in part.keys:
        conversation.point(place, "/tool_call_id", part.get("id"))


def _add_rest(conversation: Conversation, held: Held, role: str, parts: list[Held]) -> None:
    calls = [part for part in parts if part.word("type") == CALL]
    texts = content_of([_content(part.keys) for part in parts if part.word("type") != CALL], role)
    message: dict[str, Any] = {"role": held.keys.get("role"), "content": None if calls and texts in ("", []) else texts}
    if role == "tool" and "tool_call_id" not in message:
        message["tool_call_id"] = held.keys.get("id")
    place = conversation.add(message, held)
    for part in calls:
        conversation.call(place, part, part.keys.get("id"), part.keys.get("name"), part.get("arguments"))
    if role == "assistant":
        conversation.finish(place, held.keys.get("finish_reason"), foreign=True)


def _content(part: Mapping[str, Any]) -> Mapping[str, Any]:
    """A picture or sound is a blob, a file or an address with a modality."""
    modality = part.get("modality")
    return {"type": modality} if isinstance(modality, str) and part.get("type") in ("blob", "uri", "file") else part
