"""Messages as the AI SDK sends them to a model and writes them into its telemetry: contents with `tool-call` and `tool-result` parts."""

from collections.abc import Mapping
from typing import Any, Final

from validation.decoding.wrappers.conversions.conversation import Conversation
from validation.decoding.wrappers.conversions.held import Held
from validation.decoding.wrappers.conversions.parts import content_of

OUTPUTS: Final = frozenset({"text", "json", "error-text", "error-json", "content", "execution-denied"})
APPROVALS: Final = frozenset({"tool-approval-request", "tool-approval-response"})
"""Parts that ask a person about a call, and answer: the model never sees them."""


def is_model_message(value: object) -> bool:
    """True for an object whose content has a call, a result or an approval as one of its parts."""
    content = value.get("content") if isinstance(value, Mapping) and "role" in value else None
    return isinstance(content, list) and any(_kind(part) in ("tool-call", "tool-result", *APPROVALS) for part in content)


def _kind(part: object) -> str:
    kind = part.get("type") if isinstance(part, Mapping) else None
    return kind if isinstance(kind, str) else ""


def add_model_message(conversation: Conversation, held: Held) -> None:
    """Append one message; every result becomes a tool message of its own, and one of approvals alone none."""
    parts = [part for part in held.get("content").elements() if _kind(part.value) not in APPROVALS]
    results = [part for part in parts if _kind(part.value) == "tool-result"]
    rest = [part for part in parts if _kind(part.value) != "tool-result"]
    if rest:
        _add_rest(conversation, held, rest)
    for part in results:
        conversation.result(part, part.keys.get("toolCallId"), _output(part), part.word("toolName"))
    conversation.number += 1


def _add_rest(conversation: Conversation, held: Held, parts: list[Held]) -> None:
    role = held.word("role")
    calls = [part for part in parts if _kind(part.value) == "tool-call"]
    texts = content_of([part.value for part in parts if _kind(part.value) != "tool-call"], role)
    message: dict[str, Any] = {"role": held.keys.get("role"), "content": None if calls and texts in ("", []) else texts}
    place = conversation.add(message, held)
    for part in calls:
        add_model_call(conversation, place, part)


def add_model_call(conversation: Conversation, place: int, call: Held) -> None:
    """Append a call (`toolCallId`, `toolName`, `input` or, before version 5, `args`) to the message at `place`."""
    arguments = call.get("input" if "input" in call.keys else "args")
    conversation.call(place, call, call.keys.get("toolCallId"), call.keys.get("toolName"), arguments)


def _output(part: Held) -> Held:
    """What a tool gave: since version 5 an object that says what its value is."""
    output = part.get("output" if "output" in part.keys else "result")
    if output.word("type") not in OUTPUTS:
        return output
    value = output.get("value")
    if output.word("type") == "content":
        return value._replace(value=content_of(value.value, "tool"))
    return value if value.value is not None else output._replace(value=output.word("type"))
