"""Many places in one record: each step of a pointer is taken once, each array is walked once."""

import msgspec

from validation.decoding.arrays import walk
from validation.decoding.cut_documents import whole_characters
from validation.decoding.tokens import Range, child_of, content, element, locate, trimmed
from validation.decoding.values import REFUSED

ARRAY_AT_ONCE = 16
"""The first so many elements of an array are looked up one by one; who asks for more gets all of them in one walk."""

SHORT = 16
"""A text of so few bytes may well stand twice in its object."""

raw_elements = msgspec.json.Decoder(list[msgspec.Raw]).decode
raw_members = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode


class Located:
    """Places in the raw bytes of one record. `range_of(pointer)` is `locate(token, pointer)`, for many pointers of the same record."""

    def __init__(self, token: bytes) -> None:
        self.token = token
        self._ranges: dict[str, Range] = {}
        self._elements: dict[Range, list[Range]] = {}

    def range_of(self, pointer: str) -> Range:
        """The half-open byte range, relative to the record, of what `pointer` names, or of its deepest ancestor that exists."""
        if not pointer.startswith("/") or self.token[:1] not in (b"{", b"["):
            return locate(self.token, pointer)
        parent, _, step = pointer.rpartition("/")
        known = self._ranges.get(pointer)
        if known is None:
            above = self._root() if not parent else self.range_of(parent)
            exists = not parent or parent in self._ranges
            child = self._child(above, step.replace("~1", "/").replace("~0", "~")) if exists else None
            if child is None:
                return above
            known = self._ranges[pointer] = child
        return known

    def _root(self) -> Range:
        low, high = content(self.token)
        return trimmed(self.token, low, high)

    def _child(self, parent: Range, step: str) -> Range | None:
        if self.token[parent[0] : parent[0] + 1] != b"[" or not (step.isascii() and step.isdigit() and len(step) < 10):
            return self._long_member(parent, step) or child_of(self.token, parent, step)
        number = int(step)
        if number < ARRAY_AT_ONCE:
            return element(self.token, parent, number)
        elements = self._elements.get(parent)
        if elements is None:
            elements = self._elements[parent] = self._all_elements(parent)
        return elements[number] if number < len(elements) else None

    def _long_member(self, parent: Range, step: str) -> Range | None:
        """The member `step` of an object, if its text is so long that it is found by itself, and nowhere else in the object."""
        low, high = parent
        try:
            text = bytes(raw_members(memoryview(self.token)[low:high]).get(step, b""))
        except REFUSED:
            return None
        at = self.token.find(text, low, high) if len(text) > SHORT else -1
        return (at, at + len(text)) if at >= 0 and self.token.find(text, at + 1, high) < 0 else None

    def _all_elements(self, parent: Range) -> list[Range]:
        try:
            raws = raw_elements(memoryview(self.token)[parent[0] : parent[1]])
        except (msgspec.DecodeError, RecursionError):
            return [(parent[0] + low, parent[0] + high) for _, low, high in walk(whole_characters(self.token[slice(*parent)]))[0]]
        ranges = []
        at = parent[0] + 1
        for raw in raws:
            text = bytes(raw)
            low = self.token.index(text, at)
            ranges.append((low, low + len(text)))
            at = low + len(text)
        return ranges
