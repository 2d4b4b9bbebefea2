"""UI messages of the AI SDK: parts, among them one a tool call that also holds its result; before version 5, `toolInvocations`."""

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any, Final

from validation.decoding.wrappers.conversions.conversation import ARGUMENTS, TYPE, Conversation
from validation.decoding.wrappers.conversions.held import Held
from validation.decoding.wrappers.conversions.parts import content_of

STEP: Final = "step-start"
OTHERS: Final = frozenset({STEP, "dynamic-tool", "tool-invocation", "source-url", "source-document", "source"})
DONE: Final = frozenset({"output-available", "output-error", "output-denied", "result"})
"""States of a call that has its result; in all others it waits for one."""

ROLES: Final = frozenset({"system", "user", "assistant", "data"})


def is_ui_message(value: object) -> bool:
    """True for an object with a role and parts as the AI SDK has them, or with `toolInvocations`."""
    role = value.get("role") if isinstance(value, Mapping) else None
    if not isinstance(value, Mapping) or not isinstance(role, str) or role not in ROLES:
        return False
    parts = value.get("parts")
    if isinstance(parts, list):
        return any(_is_part(part) for part in parts) or (not parts and "id" in value)
    return isinstance(value.get("toolInvocations"), list) and bool(value["toolInvocations"])


def _is_part(part: object) -> bool:
    if not isinstance(part, Mapping) or not isinstance(part.get("type"), str):
        return False
    kind = part["type"]
    if kind in OTHERS or kind.startswith(("tool-", "data-")):
        return True
    return "mediaType" in part or (kind in ("text", "reasoning") and "text" in part)


def add_ui_message(conversation: Conversation, held: Held) -> None:
    """Append the messages that one UI message is: every step of an assistant is one, with its results behind it."""
    if held.word("role") == "assistant":
        for step in _steps(held):
            _add_step(conversation, held, step)
    elif held.word("role") != "data":
        parts = held.keys.get("parts", held.keys.get("content"))
        conversation.add({"role": held.word("role"), "content": content_of(_content(parts), held.word("role"))}, held)
    conversation.number += 1


def _steps(held: Held) -> Iterator[list[Held]]:
    """The parts of each step, without the marks between them. A text behind calls that have results belongs to the next step."""
    if not isinstance(held.keys.get("parts"), list):
        calls = held.get("toolInvocations").elements()
        yield from (list(step) for _, step in groupby(calls, lambda call: str(call.keys.get("step"))))
        if held.word("content"):
            yield [held.get("content")._replace(value={"type": "text", "text": held.word("content")})]
        return
    step: list[Held] = []
    for part in held.get("parts").elements():
        if step and (part.word("type") == STEP or (_is_text(part) and _is_answered(step))):
            yield step
            step = []
        if part.word("type") != STEP:
            step.append(part)
    if step:
        yield step


def _is_text(part: Held) -> bool:
    return part.word("type") in ("text", "reasoning")


def _is_answered(step: list[Held]) -> bool:
    calls = [call for part in step if (call := _call(part)) is not None]
    return bool(calls) and all(call.word("state") in DONE for call in calls)


def _call(part: Held) -> Held | None:
    """The call that a part is, or holds."""
    if part.word("type") == "tool-invocation":
        return part.get("toolInvocation")
    return part if "toolCallId" in part.keys and not part.word("type").startswith("data-") else None


def _add_step(conversation: Conversation, held: Held, parts: list[Held]) -> None:
    calls = [call for part in parts if (call := _call(part)) is not None]
    others = [part for part in parts if _call(part) is None]
    texts = content_of(_content([part.value for part in others]), "assistant")
    if not calls and not any(_is_text(part) for part in others):
        return
    place = conversation.add({"role": "assistant", "content": None if calls and texts in ("", []) else texts}, held)
    if others:
        conversation.point(place, "/content", others[0])
    if calls:
        conversation.point(place, "", calls[0])
        conversation.lost |= {ARGUMENTS, TYPE}
    for call in calls:
        key = next((key for key in ("input", "args", "rawInput") if call.keys.get(key) is not None), "input")
        conversation.call(place, call, call.keys.get("toolCallId"), _name(call), call.get(key))
    for call in calls:
        if call.word("state") in DONE:
            _add_result(conversation, call)


def _name(call: Held) -> Any:
    return call.keys["toolName"] if "toolName" in call.keys else call.word("type").removeprefix("tool-")


def _add_result(conversation: Conversation, call: Held) -> None:
    keys = ("errorText", "output") if call.word("state") == "output-error" else ("output", "result", "errorText")
    key = next((key for key in keys if key in call.keys), "")
    content = call.get(key) if key else call._replace(value=call.word("state"))
    if content.value is None:
        content = content._replace(value="null")
    conversation.result(call, call.keys.get("toolCallId"), content)


def _content(parts: object) -> object:
    """Files by what they are."""
    if not isinstance(parts, list):
        return parts
    return [{"type": "image"} if isinstance(part, Mapping) and _is_picture(part) else part for part in parts]


def _is_picture(part: Mapping[str, Any]) -> bool:
    kind = part.get("mediaType", part.get("mimeType"))
    return part.get("type") == "file" and isinstance(kind, str) and kind.startswith("image/")
