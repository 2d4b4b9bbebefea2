"""A value that a wrapper holds, and where it stands there."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

import msgspec

from validation.decoding.values import REFUSED, deep
from validation.facts.places import At, Source, step_of

NOTHING: Final[Mapping[str, Any]] = {}
read: Final = msgspec.json.Decoder().decode


class Held(NamedTuple):
    """A decoded value and its JSON pointer. `text`: how many characters of the pointer lead to a text that holds the rest as JSON, 0 for
    none. `at`: the record, None for the one that is being read. `ways`: where the parts of a value stand in the file that has something
    around each of them, pointer by pointer; None for a value that stands there as it is."""

    value: Any
    pointer: str = ""
    text: int = 0
    at: At | None = None
    ways: Mapping[str, str] | None = None

    @property
    def keys(self) -> Mapping[str, Any]:
        """The value where it is an object, else an empty one."""
        return self.value if isinstance(self.value, dict) else NOTHING

    def get(self, *path: str) -> "Held":
        """The value under `path`; its value is None where there is none."""
        found = self
        for key in path:
            step = step_of(key)
            found = found._replace(value=found.keys.get(key), pointer=f"{found.pointer}/{step}")
        return found

    def elements(self) -> Iterator["Held"]:
        """The elements of an array; nothing for any other value."""
        for number, element in enumerate(self.value if isinstance(self.value, list) else ()):
            yield self._replace(value=element, pointer=f"{self.pointer}/{number}")

    def word(self, key: str) -> str:
        """The text under `key`, "" where there is none."""
        value = self.keys.get(key)
        return value if isinstance(value, str) else ""

    def opened(self) -> "Held":
        """The array or object that a text holds as JSON; any other value as it is."""
        if not isinstance(self.value, str) or self.text or self.value.lstrip()[:1] not in ("{", "["):
            return self
        value = parsed(self.value)
        return self if value is None else self._replace(value=value, text=len(self.pointer))

    def source(self, *, alike: bool = True) -> Source:
        """Where it stands. `alike`: it is read as it is, so what lies beneath it can be pointed at."""
        if self.ways is None:
            return Source(self.pointer, self.at, self.text, alike)
        outer = self.pointer[: self.text or None]
        known = outer
        while known and known not in self.ways:
            known = known.rpartition("/")[0]
        way = self.ways.get(known, "")
        return Source(way + self.pointer[len(outer) :], self.at, len(way) if self.text else 0, alike and self.text > 0)


def parsed(text: str) -> Any:
    """The value that `text` holds as JSON, or None; never raises."""
    try:
        raw = text.encode()
        value = read(raw)
    except (*REFUSED, UnicodeEncodeError):
        return None
    return None if deep(raw, value) else value


def dumps(value: object) -> str:
    """Compact JSON."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
