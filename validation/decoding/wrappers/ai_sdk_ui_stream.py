"""The AI SDK's stream to a user interface: events of a message as it grows, calls keyed by `toolCallId`.

Its calls are put together and judged as those of one answer. There are no rules on the events themselves, and a tool's output says nothing
of the endpoint; so the format is also named as not checked. The parts of `fullStream`, which applications log, are read alike where calls
came in pieces.
Sources: ai-sdk.dev/docs/ai-sdk-ui/stream-protocol; package ai, `TextStreamPart` of versions 4 to 6.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from validation.decoding.wrappers.conversions.exchanges import failed
from validation.decoding.wrappers.conversions.held import Held, dumps
from validation.facts.carriage import Piece, Wrapped
from validation.facts.places import Sources
from validation.facts.unread_dialects import is_log

NAME = "ai-sdk-ui-stream"
PATH = "$.type"

EVENTS: Final = frozenset(
    {
        "start-step", "finish-step", "text-start", "text-delta", "text-end", "reasoning-start", "reasoning-delta", "reasoning-end",
        "tool-input-start", "tool-input-delta", "tool-input-available", "tool-input-error", "tool-output-available", "tool-output-error",
        "tool-output-denied", "tool-approval-request", "message-metadata", "tool-input-end", "tool-call-delta", "tool-call-streaming-start",
    }
)  # fmt: skip
WITH_KEY: Final = {"start": "messageId", "finish": "finishReason", "error": "errorText"}
"""Events whose names say too little; they are known by a key beside it."""

OF_CALLS: Final = ("tool-input-", "tool-call-")
DELTAS: Final = ("inputTextDelta", "argsTextDelta", "delta")
"""Names of a piece of a call's input."""
TEXTS: Final = ("delta", "text", "textDelta")
"""Names of a piece of text."""
FINISH_WORDS: Final = {"tool-calls": "tool_calls", "content-filter": "content_filter"}
MAX_CHARACTERS: Final = 16 << 20


def sniff(value: Any) -> bool:
    """True for an event of such a stream."""
    kind = value.get("type") if isinstance(value, Mapping) else None
    if not (isinstance(kind, str) and (kind in EVENTS or (kind in WITH_KEY and WITH_KEY[kind] in value))):
        return False
    return "toolCallId" in value or not is_log(value)  # a tool may put out anything


def parts(value: Any) -> Iterator[Wrapped]:
    """The event, as a piece of its answer."""
    yield Wrapped(Wrapped.MESSAGE, value, "", group=NAME, join=join)


def join(pieces: Sequence[Piece]) -> Iterator[Wrapped]:
    """One answer a message of the stream."""
    yield Wrapped(Wrapped.FOREIGN, None, "", detail=NAME)
    answer = _Answer()
    for value, at, _ in pieces:
        event = Held(value, at=at)
        if value["type"] == "start":
            yield from answer.wrapped()
            answer = _Answer()
        answer.take(event)
        if value["type"] == "error":
            yield failed(value["errorText"], event)
    yield from answer.wrapped()


def _first(event: Held, names: tuple[str, ...]) -> str:
    """The text under the first of these names that has one."""
    return next(filter(None, map(event.word, names)), "")


class _Answer:
    """What came of one message: its text, its calls by their id, and how it ended."""

    def __init__(self) -> None:
        self.first: Held | None = None
        self.id: object = None
        self.finish: object = None
        self.texts: list[str] = []
        self.calls: dict[str, _Call] = {}
        self.room = MAX_CHARACTERS

    def take(self, event: Held) -> None:
        kind = event.word("type")
        self.first = self.first or event
        if kind == "start":
            self.id = event.keys["messageId"]
        elif kind == "text-delta":
            self.texts.append(self._cut(_first(event, TEXTS)))
        elif kind == "finish":
            self.finish = event.keys["finishReason"]
        elif kind.startswith(OF_CALLS) and (id := _first(event, ("toolCallId", "id"))):
            call = self.calls.setdefault(id, _Call(event))
            call.name = event.word("toolName") or call.name
            call.texts.append(self._cut(_first(event, DELTAS)))
            if whole := next((key for key in ("input", "args") if key in event.keys), ""):
                call.whole = event.get(whole)

    def _cut(self, text: str) -> str:
        kept = text[: self.room]
        self.room -= len(kept)
        return kept

    def wrapped(self) -> Iterator[Wrapped]:
        """The answer as a response; none where nothing came that could be judged."""
        text = "".join(self.texts)
        if not text and not self.calls:
            return
        message: dict[str, Any] = {"role": "assistant", "content": text or None}
        if self.calls:
            message["tool_calls"] = [call.wire(id) for id, call in self.calls.items()]
        choice: dict[str, Any] = {"index": 0, "message": message}
        if isinstance(self.finish, str):
            choice["finish_reason"] = FINISH_WORDS.get(self.finish, self.finish)
        value = {"object": "chat.completion", "choices": [choice]}
        if isinstance(self.id, str):
            value["id"] = self.id
        sources = Sources()
        if self.first is not None:
            sources.places[""] = self.first.source(alike=False)
        for number, call in enumerate(self.calls.values()):
            sources.places[f"/choices/0/message/tool_calls/{number}"] = call.first.source(alike=False)
        yield Wrapped(Wrapped.RESPONSE, value, "", lost=frozenset({"stream", "finish-words", "type"}), sources=sources)


class _Call:
    """One call. `whole`: its input as it was parsed, once it was complete; the deltas are what the endpoint sent."""

    def __init__(self, first: Held) -> None:
        self.first = first
        self.name = ""
        self.texts: list[str] = []
        self.whole: Held | None = None

    def wire(self, id: str) -> dict[str, Any]:
        text = "".join(self.texts)
        if not text and self.whole is not None:
            text = self.whole.value if isinstance(self.whole.value, str) else dumps(self.whole.value)
        return {"id": id, "type": "function", "function": {"name": self.name, "arguments": text}}
