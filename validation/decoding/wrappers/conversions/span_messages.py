"""The history that a span shows: the messages that were sent to the model and its answer, in whichever convention it was written."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from validation.decoding.wrappers.conversions.answers import add_answer
from validation.decoding.wrappers.conversions.conversation import Conversation
from validation.decoding.wrappers.conversions.exchanges import failed
from validation.decoding.wrappers.conversions.flattened import add_flattened, is_flattened
from validation.decoding.wrappers.conversions.held import Held
from validation.decoding.wrappers.conversions.messages import add_messages
from validation.decoding.wrappers.conversions.span_events import add_events, is_event
from validation.decoding.wrappers.conversions.spans import attributes_of
from validation.facts.carriage import Wrapped

SENT: Final = ("gen_ai.input.messages", "ai.prompt.messages", "pydantic_ai.all_messages")
ANSWERS: Final = ("gen_ai.output.messages",)
BODIES: Final = {
    "gen_ai.prompt": "gen_ai.completion", "gen_ai.request.messages": "gen_ai.response.text", "mlflow.spanInputs": "mlflow.spanOutputs",
    "input.value": "output.value", "langfuse.observation.input": "langfuse.observation.output",
}  # fmt: skip
"""Attributes that may hold messages or a request with some, or any other text, each with that of what came back."""
AI_SDK: Final = {"ai.response.text": "text", "ai.response.toolCalls": "toolCalls", "ai.response.finishReason": "finishReason"}
TOOLS: Final = "gen_ai.tool.definitions"
EVENTS: Final = ("events", "all_messages_events")
"""Attributes that hold the events as a text; Pydantic AI has both."""
FAILURES: Final = (2, "STATUS_CODE_ERROR", "ERROR")


def holds_messages(span: Held) -> bool:
    """True when a span has messages in its attributes or its events."""
    attributes = attributes_of(span)
    if any(name in attributes for name in (*SENT, *ANSWERS)) or is_flattened(attributes) or _body(attributes):
        return True
    return bool(_events(span, attributes)) or any(_has_details(event) for event in span.get("events").elements())


def _has_details(event: Held) -> bool:
    return any(name in attributes_of(event) for name in (*SENT, *ANSWERS))


def histories_of(spans: Iterator[Held]) -> Iterator[Wrapped]:
    """The history of every span that has one, and a word on each that failed without an answer."""
    for span in spans:
        conversation = Conversation()
        answered = _read(conversation, span)
        conversation.without_ids()  # models without ids for calls have none in their spans
        status = span.get("status")
        yield from conversation.rest()
        is_failed = not answered and (status.keys.get("code") in FAILURES or status.keys.get("status_code") in FAILURES)
        if conversation.messages or conversation.foreign:
            yield conversation.wrapped(exchange="answered" if answered else "unanswered" if is_failed else "")
            if is_failed:
                yield failed(status.word("message") or status.word("description"), status)


def _read(conversation: Conversation, span: Held) -> bool:
    """Append the messages of the first convention that the span follows; True when there is an answer."""
    attributes = attributes_of(span)
    sources = [attributes, *(attributes_of(event) for event in span.get("events").elements())]
    for source in sources:
        if any(name in source for name in (*SENT, *ANSWERS)):
            return _read_attributes(conversation, source)
    if is_flattened(attributes):
        return add_flattened(conversation, attributes, span)
    if name := _body(attributes):
        add_messages(conversation, attributes[name])
        return BODIES[name] in attributes and add_answer(conversation, attributes[BODIES[name]])
    return add_events(conversation, _events(span, attributes))


def _body(attributes: Mapping[str, Held]) -> str:
    """The name of the attribute whose text holds messages, or a request with some; "" for none."""
    for name in BODIES:
        held = attributes[name].opened() if name in attributes else None
        messages = held.keys.get("messages", held.value) if held is not None else None
        if isinstance(messages, list) and messages and all(isinstance(message, dict) and "role" in message for message in messages[:4]):
            return name
    return ""


def _read_attributes(conversation: Conversation, attributes: Mapping[str, Held]) -> bool:
    """Messages as one attribute each for what was sent and what came back."""
    if TOOLS in attributes:
        conversation.tools = attributes[TOOLS].opened()
    for name in SENT:
        if name in attributes:
            add_messages(conversation, attributes[name])
            break
    for name in ANSWERS:
        if name in attributes and add_answer(conversation, attributes[name]):
            return True
    noted: dict[str, Any] = {key: attributes[name].opened().value for name, key in AI_SDK.items() if name in attributes}
    if not noted:
        return False
    answer = next(attributes[name] for name in AI_SDK if name in attributes)
    return add_answer(conversation, answer._replace(value={"toolCalls": [], **noted}))


def _events(span: Held, attributes: Mapping[str, Held]) -> list[Held]:
    """The events of a span that are messages; some write them as one attribute."""
    events = [event for event in span.get("events").elements() if is_event(event)]
    for listed in (attributes[name] for name in EVENTS if name in attributes):
        events = events or [event for event in listed.opened().elements() if is_event(event)]
    return events
