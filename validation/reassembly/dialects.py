"""Fingerprints of emitters: keys, ids and comments that only one server writes.

A stream that shows two that conflict came through a gateway: then nothing is detected. The ids of calls come from the server that ran the
model, and OpenRouter hands them on: beside its own marks they do not conflict.
"""

import re
from collections.abc import Iterable
from typing import Any

from validation.facts.carriage import COMMENT
from validation.facts.streams import Stream

_KEYS = {
    "token_ids": "vllm",
    "prompt_token_ids": "vllm",
    "matched_stop": "sglang",
    "prompt_filter_results": "azure",
    "content_filter_results": "azure",
    "x_groq": "groq",
    "timings": "llama.cpp",
    "obfuscation": "openai",
    "p": "mistral",
    "provider": "provider",
    "native_finish_reason": "native_finish_reason",
}
_KIMI_ID = re.compile(r"functions\.[^:]+:\d+")
_NINE = re.compile(r"[A-Za-z0-9]{9}")


def marks_of_keys(kind: str, keys: Iterable[str]) -> set[str]:
    """The marks that the keys of one wire object bear."""
    return {_KEYS[key] for key in keys if key in _KEYS and not (key == "p" and kind != "chunk")}


def mark_of_values(wire: dict[str, Any]) -> set[str]:
    """The mark that one value of a wire object bears."""
    extra = wire.get("extra_content")
    return {"gemini-compat"} if isinstance(extra, dict) and "google" in extra else set()


def detect(stream: Stream) -> str | None:
    """Whose habits the stream shows, or None when nothing or something contradictory was seen."""
    marks = set(stream.marks)
    if {"provider", "native_finish_reason"} <= marks:
        marks.add("openrouter")
    marks -= {"provider", "native_finish_reason"}
    marks |= _marks_of_comments(stream)
    if "openrouter" not in marks:
        marks |= _marks_of_ids(stream)
    servers = marks - {"kimi"}
    if len(servers) > 1:
        return None
    return next(iter(servers), "kimi" if "kimi" in marks else None)


def _marks_of_comments(stream: Stream) -> set[str]:
    comments = stream.body.oddities.get(COMMENT)
    marks = set()
    for _, text in comments.samples if comments else ():
        if "OPENROUTER PROCESSING" in text:
            marks.add("openrouter")
        elif text.strip(" :") == "keep-alive":
            marks.add("deepseek")
    return marks


def _marks_of_ids(stream: Stream) -> set[str]:
    marks = set()
    for choice in stream.choices:
        for call in choice.calls:
            if not call.id:
                continue
            if call.id.startswith("chatcmpl-tool-"):
                marks.add("vllm")
            elif _KIMI_ID.fullmatch(call.id):
                marks.add("kimi")
            elif _NINE.fullmatch(call.id) and call.id.upper() != call.id != call.id.lower():
                marks.add("mistral")
    return marks
