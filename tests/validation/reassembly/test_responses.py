"""Events of Responses streams to facts: items, what is said of their arguments, numbers, the end."""

import json
from typing import Any

import pytest

from validation.examples import call_events, call_item, response_events
from validation.facts.carriage import Body
from validation.facts.foreign import BACKWARDS, MISSING, REPEATED, ResponsesStream
from validation.facts.json_text import Json
from validation.reassembly.responses import ResponsesRecorder

EVENTS = call_events('{"city":', '"Oslo"}')


def recorded(*events: dict[str, Any]) -> ResponsesStream:
    recorder = ResponsesRecorder(0, (0, 1, 0, 10), Body())
    for number, event in enumerate(events):
        recorder.event(event, (number, number + 1, number * 10, number * 10 + 9))
    return recorder.close()


def test_a_call_has_its_call_id_and_the_joined_deltas() -> None:
    stream = recorded(*response_events(*EVENTS, output=[call_item('{"city":"Oslo"}')]))
    (call,) = stream.choices[0].calls
    assert (call.index, call.id, call.name, call.arguments) == (0, "call_a", "get_weather", '{"city":"Oslo"}')
    assert [(by, text) for by, text, _ in stream.items[0].told if by != "added"] == [
        (by, '{"city":"Oslo"}') for by in ("deltas", "done", "item", "completed")
    ]
    assert (stream.id, stream.terminal, stream.choices[0].finish) == ("resp_1", "response.completed", "completed")


@pytest.mark.parametrize("events", [call_events(whole='{"a":1}'), [EVENTS[0], {**EVENTS[-1], "item": call_item('{"a":1}')}]])
def test_arguments_that_no_delta_brought_are_those_of_the_done_event(events: list[dict[str, Any]]) -> None:
    (call,) = recorded(*response_events(*events)).choices[0].calls
    assert (call.arguments, call.json.state) == ('{"a":1}', Json.VALID)


def test_whole_arguments_count_more_than_joined_ones() -> None:
    (call,) = recorded(*response_events(*call_events('{"a":', whole='{"a":1}'))).choices[0].calls
    assert call.arguments == '{"a":1}'


def test_a_cut_call_keeps_what_came() -> None:
    stream = recorded(*response_events(*EVENTS[:2], end=""))
    assert stream.terminal == ""
    assert (stream.choices[0].calls[0].arguments, stream.choices[0].calls[0].json.state) == ('{"city":', Json.TRUNCATED)


def test_items_without_a_number_are_kept_by_their_id() -> None:
    bare = [{key: value for key, value in event.items() if key != "output_index"} for event in EVENTS]
    (call,) = recorded(*response_events(*bare)).choices[0].calls
    assert (call.index, call.id, call.arguments) == (None, "call_a", '{"city":"Oslo"}')


@pytest.mark.parametrize(
    ("item", "closed"),
    [
        ({"type": "search_results", "results": []}, True), ({"type": "web_search_call", "id": "fc_1"}, True),
        ({"type": "message", "id": "msg_1"}, False), ("text", False),
    ],
)  # fmt: skip
def test_a_call_may_be_closed_as_what_the_server_made_of_it(item: object, closed: bool) -> None:
    done = {"type": "response.output_item.done", "output_index": 0, "item": item}
    (known,) = recorded(*response_events(EVENTS[0], done)).items
    assert (known.item_done is not None) is closed


def test_two_calls_announced_under_one_number_stay_two() -> None:
    other = [json.loads(json.dumps(event).replace("fc_1", "fc_2").replace("call_a", "call_b")) for event in call_events('{"b":2}')]
    first, second = recorded(*response_events(*call_events('{"a":1}'), *other)).choices[0].calls
    assert [(call.id, call.slot, call.arguments) for call in (first, second)] == [("call_a", "0", '{"a":1}'), ("call_b", "0b", '{"b":2}')]


def test_pieces_that_name_no_item_are_one_call() -> None:
    delta = {"type": "response.function_call_arguments.delta", "delta": "x"}
    (call,) = recorded(*response_events(*[delta] * 5)).choices[0].calls
    assert call.arguments == "xxxxx"


def test_the_input_of_a_custom_call_is_text_and_no_json() -> None:
    item = {"type": "custom_tool_call", "id": "ctc_1", "call_id": "call_a", "name": "patch", "input": ""}
    at = {"output_index": 0, "item_id": "ctc_1"}
    (call,) = (
        recorded(
            *response_events(
                {"type": "response.output_item.added", "output_index": 0, "item": item},
                {"type": "response.custom_tool_call_input.delta", **at, "delta": "*** Begin"},
                {"type": "response.custom_tool_call_input.done", **at, "input": "*** Begin"},
                {"type": "response.output_item.done", "output_index": 0, "item": {**item, "input": "*** Begin"}},
            )
        )
        .choices[0]
        .calls
    )
    assert (call.custom, call.as_text, call.arguments) == (True, False, "*** Begin")


@pytest.mark.parametrize(
    ("numbers", "word", "pair"),
    [([0, 1, 1], REPEATED, (1, 1)), ([4, 5, 0], BACKWARDS, (5, 0)), ([0, None, 1], MISSING, (0, 0)), ([0, "1", 2], MISSING, (0, 0))],
)
def test_a_fault_of_the_numbers_has_a_word_and_the_pair(numbers: list[Any], word: str, pair: tuple[int, int]) -> None:
    stream = recorded(*({"type": "response.in_progress", "sequence_number": number} for number in numbers))
    assert stream.number_pairs == {word: pair}


def test_gaps_in_the_numbers_are_no_fault() -> None:
    assert not recorded(*({"type": "response.in_progress", "sequence_number": number} for number in (3, 4, 9))).numbers


@pytest.mark.parametrize(
    "event",
    [
        {"type": "error", "code": "server_error", "message": "busy", "sequence_number": 3},
        {"type": "response.failed", "response": {"status": "failed", "error": {"code": "server_error", "message": "busy"}}},
    ],
)
def test_a_failure_is_an_end_and_an_error(event: dict[str, Any]) -> None:
    stream = recorded(*response_events(*EVENTS, end=""), event)
    assert stream.terminal == event["type"]
    assert (stream.errors[0].code, stream.errors[0].message) == ("server_error", "busy")
