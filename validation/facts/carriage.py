"""How the bytes carried the records: what decoding saw that is not inside a JSON value."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from validation.facts.credentials import credentials_in
from validation.facts.places import WHOLE, WHOLE_TEXT, At, Scope, Sources
from validation.facts.requests import Request

SAMPLES = 16
STOPS: Final = "the text stops inside a value"
"""How the detail of a line ends that is the beginning of a JSON value."""
NO_FINISHES: Final[Mapping[int, str]] = {}


class Oddity:
    """One kind of oddity of a body: first and last record place, count, and the first 16 samples (`At`, short text)."""

    __slots__ = ("count", "first", "last", "samples")

    def __init__(self, at: At, detail: str) -> None:
        self.first = at
        self.last = at
        self.count = 1
        self.samples: list[tuple[At, str]] = [(at, detail)]

    def again(self, at: At, detail: str) -> None:
        """Count one more of the same kind."""
        self.last = at
        self.count += 1
        if len(self.samples) < SAMPLES:
            self.samples.append((at, detail))

    @property
    def lost(self) -> tuple[At, str] | None:
        """The first of the samples that is what is left of an object that could not be read; None where none is."""
        return next((sample for sample in self.samples if sample[1].startswith('{"') or sample[1].endswith(STOPS)), None)


class Remark:
    """What decoding says between two records: `kind` is one of the constants below, `detail` a short text from the file.

    A remark takes no record number of its own unless the text is an event or a line that holds something (a text that is not JSON).
    """

    __slots__ = ("detail", "kind")

    def __init__(self, kind: str, detail: str = "") -> None:
        self.kind = kind
        self.detail = detail


class Done:
    """The `[DONE]` marker of an event stream, as a record."""

    __slots__ = ()


DONE: Final = Done()


class Piece(NamedTuple):
    """One record of a group: what a wrapper holds there, the record, and the pointer inside it."""

    value: Any
    at: At
    pointer: str


Join = Callable[[Sequence[Piece]], Iterator["Wrapped"]]
"""What the pieces of one group are when the file is over."""


class Wrapped:
    """One thing that a wrapper holds. `kind`: what `value` is, one of the constants.

    EVENTS: the bytes of an event stream or of JSON lines; CHUNK, RESPONSE: an object; HISTORY: a list of messages, or an object with
    `messages`; MESSAGE: one message, those of one `group` make a history, those of none do so with the messages that stand in no wrapper
    (`group` of a CHUNK or RECORD: the request that it answers);
    FAILED: a request that has no answer, `detail` says why; RECORD: anything that decoding gives, read as a record of the body around the
    wrapper; HEADER: a header, cookie or setting that holds a credential, `detail` is its name; FOREIGN: a format without a reader, `detail`
    is its name.
    `pointer`: to `value` inside the record. `via`: "json-string" or "base64" when `value` was a text there, `inner`: where in that text a
    CHUNK or RECORD stands. `request`: the request that the wrapper holds beside it. `lost`: what the wrapper did not keep
    ("arguments-text", "type", "finish-words", "empty-text", "ids", "stream", "body"). `exchange`: for a history, "answered" or "unanswered"
    when a log says so. `purpose`: "send" when the log says that this was sent, "archive" when it is kept with its answer. `sources`: where
    its parts stand, for a history that was put together; then `pointer` is not asked. `finishes`: message -> what the log says ended it.
    """

    __slots__ = (
        "detail", "exchange", "finishes", "group", "inner", "join", "kind", "lost", "pointer", "purpose", "request", "sources", "value",
        "via",
    )  # fmt: skip

    EVENTS = "events"
    CHUNK = "chunks"
    RESPONSE = "chat.completion"
    HISTORY = "messages"
    MESSAGE = "message"
    FAILED = "failed"
    RECORD = "record"
    HEADER = "header"
    FOREIGN = "foreign"

    def __init__(  # noqa: PLR0913 - everything behind the pointer is named
        self,
        kind: str,
        value: Any,
        pointer: str,
        *,
        via: str = "",
        inner: At = WHOLE_TEXT,
        request: Request | None = None,
        lost: frozenset[str] = frozenset(),
        exchange: str = "",
        purpose: str = "",
        group: str = "",
        detail: str = "",
        sources: Sources | None = None,
        finishes: Mapping[int, str] = NO_FINISHES,
        join: Join | None = None,
    ) -> None:
        self.kind = kind
        self.value = value
        self.pointer = pointer
        self.via = via
        self.inner = inner
        self.request = request
        self.lost = lost
        self.exchange = exchange
        self.purpose = purpose
        self.group = group
        self.detail = detail
        self.sources = sources
        self.finishes = finishes
        self.join = join


# Kinds of remark. Event streams:
COMMENT = "comment"
NO_SPACE = "no-space"
EVENT_FIELD = "event-field"
EVENT_ERROR = "event-error"
DATA_NOT_JSON = "data-not-json"
FIELD_MISSING = "field-missing"
FIELD_CASE = "field-case"
BLANK_LINE_MISSING = "blank-line-missing"
EMPTY_DATA = "empty-data"
MULTILINE_DATA = "multiline-data"
DONE_MALFORMED = "done-malformed"
UNTERMINATED = "last-event-unterminated"
LINE_END = "line-end"
# Any container:
BOM_INSIDE = "bom-inside"
BOM_BETWEEN = "bom-between"
"""A mark before the first chunk of a stream that is not the first one: it cost the line that opened it."""
NOT_UTF8 = "not-utf8"
LINE_INVALID = "line-invalid"
CUT_AT_END = "cut-at-end"
LINE_TOO_LONG = "line-too-long"
TOO_DEEP = "too-deep"
# Added by segmenting:
DONE_AGAIN = "done-again"
AFTER_DONE = "after-done"
BOUNDARY_GUESSED = "boundary-guessed"
NEVER_ENDED = "never-ended"
# Added by the pipeline:
NO_CHUNK = "no-chunk"
"""The data of an event among chunks is JSON, but no object, or an empty one."""
# Added for wrappers:
REQUEST_FAILED = "request-failed"


class Body:
    """How one segment (or, for what belongs to no segment, the file) was carried: container, oddities by kind, its `[DONE]`s.

    `lone_value`: the segment is the one JSON value of its file.
    """

    __slots__ = ("container", "done", "lone_value", "oddities", "pasted")

    def __init__(self, container: str = "jsonl", pasted: bool = False) -> None:
        self.container = container
        self.pasted = pasted
        self.lone_value = False
        self.oddities: dict[str, Oddity] = {}
        self.done: At | None = None

    @property
    def scope(self) -> Scope:
        """The whole body."""
        return WHOLE

    def note(self, kind: str, at: At, detail: str = "") -> None:
        """Count one oddity of `kind` at `at`."""
        known = self.oddities.get(kind)
        if known is None:
            self.oddities[kind] = Oddity(at, detail)
        else:
            known.again(at, detail)


class BareError(dict[str, Any]):
    """An error that is a body by itself, with no `error` around it."""


class Envelope:
    """What was unwrapped under one name: `path` to what it held, where first, how often, and what the wrapper did not keep.

    `keys`: those of a record that held one chunk, under `key`; `request_keys`: those of them that name the request it answers.
    """

    __slots__ = ("count", "first", "key", "keys", "lost", "path", "request_keys")

    def __init__(self, path: str, at: At) -> None:
        self.path = path
        self.first = at
        self.count = 0
        self.lost: set[str] = set()
        self.keys: tuple[str, ...] = ()
        self.key = ""
        self.request_keys: tuple[str, ...] = ()


class HeaderKey(NamedTuple):
    """A credential in a header, a cookie or a setting that a wrapper holds: the value itself is not kept."""

    at: At
    name: str
    kind: str
    length: int


class Input:
    """The file as a whole. Decoding fills the carriage, the pipeline the counts of segments.

    `container`: "sse", "jsonl" or "json". `shapes`: what was recognised -> count ("chunks", "chat.completion", "messages",
    "request", "training-line", "error-body", "unknown" ...). `tiers`: lines decoded by exact shape, untyped, and by the diagnosing
    path. `encoding`: "utf-8", or the other encoding that the bytes show ("utf-16-le" ...), or "binary". `bom`: a mark at the very start.
    `interleaved`: where records of different streams first alternate. `wrappers`: names of what was unwrapped, `envelopes`: what is known
    of those that hold records, `habit` the one that the next record is probably like. `header_keys`: credentials beside what they hold, the
    first 16, and `header_keys_seen` how many there are. `resembles`: the format of the first object that is none of a trace.
    `request`: what a command before the answer sends. `cut`: the file stops inside the history that it holds.
    """

    __slots__ = (
        "body", "bom", "bytes", "complete", "container", "cut", "encoding", "envelopes", "foreign", "habit", "header_keys",
        "header_keys_seen", "histories", "interleaved", "lines", "name", "pasted", "purpose", "records", "request", "resembles",
        "responses", "shapes", "streams", "tiers", "wrappers",
    )  # fmt: skip

    def __init__(self, name: str = "", pasted: bool = False) -> None:
        self.name = name
        self.pasted = pasted
        self.container = "jsonl"
        self.encoding = "utf-8"
        self.bom = False
        self.bytes = 0
        self.lines = 0
        self.records = 0
        self.tiers = [0, 0, 0]
        self.shapes: dict[str, int] = {}
        self.wrappers: list[str] = []
        self.envelopes: dict[str, Envelope] = {}
        self.habit: Envelope | None = None
        self.header_keys: list[HeaderKey] = []
        self.header_keys_seen = 0
        self.foreign: str | None = None
        self.resembles = ""
        self.request: Request | None = None
        self.body = Body()
        self.streams = 0
        self.responses = 0
        self.histories = 0
        self.interleaved: At | None = None
        self.purpose: str | None = None
        self.complete = True
        self.cut = False

    def note_keys(self, at: At, name: str, text: str) -> None:
        """Note the credentials in `text`, a header or setting `name` of a wrapper."""
        for credential in credentials_in(text):
            self.header_keys_seen += 1
            if len(self.header_keys) < SAMPLES:
                self.header_keys.append(HeaderKey(at, name, credential.kind, credential.length))

    @property
    def scope(self) -> Scope:
        """The whole file."""
        return WHOLE
