"""Arguments against schemas: what fits, what does not and how that is said, and agreement with jsonschema where both have an answer."""

import json
from typing import Any

import pytest
from hypothesis import given, strategies as st
from jsonschema import Draft202012Validator

from validation.facts.budgets import Budget
from validation.facts.declarations import Declaration
from validation.reassembly.json_text import describe
from validation.schemas import Mismatch, Unchecked, check

CITY = {"type": "object", "properties": {"city": {"type": "string"}, "days": {"type": ["integer", "null"]}}, "required": ["city"]}

DEEP = {"properties": {"a/b": {"properties": {"c~d": {"items": {"type": "number"}}}}}}
DRAFT_7 = "http://json-schema.org/draft-07/schema#"


def checked(value: Any, schema: Any) -> Mismatch | Unchecked | None:
    text = value if isinstance(value, str) else json.dumps(value)
    return check(text, describe(text), Declaration("f", schema, False), Budget())


def said(value: Any, schema: Any) -> tuple[str, str, str]:
    outcome = checked(value, schema)
    assert isinstance(outcome, Mismatch), outcome
    return outcome[:3]


@pytest.mark.parametrize(
    ("value", "schema"),
    [
        ({"city": "Oslo"}, CITY), ({"city": "Oslo", "days": None, "more": 1}, CITY), ({"city": "Oslo", "days": 2.0}, CITY), ({}, {}),
        ({"a": [1, True, 1.5]}, {"properties": {"a": {"uniqueItems": True}}}), ({"a": 0.3}, {"properties": {"a": {"multipleOf": 0.1}}}),
        ({"a": "2026-13-99"}, {"properties": {"a": {"format": "date"}}}), ({"a": {"a": {}}}, {"properties": {"a": {"$ref": "#"}}}),
        ({"a": 1}, {"$schema": DRAFT_7, "$ref": "#/definitions/x", "definitions": {"x": {"type": "object"}}}),
        ({"a": [1, "x", None]}, {"properties": {"a": {"items": [{"type": "integer"}, {"type": "string"}]}}}),
        ({"a": 2}, {"properties": {"a": {"minimum": 1, "exclusiveMinimum": True}}}),
        ('{"a":1e999}', {"properties": {"a": {"type": "number"}}}),
        (f'{{"a":{"9" * 5_000}}}', {"properties": {"a": {"type": "integer"}}}),
        ({"x_1": 1}, {"patternProperties": {"^x_": {"type": "integer"}}}),
        ({"a": 1}, {"dependencies": {"b": ["c"]}}), ({"a": "é"}, {"properties": {"a": {"pattern": r"^\p{L}$"}}}),
    ],
)  # fmt: skip
def test_what_fits_is_quiet(value: Any, schema: Any) -> None:
    assert checked(value, schema) is None


