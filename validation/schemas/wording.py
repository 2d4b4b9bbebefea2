"""An error of jsonschema in a few plain words: where, what was expected there, what is there instead."""

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from validation.facts.places import short, step_of

if TYPE_CHECKING:
    from jsonschema import ValidationError

LONGEST: Final = 120
SHOWN_VALUES: Final = 6

_TYPES: Final = {
    "string": "a string", "integer": "an integer", "number": "a number", "boolean": "true or false", "object": "an object",
    "array": "an array", "null": "null",
}  # fmt: skip


def told(error: "ValidationError") -> tuple[str, str, str]:
    """(JSON pointer inside the arguments, what was expected there, what is there), each at most 120 characters."""
    pointer = "".join("/" + step_of(part) for part in error.absolute_path)
    return _cut(pointer), _cut(_expected(error)), _cut(_actual(error))


def _expected(error: "ValidationError") -> str:
    write = _WORDS.get(str(error.validator))
    return "nothing" if write is None else write(error.validator_value, error)


def _actual(error: "ValidationError") -> str:
    if error.validator in ("required", "dependentRequired", "dependencies"):
        return "it is not there"
    if error.validator == "additionalProperties":
        return f"the property {error.validator_value}"
    return _shown(error.instance)


def _shown(value: object) -> str:
    """A value: a text in quotes, so that "5" and 5 differ."""
    return json.dumps(value[:LONGEST], ensure_ascii=False) if isinstance(value, str) else short(value)


def _type(types: Any, error: "ValidationError") -> str:
    return " or ".join(_TYPES.get(type, str(type)) for type in ([types] if isinstance(types, str) else types))


def _missing(names: Any, error: "ValidationError") -> str:
    there = _properties(error)
    return f"the property {next((name for name in names if name not in there), '')}"


def _properties(error: "ValidationError") -> dict[str, Any]:
    return error.instance if isinstance(error.instance, dict) else {}


def _missing_beside(needs: Any, error: "ValidationError") -> str:
    there = _properties(error)
    for name, needed in needs.items():
        for other in needed if name in there and isinstance(needed, list) else ():
            if other not in there:
                return f"the property {other} beside {name}"
    return "what another property asks for"


def _one_of_values(values: Any, error: "ValidationError") -> str:
    shown = ", ".join(_shown(value) for value in values[:SHOWN_VALUES])
    return f"one of {shown}{' …' if len(values) > SHOWN_VALUES else ''}"


def _alternatives(schemas: Any, error: "ValidationError") -> str:
    """Alternatives that differ in type alone as their types, others as a number."""
    context = error.context or []
    if len(context) == len(schemas) and all(one.validator == "type" and not one.path for one in context):
        return " or ".join(dict.fromkeys(_type(one.validator_value, one) for one in context))
    return f"exactly one of {len(schemas)} forms" if error.validator == "oneOf" else f"one of {len(schemas)} forms"


def _count(text: str) -> Callable[[Any, "ValidationError"], str]:
    return lambda value, error: text.format(short(value))


_WORDS: Final[dict[str, Callable[[Any, "ValidationError"], str]]] = {
    "type": _type, "required": _missing, "dependentRequired": _missing_beside, "dependencies": _missing_beside, "enum": _one_of_values,
    "anyOf": _alternatives, "oneOf": _alternatives,
    "const": lambda value, error: _shown(value),
    "additionalProperties": lambda value, error: "declared properties only",
    "pattern": _count("a text that matches {}"),
    "minimum": _count("at least {}"), "maximum": _count("at most {}"),
    "exclusiveMinimum": _count("more than {}"), "exclusiveMaximum": _count("less than {}"), "multipleOf": _count("a multiple of {}"),
    "minLength": _count("at least {} characters"), "maxLength": _count("at most {} characters"),
    "minItems": _count("at least {} items"), "maxItems": _count("at most {} items"),
    "minProperties": _count("at least {} properties"), "maxProperties": _count("at most {} properties"),
    "uniqueItems": lambda value, error: "items that differ",
    "contains": lambda value, error: "an item of a certain form",
    "not": lambda value, error: "something else",
}  # fmt: skip


def _cut(text: str) -> str:
    """At most 120 characters, halves of surrogate pairs written as escapes."""
    return text[:LONGEST].encode(errors="backslashreplace").decode()[:LONGEST]
