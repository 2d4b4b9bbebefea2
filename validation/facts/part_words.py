"""Types of content parts: which of them the protocol gives each role, and those that vendors have defined beside it."""

from typing import Final

TEXT: Final = frozenset({"text"})
OF_ROLE: Final = {
    "user": TEXT | {"image_url", "input_audio", "file"}, "assistant": TEXT | {"refusal"}, "system": TEXT, "developer": TEXT,
}  # fmt: skip
"""Role -> the types its parts may have. What a tool message may hold is another matter."""

OF_MISTRAL: Final = frozenset({"thinking", "reference", "document_url"})
OF_LOCAL_SERVERS: Final = frozenset({"video_url", "audio_url", "video"})
AS_CONTENT: Final = {"object": "an object", "array": "an empty array", "boolean": "true or false", "number": "a number", "null": "null"}
"""What stands in place of a text or parts, in words."""
OF_ANTHROPIC: Final = frozenset({"tool_use", "tool_result", "server_tool_use", "mcp_tool_use", "redacted_thinking", "container_upload"})
"""Types that only the messages of Anthropic have; a content that has one is none of Chat Completions."""
