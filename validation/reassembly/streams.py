"""Chunks -> facts of one stream: the hot path. Every line of a file comes through here, so it is written for speed.

What that means: plain dicts from the decoder go straight in, nothing is built a chunk but the key tuples that the census counts, the usual
chunk takes one comparison for its whole envelope, and whatever is unusual leaves the path by a method call. Nothing is judged.
"""

from typing import Any

from validation.facts.carriage import Body
from validation.facts.places import At, Spot, again, index_label
from validation.facts.streams import Choice, Stream
from validation.reassembly.beside_choices import note_beside, note_error, note_no_choices, note_no_delta, note_usage
from validation.reassembly.choices import ChoiceRecorder
from validation.reassembly.envelopes import Envelopes
from validation.reassembly.key_sets import Census, KeySet, patchy_head
from validation.reassembly.path import Path, lane_of
from validation.reassembly.paths import path_of
from validation.reassembly.usual import mark_usual

MAX_CHOICES = 128

Wire = dict[str, Any]


class StreamRecorder:
    """Records the chunks of one stream. `facts` is complete after `close()`. `path`: how the next chunk goes if it is like the last one."""

    __slots__ = ("_census", "_choices", "_envelopes", "_paths", "facts", "finished", "path")

    def __init__(self, number: int, at: At, body: Body) -> None:
        self.facts = Stream(number, at, body)
        self.finished = False
        self._choices: dict[object, ChoiceRecorder] = {}
        self._census = Census()
        self._envelopes = Envelopes(self.facts)
        self.path: Path | None = None
        self._paths: dict[tuple[type, object], Path] = {}

    @property
    def newest(self) -> int:
        """The number of the last record taken."""
        return (self.facts.last_at if self.path is None else self.path.last_at)[0]

    @property
    def so_far(self) -> Stream:
        """The facts of a stream that has finished and may still go on."""
        self.facts.marks = self._census.marks
        return self.facts

    def begins_another(self, wire: Wire) -> bool:
        """True when `wire` brings a role to a choice that had its role once already: another response begins.

        A chunk that only repeats the finish, or gives the usage of what is over, with a role beside it opens nothing.
        """
        choices, usage = wire.get("choices"), wire.get("usage")
        summed_up = type(usage) is dict and bool(usage.get("completion_tokens"))
        for choice in choices if type(choices) is list else ():
            known = self._choices.get(choice.get("index")) if type(choice) is dict and type(choice.get("index")) is int else None
            delta = choice.get("delta") if known else None
            if known and type(delta) is dict and delta.get("role") and known.facts.roles.total <= 1:
                return not (choice.get("finish_reason") or summed_up) or bool(delta.get("content") or delta.get("tool_calls"))
        return False

    def chunk(self, wire: Wire, at: At) -> None:
        """Record one chunk: an object with `choices` or `usage`, or an error frame."""
        path = self.path
        if path is None or not path.walk(wire, at):
            self.unlike(wire, at)

    def unlike(self, wire: Wire, at: At) -> None:
        """Record a chunk in full that is not like the one before it, and expect the next one to be like it."""
        self._leave_path()
        facts = self.facts
        facts.last_at = at
        number = facts.chunks
        known = self._census.count("chunk", wire)
        if known.error and wire["error"] is not None:
            note_error(self.facts, wire, Spot(self.facts.chunks, at))
            if not wire.get("choices"):
                return
        facts.chunks = number + 1
        head = known.head(wire)
        if head == self._envelopes.head and not self._envelopes.exempt:
            self._envelopes.times += 1
        else:
            self._envelopes.begin(head, wire, Spot(number, at))
        choices = wire["choices"] if known.usual else None
        if type(choices) is list and choices:
            for position, choice in enumerate(choices):
                going_on = self._choice(choice, number, at, position)
            if going_on is not None and len(choices) == 1 and not known.error:
                choice_set, delta_set, recorder = going_on
                self.path = path_of(lane_of(known, choice_set, delta_set), head, choices[0], recorder, number + 1)
        else:
            note_no_choices(self.facts, wire, Spot(number, at))
        if known.usage and wire["usage"] is not None:
            note_usage(self.facts, wire["usage"], Spot(number, at, "/usage"))

    def _leave_path(self) -> None:
        """Bring what went along the path into the facts."""
        path = self.path
        if path is not None:
            times = path.leave(self._census)
            if times:
                self.facts.chunks += times
                self.facts.last_at = path.last_at
                self._envelopes.times += times
            self.path = None
            if path.exact is not None:
                self._paths[path.exact, path.index] = path

    def back(self, chunk: Any, at: At) -> Path | None:
        """Record a chunk of an exact shape along the path that the last one of its shape and choice went, if that was left since.

        That path; None, and nothing recorded, if there is none, or the chunk is not like those on it in all else.
        """
        path = self._paths.get((type(chunk), chunk.choices[0].index))
        if path is None or path is self.path or path.head != self._envelopes.head or self._envelopes.exempt:
            return None
        self._leave_path()
        path.begin(self.facts.chunks)
        if path.walk_exact(chunk, at):
            self.path = path
        return self.path

    def _choice(self, wire: object, number: int, at: At, position: int) -> tuple[KeySet, KeySet, ChoiceRecorder] | None:
        """Record one choice. Its keys, those of its delta, and its recorder, if the next chunk may go the same way."""
        if type(wire) is not dict:
            self.facts.odd.add(("choice", type(wire).__name__), Spot(number, at, f"/choices/{position}"))
            return None
        known = self._census.count("choice", wire)
        index = wire.get("index")
        recorder = self._choices.get(index) if type(index) is int else None
        if recorder is None:
            recorder = self._other_choice(wire, index, Spot(number, at, f"/choices/{position}"))
            if recorder is None:
                return None
        facts = recorder.facts
        before = facts.last_chunk
        facts.last_at = at
        facts.last_chunk = number
        delta = wire["delta"] if known.usual else wire.get("delta")
        delta_set = None
        if type(delta) is dict:
            delta_set = self._census.count("delta", delta)
            recorder.delta(delta, number, at, position)
            if facts.finishes and wire.get("finish_reason") is None and recorder.repeats_role(delta):
                facts.last_chunk = before
        else:
            note_no_delta(recorder.facts, wire, Spot(number, at, f"/choices/{position}"), before)
        if known.beside:
            note_beside(recorder.facts, wire, delta, Spot(number, at, f"/choices/{position}"))
        if known.logprobs and wire["logprobs"] is not None:
            recorder.logprobs(wire["logprobs"], delta, Spot(number, at, f"/choices/{position}/logprobs"))
        finish = wire["finish_reason"] if known.usual else wire.get("finish_reason")
        if finish is not None:
            recorder.finish(finish, Spot(number, at, f"/choices/{position}/finish_reason"), wire)
            self.finished = all(choice.facts.finishes for choice in self._choices.values())
            self._paths.clear()
        elif not known.usual and "finish_reason" not in wire:
            facts.finish_key_missing = again(facts.finish_key_missing, Spot(number, at, f"/choices/{position}"))
        if delta_set is None or not delta_set.usual or not known.usual or known.beside or facts.finishes or facts.index is None:
            return None
        return known, delta_set, recorder

    def response(self, wire: Wire, at: At) -> None:
        """Record one merged `chat.completion`: its messages count as one delta a choice, its calls are numbered by their place."""
        facts = self.facts
        facts.kind = "response"
        facts.last_at = at
        if wire.get("error") is not None:
            note_error(self.facts, wire, Spot(self.facts.chunks, at))
        facts.chunks = 1
        self._census.count("chunk", wire)
        self._envelopes.begin(patchy_head(wire), wire, Spot(0, at))
        choices = wire.get("choices")
        for position, choice in enumerate(choices if type(choices) is list else []):
            if type(choice) is dict:
                self._message(choice, at, position)
        if wire.get("usage") is not None:
            note_usage(self.facts, wire["usage"], Spot(0, at, "/usage"))

    def merged_copy(self, at: At) -> None:
        """Note a `chat.completion` with this stream's id behind its chunks: the whole message once more."""
        self._leave_path()
        self.facts.messages_beside = again(self.facts.messages_beside, Spot(self.facts.chunks, at))

    def _message(self, choice: Wire, at: At, position: int) -> None:
        spot = Spot(0, at, f"/choices/{position}")
        index = choice.get("index", position)
        recorder = self._choices.get(index) if type(index) is int else None
        recorder = recorder or self._other_choice({**choice, "index": index}, index, spot)
        if recorder is None:
            return
        message = choice.get("message")
        if type(message) is not dict:
            recorder.facts.delta_missing = again(recorder.facts.delta_missing, spot)
            message = {}
        calls = message.get("tool_calls")
        if type(calls) is list:
            numbered = [{"index": place, **call} if type(call) is dict else call for place, call in enumerate(calls)]
            message = {**message, "tool_calls": numbered}
        self._census.count("choice", choice)
        self._census.count("delta", message)
        recorder.place = "message"
        recorder.delta(message, 0, at, position)
        if choice.get("finish_reason") is not None:
            recorder.finish(choice["finish_reason"], Spot(0, at, f"/choices/{position}/finish_reason"), choice)

    def _other_choice(self, wire: Wire, index: object, spot: Spot) -> ChoiceRecorder | None:
        """The recorder of a choice not seen before, or one whose index is not a usable number; None beyond the limit."""
        label: object = index
        if type(index) is not int or not 0 <= index <= 9_999:
            label = None if index is None else ("odd", type(index).__name__, index_label(index))
        known = self._choices.get(label)
        if known is None:
            if len(self._choices) >= MAX_CHOICES:
                self.facts.limits.add(f"more than {MAX_CHOICES} choices", spot)
                return None
            choice = Choice(self.facts, label, spot)
            known = self._choices[label] = ChoiceRecorder(choice, self._census)
            self.facts.choices.append(choice)
            self.finished = False
        if label is None or type(label) is tuple:
            if "index" not in wire:
                known.facts.index_missing = again(known.facts.index_missing, spot)
            else:
                known.facts.index_odd.add(type(index).__name__, spot)
        return known

    def close(self) -> Stream:
        """Join what was collected and settle what is decided at the end."""
        facts = self.facts
        self._leave_path()
        self._envelopes.end()
        facts.marks = self._census.marks
        for known, count in self._census.counts.items():
            facts.shapes[known.shape] = facts.shapes.get(known.shape, 0) + count
            if known.shape.kind == "delta" and "tool_calls" in known.keys:
                facts.tool_chunks += count
        for recorder in self._choices.values():
            recorder.slots.close()
        mark_usual(facts)
        return facts
