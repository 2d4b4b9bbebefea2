"""Spans and log records in what an exporter of OpenTelemetry wrote, and their attributes by name."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from validation.decoding.wrappers.conversions.held import Held
from validation.facts.places import step_of

SCALARS: Final = (
    "stringValue", "intValue", "boolValue", "doubleValue", "bytesValue",
    "string_value", "int_value", "bool_value", "double_value", "bytes_value",
)  # fmt: skip
LISTS: Final = ("arrayValue", "array_value")
OBJECTS: Final = ("kvlistValue", "kvlist_value")
"""The protocol's JSON has camelCase; what was printed from its messages by other means often has the names of their fields."""
RESOURCES: Final = ("resourceSpans", "resource_spans", "batches")
"""Where spans stand; Tempo calls it batches."""
SCOPES: Final = ("scopeSpans", "scope_spans", "instrumentationLibrarySpans", "instrumentation_library_spans")
NESTED_IN: Final = "llm"
COLUMN: Final = "attributes."
"""How a table of spans names the column of an attribute."""
LISTED: Final = ("llm.input_messages", "llm.output_messages", "llm.tools")
"""Attributes that hold a list there, or a text of it; elsewhere each of their leaves is an attribute."""
MAX_LEVELS: Final = 16


def spans_of(value: Any) -> Iterator[Held]:
    """Every span: of the protocol's JSON, of a list of spans, of the JSON of Jaeger, Phoenix or Tempo, or the one that `value` is."""
    held = Held(value)
    if isinstance(held.keys.get("trace"), dict) and "attributes" not in held.keys:
        held = held.get("trace")
    resources = next((name for name in RESOURCES if name in held.keys), None)
    if resources is not None:
        for resource in held.get(resources).elements():
            for scope in _each(resource, SCOPES):
                yield from scope.get("spans").elements()
    elif "resourceLogs" in held.keys or "resource_logs" in held.keys:
        return
    elif isinstance(held.keys.get("spans"), list):
        yield from held.get("spans").elements()
    elif isinstance(held.keys.get("data"), list):
        for element in held.get("data").elements():
            if "attributes" in element.keys:
                yield element
            else:
                yield from element.get("spans").elements()
    elif "attributes" in held.keys or is_row(held.keys) or is_of_zipkin(held.keys):
        yield held


def is_row(names: Mapping[str, object]) -> bool:
    """True for a row of a table of spans, as Phoenix gives it: a column an attribute."""
    return any(name.startswith(f"{COLUMN}{NESTED_IN}.") for name in names)


def is_of_zipkin(keys: Mapping[str, object]) -> bool:
    """True for a span of Zipkin: its attributes are called tags."""
    return isinstance(keys.get("tags"), dict) and isinstance(keys.get("traceId"), str)


def log_records_of(value: Any) -> Iterator[Held]:
    """Every log record of the protocol's JSON."""
    for resource in _each(Held(value), ("resourceLogs", "resource_logs")):
        for scope in _each(resource, ("scopeLogs", "scope_logs")):
            yield from _each(scope, ("logRecords", "log_records"))


def _each(held: Held, names: tuple[str, ...]) -> Iterator[Held]:
    """The elements of the list that has one of these names."""
    return (element for name in names for element in held.get(name).elements())


def attributes_of(held: Held) -> dict[str, Held]:
    """The attributes of a span, an event or a record by name: a list of keys and values, an object, nested or not, or columns."""
    found: dict[str, Held] = {}
    listed = held.get("attributes") if "attributes" in held.keys else held.get("tags")
    for entry in listed.elements():
        found[entry.word("key")] = value_of(entry.get("value"))
    for name in listed.keys:
        found[name] = listed.get(name)
    if listed.value is None:
        found.update({name.removeprefix(COLUMN): held.get(name) for name in held.keys if name.startswith(COLUMN)})
    for name in LISTED:
        if name in found:
            found.update(_leaves(found.pop(name).opened(), name, MAX_LEVELS))
    if NESTED_IN in found:
        found.update(_leaves(found.pop(NESTED_IN), NESTED_IN, MAX_LEVELS))
    return found


def value_of(held: Held) -> Held:
    """A value without the type that the protocol's JSON writes around it; any other value as it is."""
    for name in SCALARS:
        if name in held.keys:
            return held.get(name)
    if not held.keys.keys().isdisjoint((*LISTS, *OBJECTS)):
        ways: dict[str, str] = {}
        return held._replace(value=_plain(held, held.pointer, ways), ways=ways)
    return held


def _plain(held: Held, pointer: str, ways: dict[str, str]) -> Any:
    """A value of the protocol's JSON as JSON. Decoded values are at most 512 levels deep. `pointer`: to it as JSON; notes in `ways` where
    each of its parts stands."""
    ways[pointer] = held.pointer
    name = next((name for name in (*SCALARS, *LISTS, *OBJECTS) if name in held.keys), "")
    inside = held.get(name)
    if name in SCALARS or not isinstance(held.value, dict):
        ways[pointer] = inside.pointer if name else held.pointer
        return inside.value if name else held.value
    entries = [entry for entry in inside.get("values").elements() if isinstance(entry.value, dict)]
    if name in LISTS:
        return [_plain(entry, f"{pointer}/{number}", ways) for number, entry in enumerate(entries)]
    keyed = {str(entry.keys.get("key")): entry.get("value") for entry in entries}
    return {key: _plain(entry, f"{pointer}/{step_of(key)}", ways) for key, entry in keyed.items()} if name else None


def _leaves(held: Held, name: str, levels: int) -> Iterator[tuple[str, Held]]:
    """Nested attributes under the names that they have when they are not nested."""
    if levels and isinstance(held.value, dict):
        for key in held.keys:
            yield from _leaves(held.get(key), f"{name}.{key}", levels - 1)
    elif levels and isinstance(held.value, list):
        for number, element in enumerate(held.elements()):
            yield from _leaves(element, f"{name}.{number}", levels - 1)
    else:
        yield name, held
