"""Deltas -> facts of one choice: role, text, tool-call entries, finish_reason."""

from typing import Any

from validation.facts.exact import TWINS
from validation.facts.places import At, Seen, Spot, again
from validation.facts.streams import OTHER_OUTPUT, Choice, Finish
from validation.reassembly.calls import Slots
from validation.reassembly.key_sets import Census
from validation.reassembly.replays import REPLAY_CHARS, Watch

MAX_CONTENT = 1 << 20
MAX_FINISHES = 16
MAX_SPOTS = 256
EXCERPT = 200
MANY = 1_024
SHORT = 64
"""A piece of this many characters may repeat all text before it; shorter ones cannot, once so much has come. Nor can very short ones."""

Wire = dict[str, Any]


class ChoiceRecorder:
    """Records the deltas of one choice. `place` is the wire key under which they stand."""

    __slots__ = ("content", "facts", "place", "reasoned", "reasoning", "slots")

    def __init__(self, facts: Choice, census: Census) -> None:
        self.facts = facts
        self.slots = Slots(facts, census)
        self.place = "delta"
        self.content = Watch(facts.content_repeats)
        self.reasoning = Watch(facts.reasoning_repeats)
        self.reasoned = -1

    def delta(self, delta: Wire, number: int, at: At, position: int) -> None:  # noqa: C901, PLR0912 - a call a key would cost more than the key
        """Record one delta. Only keys that are there are looked at: most deltas have one or two."""
        facts = self.facts
        new = False
        if "reasoning" in delta and "reasoning_content" in delta:  # two texts: an object has no order, but what is joined has
            delta = dict(sorted(delta.items()))
        for key, value in delta.items():
            if key == "tool_calls":
                if type(value) is list and value:
                    new = self.slots.entries(value, number, at, f"/choices/{position}/{self.place}/tool_calls") or new
                elif value is not None:
                    new = self._odd_tool_calls(value, Spot(number, at, f"/choices/{position}/{self.place}/tool_calls")) or new
                elif facts.tool_calls_null is None:
                    facts.tool_calls_null = Seen(Spot(number, at, f"/choices/{position}/{self.place}/tool_calls"))
                else:  # some servers send it with every delta: only counted
                    facts.tool_calls_null.count += 1
            elif key == "content":
                if value or (value is not None and value != ""):
                    new = self._content(value, number, at, position) or new
            elif key in _REASONING:
                if value:
                    new = self._reasoning(key, value, number, at, position) or new
            elif key == "role":
                if value is not None:
                    facts.roles.add(plain(value), Spot(number, at, f"/choices/{position}/{self.place}/role"))
            elif key == "refusal":
                if type(value) is str:
                    facts.refusal_chars += len(value)
                    new = new or value != ""
            elif key == "function_call" and value is not None:
                new = new or bool(value)
                facts.function_call = again(facts.function_call, Spot(number, at, f"/choices/{position}/{self.place}/function_call"))
            elif value and key in OTHER_OUTPUT:
                new = True
        facts.deltas += 1
        if facts.finishes:
            spot = Spot(number, at, f"/choices/{position}/{self.place}")
            if new:
                facts.after_finish = again(facts.after_finish, spot)
            else:
                facts.empty_after_finish = again(facts.empty_after_finish, spot)

    def repeats_role(self, delta: Wire) -> bool:
        """True when `delta` only says the role once more: where the choice is over, it does not go on by that."""
        return self.facts.roles.total > 1 and "role" in delta and not any(value for key, value in delta.items() if key != "role")

    def text(self, key: str, value: object, number: int, at: At) -> None:
        """Record a delta of the first choice that has one key, `content` or a key of reasoning, before any finish."""
        self.facts.deltas += 1
        if key == "content":
            if value or (value is not None and value != ""):
                self._content(value, number, at, 0)
        elif value:
            self._reasoning(key, value, number, at, 0)

    def plain_texts(self, key: str) -> tuple[list[str], int, Watch] | None:
        """Where up to MANY pieces of text under `key` can be put that hold no bracket and are shorter than the second value.

        None while each must be looked at. Whoever puts them there tells `took`. The watch may still see the text growing: then one that
        begins with the piece before it is to be looked at, and no other one makes it grow.
        """
        facts = self.facts
        content = key == "content"
        chars, watch = (facts.content_chars, self.content) if content else (facts.reasoning_chars, self.reasoning)
        pieces = facts.content if content else facts.reasoning
        if not pieces or facts.calls or chars + MANY * SHORT > MAX_CONTENT:
            return None
        return pieces, min(SHORT, max(REPLAY_CHARS, chars)), watch

    def took(self, key: str, times: int, twins: int) -> None:
        """Count the `times` pieces of text under `key` that came last, `twins` of them under its twin."""
        facts = self.facts
        facts.deltas += times
        if key == "content":
            facts.content_chars += sum(map(len, facts.content[-times:]))
            return
        facts.reasoning_chars += sum(map(len, facts.reasoning[-times:]))
        if times > twins:
            facts.reasoning_keys.add(key)
        if twins:
            facts.reasoning_keys.add(TWINS[key])

    def finish(self, value: object, spot: Spot, wire: Wire | None = None) -> None:
        """Record one finish_reason that is not null, and what stands beside it in its choice."""
        facts = self.facts
        if type(value) is not str:
            facts.finish_odd.add(type(value).__name__, spot)
        elif not value:
            facts.empty_finishes = again(facts.empty_finishes, spot)
        else:
            facts.finish_count += 1
            if len(facts.finishes) < MAX_FINISHES:
                wire = wire or {}
                native = wire.get("native_finish_reason")
                delta = wire.get("delta")
                with_data = type(delta) is dict and any(delta.get(key) for key in _DATA)
                facts.finishes.append(Finish(value[:EXCERPT], spot, native[:EXCERPT] if type(native) is str else "", with_data))

    def _content(self, value: object, number: int, at: At, position: int) -> bool:
        """Keep a piece of content. A place is made only for a piece that may turn out to be odd."""
        facts = self.facts
        text = value if type(value) is str else self._odd_content(value, number, at, position)
        chars = facts.content_chars
        watch = self.content
        marked = ("<" in text or "[" in text) and len(facts.content_spots) < MAX_SPOTS
        if marked or watch.growing or chars >= MAX_CONTENT or facts.calls or len(text) == chars >= REPLAY_CHARS:
            spot = Spot(number, at, f"/choices/{position}/{self.place}/content")
            if marked or not facts.content_spots:
                facts.content_spots.append((chars, spot))
            if chars >= MAX_CONTENT:
                facts.stream.limits.add("more than 1 MiB of content", spot)
            watch.piece(text, facts.content, chars, spot)
            if facts.calls and number > facts.calls[0].first.chunk and text.strip():
                facts.content_after_calls = again(facts.content_after_calls, spot)
        if chars < MAX_CONTENT:
            facts.content.append(text)
        facts.content_chars = chars + len(text)
        return bool(text)

    def _odd_content(self, value: object, number: int, at: At, position: int) -> str:
        """The text of content that is no text; reasoning among its parts is kept as reasoning."""
        self.facts.content_odd.add(type(value).__name__, Spot(number, at, f"/choices/{position}/{self.place}/content"))
        for part in value if type(value) is list else ():
            if type(part) is dict and part.get("type") == "thinking" and (thought := _thought(part.get("thinking"))):
                self._reasoning("thinking", thought, number, at, position)
        return _text_of_parts(value)

    def _reasoning(self, key: str, value: object, number: int, at: At, position: int) -> bool:
        """Keep a piece of reasoning, once where two keys of one delta bring the same."""
        facts = self.facts
        facts.reasoning_keys.add(key)
        if type(value) is not str:
            return False
        pieces = facts.reasoning
        if self.reasoned == number and pieces and pieces[-1] == value and len(facts.reasoning_keys) > 1:
            facts.reasoning_twice = again(facts.reasoning_twice, Spot(number, at, f"/choices/{position}/{self.place}"))
            return False
        self.reasoned = number
        chars = facts.reasoning_chars
        size = len(value)
        watch = self.reasoning
        marked = ("<" in value or "[" in value) and len(facts.reasoning_spots) < MAX_SPOTS
        if marked or watch.growing or facts.calls or size == chars >= REPLAY_CHARS:
            spot = Spot(number, at, f"/choices/{position}/{self.place}")
            if marked or not facts.reasoning_spots:
                facts.reasoning_spots.append((chars, spot))
            watch.piece(value, pieces, chars, spot)
            if facts.calls and number > facts.calls[0].first.chunk and value.strip():
                facts.reasoning_after_calls = again(facts.reasoning_after_calls, spot)
        if chars < MAX_CONTENT:
            pieces.append(value)
        facts.reasoning_chars = chars + size
        return True

    def logprobs(self, value: object, delta: object, spot: Spot) -> None:
        """Record `logprobs` that are not null: whether they have an array, and whether it holds tokens where the delta has text."""
        facts = self.facts
        arrays = [value.get("content"), value.get("refusal")] if type(value) is dict else []
        if not any(type(array) is list for array in arrays):
            facts.logprobs_odd = again(facts.logprobs_odd, spot)
        elif type(delta) is dict and (delta.get("content") or delta.get("refusal")) and not any(arrays):
            facts.logprobs_unmatched = again(facts.logprobs_unmatched, spot)

    def _odd_tool_calls(self, value: object, spot: Spot) -> bool:
        """`tool_calls` that is empty, or no array. One object is read as an array of one, for display."""
        facts = self.facts
        if value == []:
            facts.tool_calls_empty = again(facts.tool_calls_empty, spot)
            return False
        facts.tool_calls_not_array = again(facts.tool_calls_not_array, spot)
        return self.slots.entries([value], spot.chunk, spot.at, spot.pointer, single=True) if type(value) is dict else False


_REASONING = frozenset({"reasoning", "reasoning_content", "reasoning_details"})
_DATA = ("content", "tool_calls", "refusal", *sorted(_REASONING))


def _text_of_parts(value: object) -> str:
    """The text of content that came as an array of parts; "" for anything else."""
    parts = value if type(value) is list else ()
    return "".join(part["text"] for part in parts if type(part) is dict and type(part.get("text")) is str)


def _thought(value: object) -> str:
    """The text of a "thinking" part: a text, or parts of text."""
    return value if type(value) is str else _text_of_parts(value)


def plain(value: object) -> object:
    """The value itself when it is a scalar, else a word for its type: tallies compare and hash what they hold."""
    return value if value is None or isinstance(value, str | int | float) else ("odd", type(value).__name__)
