"""Properties that a schema allows but does not name: what a model made up."""

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, Final, NamedTuple

MAX_OBJECTS: Final = 1_000
MAX_NAMED: Final = 1_000
MAX_REFERENCES: Final = 8
_SAYS_MORE: Final = frozenset({
    "allOf", "anyOf", "oneOf", "if", "patternProperties", "propertyNames", "dependentSchemas", "dependencies", "unevaluatedProperties",
    "$dynamicRef", "$recursiveRef",
})  # fmt: skip
"""Keywords that may name further properties; where one stands, nothing is said of that object."""


class Undeclared(NamedTuple):
    """A property that is not named: a JSON pointer to its object, its name, and the declared name that it probably means ("" if none).

    `missing`: that declared property is required and not there, so that the schema check tells it. `times`: how many are not named.
    """

    pointer: str
    name: str
    near: str
    missing: bool
    times: int


def undeclared(value: Any, schema: Mapping[str, Any]) -> Undeclared | None:
    """The first property of `value` that `schema` neither names nor forbids; one that is nearly a declared one goes before others."""
    found = [one for pointer, inner, plan in _objects(value, schema) for one in _unnamed(pointer, inner, plan)]
    if not found:
        return None
    return next((one for one in found if one.near), found[0])._replace(times=len(found))


def _unnamed(pointer: str, value: Mapping[str, Any], schema: Mapping[str, Any]) -> Iterator[Undeclared]:
    named = schema["properties"]
    extra = [key for key in value if key not in named]
    if not extra or len(named) > MAX_NAMED or schema.get("additionalProperties", True) not in (True, {}):
        return
    free = {_plain(key): key for key in named if key not in value}
    required = schema.get("required")
    for key in extra[:MAX_OBJECTS]:
        near = free.get(_plain(key), "")
        yield Undeclared(pointer, key, near, bool(near) and isinstance(required, list) and near in required, 1)


def _plain(name: str) -> str:
    """A name without case, underscores and hyphens."""
    return name.lower().replace("_", "").replace("-", "")


def _objects(value: Any, schema: Any) -> Iterator[tuple[str, Mapping[str, Any], Mapping[str, Any]]]:
    """Every object in `value` whose schema names properties and nothing but these, with a JSON pointer to it."""
    waiting = [("", value, schema)]
    for _ in range(MAX_OBJECTS):
        if not waiting:
            return
        pointer, inner, plan = waiting.pop()
        plan = _resolved(plan, schema)
        if not isinstance(plan, Mapping) or not _SAYS_MORE.isdisjoint(plan):
            continue
        named, items = plan.get("properties"), plan.get("items")
        if isinstance(inner, Mapping) and isinstance(named, Mapping):
            yield pointer, inner, plan
            waiting += [(f"{pointer}/{key}", inner[key], named[key]) for key in islice(named, MAX_OBJECTS) if key in inner]
        elif isinstance(inner, list) and isinstance(items, Mapping):
            waiting += [(f"{pointer}/{place}", one, items) for place, one in enumerate(inner[:MAX_OBJECTS])]


def _resolved(plan: Any, root: Any) -> Any:
    """The schema that a local `$ref` leads to; None for any other reference."""
    for _ in range(MAX_REFERENCES):
        if not isinstance(plan, Mapping) or "$ref" not in plan:
            return plan
        parts = str(plan["$ref"]).split("/")
        plan = root if parts[0] == "#" and len(plan) == 1 else None
        for part in parts[1:]:
            plan = plan.get(part.replace("~1", "/").replace("~0", "~")) if isinstance(plan, Mapping) else None
    return None
