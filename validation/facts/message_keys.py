"""Keys and roles of messages: those that link, those that only a response has, those of reasoning, and those that Mistral defines."""

from typing import Final

LINKS: Final = frozenset({"tool_calls", "tool_call_id"})
"""What links calls and results in Chat Completions: messages of other formats have other names for it."""
ROLES_OF_CHAT: Final = frozenset({"developer", "system", "tool"})
"""Roles that only messages of Chat Completions have, among those that the logs of agents keep."""
RESPONSE: Final = frozenset({"refusal", "annotations", "audio", "logprobs", "finish_reason", "native_finish_reason", "stop_reason"})
REASONING: Final = frozenset({"reasoning", "reasoning_content", "reasoning_details", "thinking_blocks"})
ASKED_BACK: Final = "reasoning_content"
"""What DeepSeek and Kimi want back, beside calls."""
OF_MISTRAL: Final = {
    "system": {"role", "content"}, "user": {"role", "content"}, "assistant": {"role", "content", "tool_calls", "prefix"},
    "tool": {"role", "content", "tool_call_id", "name"},
}  # fmt: skip
"""Role -> the keys that Mistral defines."""
OF_A_CALL: Final = {"id", "type", "function", "custom"}
