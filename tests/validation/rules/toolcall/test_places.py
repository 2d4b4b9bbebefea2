"""A finding points at something that the entry has: never at a key that is not there."""

import json

import pytest

from tests.validation.rules.checking import report_of
from validation.examples import Wire, entry, header, stream, tools

OSLO = '{"city":"Oslo"}'


def custom(body: Wire, **head: str) -> Wire:
    """A delta with one entry of a custom call."""
    return tools({"index": 0, **head, "custom": body})


SHELL = custom({"name": "shell", "input": ""}, id="call_a", type="custom")

PLACES: dict[str, tuple[list[str | Wire], object]] = {
    "tool-name-repeated": ([SHELL, custom({"name": "shell", "input": "ls"})], "shell"),
    "tool-name-split": ([custom({"name": "she"}, id="call_a", type="custom"), custom({"name": "ll", "input": "ls"})], "ll"),
    "tool-name-changes": ([SHELL, custom({"input": "ls"}), custom({"name": "bash", "input": " -l"})], "bash"),
    "tool-name-late": ([custom({"input": "ls"}, id="call_a", type="custom"), custom({"name": "shell", "input": " -l"})], "shell"),
    "tool-name-empty-on-continuation": ([SHELL, custom({"name": "", "input": "ls"})], ""),
    "tool-name-markup": ([custom({"name": "shell<|channel|>", "input": "ls"}, id="call_a", type="custom")], "shell<|channel|>"),
    "tool-arguments-not-string": ([custom({"name": "shell", "input": {"a": 1}}, id="call_a", type="custom")], {"a": 1}),
    "tool-id-shared": (
        [tools(header(arguments=OSLO)), tools(entry(name="g", type="function", index=1)), tools(entry(OSLO, id="call_a", index=1))],
        "call_a",
    ),
    "tool-arguments-cumulative": (
        ["", '{"city":', OSLO, tools({"index": 0, "function": {}})],
        {"index": 0, "function": {}},
    ),
    "tool-calls-interleaved": (
        [tools(header("call_a"), header("call_b", index=1)), tools(entry(OSLO, index=..., id="call_a"))],
        {"id": "call_a", "function": {"arguments": OSLO}},
    ),
}
"""Rule -> the parts of a stream, and what stands where the finding points."""


@pytest.mark.parametrize("rule", PLACES)
def test_the_pointer_of_a_finding_leads_to_what_its_bytes_hold(rule: str) -> None:
    parts, expected = PLACES[rule]
    trace = stream(*parts)
    (place,) = [finding.places[0] for finding in report_of(trace).findings if finding.rule == rule]
    value = json.loads(trace.data.splitlines()[place.line - 1])
    for step in place.pointer.split("/")[1:]:
        value = value[int(step)] if isinstance(value, list) else value[step]
    assert value == json.loads(trace.data[place.byte_start : place.byte_end]) == expected
