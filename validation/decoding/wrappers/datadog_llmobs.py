"""Spans of Datadog's LLM Observability: the messages that a model was sent, and what it said, as one history a span.

As they are sent (`{"data":{"attributes":{"spans":[...]}}}`, `{"spans":[...]}`), as the search gives them, or one a line.
Sources: docs.datadoghq.com/llm_observability/instrumentation/api; DataDog/dd-trace-py ddtrace/llmobs/types.py.
"""

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from validation.decoding.wrappers.conversions.datadog_messages import is_datadog_message
from validation.decoding.wrappers.conversions.exchanges import exchange
from validation.decoding.wrappers.conversions.held import Held
from validation.facts.carriage import Wrapped

NAME = "datadog-llm-obs"
PATH = "$.meta.input.messages and $.meta.output.messages of each span"

IDS = frozenset({"span_id", "trace_id"})
LOOKED_AT = 64


def sniff(value: Any) -> bool:
    """True for a span of a model, and for what holds such spans, if one of the first has messages that only Datadog writes so."""
    if not isinstance(value, Mapping) or ("meta" not in value and "spans" not in value and "data" not in value):
        return False
    return any(map(_is_told_so, islice(_spans(value), LOOKED_AT)))


def _is_told_so(span: Held) -> bool:
    messages = (message for side in _sides(span) for message in side.elements())
    return "meta" in span.keys or any(is_datadog_message(message.value) for message in messages)


def parts(value: Any) -> Iterator[Wrapped]:
    """One history a span of a model."""
    for span in _spans(value):
        asked, answer = _sides(span)
        yield from exchange(asked, answer)


def _spans(value: Any) -> Iterator[Held]:
    """The spans that hold messages of a model."""
    held = Held(value)
    data = held.get("data")
    several = (held.get("spans"), held.get("data", "attributes", "spans"))
    listed = [span for spans in several for span in spans.elements()]
    found = [held, *listed, *(entry.get("attributes") for entry in data.elements())]
    for span in found:
        if not IDS.isdisjoint(span.keys) and _kind(span) in ("llm", "") and any(_has_messages(side) for side in _sides(span)):
            yield span


def _has_messages(side: Held) -> bool:
    return any(isinstance(message.value, Mapping) and "role" in message.keys for message in islice(side.elements(), LOOKED_AT))


def _kind(span: Held) -> str:
    """What the span is of, "" where it does not say."""
    meta = span.get("meta")
    return meta.word("kind") or meta.word("span.kind") or meta.get("span").word("kind") or span.word("span_kind")


def _sides(span: Held) -> tuple[Held, Held]:
    """The messages that were sent, and those that came back."""
    holder = span.get("meta") if "meta" in span.keys else span
    return holder.get("input", "messages"), holder.get("output", "messages")
