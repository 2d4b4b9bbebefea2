"""Streams that no server would send: every rule reads them, none raises, and what a finding holds is what its rule declared."""

import json
from typing import Any

from hypothesis import HealthCheck, given, settings, strategies as st

from tests.validation.rules.checking import report_of
from validation.examples import Example
from validation.rule import NUMBER, PLACE
from validation.rules import RULES

OSLO = '{"city":"Oslo"}'
odd = st.sampled_from(
    [None, True, 0, -1, 1, 10**30, 1.5, "", "null", "0", "x" * 300, "<tool_call>" + OSLO, "<|" * 30, "\ud800", "[", "{",
     [], {}, [[]], [{}], {"a": 1}]
)  # fmt: skip


def or_odd(*usual: Any) -> st.SearchStrategy[Any]:
    """Mostly one of the usual values, sometimes an odd one."""
    return st.one_of(*(st.just(value) for value in usual for _ in range(3)), odd)


def some(keys: dict[str, st.SearchStrategy[Any]]) -> st.SearchStrategy[dict[str, Any]]:
    """An object with some of these keys."""
    return st.fixed_dictionaries({}, optional=keys)


functions = some({"name": or_odd("get_", "weather"), "arguments": or_odd("", '{"city":', '"Oslo"}', OSLO)})
entries = some(
    {
        "index": or_odd(0, 1, 2), "id": or_odd("call_a", "call_b"), "type": or_odd("function", "custom"),
        "function": st.one_of(functions, functions, odd), "custom": st.one_of(some({"name": odd, "input": odd}), odd),
    }
)  # fmt: skip
deltas = some(
    {
        "role": or_odd("assistant"), "content": or_odd("It is cold. ", OSLO, "<tool_call>" + OSLO),
        "reasoning": or_odd("So"), "reasoning_content": or_odd("So"), "tool_calls": st.one_of(st.lists(entries, max_size=3), odd),
        "function_call": odd, "refusal": odd,
    }
)  # fmt: skip
choices = some(
    {
        "index": or_odd(0, 1), "delta": st.one_of(deltas, deltas, odd), "message": st.one_of(deltas, odd), "logprobs": odd, "usage": odd,
        "finish_reason": or_odd(None, "stop", "tool_calls", "length"),
    }
)  # fmt: skip
chunks = some(
    {
        "id": or_odd("chatcmpl-1"), "object": or_odd("chat.completion.chunk"), "created": or_odd(1790000000), "model": or_odd("demo"),
        "usage": st.one_of(st.none(), some({"total_tokens": odd}), odd), "error": st.one_of(st.none(), odd),
    }
).flatmap(lambda head: st.one_of(st.lists(choices, max_size=2), odd).map(lambda value: {**head, "choices": value}))  # fmt: skip
requests = some(
    {
        "parallel_tool_calls": or_odd(False), "stream_options": or_odd({"include_usage": True}), "tools": odd, "n": odd, "tool_choice": odd,
        "messages": or_odd([{"role": "user", "content": "tool_call"}]),
    }
)  # fmt: skip


def streamed(wires: list[dict[str, Any]], request: dict[str, Any] | None) -> Example:
    lines = (json.dumps(wire, ensure_ascii=False).encode("utf-8", "surrogatepass") for wire in wires)
    return Example(b"\n".join(lines) + b"\n", request=request)


@settings(max_examples=100, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
@given(st.lists(chunks, min_size=1, max_size=6), st.one_of(st.none(), requests))
def test_no_stream_makes_a_rule_raise_or_say_what_it_did_not_declare(wires: list[dict[str, Any]], request: dict[str, Any] | None) -> None:
    report = report_of(streamed(wires, request))
    for finding in report.findings:
        rule = RULES[finding.rule]
        assert finding.variant in rule.letters
        assert finding.params.keys() <= rule.params.keys()
        for name, value in finding.params.items():
            assert type(value) is (int if rule.params[name] in (NUMBER, PLACE) else str), (finding.kind, name, value)
            assert not isinstance(value, str) or len(value) <= 200
