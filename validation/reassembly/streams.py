"""Chunks -> facts of one stream: the hot path. Every line of a file comes through here, so it is written for speed.

What that means: plain dicts from the decoder go straight in, nothing is built a chunk but the key tuples that the census counts, the usual
chunk takes one comparison for its whole envelope, and whatever is unusual leaves the path by a method call. Nothing is judged.
"""

from collections import Counter
from typing import Any

from validation.facts.carriage import Body
from validation.facts.places import At, Spot, again, short
from validation.facts.streams import Choice, ErrorFrame, Finish, Shape, Stream
from validation.reassembly.calls import Slots
from validation.reassembly.dialects import marks_of_keys

MAX_CHOICES = 128
MAX_CONTENT = 1 << 20
MAX_FINISHES = 16
EXCERPT = 200

Wire = dict[str, Any]


class StreamRecorder:
    """Records the chunks of one stream. `facts` is complete after `close()`."""

    __slots__ = ("_choices", "_head", "_head_exempt", "_head_first", "_shapes", "facts", "finished")

    def __init__(self, number: int, at: At, body: Body) -> None:
        self.facts = Stream(number, at, body)
        self.finished = False
        self._choices: dict[object, ChoiceRecorder] = {}
        self._shapes: dict[str, dict[tuple[str, ...], int]] = {"chunk": {}, "choice": {}, "delta": {}, "call": {}}
        self._head: tuple[object, ...] | None = None
        self._head_first: list[int | Spot] = []
        self._head_exempt = (False, False)

    def begins_another(self, wire: Wire) -> bool:
        """True when `wire` brings a role to a choice that had its role once already: another response begins."""
        choices = wire.get("choices")
        for choice in choices if type(choices) is list else ():
            known = self._choices.get(choice.get("index")) if type(choice) is dict and type(choice.get("index")) is int else None
            delta = choice.get("delta") if known else None
            if known and type(delta) is dict and delta.get("role") and known.facts.roles.total <= 1:
                return True
        return False

    def chunk(self, wire: Wire, at: At) -> None:
        """Record one chunk: an object with `choices` or `usage`, or an error frame."""
        facts = self.facts
        facts.last_at = at
        number = facts.chunks
        if wire.get("error") is not None:
            self._error(wire, at)
            if not wire.get("choices"):
                return
        facts.chunks = number + 1
        keys = tuple(wire)
        shapes = self._shapes["chunk"]
        if keys in shapes:
            shapes[keys] += 1
        else:
            self._new_shape("chunk", keys, wire)
        head = (wire.get("id"), wire.get("object"), wire.get("created"), wire.get("model"))
        if head == self._head:
            self._head_first[1] += 1  # type: ignore[operator]
        else:
            self._new_head(head, wire, Spot(number, at))
        choices = wire.get("choices")
        if type(choices) is list and choices:
            for position, choice in enumerate(choices):
                self._choice(choice, number, at, position)
        else:
            self._no_choices(wire, Spot(number, at))
        usage = wire.get("usage")
        if usage is not None:
            self._usage(usage, Spot(number, at, "/usage"))

    def _choice(self, wire: object, number: int, at: At, position: int) -> None:
        if type(wire) is not dict:
            self.facts.odd.add(("choice", type(wire).__name__), Spot(number, at, f"/choices/{position}"))
            return
        index = wire.get("index")
        recorder = self._choices.get(index) if type(index) is int else None
        if recorder is None:
            recorder = self._other_choice(wire, index, Spot(number, at, f"/choices/{position}"))
            if recorder is None:
                return
        keys = tuple(wire)
        shapes = self._shapes["choice"]
        if keys in shapes:
            shapes[keys] += 1
        else:
            self._new_shape("choice", keys, wire)
        facts = recorder.facts
        facts.last_at = at
        facts.last_chunk = number
        delta = wire.get("delta")
        if type(delta) is dict:
            keys = tuple(delta)
            shapes = self._shapes["delta"]
            if keys in shapes:
                shapes[keys] += 1
            else:
                self._new_shape("delta", keys, delta)
            recorder.delta(delta, number, at, position)
        else:
            self._no_delta(recorder, wire, Spot(number, at, f"/choices/{position}"))
        finish = wire.get("finish_reason")
        if finish is not None:
            recorder.finish(finish, Spot(number, at, f"/choices/{position}/finish_reason"))
            self.finished = all(choice.facts.finishes for choice in self._choices.values())

    def response(self, wire: Wire, at: At) -> None:
        """Record one merged `chat.completion`: its messages count as one delta a choice, its calls are numbered by their place."""
        facts = self.facts
        facts.kind = "response"
        facts.last_at = at
        if wire.get("error") is not None:
            self._error(wire, at)
        facts.chunks = 1
        self._new_shape("chunk", tuple(wire), wire)
        self._new_head((wire.get("id"), wire.get("object"), wire.get("created"), wire.get("model")), wire, Spot(0, at))
        choices = wire.get("choices")
        for position, choice in enumerate(choices if type(choices) is list else []):
            if type(choice) is dict:
                self._message(choice, at, position)
        if wire.get("usage") is not None:
            self._usage(wire["usage"], Spot(0, at, "/usage"))

    def merged_copy(self, at: At) -> None:
        """Note a `chat.completion` with this stream's id behind its chunks: the whole message once more."""
        self.facts.messages_beside = again(self.facts.messages_beside, Spot(self.facts.chunks, at))

    def _message(self, choice: Wire, at: At, position: int) -> None:
        spot = Spot(0, at, f"/choices/{position}")
        index = choice.get("index", position)
        recorder = self._choices.get(index) if type(index) is int else None
        recorder = recorder or self._other_choice({**choice, "index": index}, index, spot)
        message = choice.get("message")
        if recorder is None or type(message) is not dict:
            return
        calls = message.get("tool_calls")
        if type(calls) is list:
            numbered = [{"index": place, **call} if type(call) is dict else call for place, call in enumerate(calls)]
            message = {**message, "tool_calls": numbered}
        self._new_shape("delta", tuple(message), message)
        recorder.place = "message"
        recorder.delta(message, 0, at, position)
        if choice.get("finish_reason") is not None:
            recorder.finish(choice["finish_reason"], Spot(0, at, f"/choices/{position}/finish_reason"))

    def _new_shape(self, kind: str, keys: tuple[str, ...], wire: Wire) -> None:
        counts = self._shapes[kind]
        if len(counts) < 256:
            counts[keys] = counts.get(keys, 0) + 1
        self.facts.marks |= marks_of_keys(kind, wire)

    def _new_head(self, head: tuple[object, ...], wire: Wire, spot: Spot) -> None:
        self._flush_head()
        self._head = head
        self._head_first = [spot, 1]
        notes = wire.get("prompt_filter_results") is not None or _filter_only(wire)
        framed = wire.get("error") is not None
        self._head_exempt = (notes or not wire.get("choices"), notes or framed)

    def _flush_head(self) -> None:
        """Move the run of equal envelopes that ends here into the tallies."""
        if self._head is None:
            return
        first, count = self._head_first
        facts = self.facts
        last = Spot(facts.chunks, facts.last_at)
        id_exempt, object_exempt = self._head_exempt
        values = [_plain(value) for value in self._head]
        if values[0] or not id_exempt:
            facts.ids.extend(values[0], first, last, count)  # type: ignore[arg-type]
        if not object_exempt:
            facts.objects.extend(values[1], first, last, count)  # type: ignore[arg-type]
        facts.created.extend(values[2], first, last, count)  # type: ignore[arg-type]
        facts.models.extend(values[3], first, last, count)  # type: ignore[arg-type]

    def _other_choice(self, wire: Wire, index: object, spot: Spot) -> "ChoiceRecorder | None":
        """The recorder of a choice not seen before, or one whose index is not a usable number; None beyond the limit."""
        label: object = index
        if type(index) is not int or not 0 <= index <= 9_999:
            label = None if index is None else ("odd", type(index).__name__, short(index))
        known = self._choices.get(label)
        if known is None:
            if len(self._choices) >= MAX_CHOICES:
                self.facts.limits.add(f"more than {MAX_CHOICES} choices", spot)
                return None
            choice = Choice(self.facts, label, spot)
            known = self._choices[label] = ChoiceRecorder(choice, self._shapes["call"])
            self.facts.choices.append(choice)
            self.finished = False
        if label is None or type(label) is tuple:
            if "index" not in wire:
                known.facts.index_missing = again(known.facts.index_missing, spot)
            else:
                known.facts.index_odd.add(type(index).__name__, spot)
        return known

    def _no_choices(self, wire: Wire, spot: Spot) -> None:
        choices = wire.get("choices")
        if type(choices) is not list:
            self.facts.choices_missing = again(self.facts.choices_missing, spot)
        elif not wire.get("usage") and set(wire) <= _ENVELOPE and wire.get("error") is None:
            self.facts.choices_empty = again(self.facts.choices_empty, spot)

    def _no_delta(self, recorder: "ChoiceRecorder", wire: Wire, spot: Spot) -> None:
        if type(wire.get("message")) is dict:
            self.facts.messages_beside = again(self.facts.messages_beside, spot)
        if not ("content_filter_offsets" in wire or "content_filter_results" in wire):
            recorder.facts.delta_missing = again(recorder.facts.delta_missing, spot)

    def _usage(self, usage: object, spot: Spot) -> None:
        if type(usage) is dict:
            self.facts.usage = usage
            self.facts.usage_seen = again(self.facts.usage_seen, spot)
        else:
            self.facts.odd.add(("usage", type(usage).__name__), spot)

    def _error(self, wire: Wire, at: At) -> None:
        """Keep code and message of an error frame, at most 16 of them."""
        error = wire["error"]
        known = error if type(error) is dict else {"message": error}
        code, message = (short(known.get(key, ""), EXCERPT) for key in ("code" if known.get("code") is not None else "type", "message"))
        if len(self.facts.errors) < MAX_FINISHES:
            self.facts.errors.append(ErrorFrame(Spot(self.facts.chunks, at, "/error"), code, message, not wire.get("choices")))

    def close(self) -> Stream:
        """Join what was collected and settle what is decided at the end."""
        facts = self.facts
        self._flush_head()
        self._head = None
        facts.shapes = Counter({Shape(kind, keys): count for kind, counts in self._shapes.items() for keys, count in counts.items()})
        facts.tool_chunks = sum(count for shape, count in facts.shapes.items() if shape.kind == "delta" and "tool_calls" in shape.keys)
        for recorder in self._choices.values():
            recorder.slots.close()
        return facts


_ENVELOPE = {"id", "object", "created", "model", "choices", "usage", "system_fingerprint", "service_tier", "obfuscation", "error"}
"""Keys that explain nothing on a chunk whose `choices` are empty. Any other key is an annotation and the chunk has a purpose."""


class ChoiceRecorder:
    """Records the deltas of one choice. `place` is the wire key under which they stand."""

    __slots__ = ("facts", "place", "slots")

    def __init__(self, facts: Choice, shapes: dict[tuple[str, ...], int]) -> None:
        self.facts = facts
        self.slots = Slots(facts, shapes)
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
                    facts.roles.add(_plain(value), Spot(number, at, f"/choices/{position}/{self.place}/role"))
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


def _plain(value: object) -> object:
    """The value itself when it is a scalar, else a word for its type: tallies compare and hash what they hold."""
    return value if value is None or isinstance(value, str | int | float) else ("odd", type(value).__name__)


def _filter_only(wire: Wire) -> bool:
    """An annotation of Azure's asynchronous content filter: an empty `object` and choices that only carry filter results."""
    choices = wire.get("choices")
    return wire.get("object") == "" and type(choices) is list and any(type(c) is dict and "content_filter_offsets" in c for c in choices)
