"""What was seen of one message of a history."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from validation.facts.places import WHOLE, MessageSpot, Scope

if TYPE_CHECKING:
    from validation.facts.histories.history import History
    from validation.facts.histories.turns import Turn

NO_KEYS: Final[Mapping[str, Any]] = {}
TYPE_CHARACTERS = 64


class Message:
    """One message. `wire` is its object, or empty when the array holds something else, whose JSON type is then `odd`.

    `role` is the wire role, "" when it is missing or no text. `turn`: set where this is an assistant message with calls.
    """

    __slots__ = ("history", "index", "odd", "role", "turn", "wire")

    def __init__(self, history: "History", index: int, value: object) -> None:
        self.history = history
        self.index = index
        self.wire: Mapping[str, Any] = value if isinstance(value, dict) else NO_KEYS
        self.odd = "" if isinstance(value, dict) else json_type(value)
        role = self.wire.get("role")
        self.role = role if isinstance(role, str) else ""
        self.turn: Turn | None = None

    @property
    def spot(self) -> MessageSpot:
        """Where this message stands."""
        places = self.history.places
        if places is not None:
            at, pointer = places[self.index]
            return MessageSpot(self.index, at, pointer)
        return MessageSpot(self.index, self.history.at, f"{self.history.pointer}/{self.index}")

    @property
    def scope(self) -> Scope:
        """The turn that this message opens, else the whole history."""
        return WHOLE if self.turn is None else self.turn.scope

    @property
    def is_answer(self) -> bool:
        """True for the answer of an exchange, as a log has it beside what was sent: nobody has sent it back yet."""
        return self.history.exchange == "answered" and self is self.history.messages[-1]

    @property
    def finish(self) -> str:
        """The finish_reason that a log has beside this message, "" where there is none."""
        return self.history.finishes.get(self.index, "")

    @property
    def text(self) -> str:
        """Its content as one text: the string, or the text parts joined; "" when there is none."""
        content = self.wire.get("content")
        if isinstance(content, str):
            return content
        parts = content if isinstance(content, list) else ()
        texts = (part.get("text") for part in parts if isinstance(part, dict))
        return "".join(text for text in texts if isinstance(text, str))

    @property
    def part_types(self) -> list[str]:
        """The type of every part of a content that is an array: "none" where a part has none, a JSON type where it is no object."""
        content = self.wire.get("content")
        return [_part_type(part) for part in content] if isinstance(content, list) else []


def json_type(value: object) -> str:
    """The JSON type of a decoded value: "object", "array", "string", "boolean", "null" or "number"."""
    if value is None:
        return "null"
    names: dict[type, str] = {dict: "object", list: "array", str: "string", bool: "boolean"}
    return names.get(type(value), "number")


def _part_type(part: object) -> str:
    if not isinstance(part, dict):
        return json_type(part)
    kind = part.get("type")
    return kind[:TYPE_CHARACTERS] if isinstance(kind, str) else "none"
