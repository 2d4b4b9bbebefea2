"""What a chunk holds beside its deltas, or in their place -> facts: usage, errors, whole messages, nothing."""

from typing import Any

from validation.facts.carriage import BareError
from validation.facts.places import Spot, again, short
from validation.facts.streams import Choice, ErrorFrame, Stream
from validation.reassembly.choices import EXCERPT, plain

MAX_ERRORS = 16

Wire = dict[str, Any]

_ENVELOPE = {"id", "object", "created", "model", "choices", "usage", "system_fingerprint", "service_tier", "obfuscation", "error"}
"""Keys that explain nothing on a chunk whose `choices` are empty. Any other key is an annotation and the chunk has a purpose."""


def note_no_choices(stream: Stream, wire: Wire, spot: Spot) -> None:
    """A chunk without choices: what explains it, or that nothing does."""
    choices, usage = wire.get("choices"), wire.get("usage")
    if type(usage) is dict:
        stream.usage_alone.add(plain(usage.get("total_tokens")), spot._replace(pointer="/usage"))
    if type(choices) is not list:
        stream.choices_missing = again(stream.choices_missing, spot)
        if choices is not None:
            stream.odd.add(("choices", type(choices).__name__), spot)
    elif not (usage and type(usage) is dict) and set(wire) <= _ENVELOPE and wire.get("error") is None:
        stream.choices_empty = again(stream.choices_empty, spot)


def note_no_delta(choice: Choice, wire: Wire, spot: Spot, before: int) -> None:
    """A choice without a delta. One that only carries results of a filter does not go on: `before` stays its last chunk."""
    if type(wire.get("message")) is dict:
        choice.stream.messages_beside = again(choice.stream.messages_beside, spot)
    if not ("content_filter_offsets" in wire or "content_filter_results" in wire):
        choice.delta_missing = again(choice.delta_missing, spot)
    elif wire.get("finish_reason") is None:
        choice.last_chunk = before


def note_beside(choice: Choice, wire: Wire, delta: object, spot: Spot) -> None:
    """A `message` beside a delta, which only mirrors it when both have the same content, and is none when it holds nothing; or a usage
    inside a choice."""
    message, stream = wire.get("message"), choice.stream
    if type(message) is dict and message and type(delta) is dict:
        if (message.get("content") or "") == (delta.get("content") or ""):
            stream.mirrors = again(stream.mirrors, spot)
        elif any(value for key, value in message.items() if key != "role"):
            stream.messages_beside = again(stream.messages_beside, spot)
    if type(wire.get("usage")) is dict:
        choice.usage_inside = again(choice.usage_inside, spot)


def note_usage(stream: Stream, usage: object, spot: Spot) -> None:
    """A usage that is not null."""
    if type(usage) is dict:
        stream.usage = usage
        stream.usage_seen = again(stream.usage_seen, spot)
    else:
        stream.odd.add(("usage", type(usage).__name__), spot)


def note_error(stream: Stream, wire: Wire, spot: Spot) -> None:
    """Keep code and message of the error frame at `spot`, at most 16 of them."""
    error = wire["error"]
    known = error if isinstance(error, dict) else {"message": error}
    code, message = (short(known.get(key, ""), EXCERPT) for key in ("code" if known.get("code") is not None else "type", "message"))
    pointer = "" if isinstance(error, BareError) else "/error"
    if len(stream.errors) < MAX_ERRORS:
        stream.errors.append(ErrorFrame(spot._replace(pointer=pointer), code, message, not wire.get("choices")))
