"""No schema and no arguments can make a check raise, run away, or fetch anything: then it is not done, and says why."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

from validation.facts.budgets import Budget
from validation.facts.declarations import Declaration
from validation.reassembly.json_text import describe
from validation.schemas import Mismatch, Unchecked, check, unnamed
from validation.schemas.bounds import MAX_DEPTH, MAX_NODES, MAX_TEXT

A = {"a": 1}
PROJECT = Path(__file__).parents[3]


def checked(value: Any, schema: Any, budget: Budget | None = None) -> Mismatch | Unchecked | None:
    text = value if isinstance(value, str) else json.dumps(value)
    return check(text, describe(text), Declaration("f", schema, False), budget or Budget())


def reason(value: Any, schema: Any, budget: Budget | None = None) -> str:
    outcome = checked(value, schema, budget)
    assert isinstance(outcome, Unchecked), outcome
    return outcome.reason


def nested(levels: int) -> dict[str, Any]:
    schema: dict[str, Any] = {}
    for _ in range(levels):
        schema = {"properties": {"a": schema}}
    return schema


@pytest.mark.parametrize(
    "schema",
    [
        {"$ref": "https://example.com/s.json"}, {"$ref": "file:///etc/hostname"}, {"$ref": "other.json#/x"},
        {"properties": {"a": {"$ref": "https://json-schema.org/draft/2020-12/schema"}}},
        {"$id": "https://example.com/", "properties": {"a": {"$ref": "s"}}},
    ],
)  # fmt: skip
def test_nothing_outside_the_schema_is_looked_up(schema: Any) -> None:
    assert reason(A, schema) == "the schema refers to something outside of it"


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "OBJECT"}, {"type": 7}, {"required": "a"}, {"required": True}, {"properties": ["a"]}, {"properties": {"a": 7}},
        {"enum": "a"},
        {"allOf": {"type": "object"}}, {"anyOf": [None]}, {"$ref": "#/nowhere"}, {"$ref": 7}, {"additionalProperties": "no"},
        {"properties": {"a": {"minimum": "0"}}}, {"properties": {"a": {"multipleOf": 0}}}, {"patternProperties": {"(": {}}},
        {"properties": {"a": {"$schema": "http://json-schema.org/draft-04/schema#"}}}, {"unevaluatedProperties": False},
        {"$dynamicRef": "#x"},
    ],
)  # fmt: skip
def test_a_schema_that_cannot_be_read_complains_of_nothing(schema: Any) -> None:
    assert reason(A, schema)


def test_what_is_too_large_is_not_checked() -> None:
    assert reason(f'{{"a":"{"x" * MAX_TEXT}"}}', {}) == "the arguments are too long"
    assert reason(A, nested(MAX_DEPTH)) == "the schema is too large"
    assert reason(A, {"enum": list(range(MAX_NODES))}) == "the schema is too large"
    assert reason(A, {"description": "x" * (1 << 20), "title": "y"}) == "the schema is too large"
    assert checked(A, nested(MAX_DEPTH // 2 - 1)) is None


def test_what_refers_to_itself_ends() -> None:
    assert "nested too deep" in reason(A, {"$ref": "#"})
    assert "nested too deep" in reason(A, {"anyOf": [{"$ref": "#"}, {"$ref": "#"}]})
    assert "nested too deep" in reason('{"a":' * 400 + "1" + "}" * 400, {"properties": {"a": {"$ref": "#"}}})


def test_alternatives_of_alternatives_take_too_many_steps() -> None:
    steps = {f"s{number}": {"anyOf": [{"$ref": f"#/$defs/s{number + 1}"}] * 2} for number in range(20)}
    schema = {"$ref": "#/$defs/s0", "$defs": {**steps, "s20": {"type": "string"}}}
    assert reason(A, schema, Budget(600)) == "the check takes too many steps"


@pytest.mark.parametrize("pattern", ["^(a+)+$", "(a|aa)+$", "^(a|a?)+$", "(.*)*b$", "^(([a-z])+.)+[A-Z]([a-z])+$"])
@pytest.mark.parametrize("text", ["a" * 40 + "!", "aB" * 5_000 + "!", "a" * 100_000 + "\n!"])
def test_a_pattern_that_takes_too_long_is_given_up(pattern: str, text: str) -> None:
    outcome = checked({"a": text}, {"properties": {"a": {"pattern": pattern}}})
    assert outcome is None or isinstance(outcome, Mismatch) or outcome.reason == "a pattern takes too long"


@pytest.mark.parametrize("schema", [{"properties": {"a": {"pattern": "x" * 1_001}}}, {"patternProperties": {"x" * 1_001: {}}}])
def test_a_pattern_that_is_too_long_is_not_tried(schema: Any) -> None:
    assert reason({"a": "x"}, schema) == "a pattern is too long"


def test_a_budget_that_is_used_up_stays_so_for_every_check_behind_it() -> None:
    budget = Budget(0.005)
    many = {"items": {"anyOf": [{"const": number} for number in range(200)]}}
    assert reason([199] * 200, many, budget) == "the time for schema checks was used up"
    assert reason(A, {}, budget) == "the time for schema checks was used up"


def test_checks_take_their_time_from_the_budget_they_share() -> None:
    budget = Budget(1.0)
    checked(A, {"type": "object"}, budget)
    assert 0 < budget.left < 1


def test_a_large_value_is_not_written_out_for_every_error() -> None:
    schema = {"anyOf": [{"properties": {"a": False}}] * 50 + [{"type": "string"}, False, {"enum": [1]}]}
    outcome = checked({"a": "x" * 100_000}, schema)
    assert isinstance(outcome, Mismatch)
    assert max(map(len, outcome[:3])) <= 120


ANY = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(
        st.sampled_from(
            [
                "type", "properties", "required", "items", "enum", "const", "$ref", "anyOf", "oneOf", "not", "pattern", "patternProperties",
                "additionalProperties", "if", "then", "minimum", "multipleOf", "maxLength", "contains", "dependencies", "$id", "$schema",
                "$defs",
                "$anchor", "additionalItems", "prefixItems", "uniqueItems", "a",
            ]
        ),
        inner,
        max_size=4,
    ),
    max_leaves=12,
)  # fmt: skip


@given(ANY, st.dictionaries(st.text(max_size=3), ANY, max_size=3))
def test_anything_at_all_may_stand_in_a_schema(schema: Any, value: Any) -> None:
    text = json.dumps(value, allow_nan=False, default=str) if _finite(value) else '{"a":1}'
    for parameters in ({"properties": {"a": schema}}, schema if isinstance(schema, dict) else {}):
        tool = Declaration("f", parameters, False)
        outcome = check(text, describe(text), tool, Budget())
        assert outcome is None or all(isinstance(part, str | int) for part in outcome)
        unnamed(text, describe(text), tool, Budget())


def _finite(value: Any) -> bool:
    try:
        json.dumps(value, allow_nan=False)
    except ValueError:
        return False
    return True


def test_a_validation_without_tools_imports_neither_jsonschema_nor_regex() -> None:
    code = (
        "import io, sys; from validation.examples import stream; from validation.pipeline import validate;"
        "validate(io.BytesIO(stream('{}').data)); sys.exit(bool({'jsonschema', 'regex', 'referencing'} & sys.modules.keys()))"
    )
    assert subprocess.run([sys.executable, "-c", code], cwd=PROJECT, check=False).returncode == 0
