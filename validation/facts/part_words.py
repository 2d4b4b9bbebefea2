"""Types of content parts: which of them the protocol gives each role, and those that vendors have defined beside it."""

from typing import Final

TEXT: Final = frozenset({"text"})
OF_ROLE: Final = {
    "user": TEXT | {"image_url", "input_audio", "file"}, "assistant": TEXT | {"refusal"}, "system": TEXT, "developer": TEXT,
}  # fmt: skip
"""Role -> the types its parts may have. What a tool message may hold is another matter."""

OF_MISTRAL: Final = frozenset({"thinking", "reference", "document_url"})
OF_LOCAL_SERVERS: Final = frozenset({"video_url", "audio_url", "video"})
