"""Langfuse's observations: one row of an export, or one object of its interface, an observation.

Columns are written in snake_case by exports and in camelCase by the interface. `input` and `output` are values, or texts that hold them.
Source: langfuse.com/docs/api-and-data-platform/features/blob-storage-export-fields.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from validation.decoding.wrappers.conversions.answers import error_of
from validation.decoding.wrappers.conversions.exchanges import exchange, failed
from validation.decoding.wrappers.conversions.held import Held
from validation.facts.carriage import Wrapped
from validation.facts.requests import Request

NAME = "langfuse-observation"
PATH = "$.input, $.output"

GENERATION = "GENERATION"
TYPES = frozenset(
    {GENERATION, "SPAN", "EVENT", "AGENT", "TOOL", "CHAIN", "RETRIEVER", "EVALUATOR", "EMBEDDING", "GUARDRAIL"}
)  # fmt: skip


def is_observation(value: object) -> bool:
    """True for an observation of any type."""
    if not isinstance(value, Mapping) or not ("trace_id" in value or "traceId" in value):
        return False
    return value.get("type") in TYPES if isinstance(value.get("type"), str) else False


def sniff(value: Any) -> bool:
    """True for an observation, and for a page of them."""
    return is_observation(value) or (
        isinstance(value, Mapping) and isinstance(value.get("data"), list) and any(map(is_observation, value["data"][:4]))
    )


def parts(value: Any) -> Iterator[Wrapped]:
    """The history of every generation; other observations hold no exchange with a model."""
    held = Held(value)
    yield from observations([held] if is_observation(value) else held.get("data").elements())


def observations(helds: Any) -> Iterator[Wrapped]:
    """The histories of observations, in their order, and a word on each that failed."""
    for held in helds:
        if held.word("type") == GENERATION:
            yield from _generation(held)


def _without_tools(sent: Held) -> tuple[Held, Held | None]:
    """The messages, and the declared tools where the list ends with them: the integration of LangChain writes each as a tool message."""
    messages = sent.value if isinstance(sent.value, list) else []
    end = len(messages)
    while end and _is_tool(messages[end - 1]):
        end -= 1
    if end == len(messages):
        return sent, None
    return sent._replace(value=messages[:end]), sent._replace(value=[message["content"] for message in messages[end:]])


def _is_tool(message: object) -> bool:
    if not isinstance(message, Mapping) or message.get("role") != "tool" or "tool_call_id" in message:
        return False
    content = message.get("content")
    return isinstance(content, Mapping) and bool(content.keys() & {"function", "input_schema", "parameters"})


def _generation(held: Held) -> Iterator[Wrapped]:
    sent = held.get("input").opened()
    request = Request(sent.keys) if "tools" in sent.keys else None
    messages, tools = _without_tools(sent)
    answer, is_failed = held.get("output"), held.word("level") == "ERROR"
    answer = answer._replace(value=None) if is_failed and error_of(answer) else answer
    yield from exchange(messages, answer, request=request, tools=tools, tools_alike=False)
    if is_failed:
        yield failed(held.word("status_message") or held.word("statusMessage"), held)
