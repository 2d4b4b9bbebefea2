"""Whether a declared schema is a JSON Schema: the form of its keywords, as the meta-schema of Draft 7 has it.

The meta-schema is small and has no recursion but that of the schema itself, so it is written out here: one walk, bounded, without the
library that checks values against schemas. Keywords that Draft 7 does not know are not looked at.
"""

from collections.abc import Callable, Iterator
from typing import Any, Final

from validation.facts.places import short, step_of
from validation.facts.tools import SchemaFault

MAX_SCHEMAS: Final = 10_000
MAX_DEPTH: Final = 64

TYPES: Final = frozenset({"array", "boolean", "integer", "null", "number", "object", "string"})


def fault_of(schema: object) -> SchemaFault | None:
    """The first fault of the parameters of a tool, or None. They must be an object; a schema inside may be a boolean, too.

    What lies more than 64 levels deep or beyond 10,000 schemas is not looked at.
    """
    if not isinstance(schema, dict):
        return SchemaFault("", f"it is {_shown(schema)}, not an object")
    waiting: list[tuple[str, Any, int]] = [("", schema, 0)]
    for _ in range(MAX_SCHEMAS):
        if not waiting:
            break
        pointer, inner, depth = waiting.pop()
        if isinstance(inner, bool):
            continue
        if not isinstance(inner, dict):
            return SchemaFault(pointer, f"{_shown(inner)} stands where a schema belongs")
        for key, value in inner.items():
            what = _CHECKS[key](value) if key in _CHECKS else ""
            if what:
                return SchemaFault(f"{pointer}/{step_of(key)}", f"{key} is {_shown(value)}, not {what}")
        if depth < MAX_DEPTH:
            waiting.extend(reversed([(pointer + step, each, depth + 1) for step, each in _inner_schemas(inner)]))
    return None


def _inner_schemas(schema: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """Every schema directly inside, with its JSON pointer from here."""
    for key, value in schema.items():
        step = f"/{step_of(key)}"
        if key in _ONE or (key == "items" and not isinstance(value, list)):
            yield step, value
        elif key in _LISTS:
            yield from ((f"{step}/{number}", each) for number, each in enumerate(value))
        elif key in _MAPS:
            for name, each in value.items():
                if key != "dependencies" or not isinstance(each, list):
                    yield f"{step}/{step_of(name)}", each


def _shown(value: object) -> str:
    if isinstance(value, str):
        return f'"{short(value)}"'
    return f"{short(value)} of {len(value)}" if isinstance(value, list) else short(value)


# Each check gives what the value should have been, "" when it is that.


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _text(value: object) -> str:
    return "" if isinstance(value, str) else "a string"


def _flag(value: object) -> str:
    return "" if isinstance(value, bool) else "true or false"


def _number(value: object) -> str:
    return "" if _is_number(value) else "a number"


def _step(value: Any) -> str:
    return "" if _is_number(value) and value > 0 else "a number above 0"


def _count(value: Any) -> str:
    whole = _is_number(value) and (isinstance(value, int) or value.is_integer())
    return "" if whole and value >= 0 else "a whole number from 0"


def _array(value: object) -> str:
    return "" if isinstance(value, list) else "an array"


def _schemas(value: object) -> str:
    return "" if isinstance(value, list) and value else "an array of at least one schema"


def _items(value: object) -> str:
    return _schemas(value) if isinstance(value, list) else ""


def _map(value: object) -> str:
    return "" if isinstance(value, dict) else "an object"


def _names(value: Any) -> str:
    is_list = isinstance(value, list) and all(isinstance(name, str) for name in value)
    return "" if is_list and len(set(value)) == len(value) else "an array of different strings"


def _type(value: Any) -> str:
    if isinstance(value, str):
        return "" if value in TYPES else "a type of JSON Schema"
    several = isinstance(value, list) and bool(value) and all(isinstance(name, str) and name in TYPES for name in value)
    return "" if several and len(set(value)) == len(value) else "one or several types of JSON Schema"


def _dependencies(value: Any) -> str:
    if not isinstance(value, dict):
        return "an object"
    return next((what for each in value.values() if isinstance(each, list) and (what := _names(each))), "")


_ONE: Final = frozenset({"additionalItems", "contains", "additionalProperties", "propertyNames", "not", "if", "then", "else"})
_LISTS: Final = frozenset({"items", "allOf", "anyOf", "oneOf"})
_MAPS: Final = frozenset({"definitions", "properties", "patternProperties", "dependencies"})

_CHECKS: Final[dict[str, Callable[[Any], str]]] = {
    **dict.fromkeys(("$id", "$schema", "$ref", "$comment", "title", "description", "pattern", "format"), _text),
    **dict.fromkeys(("contentMediaType", "contentEncoding"), _text),
    **dict.fromkeys(("readOnly", "uniqueItems"), _flag),
    **dict.fromkeys(("maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum"), _number),
    **dict.fromkeys(("maxLength", "minLength", "maxItems", "minItems", "maxProperties", "minProperties"), _count),
    **dict.fromkeys(("examples", "enum"), _array),
    **dict.fromkeys(("allOf", "anyOf", "oneOf"), _schemas),
    **dict.fromkeys(("definitions", "properties", "patternProperties"), _map),
    "multipleOf": _step,
    "items": _items,
    "required": _names,
    "type": _type,
    "dependencies": _dependencies,
}
