"""Wrappers: what logs, batch files, exports and recorders put around chunks, responses and histories. One file a wrapper.

A wrapper's module has `NAME` (as shown), `PATH` (where in it the payload stands, as shown), `sniff(value)`, true for a decoded JSON value
that is this wrapper, and `parts(value)`, what it holds in the order of the file. Readers take nothing for granted: a value that is not what
it should be gives no part. Nothing is repaired: what a wrapper did not keep is said in `Wrapped.lost`. What no module knows is looked into
for something that can be checked (`homemade`): many logs are one of a kind.
"""

import importlib
import pkgutil
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, NamedTuple

from validation.decoding.wrappers import har, homemade
from validation.decoding.wrappers.credentials import headers_beside
from validation.decoding.wrappers.error_bodies import bare_error
from validation.decoding.wrappers.request_ids import asked_first
from validation.facts.carriage import Envelope, Input, Wrapped
from validation.facts.places import NOWHERE, At, Within
from validation.facts.unread_dialects import LOOKED_AT, dialect_of, objects
from validation.facts.unread_formats import format_of_object

MAX_NAMES: Final = 16
"""More names than these come from keys that differ from line to line."""


class Wrapper(NamedTuple):
    """One wrapper: how it is shown, how it is known, and what it holds."""

    name: str
    path: str
    sniff: Callable[[Any], bool]
    parts: Callable[[Any], Iterator[Wrapped]]


def _load() -> tuple[Wrapper, ...]:
    modules = [importlib.import_module(f"{__name__}.{found.name}") for found in pkgutil.iter_modules(__path__)]
    return tuple(Wrapper(module.NAME, module.PATH, module.sniff, module.parts) for module in modules if hasattr(module, "sniff"))


WRAPPERS = _load()


def unwrap(value: object, facts: Input, at: At = NOWHERE) -> Iterable[Wrapped] | None:
    """What `value` holds if it is a wrapper, else None. Notes the wrapper at `at` in `facts`."""
    if isinstance(value, str):
        texts = homemade.look_into_text(value, _has_reader) if facts.container != "sse" else None  # a client takes the text for a chunk
        return None if texts is None else _watched(texts.parts, _envelope(texts.name, texts.path, facts, at))
    if not isinstance(value, dict | list):
        return None
    habit = facts.habit
    if habit is not None and type(value) is dict and (part := homemade.chunk_in(value, habit)) is not None:
        habit.count += 1
        return (part,)
    for wrapper in WRAPPERS:
        if wrapper.sniff(value):
            if wrapper.name != har.NAME:
                _note_keys(value, facts, at)
            return _watched(wrapper.parts(value), _envelope(wrapper.name, wrapper.path, facts, at))
    messages = objects(value[:LOOKED_AT]) if isinstance(value, list) else [value] if "role" in value else []
    if dialect := next((name for message in messages if (name := dialect_of(message, alone=message is value))), ""):
        return (Wrapped(Wrapped.FOREIGN, None, "", detail=dialect),)
    if type(value) is dict and (error := bare_error(value, facts, at)) is not None:
        return (Wrapped(Wrapped.CHUNK, {"error": error}, ""),)
    found = homemade.look_into(value, _has_reader)
    if found is None:
        _note_what_is_none(value, facts, at)
        return None
    if habit is not None and isinstance(value, dict) and (merged := homemade.response_in(value, habit, found.parts)):
        habit.count += 1
        return (merged,)
    envelope = _envelope(found.name, found.path, facts, at)
    if found.key and isinstance(value, dict):
        envelope.keys, envelope.key = tuple(value), found.key
        envelope.request_keys = asked_first(value)
        facts.habit = envelope
    return _watched(found.parts, envelope)


def _note_what_is_none(value: object, facts: Input, at: At) -> None:
    """Note of what is no wrapper the credentials in the settings of a request, and what the first object resembles."""
    if isinstance(value, dict):
        if "messages" in value:
            _note_keys(value, facts, at)
        facts.resembles = facts.resembles or format_of_object(value)


def _note_keys(value: object, facts: Input, at: At) -> None:
    """Note the credentials beside what a record holds. A HAR file says itself where its headers stand."""
    for header in headers_beside(value) if isinstance(value, dict) else ():
        facts.note_keys(Within(at, header.pointer), header.detail, header.value)


def _has_reader(value: object) -> bool:
    return any(wrapper.sniff(value) for wrapper in WRAPPERS)


def _envelope(name: str, path: str, facts: Input, at: At) -> Envelope:
    """What is known of the wrapper of this name, with one more of it counted."""
    envelope = facts.envelopes.get(name)
    if envelope is None:
        envelope = Envelope(path, at)
        if len(facts.wrappers) < MAX_NAMES:
            facts.wrappers.append(name)
            facts.envelopes[name] = envelope
    envelope.count += 1
    return envelope


def _watched(parts: Iterable[Wrapped], envelope: Envelope) -> Iterator[Wrapped]:
    """The parts; what was lost is noted."""
    for part in parts:
        envelope.lost |= part.lost
        yield part
