"""Wrappers: what logs, batch files, exports and recorders put around chunks, responses and histories. One file a wrapper.

A wrapper's module has `NAME` (as shown), `PATH` (where in it the payload stands, as shown), `sniff(value)`, true for a decoded JSON value
that is this wrapper, and `parts(value)`, what it holds in the order of the file. Readers take nothing for granted: a value that is not what
it should be gives no part. Nothing is repaired: what a wrapper did not keep is said in `Wrapped.lost`.
"""

import importlib
import pkgutil
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from validation.facts.carriage import Input, Wrapped


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


def unwrap(value: object, facts: Input) -> Iterator[Wrapped] | None:
    """What `value` holds if it is a wrapper, else None. Notes the wrapper's name in `facts.wrappers`."""
    if not isinstance(value, dict | list):
        return None
    for wrapper in WRAPPERS:
        if wrapper.sniff(value):
            if wrapper.name not in facts.wrappers:
                facts.wrappers.append(wrapper.name)
            return wrapper.parts(value)
    return None
