"""Properties that a schema neither names nor forbids."""

import json
from typing import Any

import pytest

from validation.facts.budgets import Budget
from validation.facts.declarations import Declaration
from validation.reassembly.json_text import describe
from validation.schemas import unnamed
from validation.schemas.properties import Undeclared

CITY = {"type": "object", "properties": {"city": {}, "unit_of_heat": {}}, "required": ["city"]}


def found_in(value: Any, schema: Any) -> Undeclared | None:
    text = json.dumps(value)
    return unnamed(text, describe(text), Declaration("f", schema, False), Budget())


def test_a_property_that_is_not_named_is_found() -> None:
    assert found_in({"city": 1, "mood": 2, "size": 3}, CITY) == Undeclared("", "mood", "", False, 2)


@pytest.mark.parametrize("name", ["Unit_of_heat", "unitOfHeat", "unit-of-heat", "UNIT_OF_HEAT"])
def test_a_name_that_differs_by_case_and_hyphens_alone_goes_first(name: str) -> None:
    assert found_in({"city": 1, "mood": 2, name: 3}, CITY) == Undeclared("", name, "unit_of_heat", False, 2)


def test_a_name_whose_declared_twin_is_there_is_just_another_one() -> None:
    assert found_in({"city": 1, "City": 2}, CITY) == Undeclared("", "City", "", False, 1)


def test_a_required_twin_that_is_missing_is_told_by_the_schema_check() -> None:
    assert found_in({"City": 1}, CITY) == Undeclared("", "City", "city", True, 1)


@pytest.mark.parametrize(
    ("value", "schema", "pointer"),
    [
        ({"a": {"x": 1}}, {"properties": {"a": CITY}}, "/a"),
        ({"a": [{}, {"x": 1}]}, {"properties": {"a": {"items": CITY}}}, "/a/1"),
        ({"a": {"x": 1}}, {"properties": {"a": {"$ref": "#/$defs/c"}}, "$defs": {"c": CITY}}, "/a"),
        ({"a": {"x": 1}}, {"properties": {"a": {"$ref": "#"}}}, "/a"),
    ],
)
def test_objects_inside_are_looked_at(value: Any, schema: Any, pointer: str) -> None:
    found = found_in(value, schema)
    assert found is not None
    assert (found.pointer, found.name) == (pointer, "x")


@pytest.mark.parametrize(
    "schema",
    [
        {}, {"type": "object"}, {**CITY, "additionalProperties": False}, {**CITY, "additionalProperties": {"type": "string"}},
        {**CITY, "patternProperties": {"^m": {}}}, {**CITY, "allOf": [{"properties": {"mood": {}}}]}, {"anyOf": [CITY]},
        {"properties": {"mood": {"$ref": "https://example.com/"}, "city": {}}}, {"$ref": "#/$defs/nowhere"}, {"$ref": "#"},
        {"properties": ["city"]}, {"properties": {f"p{number}": {} for number in range(2_000)}},
    ],
)  # fmt: skip
def test_nothing_is_said_where_the_schema_forbids_or_may_say_more(schema: Any) -> None:
    assert found_in({"city": 1, "mood": {"x": 1}}, schema) is None


@pytest.mark.parametrize("additional", [True, {}])
def test_a_schema_that_allows_everything_names_nothing(additional: Any) -> None:
    assert found_in({"city": 1, "mood": 2}, {**CITY, "additionalProperties": additional}) is not None
