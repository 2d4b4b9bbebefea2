"""Words of `finish_reason`: those of the protocol, and those that providers are known for."""

import re
from typing import Final

KNOWN: Final = frozenset({"stop", "length", "tool_calls", "content_filter", "function_call"})
RUN_TOGETHER: Final = re.compile("(stop|length|tool_calls|content_filter|function_call){2,}")
"""Two or more of them joined as text."""

_OWNERS: Final = {
    ("deepseek", "DeepSeek"): ("insufficient_system_resource",),
    ("mistral", "Mistral"): ("model_length", "error"),
    ("anthropic", "Anthropic's own API"): ("end_turn", "tool_use", "max_tokens"),
    ("gemini", "Gemini's own API"): ("STOP", "MAX_TOKENS"),
    ("provider", "GLM"): ("sensitive", "network_error", "model_context_window_exceeded"),
    ("provider", "TGI, vLLM or SGLang"): ("eos_token", "stop_sequence", "abort", "repetition"),
    ("provider", "watsonx"): ("time_limit", "cancelled"),
}
OWNER_OF: Final = {value: owner for owner, values in _OWNERS.items() for value in values}
"""A word -> the profile that accepts it, "provider" where none does, and whose it is."""
