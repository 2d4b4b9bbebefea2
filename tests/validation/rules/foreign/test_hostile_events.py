"""Anything under the names of the other wire formats: nothing raises, and every finding can be shown."""

import json
from typing import Any

from hypothesis import HealthCheck, given, settings, strategies as st

from tests.validation.rules.checking import report_of
from validation.examples import Example
from validation.rules import RULES

ODD = st.one_of(
    st.none(), st.booleans(), st.integers(-2, 3), st.just(10**400), st.floats(allow_nan=False),
    st.sampled_from(["", "a", "tool_use", "{", "{}"]),
    st.just([]), st.just({}), st.just([{}]), st.just({"type": "tool_use", "id": "a"}),
)  # fmt: skip
KINDS = st.sampled_from(
    [
        "message_start", "content_block_start", "content_block_delta", "content_block_stop", "message_delta", "message_stop", "ping",
        "error", "response.created", "response.output_item.added", "response.output_item.done", "response.function_call_arguments.delta",
        "response.function_call_arguments.done", "response.completed", "response.failed", "response.anything",
    ]
)  # fmt: skip
PART_KINDS = st.one_of(
    st.sampled_from(
        ["tool_use", "tool_result", "text", "input_json_delta", "text_delta", "function_call", "function_call_output", "reasoning"]
    ),
    ODD,
)
PART = st.dictionaries(
    st.sampled_from(
        ["id", "name", "input", "tool_use_id", "call_id", "arguments", "output", "text", "partial_json", "tool_use", "content"]
    ),
    ODD, max_size=5,
).flatmap(lambda keys: PART_KINDS.map(lambda kind: {**keys, "type": kind}))  # fmt: skip
SLOT = st.one_of(ODD, PART)
EVENT = st.fixed_dictionaries(
    {"type": KINDS},
    optional={
        "index": ODD, "content_block": SLOT, "delta": SLOT, "message": ODD, "usage": ODD, "error": ODD, "item": SLOT, "output_index": ODD,
        "item_id": ODD, "sequence_number": ODD, "arguments": ODD,
        "response": st.one_of(ODD, st.fixed_dictionaries({"id": ODD, "status": ODD, "output": st.lists(SLOT, max_size=2)})),
    },
)  # fmt: skip
MESSAGE = st.one_of(
    PART,
    st.fixed_dictionaries(
        {"role": st.sampled_from(["user", "assistant", "system"]), "content": st.one_of(ODD, st.lists(SLOT, max_size=3))}
    ),
)
FILE = st.one_of(
    st.lists(EVENT, min_size=1, max_size=8).map(lambda events: "\n".join(map(json.dumps, events))),
    st.lists(MESSAGE, min_size=1, max_size=6).map(json.dumps),
    st.lists(MESSAGE, min_size=1, max_size=6).map(lambda items: json.dumps({"model": "m", "input": items})),
)


@given(FILE)
@settings(max_examples=300, suppress_health_check=list(HealthCheck))
def test_any_values_under_these_names_never_raise(text: str) -> None:
    report = report_of(Example(text.encode()))
    for finding in report.findings:
        _is_shown(finding.rule, finding.params)


def test_a_huge_index_has_a_short_label() -> None:
    event = {"type": "response.function_call_arguments.done", "output_index": 10**400, "arguments": "a"}
    slots = [finding.params["slot"] for finding in report_of(Example(json.dumps(event).encode())).findings if "slot" in finding.params]
    assert set(slots) == {"a huge number"}


def _is_shown(rule: str, params: dict[str, Any]) -> None:
    declared = RULES[rule].params
    assert params.keys() <= declared.keys()
    assert all(isinstance(value, int) or (isinstance(value, str) and len(value) <= 200) for value in params.values()), (rule, params)
