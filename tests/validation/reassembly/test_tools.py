"""Declared tools are read from whatever stands there; a schema is held against the meta-schema of Draft 7."""

from typing import Any

import pytest
from hypothesis import given, settings, strategies as some
from jsonschema import Draft7Validator

from validation.facts.tools import Declared
from validation.reassembly.schema_faults import TYPES, fault_of
from validation.reassembly.tools import read_tools

F = {"type": "function", "function": {"name": "f", "parameters": {"type": "object"}}}
JSON = some.recursive(
    some.none() | some.booleans() | some.integers() | some.floats(allow_nan=True) | some.text(max_size=5),
    lambda inner: some.lists(inner, max_size=3) | some.dictionaries(some.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


# Tools


@pytest.mark.parametrize(
    ("value", "state", "kind", "names"),
    [
        (None, Declared.ABSENT, "", []),
        ([], Declared.ARRAY, "array", []),
        ([F, {"type": "custom", "custom": {"name": "c"}}, {"name": "flat"}, {}], Declared.ARRAY, "array", ["f", "c", "flat", ""]),
        ('[{"name":"f"}]', Declared.JSON_TEXT, "string", ["f"]),
        ("[' ']", Declared.BROKEN, "string", []),
        ('{"name":"f"}', Declared.BROKEN, "string", []),
        ("", Declared.BROKEN, "string", []),
        ("[" * 5_000, Declared.BROKEN, "string", []),
        ({"f": {}}, Declared.BROKEN, "object", []),
        ([F, None], Declared.BROKEN, "array with an entry of type null", []),
    ],
)
def test_tools_are_read_from_what_stands_there(value: Any, state: Declared, kind: str, names: list[str]) -> None:
    tools = read_tools(value, "/tools")
    assert (tools.state, tools.type, [tool.name for tool in tools.entries]) == (state, kind, names)
    assert tools.known is (state in (Declared.ARRAY, Declared.JSON_TEXT))


def test_an_entry_has_pointers_only_where_it_stands_as_json() -> None:
    for value, pointer, expected in (
        ([F], "/body/tools", "/body/tools/0/function/name"),
        ('[{"name":"f"}]', "/tools", "/tools"),
        ([F], "", ""),
    ):
        tools = read_tools(value, pointer)
        assert tools.pointer_to(tools.entries[0], tools.entries[0].name_pointer) == expected


def test_of_very_many_tools_the_first_are_read() -> None:
    assert len(read_tools([F] * 5_000).entries) == 1_024


@given(JSON)
def test_no_value_makes_reading_raise(value: Any) -> None:
    read_tools(value)
    read_tools([{"function": {"name": value, "parameters": value}}])


# Schemas


@pytest.mark.parametrize(
    ("schema", "pointer", "what"),
    [
        ([], "", "it is an array of 0, not an object"),
        ({"type": "objec"}, "/type", 'type is "objec", not a type of JSON Schema'),
        ({"type": []}, "/type", "type is an array of 0, not one or several types of JSON Schema"),
        ({"type": "OBJECT"}, "/type", 'type is "OBJECT", not a type of JSON Schema'),
        ({"properties": {"a/b": {"required": True}}}, "/properties/a~1b/required", "required is true, not an array of different strings"),
        ({"properties": {"a": "string"}}, "/properties/a", '"string" stands where a schema belongs'),
        ({"items": [{}, {"minimum": "1"}]}, "/items/1/minimum", 'minimum is "1", not a number'),
        ({"exclusiveMinimum": True}, "/exclusiveMinimum", "exclusiveMinimum is true, not a number"),
        ({"enum": "a"}, "/enum", 'enum is "a", not an array'),
        ({"anyOf": []}, "/anyOf", "anyOf is an array of 0, not an array of at least one schema"),
        ({"minLength": -1}, "/minLength", "minLength is -1, not a whole number from 0"),
        ({"dependencies": {"a": ["b", "b"]}}, "/dependencies", "dependencies is an object, not an array of different strings"),
        ({"additionalProperties": None}, "/additionalProperties", "null stands where a schema belongs"),
    ],
)
def test_a_fault_is_told_with_its_place(schema: Any, pointer: str, what: str) -> None:
    assert fault_of(schema) == (pointer, what)


@pytest.mark.parametrize(
    "schema",
    [
        {}, {"type": ["string", "null"], "items": True, "minLength": 2.0, "required": [], "enum": [], "const": None},
        {"properties": {"type": {"type": "string"}, "required": False}}, {"unknown": {"type": 7}}, {"dependencies": {"a": ["b"], "c": {}}},
    ],
)  # fmt: skip
def test_what_the_meta_schema_allows_has_no_fault(schema: Any) -> None:
    Draft7Validator.check_schema(schema)
    assert fault_of(schema) is None


WORDS = some.sampled_from(sorted(TYPES)) | some.text(max_size=4)
SMALL = some.none() | some.booleans() | some.integers(-2, 3) | some.sampled_from([0.5, 2.0]) | WORDS | some.lists(WORDS, max_size=3)
KEYS = some.sampled_from(
    [
        "type", "properties", "items", "required", "enum", "minimum", "minLength", "multipleOf", "pattern", "uniqueItems", "anyOf", "not",
        "additionalProperties", "definitions", "dependencies", "title", "examples", "if", "const", "default", "$ref", "other",
    ]
)  # fmt: skip
SCHEMAS = some.recursive(SMALL, lambda inner: some.dictionaries(KEYS, inner, max_size=4) | some.lists(inner, max_size=2), max_leaves=12)


@settings(max_examples=300)
@given(some.dictionaries(KEYS, SCHEMAS, max_size=4))
def test_it_judges_as_the_meta_schema_does(schema: dict[str, Any]) -> None:
    assert (fault_of(schema) is None) is Draft7Validator(Draft7Validator.META_SCHEMA).is_valid(schema)


def test_very_deep_and_very_wide_schemas_are_read_as_far_as_the_bounds_go() -> None:
    deep: Any = {"type": "no type"}
    for _ in range(500):
        deep = {"not": deep}
    assert fault_of(deep) is None
    assert fault_of({"properties": {str(n): {} for n in range(20_000)} | {"last": 7}}) is None