@pytest.mark.parametrize(
    ("value", "schema", "expected"),
    [
        ({}, CITY, ("", "the property city", "it is not there")),
        ({"city": 5}, CITY, ("/city", "a string", "5")),
        ({"city": "x", "days": "5"}, CITY, ("/days", "an integer or null", '"5"')),
        ({"a/b": {"c~d": [0, "x"]}}, DEEP, ("/a~1b/c~0d/1", "a number", '"x"')),
        ({"a": "c"}, {"properties": {"a": {"enum": ["a", "b"]}}}, ("/a", 'one of "a", "b"', '"c"')),
        ({"a": 9}, {"properties": {"a": {"enum": list(range(8))}}}, ("/a", "one of 0, 1, 2, 3, 4, 5 …", "9")),
        ({"a": 1}, {"properties": {"a": {"const": True}}}, ("/a", "true", "1")),
        ({"a": 1}, {"properties": {"b": {}}, "additionalProperties": False}, ("", "declared properties only", "the property a")),
        ({"a": 1}, {"properties": {"a": {"anyOf": [{"type": "string"}, {"type": "null"}]}}}, ("/a", "a string or null", "1")),
        ({"a": 1}, {"properties": {"a": {"anyOf": [{"type": "string"}, {"minimum": 3}]}}}, ("/a", "one of 2 forms", "1")),
        ({"a": 5}, {"properties": {"a": {"oneOf": [{"minimum": 1}, {"minimum": 2}]}}}, ("/a", "exactly one of 2 forms", "5")),
        ({"a": "x"}, {"properties": {"a": {"pattern": "^[0-9]+$"}}}, ("/a", "a text that matches ^[0-9]+$", '"x"')),
        ({"a": 0}, {"properties": {"a": {"minimum": 1}}}, ("/a", "at least 1", "0")),
        ({"a": []}, {"properties": {"a": {"minItems": 1}}}, ("/a", "at least 1 items", "an array")),
        ({"a": [1, 1.0]}, {"properties": {"a": {"uniqueItems": True}}}, ("/a", "items that differ", "an array")),
        ({"a": 1}, {"properties": {"a": False}}, ("/a", "nothing", "1")),
        ({"a": 1}, {"dependentRequired": {"a": ["b"]}}, ("", "the property b beside a", "it is not there")),
        ({"a": [1, "x", 3]}, {"properties": {"a": {"items": [{}, {}], "additionalItems": False}}}, ("/a", "at most 2 items", "an array")),
        ({"a": [1, 2]}, {"properties": {"a": {"prefixItems": [{}], "items": {"type": "string"}}}}, ("/a/1", "a string", "2")),
        ({"a": 1}, {"properties": {"a": {"not": {"type": "integer"}}}}, ("/a", "something else", "1")),
        ({"a": [1]}, {"properties": {"a": {"contains": {"type": "string"}}}}, ("/a", "an item of a certain form", "an array")),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_told_with_place_and_expectation(value: Any, schema: Any, expected: tuple[str, str, str]) -> None:
    assert said(value, schema) == expected


def test_the_outermost_of_several_is_told_and_all_are_counted() -> None:
    outcome = checked({"a": {"b": 1}, "c": 2}, {"properties": {"a": {"properties": {"b": {"type": "string"}}}, "c": {"type": "string"}}})
    assert outcome == Mismatch("/c", "a string", "2", 2)


@pytest.mark.parametrize("text", ["", '{"city"', "{}x", "{'city':1}"])
def test_what_is_no_json_is_not_checked_here(text: str) -> None:
    assert check(text, describe(text), Declaration("f", CITY, False), Budget()) is None


NAMES = st.sampled_from(["a", "b"])
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 4) | st.sampled_from([0.5, 1.0]) | st.text(alphabet="ab1", max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=2),
    max_leaves=6,
)


def _joined(parts: list[dict[str, Any]]) -> dict[str, Any]:
    return {key: value for part in parts for key, value in part.items()}


def _larger(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    some, one_or_two = st.dictionaries(NAMES, inner, max_size=2), st.lists(inner, min_size=1, max_size=2)
    one: list[st.SearchStrategy[Any]] = [
        *(st.fixed_dictionaries({key: inner}) for key in ("items", "additionalProperties", "not", "contains", "propertyNames", "if")),
        *(st.fixed_dictionaries({key: one_or_two}) for key in ("allOf", "anyOf", "oneOf", "prefixItems")),
        *(st.fixed_dictionaries({key: some}) for key in ("properties", "dependentSchemas")),
        st.fixed_dictionaries({"patternProperties": st.dictionaries(st.sampled_from(["^a", "b$"]), inner, max_size=1)}),
        st.fixed_dictionaries({"if": inner, "then": inner, "else": inner}),
    ]
    return st.lists(st.one_of(one), min_size=1, max_size=3).map(_joined)


LEAVES = st.booleans() | st.one_of(
    st.fixed_dictionaries(
        {"type": st.sampled_from(["string", "integer", "number", "boolean", "object", "array", "null", ["string", "null"]])}
    ),
    st.fixed_dictionaries({"enum": st.lists(VALUES, min_size=1, max_size=3)}),
    st.fixed_dictionaries({"const": VALUES}),
    st.fixed_dictionaries({"required": st.lists(NAMES, max_size=2)}),
    st.fixed_dictionaries({"pattern": st.sampled_from(["^a+$", "[0-9]", "b"])}),
    st.fixed_dictionaries({"uniqueItems": st.booleans()}),
    st.fixed_dictionaries({"multipleOf": st.sampled_from([1, 2, 0.5])}),
    *(st.fixed_dictionaries({key: st.integers(0, 3)}) for key in ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum")),
    *(
        st.fixed_dictionaries({key: st.integers(0, 3)})
        for key in ("minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties")
    ),
)
SCHEMAS = st.recursive(LEAVES, _larger, max_leaves=6)


@given(VALUES, SCHEMAS)
def test_every_verdict_is_that_of_jsonschema(value: Any, schema: Any) -> None:
    wrapped = {"properties": {"value": schema}}
    outcome = checked({"value": value}, wrapped)
    assert not isinstance(outcome, Unchecked)
    assert (outcome is None) == Draft202012Validator(wrapped).is_valid({"value": value})
