"""What a check may cost, and the errors that end it."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Final

MAX_TEXT: Final = 1 << 20
MAX_STEPS: Final = 50_000
MAX_NODES: Final = 20_000
MAX_DEPTH: Final = 64
MAX_NESTED: Final = 80
TOO_DEEP: Final = "the schema or the arguments are nested too deep"
MAX_SCHEMA_TEXT: Final = 1 << 20
MAX_PATTERN: Final = 1_000
PATTERN_SECONDS: Final = 0.1


class Refused(Exception):  # noqa: N818 - not an error: the check is not done
    """The check goes no further; the text says why, in a few plain words."""


class Bounds:
    """The steps and the time of one check. `deadline`: a moment of the thread's CPU time, so that a busy machine changes no answer."""

    __slots__ = ("deadline", "nested", "steps")

    def __init__(self, deadline: float) -> None:
        self.deadline = deadline
        self.nested = 0
        self.steps = MAX_STEPS

    @contextmanager
    def inside(self) -> Iterator[None]:
        """One keyword inside another. Ends well before Python's own limit, at which the library's compiled parts fail hard."""
        self.nested += 1
        try:
            if self.nested > MAX_NESTED:
                raise Refused(TOO_DEEP)
            yield
        finally:
            self.nested -= 1

    def step(self) -> None:
        """Count one keyword on one value."""
        self.steps -= 1
        if self.steps < 0:
            raise Refused("the check takes too many steps")
        if time.thread_time() > self.deadline:
            raise Refused("the time for schema checks was used up")

    def search(self, pattern: str, text: str) -> bool:
        """Whether `pattern` matches somewhere in `text`."""
        import regex

        if len(pattern) > MAX_PATTERN:
            raise Refused("a pattern is too long")
        self.step()
        seconds = min(PATTERN_SECONDS, max(self.deadline - time.thread_time(), 0.001))
        try:
            return regex.search(pattern, text, timeout=seconds) is not None
        except TimeoutError:
            raise Refused("a pattern takes too long") from None
        except regex.error:
            raise Refused("a pattern cannot be read") from None


_current: ContextVar[Bounds] = ContextVar("bounds")


@contextmanager
def within(bounds: Bounds) -> Iterator[None]:
    """Keywords inside this block count against `bounds`: jsonschema hands them nothing of ours."""
    before = _current.set(bounds)
    try:
        yield
    finally:
        _current.reset(before)


def current() -> Bounds:
    """The bounds of the check that runs."""
    return _current.get()


def fit(schema: Any) -> None:
    """Raise `Refused` for a schema that is too large or too deep, or a part of which follows a draft of its own."""
    nodes, texts = 0, 0
    level: list[Any] = [schema]
    for _ in range(MAX_DEPTH):
        below: list[Any] = []
        for node in level:
            nodes += len(node)
            if nodes > MAX_NODES:
                break
            values = node
            if type(node) is dict:
                values = node.values()
                texts += sum(map(len, node))
                if node is not schema and type(node.get("$schema")) is str:
                    raise Refused("a part of the schema follows a draft of its own")
            texts += sum(len(value) for value in values if type(value) is str)
            below += [value for value in values if type(value) is dict or type(value) is list]
        if nodes > MAX_NODES or texts > MAX_SCHEMA_TEXT:
            break
        if not below:
            return
        level = below
    raise Refused("the schema is too large")
