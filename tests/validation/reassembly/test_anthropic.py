"""Events of Anthropic streams to facts: blocks, calls, and what is wrong with their order."""

from typing import Any

import pytest

from validation.examples import message_events, tool_use
from validation.facts import foreign
from validation.facts.carriage import Body
from validation.facts.foreign import AnthropicStream
from validation.facts.json_text import Json
from validation.reassembly.anthropic import AnthropicRecorder

BLOCK = tool_use(0, '{"city":', '"Oslo"}')


def recorded(*events: dict[str, Any]) -> AnthropicStream:
    recorder = AnthropicRecorder(0, (0, 1, 0, 10), Body())
    for number, event in enumerate(events):
        recorder.event(event, (number, number + 1, number * 10, number * 10 + 9))
    return recorder.close()


def test_a_call_is_kept_under_the_number_of_its_block() -> None:
    text = {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": "Let me look."}}
    (choice,) = recorded(*message_events(text, {"type": "content_block_stop", "index": 0}, *tool_use(1, '{"a":', "1}"))).choices
    (call,) = choice.calls
    assert (call.index, call.id, call.name, call.arguments, call.json.state) == (1, "toolu_a", "get_weather", '{"a":1}', Json.VALID)
    assert "".join(choice.content) == "Let me look."
    assert choice.finish == "tool_use"


def test_a_block_without_pieces_has_the_input_of_its_start() -> None:
    start = {"type": "content_block_start", "index": 0, "content_block": {"type": "tool_use", "id": "a", "name": "b", "input": {"c": 1}}}
    whole = recorded(*message_events(start, {"type": "content_block_stop", "index": 0})).choices[0].calls[0]
    empty = recorded(*message_events(*tool_use(0))).choices[0].calls[0]
    assert (whole.arguments, whole.json.state) == ('{"c":1}', Json.VALID)
    assert (empty.arguments, empty.json.state) == ("", Json.VALID)


@pytest.mark.parametrize("given", [{"c": 1}, {"c": 2}])
def test_the_input_that_deltas_bring_stands_for_that_of_the_start(given: dict[str, int]) -> None:
    opening, *rest = tool_use(0, '{"c":', "1}")
    opening = {**opening, "content_block": {**opening["content_block"], "input": given}}
    (call,) = recorded(*message_events(opening, *rest)).choices[0].calls
    assert (call.arguments, call.json.state, call.seams) == ('{"c":1}', Json.VALID, [2, 3])


def test_a_message_may_start_with_blocks_and_with_its_stop() -> None:
    result = {"type": "code_execution_tool_result", "tool_use_id": "srvtoolu_1", "content": {}}
    blocks = [{"type": "text", "text": "Now this."}, result, {"type": "tool_use", "id": "toolu_a", "name": "look_up", "input": {"a": 1}}, 5]
    message = {"id": "msg_1", "role": "assistant", "content": blocks, "stop_reason": "tool_use"}
    stream = recorded({"type": "message_start", "message": message}, {"type": "message_stop"})
    (call,) = stream.choices[0].calls
    assert (call.index, call.id, call.name, call.arguments) == (2, "toolu_a", "look_up", '{"a":1}')
    assert (call.first.pointer, stream.stop_reason, stream.choices[0].finish) == ("/message/content/2", "tool_use", "tool_use")
    assert (stream.choices[0].content, [block.type for block in stream.blocks][2:]) == (["Now this."], ["tool_use"])
    later = recorded({"type": "message_start", "message": message}, *message_events(stop="end_turn")[1:])
    assert (later.stop_reason, later.choices[0].finish_count, later.faults.first) == ("end_turn", 1, None)


def test_a_seam_stands_for_every_piece() -> None:
    (call,) = recorded(*message_events(*BLOCK)).choices[0].calls
    assert call.seams == [2, 3]
    assert call.chunk_of(9) == 3


def test_thinking_is_reasoning_and_usage_is_the_last_one_told() -> None:
    delta = {"type": "content_block_delta", "index": 0, "delta": {"type": "thinking_delta", "thinking": "Oslo, then."}}
    start = {"type": "content_block_start", "index": 0, "content_block": {"type": "thinking", "thinking": ""}}
    usage = {"type": "message_delta", "delta": {}, "usage": {"output_tokens": 9}}
    stream = recorded(*message_events(start, delta, {"type": "content_block_stop", "index": 0}, usage))
    assert stream.choices[0].reasoning == ["", "Oslo, then."]
    assert stream.usage == {"output_tokens": 9}


@pytest.mark.parametrize(
    ("word", "events"),
    [
        (foreign.NO_INDEX, [BLOCK[0], *tool_use(..., "{}")[1:2], BLOCK[-1]]),
        (foreign.NOT_STARTED, [*BLOCK, tool_use(7, "{}")[1]]),
        (foreign.STOPPED, [*BLOCK, BLOCK[1]]),
        (foreign.OVERLAP, [BLOCK[0], *tool_use(1, "{}"), *BLOCK[1:]]),
        (foreign.STARTED_TWICE, [*BLOCK, *BLOCK]),
        (foreign.NOT_STOPPED, BLOCK[:-1]),
        (foreign.STOP_UNOPENED, [*BLOCK, BLOCK[-1]]),
    ],
)
def test_every_fault_of_the_order_has_a_word(word: str, events: list[dict[str, Any]]) -> None:
    assert list(recorded(*message_events(*events)).faults) == [word]


def test_a_cut_message_has_no_end_and_an_error_is_one() -> None:
    error = {"type": "error", "error": {"type": "overloaded_error", "message": "busy"}}
    assert list(recorded(*message_events(*BLOCK, end=False)).faults) == [foreign.NO_MESSAGE_STOP]
    failed = recorded(*message_events(*BLOCK[:2], error, end=False))
    assert not failed.faults
    assert (failed.errors[0].code, failed.errors[0].message) == ("overloaded_error", "busy")


def test_a_recording_that_starts_midway_is_not_blamed_for_what_came_before() -> None:
    stream = recorded(*message_events(*BLOCK)[3:])
    assert stream.midway
    assert not stream.faults


def test_a_piece_without_index_is_shown_with_the_only_open_block() -> None:
    (call,) = recorded(*message_events(BLOCK[0], tool_use(..., '{"k":1}')[1], BLOCK[-1])).choices[0].calls
    assert call.arguments == '{"k":1}'


def test_a_header_that_is_nested_too_deep_is_known() -> None:
    start = {"type": "content_block_start", "index": 0, "content_block": {"type": "tool_use", "tool_use": {"id": "a", "name": "b"}}}
    (block,) = recorded(*message_events(start, {"type": "content_block_stop", "index": 0})).blocks
    assert (block.lacks, block.nested) == (("id", "name"), True)
