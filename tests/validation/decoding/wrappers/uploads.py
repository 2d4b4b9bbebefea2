"""Uploads of wrappers for tests: validated through the real pipeline, and looked at from the bytes of the upload."""

import copy
import io
import json
from collections.abc import Iterator
from typing import Any

from validation.examples import dumps
from validation.finding import Finding, Place
from validation.pipeline import validate
from validation.report import Report

ODD: tuple[Any, ...] = (None, 7, "x", "[{", [], {}, [None], [["x"]], True, {"a": [1]})

TOOL = {
    "type": "function",
    "function": {"name": "get_weather", "parameters": {"type": "object", "properties": {"city": {"type": "string"}}}},
}


class Upload:
    """Some values as one document or as JSON lines, and the report on them."""

    def __init__(self, *values: Any, purpose: str | None = None) -> None:
        self.data = "".join(f"{dumps(value)}\n" for value in values).encode()
        self.report: Report = validate(io.BytesIO(self.data), name="upload.json", purpose=purpose)

    @property
    def wrapper(self) -> str:
        """The name of the only wrapper."""
        (name,) = self.report.input["wrappers"]
        return str(name)

    @property
    def roots(self) -> dict[str, str]:
        """Rule -> letter of every root that is a warning or an error."""
        weighed = [(finding.rule, self.report.weight(finding)[0]) for finding in self.report.roots()]
        return {rule: letter for rule, letter in weighed if letter in ("warning", "error")}

    @property
    def histories(self) -> list[tuple[int, list[tuple[Any, ...]]]]:
        """Of every history the number of its messages, and of each call id, name and the messages that answer it."""
        return [
            (history["messages"], [(call["id"], call["name"], call["results"]) for call in history["calls"]])
            for history in self.report.documents("histories")
        ]

    def finding(self, rule: str) -> Finding:
        """The only finding of a rule."""
        (found,) = [finding for finding in self.report.findings if finding.rule == rule]
        return found

    def at(self, rule: str) -> Any:
        """What stands in the upload where the finding of a rule points; inside a text, what stands there in the text."""
        place = self.finding(rule).places[0]
        value = self.value(self.data, place)
        return self.value(value.encode(), place.inner) if place.inner is not None else value

    @staticmethod
    def value(data: bytes, place: Place) -> Any:
        """The JSON value at a place."""
        return json.loads(data[place.byte_start : place.byte_end])


def odd_variants(value: Any) -> Iterator[Any]:
    """`value` with each of its parts in turn replaced by something odd, and each key left out."""
    for path in _paths(value):
        for odd in ODD:
            yield _with(value, path, odd)
        if path:
            yield _without(value, path)


def never_raises(*values: Any) -> int:
    """Validate every odd variant of each of the lines; how many there were. Whatever the engine raises comes through."""
    count = 0
    for place, value in enumerate(values):
        for odd in odd_variants(value):
            Upload(*values[:place], odd, *values[place + 1 :])
            count += 1
    return count


def _paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, member in members:
        yield from _paths(member, (*path, key))


def _with(value: Any, path: tuple[Any, ...], odd: Any) -> Any:
    if not path:
        return odd
    changed = copy.deepcopy(value)
    _parent(changed, path)[path[-1]] = odd
    return changed


def _without(value: Any, path: tuple[Any, ...]) -> Any:
    changed = copy.deepcopy(value)
    del _parent(changed, path)[path[-1]]
    return changed


def _parent(value: Any, path: tuple[Any, ...]) -> Any:
    for key in path[:-1]:
        value = value[key]
    return value
