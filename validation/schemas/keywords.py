"""The keywords of JSON Schema for jsonschema's machinery, each counted as a step and none writing out what it was given.

jsonschema's own functions put the whole value into every message, and run patterns without a bound; so only those that do neither are used.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, Final

from jsonschema import Draft7Validator, Draft202012Validator, ValidationError
from jsonschema.protocols import Validator
from jsonschema.validators import create
from referencing import Registry

from validation.schemas.bounds import Refused, current

Errors = Iterator[ValidationError]
Keyword = Callable[[Any, Any, Any, Any], Errors]

_LARGEST_DIVIDEND: Final = 1e15
_NOT_READ: Final = ("unevaluatedProperties", "unevaluatedItems", "$dynamicRef", "$recursiveRef")
_KEPT: Final = ("allOf", "dependentRequired", "dependentSchemas", "if", "prefixItems", "propertyNames", "required")


def validator(schema: Mapping[str, Any]) -> Validator:
    """What checks values against `schema`. The registry is empty: nothing outside the schema is known or fetched."""
    own = {key: value for key, value in schema.items() if key != "$schema"}
    return _machine()(own, registry=Registry())


@cache
def _machine() -> type[Validator]:
    keywords: dict[str, Keyword] = {name: Draft202012Validator.VALIDATORS[name] for name in _KEPT}
    keywords["dependencies"] = Draft7Validator.VALIDATORS["dependencies"]
    keywords |= dict.fromkeys(_NOT_READ, _not_read) | _OWN
    counted = {name: _counted(name, keyword) for name, keyword in keywords.items()}
    return create(Draft202012Validator.META_SCHEMA, counted, type_checker=Draft202012Validator.TYPE_CHECKER)


def _counted(name: str, keyword: Keyword) -> Keyword:
    form = _FORMS.get(name, object)

    def step(validator: Any, value: Any, instance: Any, schema: Any) -> Errors:
        current().step()
        if not isinstance(value, form):
            raise Refused(f"the schema cannot be read at {name}")
        with current().inside():
            yield from keyword(validator, value, instance, schema) or ()

    return step


def _not_read(validator: Any, value: Any, instance: Any, schema: Any) -> Errors:
    raise Refused("the schema uses keywords that are not read here")


def _ref(validator: Any, ref: Any, instance: Any, schema: Any) -> Errors:
    if not str(ref).startswith("#"):
        raise Refused("the schema refers to something outside of it")
    yield from Draft202012Validator.VALIDATORS["$ref"](validator, ref, instance, schema)


def _test(holds: Callable[[Any, Any], bool], type: str) -> Keyword:
    """A keyword that values of one JSON type must hold to."""

    def keyword(validator: Any, value: Any, instance: Any, schema: Any) -> Errors:
        if validator.is_type(instance, type) and not holds(instance, value):
            yield ValidationError("")

    return keyword


def _bound(holds: Callable[[Any, Any], bool], strict: str) -> Keyword:
    """`minimum` or `maximum`; in Draft 4 a true `exclusive...` beside it makes it strict."""

    def keyword(validator: Any, value: Any, instance: Any, schema: Any) -> Errors:
        if validator.is_type(instance, "number") and (not holds(instance, value) or (schema.get(strict) is True and instance == value)):
            yield ValidationError("")

    return keyword


def _type(validator: Any, types: Any, instance: Any, schema: Any) -> Errors:
    if not any(validator.is_type(instance, type) for type in ([types] if isinstance(types, str) else types)):
        yield ValidationError("")


def _enum(validator: Any, values: Any, instance: Any, schema: Any) -> Errors:
    wanted = canonical(instance)
    if all(canonical(value) != wanted for value in values):
        yield ValidationError("")


def _const(validator: Any, value: Any, instance: Any, schema: Any) -> Errors:
    if canonical(value) != canonical(instance):
        yield ValidationError("")


def _unique(items: Any, wanted: Any) -> bool:
    return wanted is not True or len({canonical(item) for item in items}) == len(items)


def canonical(value: Any) -> str:
    """One text for all values that JSON Schema calls equal: keys in order, 1.0 as 1, and true is not 1."""
    return json.dumps(_plain(value), sort_keys=True)


def _plain(value: Any) -> Any:
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, Mapping):
        return {key: _plain(inner) for key, inner in value.items()}
    return [_plain(inner) for inner in value] if isinstance(value, list) else value


def _multiple(number: Any, of: Any) -> bool:
    quotient = number / of
    return bool(abs(quotient) > _LARGEST_DIVIDEND or abs(quotient - round(quotient)) < 1e-9)


def _pattern(validator: Any, pattern: Any, instance: Any, schema: Any) -> Errors:
    if isinstance(instance, str) and not current().search(pattern, instance):
        yield ValidationError("")


def _pattern_properties(validator: Any, patterns: Any, instance: Any, schema: Any) -> Errors:
    if isinstance(instance, dict):
        for pattern, inner in patterns.items():
            for key, value in instance.items():
                if current().search(pattern, key):
                    yield from validator.descend(value, inner, path=key, schema_path=pattern)


def _properties(validator: Any, properties: Any, instance: Any, schema: Any) -> Errors:
    for key, inner in properties.items() if isinstance(instance, dict) else ():
        if key in instance and inner is False:
            yield ValidationError("", "false", (key,), instance=instance[key], validator_value=False)
        elif key in instance:
            yield from validator.descend(instance[key], inner, path=key, schema_path=key)


def extras(instance: Mapping[str, Any], schema: Mapping[str, Any]) -> list[str]:
    """The properties that neither `properties` nor `patternProperties` of `schema` names."""
    named = schema.get("properties", {})
    patterns = schema.get("patternProperties", {})
    return [key for key in instance if key not in named and not any(current().search(pattern, key) for pattern in patterns)]


def _additional(validator: Any, inner: Any, instance: Any, schema: Any) -> Errors:
    if isinstance(instance, dict) and inner is not True:
        unnamed = extras(instance, schema)
        if inner is False and unnamed:
            yield ValidationError("", validator_value=unnamed[0])
        for key in unnamed if inner is not False else ():
            yield from validator.descend(instance[key], inner, path=key)


def _items(validator: Any, inner: Any, instance: Any, schema: Any) -> Errors:
    """`items`: a schema for all items behind `prefixItems`, or (Draft 7) a list with one for each place."""
    if not isinstance(instance, list):
        return
    if isinstance(inner, list):
        for place, (value, one) in enumerate(zip(instance, inner, strict=False)):
            yield from validator.descend(value, one, path=place, schema_path=place)
        rest, inner = len(inner), schema.get("additionalItems", True)
    else:
        rest = len(schema.get("prefixItems", ()))
    if inner is False and len(instance) > rest:
        yield ValidationError("", validator="maxItems", validator_value=rest)
    for place in range(rest, len(instance) if inner not in (True, False) else rest):
        yield from validator.descend(instance[place], inner, path=place)


def _contains(validator: Any, inner: Any, instance: Any, schema: Any) -> Errors:
    if isinstance(instance, list):
        machine = validator.evolve(schema=inner)
        found = sum(1 for value in instance if machine.is_valid(value))
        if not schema.get("minContains", 1) <= found <= schema.get("maxContains", found):
            yield ValidationError("")


def _any_of(validator: Any, schemas: Any, instance: Any, schema: Any) -> Errors:
    context = []
    for inner in schemas:
        error = _first_error(validator, instance, inner)
        if error is None:
            return
        context.append(error)
    if context:
        yield ValidationError("", context=context)


def _one_of(validator: Any, schemas: Any, instance: Any, schema: Any) -> Errors:
    errors = [_first_error(validator, instance, inner) for inner in schemas]
    if schemas and errors.count(None) != 1:
        yield ValidationError("", context=[error for error in errors if error is not None])


def _first_error(validator: Any, instance: Any, schema: Any) -> ValidationError | None:
    """The first error under one of several schemas, without its message: that of a schema `false` holds the whole value."""
    current().step()
    error = next(validator.descend(instance, schema), None)
    if error is None:
        return None
    return ValidationError("", error.validator, error.path, validator_value=error.validator_value, instance=error.instance)


def _not(validator: Any, inner: Any, instance: Any, schema: Any) -> Errors:
    if validator.evolve(schema=inner).is_valid(instance):
        yield ValidationError("")


_FORMS: Final[dict[str, type | tuple[type, ...]]] = {
    **dict.fromkeys(("allOf", "anyOf", "oneOf", "prefixItems", "required", "enum"), list),
    **dict.fromkeys(("properties", "patternProperties", "dependentRequired", "dependentSchemas", "dependencies"), Mapping),
    **dict.fromkeys(("$ref", "pattern"), str),
    "type": (str, list),
}
"""Where a text or an object would be taken for a list, or a list for a text."""

_OWN: dict[str, Keyword] = {
    "$ref": _ref, "type": _type, "enum": _enum, "const": _const, "pattern": _pattern, "properties": _properties,
    "patternProperties": _pattern_properties, "additionalProperties": _additional, "items": _items,
    "contains": _contains, "anyOf": _any_of, "oneOf": _one_of, "not": _not,
    "minimum": _bound(lambda number, least: bool(number >= least), "exclusiveMinimum"),
    "maximum": _bound(lambda number, most: bool(number <= most), "exclusiveMaximum"),
    "exclusiveMinimum": _test(lambda number, below: below is True or below is False or number > below, "number"),
    "exclusiveMaximum": _test(lambda number, above: above is True or above is False or number < above, "number"),
    "multipleOf": _test(_multiple, "number"),
    "minLength": _test(lambda text, least: len(text) >= least, "string"),
    "maxLength": _test(lambda text, most: len(text) <= most, "string"),
    "minItems": _test(lambda items, least: len(items) >= least, "array"),
    "maxItems": _test(lambda items, most: len(items) <= most, "array"),
    "uniqueItems": _test(_unique, "array"),
    "minProperties": _test(lambda properties, least: len(properties) >= least, "object"),
    "maxProperties": _test(lambda properties, most: len(properties) <= most, "object"),
}  # fmt: skip
