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

from validation.decoding.wrappers import homemade
from validation.facts.carriage import Envelope, Input, Wrapped
from validation.facts.places import NOWHERE, At

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


def unwrap(value: object, facts: Input, at: At = NOWHERE) -> Iterator[Wrapped] | None:
    """What `value` holds if it is a wrapper, else None. Notes the wrapper at `at` in `facts`."""
    if not isinstance(value, dict | list):
        return None
    for wrapper in WRAPPERS:
        if wrapper.sniff(value):
            return _noted(wrapper.name, wrapper.path, wrapper.parts(value), facts, at)
    found = homemade.look_into(value, _has_reader)
    return None if found is None else _noted(found.name, found.path, found.parts, facts, at)


def _has_reader(value: object) -> bool:
    return any(wrapper.sniff(value) for wrapper in WRAPPERS)


def _noted(name: str, path: str, parts: Iterable[Wrapped], facts: Input, at: At) -> Iterator[Wrapped]:
    """The parts; what the wrapper is called and has lost goes into `facts`."""
    if name not in facts.wrappers and len(facts.wrappers) < MAX_NAMES:
        facts.wrappers.append(name)
    envelope = facts.envelopes.get(name)
    if envelope is None:
        envelope = Envelope(path, at)
        if len(facts.envelopes) < MAX_NAMES:
            facts.envelopes[name] = envelope
    envelope.count += 1
    return _watched(parts, envelope)


def _watched(parts: Iterable[Wrapped], envelope: Envelope) -> Iterator[Wrapped]:
    for part in parts:
        envelope.lost |= part.lost
        yield part
