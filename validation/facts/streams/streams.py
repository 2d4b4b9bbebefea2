"""What was seen of one stream: its envelope, the shapes of its chunks, its choices, usage and errors."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from validation.facts.budgets import Budget
from validation.facts.carriage import Body
from validation.facts.declarations import Declarations
from validation.facts.places import NOWHERE, WHOLE, At, Origin, Scope, Seen, Sources, Spot, Tally
from validation.facts.requests import Request
from validation.facts.streams.choices import Choice

EVERY_KEY: Final = frozenset({"content", "function_call", "role", "tool_calls"})
"""Keys of a delta that openai-python knows in every version; no endpoint sends all of them at once."""


class ErrorFrame(NamedTuple):
    """An object with a non-null `error`: code, type and message as short texts, `alone` when there were no choices beside it."""

    spot: Spot
    code: str
    message: str
    alone: bool


class Shape(NamedTuple):
    """The keys of one kind of wire object, in their order. `kind`: "chunk", "choice", "delta" or "call"."""

    kind: str
    keys: tuple[str, ...]


@dataclass(slots=True, eq=False)
class Stream:
    """One response: a stream of chunks (`kind` "stream") or one merged `chat.completion` (`kind` "response").

    `ids`, `objects`, `models`, `created`: the values of the envelope with place and count (None for missing or null); error frames and
    annotations of Azure's content filter are left out of `objects`, and out of `ids` where they have none. `choices_missing`,
    `choices_empty`: only where nothing explains it. `shapes` counts key tuples; the field census falls out of them. `chunks` counts records
    with `choices` or `usage`. `marks`: fingerprints of emitters. `limits`: what was beyond the bounds of the engine. `usage_alone`: the
    total tokens of usages on chunks without choices. `messages_beside`: whole messages in the stream; `mirrors`: messages beside a delta
    that only hold what it holds. `sources`: where the parts of a response stand that was put together from a stream of another kind.
    `usual`: nothing about its envelope is out of the ordinary.
    """

    number: int
    first: At
    body: Body
    kind: str = "stream"
    last_at: At = NOWHERE
    origin: Origin | None = None
    sources: Sources | None = None
    lost: frozenset[str] = frozenset()
    request: Request | None = None
    dialect: str | None = None
    marks: set[str] = field(default_factory=set)
    chunks: int = 0
    tool_chunks: int = 0
    ids: Tally = field(default_factory=Tally)
    objects: Tally = field(default_factory=Tally)
    models: Tally = field(default_factory=Tally)
    created: Tally = field(default_factory=Tally)
    shapes: Counter[Shape] = field(default_factory=Counter)
    choices: list[Choice] = field(default_factory=list)
    choices_missing: Seen | None = None
    choices_empty: Seen | None = None
    messages_beside: Seen | None = None
    errors: list[ErrorFrame] = field(default_factory=list)
    usage: dict[str, Any] | None = None
    usage_seen: Seen | None = None
    usage_alone: Tally = field(default_factory=Tally)
    mirrors: Seen | None = None
    odd: Tally = field(default_factory=Tally)
    limits: Tally = field(default_factory=Tally)
    budget: Budget = field(default_factory=Budget)
    usual: bool = False

    @property
    def declared(self) -> Declarations | None:
        """The tools of the request by name; None when no request is known."""
        return None if self.request is None else self.request.declared

    @property
    def scope(self) -> Scope:
        """The whole stream."""
        return WHOLE

    @property
    def dumped(self) -> bool:
        """True for chunks that a client library wrote out again with every key it knows: what is null there was absent, or null."""
        deltas = [shape.keys for shape in self.shapes if shape.kind == "delta"]
        return self.body.container != "sse" and bool(deltas) and all(map(EVERY_KEY.issubset, deltas))

    @property
    def id(self) -> str | None:
        """The first non-empty chunk id, or None."""
        return next((value for value in self.ids if isinstance(value, str) and value), None)

    @property
    def model(self) -> str | None:
        """The first non-empty model name, or None."""
        return next((value for value in self.models if isinstance(value, str) and value), None)

    @property
    def tail(self) -> At:
        """Where the last record of this stream stands."""
        return self.last_at if self.last_at != NOWHERE else self.first
