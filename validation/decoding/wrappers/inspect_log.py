"""Logs of Inspect, written as JSON: the messages of every sample.

Source: inspect.aisi.org.uk/eval-logs.html.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from validation.decoding.wrappers.conversions.conversation import Conversation
from validation.decoding.wrappers.conversions.held import Held
from validation.decoding.wrappers.conversions.inspect_messages import is_inspect_message
from validation.decoding.wrappers.conversions.messages import add_messages
from validation.facts.carriage import Wrapped

NAME = "inspect-log"
PATH = "$.samples[*].messages"


def sniff(value: Any) -> bool:
    """True for a log, a sample, or a list of messages, with a call as only Inspect writes it."""
    if isinstance(value, list):
        return any(map(is_inspect_message, value))
    if not isinstance(value, Mapping) or "model" in value:  # a request with calls that no server takes
        return False
    samples = value.get("samples") if isinstance(value.get("samples"), list) else [value]
    return any(_has_messages(sample) for sample in samples or ())


def _has_messages(sample: object) -> bool:
    messages = sample.get("messages") if isinstance(sample, Mapping) else None
    return isinstance(messages, list) and any(map(is_inspect_message, messages))


def parts(value: Any) -> Iterator[Wrapped]:
    """A history a sample."""
    held = Held(value)
    for sample in held.get("samples").elements() if isinstance(held.keys.get("samples"), list) else (held,):
        conversation = Conversation()
        add_messages(conversation, sample)
        if conversation.messages:
            yield conversation.wrapped()
