"""Messages as they are put together from what a wrapper holds, each with its source."""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from validation.decoding.wrappers.conversions.held import Held, dumps
from validation.facts.carriage import Piece, Wrapped
from validation.facts.places import Sources
from validation.facts.requests import Request

ARGUMENTS = "arguments-text"
TYPE = "type"
FINISH_WORDS = "finish-words"
STREAM = "stream"
IDS = "ids"

BEGUN: Final = re.compile(r'\s*(?:\[\s*)?\{\s*"')
"""How a text with messages, or with a request, begins."""


class Conversation:
    """One history in the making. `number` is that of the next message as people count in the wrapper; several messages that were one there
    are added under one number. `tools`: those declared, `tools_alike` when they are read as they
    stand there. `foreign`: the format of a message that cannot be read, "" when there is none. `unread`: texts that hold messages in JSON
    that is cut or broken."""

    def __init__(self) -> None:
        self.messages: list[Any] = []
        self.sources = Sources()
        self.finishes: dict[int, str] = {}
        self.lost: set[str] = set()
        self.number = 0
        self.tools: Held | None = None
        self.tools_alike = True
        self.foreign = ""
        self.unread: list[Held] = []

    def add(self, message: Any, held: Held, *, alike: bool = False) -> int:
        """Append a message that was read from `held`; `alike` when it is read as it is. Gives its place."""
        place = len(self.messages)
        self.messages.append(message)
        self.sources.numbers.append(self.number)
        self.point(place, "", held, alike=alike)
        return place

    def as_it_is(self, held: Held) -> int:
        """Append a message that needs no conversion, and count on."""
        place = self.add(held.value, held, alike=True)
        self.number += 1
        return place

    def leave(self, held: Held) -> None:
        """Note a text from which no messages could be read, if it was meant to hold some."""
        if isinstance(held.value, str) and not held.text and '"role"' in held.value and BEGUN.match(held.value):
            self.unread.append(held)

    def point(self, place: int, inside: str, held: Held, *, alike: bool = False) -> None:
        """Say where a part of a message stands, `inside` its JSON pointer from the message."""
        self.sources.places[f"/messages/{place}{inside}"] = held.source(alike=alike)

    def call(self, place: int, held: Held, id: object, name: object, arguments: Held) -> None:
        """Append a call to the assistant message at `place`. Arguments that are no text are written as JSON, and said to be lost as text;
        where there are none at all, an empty object stands for them."""
        text = arguments.value
        if not isinstance(text, str):
            text = "{}" if text is None else dumps(text)
            self.lost |= {ARGUMENTS, TYPE}
        calls = self.messages[place].setdefault("tool_calls", [])
        inside = f"/tool_calls/{len(calls)}"
        calls.append({"id": id, "type": "function", "function": {"name": name, "arguments": text}})
        self.point(place, inside, held)
        if arguments.value is not None:
            self.point(place, f"{inside}/function/arguments", arguments)

    def result(self, held: Held, id: object, content: Held, name: str = "") -> int:
        """Append a tool message; a content that is no text is written as JSON."""
        value = content.value
        message = {"role": "tool", "tool_call_id": id, "content": value if isinstance(value, str) or value is None else dumps(value)}
        if name:
            message["name"] = name
        place = self.add(message, held)
        self.point(place, "/content", content)
        return place

    def finish(self, place: int, word: object, *, foreign: bool = False) -> None:
        """Note what the log says ended the assistant message at `place`. `foreign`: the word is the wrapper's own."""
        if isinstance(word, str) and word:
            self.finishes[place] = word
            self.lost |= {FINISH_WORDS} if foreign else set()

    def without_ids(self) -> None:
        """Say that ids are lost where calls stand and neither one of them nor a result has one."""
        calls = [call for message in self.messages for call in _calls_of(message)]
        linked = [message.get("tool_call_id") for message in self.messages if isinstance(message, dict)]
        if calls and not any((*linked, *(call.get("id") for call in calls))):
            self.lost.add(IDS)

    def rest(self) -> Iterator[Wrapped]:
        """The texts that were not read, as bodies of their own: what is wrong with them is said, and what is whole in them judged."""
        for held in self.unread:
            yield Wrapped(Wrapped.EVENTS, held.value.encode(errors="surrogatepass"), held.pointer, via="json-string")

    def wrapped(self, *, exchange: str = "", request: Request | None = None) -> Wrapped:
        """The history as a wrapper's reader hands it on."""
        if self.foreign:
            return Wrapped(Wrapped.FOREIGN, None, "", detail=self.foreign)
        value: dict[str, Any] = {"messages": self.messages}
        if self.tools is not None and self.tools.value is not None:
            value["tools"] = self.tools.value
            self.sources.places["/tools"] = self.tools.source(alike=self.tools_alike)
        if self.sources.numbers == list(range(len(self.messages))):
            self.sources.numbers = []
        return Wrapped(
            Wrapped.HISTORY, value, "", request=request, lost=frozenset(self.lost), exchange=exchange,
            sources=self.sources, finishes=self.finishes,
        )  # fmt: skip


def _calls_of(message: object) -> list[dict[str, Any]]:
    calls = message.get("tool_calls") if isinstance(message, dict) else None
    return [call for call in calls if isinstance(call, dict)] if isinstance(calls, list) else []


def joined(pieces: Iterable[Piece], add: Callable[[Conversation, Held], None]) -> Wrapped:
    """One history of messages that were one a line; `add` appends each."""
    conversation = Conversation()
    for value, at, pointer in pieces:
        add(conversation, Held(value, pointer, at=at))
    return conversation.wrapped()
