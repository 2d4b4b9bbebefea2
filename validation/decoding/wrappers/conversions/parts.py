"""Content parts of other interfaces, as the parts that Chat Completions has."""

from collections.abc import Mapping
from typing import Any

TEXT_KEYS = {"text": "text", "output_text": "text", "input_text": "text", "text-plain": "text", "refusal": "refusal"}
KINDS = {"image": "image_url", "image_url": "image_url", "input_image": "image_url", "audio": "input_audio", "input_audio": "input_audio"}
"""Types of parts that are pictures or sounds, in the words of several interfaces."""

DOCUMENTS = frozenset({"file", "document", "input_file", "video", "media"})


def content_of(parts: object, role: str) -> Any:
    """A content as Chat Completions has it: texts joined to one string, or an array with pictures, sounds and files.

    Parts that are no content (reasoning, calls, results, sources) are left out. What is no array stays as it is.
    """
    if not isinstance(parts, list):
        return parts
    kept = [part for part in map(_part, parts) if part is not None and (role == "user" or part["type"] == "text")]
    if all(part["type"] == "text" for part in kept):
        # An empty string would say that the message has no content at all.
        return "".join(part["text"] for part in kept) if kept or not parts else [{"type": "text", "text": ""}]
    return kept


def _part(part: object) -> dict[str, Any] | None:
    if isinstance(part, str):
        return {"type": "text", "text": part}
    if not isinstance(part, Mapping):
        return None
    kind = part.get("type")
    if not isinstance(kind, str):
        return {"type": "text", "text": part["text"]} if isinstance(part.get("text"), str) else None
    if kind in TEXT_KEYS:
        text = part.get(TEXT_KEYS[kind], part.get("content"))
        return {"type": "text", "text": text} if isinstance(text, str) else None
    if kind in KINDS or kind in DOCUMENTS:
        return {"type": KINDS.get(kind, "file")}
    return None
