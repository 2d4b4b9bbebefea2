"""Envelopes of chunks -> tallies: id, object, created and model, which are nearly always those of the chunk before."""

from typing import Any

from validation.facts.places import Spot
from validation.facts.streams import Stream
from validation.reassembly.choices import plain

Wire = dict[str, Any]


class Envelopes:
    """Counts runs of equal envelopes. `head`: that of the run that goes on, None before the first one; `times`: how long it is. `exempt`:
    some of its words count for nothing, so that an equal envelope of another chunk begins a run of its own."""

    __slots__ = ("_exempt", "_facts", "_first", "_framed", "exempt", "head", "times")

    def __init__(self, facts: Stream) -> None:
        self._facts = facts
        self.head: tuple[object, ...] | None = None
        self.times = 0
        self._first = Spot(0, facts.first)
        self._exempt = (False, False)
        self._framed = False
        self.exempt = False

    def begin(self, head: tuple[object, ...], wire: Wire, spot: Spot) -> None:
        """Another envelope than before comes with the chunk `wire` at `spot`."""
        self.end()
        self.head = head
        self.times = 1
        self._first = spot
        notes = wire.get("prompt_filter_results") is not None or _annotates(wire)
        self._framed = wire.get("error") is not None
        self._exempt = (notes or self._framed or not wire.get("choices"), notes or self._framed)
        self.exempt = any(self._exempt)

    def end(self) -> None:
        """Move the run that ends here into the tallies. Of an error frame only the id counts, where no chunk has one."""
        if self.head is None:
            return
        first, count, facts = self._first, self.times, self._facts
        last = Spot(facts.chunks, facts.last_at)
        id_exempt, object_exempt = self._exempt
        id, object, created, model = [plain(value) for value in self.head]
        self.head = None
        if self._framed:
            if id and not facts.ids:
                facts.ids.extend(id, first, last, count)
            return
        if id or not id_exempt:
            facts.ids.extend(id, first, last, count)
        if not object_exempt:
            facts.objects.extend(object, first, last, count)
        if created or not id_exempt:
            facts.created.extend(created, first, last, count)
        facts.models.extend(model, first, last, count)


def _annotates(wire: Wire) -> bool:
    """An annotation of Azure's content filter: an empty `object`, and no choices, or such as only carry results of the filter."""
    choices = wire.get("choices")
    if wire.get("object") != "" or type(choices) is not list:
        return False
    return not (choices or wire.get("usage")) or any(type(choice) is dict and "content_filter_offsets" in choice for choice in choices)
