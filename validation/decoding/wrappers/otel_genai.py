"""OpenTelemetry's spans and log records of calls to a model, after the conventions for generative AI.

Messages are attributes with a text that holds them, structured attributes, one attribute a leaf (OpenLLMetry), or events. The telemetry of
the AI SDK, of Pydantic AI and of Langfuse is read alike. Log records stand in the protocol's JSON, or one by one as a console shows them.
Source: OpenTelemetry semantic conventions, gen-ai.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from validation.decoding.wrappers.conversions.conversation import Conversation
from validation.decoding.wrappers.conversions.held import Held
from validation.decoding.wrappers.conversions.messages import add_messages
from validation.decoding.wrappers.conversions.otel_messages import is_otel_message
from validation.decoding.wrappers.conversions.span_events import add_events, is_event
from validation.decoding.wrappers.conversions.span_messages import histories_of, holds_messages
from validation.decoding.wrappers.conversions.spans import RESOURCES, log_records_of, spans_of
from validation.facts.carriage import Piece, Wrapped

NAME = "otel-genai"
PATH = "gen_ai.input.messages, gen_ai.output.messages"

DOCUMENTS = (*RESOURCES, "resourceLogs", "resource_logs", "trace", "spans", "attributes", "data", "tags")
LOOKED_AT = 10_000


def sniff(value: Any) -> bool:
    """True for a document with such a span or record, and for a list of such messages, alone or under `messages`."""
    listed = value.get("messages") if isinstance(value, Mapping) else value
    if isinstance(listed, list):
        return any(is_otel_message(message) and message["parts"] for message in listed[:8])
    if not isinstance(value, Mapping) or not any(name in value for name in DOCUMENTS):
        return False
    if _is_record(value):
        return True
    return any(map(holds_messages, islice(spans_of(value), LOOKED_AT))) or any(map(_holds, islice(log_records_of(value), LOOKED_AT)))


def _is_record(value: Mapping[str, Any]) -> bool:
    """True for one log record that is a message."""
    return "body" in value and is_event(Held(value))


def _holds(record: Held) -> bool:
    return is_event(record) or holds_messages(record)


def parts(value: Any) -> Iterator[Wrapped]:
    """The history of every span, or of the log records of every span."""
    if isinstance(value, list) or isinstance(value.get("messages"), list):
        conversation = Conversation()
        add_messages(conversation, Held(value))
        yield conversation.wrapped()
        return
    if _is_record(value):
        yield Wrapped(Wrapped.MESSAGE, value, "", group=NAME, join=join)
        return
    yield from histories_of(spans_of(value))
    records = list(log_records_of(value))
    yield from histories_of(record for record in records if not is_event(record))
    yield from _of_events(filter(is_event, records))


def join(pieces: Sequence[Piece]) -> Iterator[Wrapped]:
    """Log records that stood one by one."""
    yield from _of_events(Held(value, pointer, at=at) for value, at, pointer in pieces)


def _of_events(events: Iterable[Held]) -> Iterator[Wrapped]:
    """The history of the events of every span."""
    of_span: dict[tuple[str, str], list[Held]] = {}
    for record in events:
        ids = record.word("traceId") or record.word("trace_id"), record.word("spanId") or record.word("span_id")
        of_span.setdefault(ids, []).append(record)
    for records in of_span.values():
        conversation = Conversation()
        answered = add_events(conversation, records)
        if conversation.messages:
            yield conversation.wrapped(exchange="answered" if answered else "")
