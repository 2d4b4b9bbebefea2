"""Deltas -> facts of one choice: role, text, tool-call entries, finish_reason."""

from typing import Any

from validation.facts.places import At, Spot, again
from validation.facts.streams import Choice, Finish
from validation.reassembly.calls import Slots
from validation.reassembly.key_sets import KeySet

MAX_CONTENT = 1 << 20
MAX_FINISHES = 16
EXCERPT = 200

Wire = dict[str, Any]


class ChoiceRecorder:
    """Records the deltas of one choice. `place` is the wire key under which they stand."""

    __slots__ = ("facts", "place", "slots")

    def __init__(self, facts: Choice, keys: dict[tuple[str, ...], KeySet]) -> None:
        self.facts = facts
        self.slots = Slots(facts, keys)
        self.place = "delta"

    def delta(self, delta: Wire, number: int, at: At, position: int) -> None:  # noqa: C901, PLR0912 - a call a key would cost more than the key
        """Record one delta. Only keys that are there are looked at: most deltas have one or two."""
        facts = self.facts
        new = False
        for key, value in delta.items():
            if key == "tool_calls":
                if type(value) is list and value:
                    new = self.slots.entries(value, number, at, f"/choices/{position}/{self.place}/tool_calls") or new
                elif value is not None:
                    new = self._odd_tool_calls(value, Spot(number, at, f"/choices/{position}/{self.place}/tool_calls")) or new
            elif key == "content":
                if value:
                    new = self._content(value, Spot(number, at, f"/choices/{position}/{self.place}/content")) or new
            elif key in _REASONING:
                if value and type(value) is str:
                    self._reasoning(key, value)
                    new = True
            elif key == "role":
                if value is not None:
                    facts.roles.add(plain(value), Spot(number, at, f"/choices/{position}/{self.place}/role"))
            elif key == "refusal":
                if type(value) is str:
                    facts.refusal_chars += len(value)
            elif key == "function_call" and value:
                facts.function_call = again(facts.function_call, Spot(number, at, f"/choices/{position}/{self.place}/function_call"))
        facts.deltas += 1
        if facts.finishes:
            spot = Spot(number, at, f"/choices/{position}/{self.place}")
            if new:
                facts.after_finish = again(facts.after_finish, spot)
            else:
                facts.empty_after_finish = again(facts.empty_after_finish, spot)

    def finish(self, value: object, spot: Spot) -> None:
        """Record one finish_reason that is not null."""
        facts = self.facts
        if type(value) is not str:
            facts.finish_odd.add(type(value).__name__, spot)
        elif not value:
            facts.empty_finishes = again(facts.empty_finishes, spot)
        else:
            facts.finish_count += 1
            if len(facts.finishes) < MAX_FINISHES:
                facts.finishes.append(Finish(value[:EXCERPT], spot))

    def _content(self, value: object, spot: Spot) -> bool:
        facts = self.facts
        if type(value) is str:
            text = value
        else:
            facts.content_odd.add(type(value).__name__, spot)
            text = _text_of_parts(value)
        if facts.content_chars < MAX_CONTENT:
            facts.content.append(text)
        else:
            facts.stream.limits.add("more than 1 MiB of content", spot)
        facts.content_chars += len(text)
        return bool(text)

    def _reasoning(self, key: str, value: str) -> None:
        facts = self.facts
        facts.reasoning_keys.add(key)
        if facts.reasoning_chars < MAX_CONTENT:
            facts.reasoning.append(value)
        facts.reasoning_chars += len(value)

    def _odd_tool_calls(self, value: object, spot: Spot) -> bool:
        """`tool_calls` that is empty, or no array. One object is read as an array of one, for display."""
        facts = self.facts
        if value == []:
            facts.tool_calls_empty = again(facts.tool_calls_empty, spot)
            return False
        facts.tool_calls_not_array = again(facts.tool_calls_not_array, spot)
        return self.slots.entries([value], spot.chunk, spot.at, spot.pointer, single=True) if type(value) is dict else False


_REASONING = frozenset({"reasoning", "reasoning_content"})


def _text_of_parts(value: object) -> str:
    """The text of content that came as an array of parts; "" for anything else."""
    parts = value if type(value) is list else ()
    return "".join(part["text"] for part in parts if type(part) is dict and type(part.get("text")) is str)


def plain(value: object) -> object:
    """The value itself when it is a scalar, else a word for its type: tallies compare and hash what they hold."""
    return value if value is None or isinstance(value, str | int | float) else ("odd", type(value).__name__)
