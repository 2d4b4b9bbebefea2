"""A history whose file stops inside it: what is whole before that is judged, and the cut causes nothing but its own finding."""

import json
from typing import Any

import pytest

from tests.validation.rules.checking import found_by, loud_roots, report_of
from validation.decoding.cut_documents import whole_characters, whole_part
from validation.examples import Example, Wire, assistant, call_item, dumps, output_item, raw, result, user

WEATHER = {"type": "function", "function": {"name": "get_weather", "parameters": {"type": "object"}}}
MESSAGES: list[Wire] = [
    {"role": "system", "content": "Gr\u00fc\u00dfe \u2013 \U0001f600"},
    user(),
    assistant("call_a", "call_b"),
    result("call_a"),
    result("call_b"),
    {"role": "assistant", "content": "4 degrees."},
    user(),
    assistant("call_c"),
    result("call_c"),
]


def cut(value: object, at: int, indent: int | None = None) -> Example:
    return raw(json.dumps(value, ensure_ascii=False, indent=indent).encode()[:at], "example.json")


def size_of(value: object) -> int:
    return len(json.dumps(value, ensure_ascii=False).encode())


BODIES: list[Any] = [
    MESSAGES,
    {"messages": MESSAGES},
    {"model": "demo-model", "messages": MESSAGES, "tools": [WEATHER]},
    {"tools": [WEATHER], "messages": MESSAGES},
    {"messages": MESSAGES, "parallel_tool_calls": True, "tools": [WEATHER]},
]


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("purpose", [None, "send", "archive", "train"])
def test_wherever_a_faultless_history_is_cut_nothing_but_the_cut_is_told(body: Any, purpose: str | None) -> None:
    for at in range(1, size_of(body), 7):
        report = report_of(cut(body, at), purpose=purpose)
        assert loud_roots(report) <= {"json-truncated-at-end", "input-unrecognised"}, at
        assert "json-truncated-at-end" in loud_roots(report)


@pytest.mark.parametrize("body", BODIES[:2])
def test_the_messages_before_the_cut_are_judged(body: Any) -> None:
    (history,) = report_of(cut(body, size_of(body) - 30)).documents("histories")
    assert history["messages"] == len(MESSAGES) - 1


@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize("wrapped", [False, True])
def test_a_fault_before_the_cut_is_told_at_its_place(wrapped: bool, indent: int | None) -> None:
    messages = [*(user() for _ in range(40)), assistant("call_a"), result("call_z"), *MESSAGES[1:]]
    body: Any = {"model": "demo-model", "messages": messages} if wrapped else messages
    whole = json.dumps(body, ensure_ascii=False, indent=indent)
    trace = cut(body, len(whole.encode()) - 90, indent)
    (finding,) = found_by("tool-result-unknown-id", trace)
    place = finding.places[0]
    assert trace.data[place.byte_start : place.byte_end] in (b'"call_z"', dumps(result("call_z")).encode())
    assert place.line == 1 + trace.data[: place.byte_start].count(b"\n")
    assert {"tool-result-unknown-id", "json-truncated-at-end"} <= loud_roots(report_of(trace))


def test_a_turn_that_was_closed_before_the_cut_is_missed_an_answer() -> None:
    messages = [user(), assistant("call_a"), user(), assistant("call_b"), result("call_b"), user()]
    (finding,) = found_by("tool-result-missing", cut(messages, size_of(messages) - 5))
    assert finding.places[0].message == 1


def test_parallel_calls_that_stand_in_messages_of_their_own_wait_for_what_was_cut_off() -> None:
    messages = [user(), assistant("call_a"), assistant("call_b"), result("call_a"), result("call_b")]
    for at in range(size_of(messages[:3]), size_of(messages), 2):
        assert not found_by("tool-result-missing", cut(messages, at))


def test_items_of_the_responses_api_wait_for_outputs_that_were_cut_off() -> None:
    ask = {"role": "user", "content": [{"type": "input_text", "text": "Oslo?"}]}
    items = [ask, call_item("{}"), call_item("{}", id="fc_2", call_id="call_b"), ask, output_item("call_b"), output_item()]
    for at in range(size_of(items[:3]), size_of(items), 3):
        assert loud_roots(report_of(cut(items, at))) == {"json-truncated-at-end"}


def test_a_list_of_requests_keeps_those_that_are_whole_and_all_that_is_asked_of_them() -> None:
    requests = [{"model": "demo-model", "messages": [user(), {"role": "assistant", "content": "4."}]}] * 2
    trace = cut(requests, size_of(requests) - 20)
    assert loud_roots(report_of(trace)) == {"json-truncated-at-end"}
    assert len(found_by("final-role-invalid", trace)) == 1


@pytest.mark.parametrize(
    "text", ['{"messages":[', '{"messages":"x', '{"messages":[{"role":"us', '{"model":"m","x":', "{", '{"a"', '{"a":1', "{1:2"]
)
def test_where_no_message_is_whole_there_is_nothing_to_judge(text: str) -> None:
    assert whole_part(text.encode()) is None


def test_a_character_that_was_cut_is_left_out_and_other_bytes_stay() -> None:
    text = "4 \U0001f600".encode()
    assert [whole_characters(text[:end]) for end in (3, 4, 5)] == [b"4 "] * 3
    assert whole_characters(text) == text
    assert whole_characters(b"\xff abc") == b"\xff abc"
