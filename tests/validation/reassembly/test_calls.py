"""Entries -> calls: every row of the table in docs/architecture.md, 'From entries to calls', as facts."""

from typing import Any

import pytest

from validation.examples import Wire, chunk, entry, header, tools
from validation.facts.carriage import Body
from validation.facts.json_text import Json
from validation.facts.streams import Call, Choice, IdOutcome
from validation.reassembly.streams import StreamRecorder


def choice_of(*chunks: Wire) -> Choice:
    recorder = StreamRecorder(0, (0, 1, 0, 1), Body())
    for number, wire in enumerate(chunks):
        recorder.chunk(wire, (number, number + 1, number * 10, number * 10 + 9))
    return recorder.close().choices[0]


def calls_of(*entries: Wire) -> list[Call]:
    return choice_of(*(chunk(tools(one)) for one in entries)).calls


def joined(calls: list[Call]) -> list[tuple[str, str | None, str | None, str]]:
    return [(call.slot, call.id, call.name, call.arguments) for call in calls]


def test_calls_are_joined_by_index_whatever_order_their_fragments_come_in() -> None:
    calls = calls_of(
        header("call_a", "f"), header("call_b", "g", index=1), entry('{"x":', index=1), entry('{"y":'), entry("1}", index=1), entry("2}")
    )
    assert joined(calls) == [("0", "call_a", "f", '{"y":2}'), ("1", "call_b", "g", '{"x":1}')]


def test_choices_do_not_share_calls() -> None:
    recorder = StreamRecorder(0, (0, 1, 0, 1), Body())
    for index in (0, 1, 0, 1):
        recorder.chunk(chunk(tools(entry(f'"{index}"')), index=index), (0, 1, 0, 1))
    assert [choice.calls[0].arguments for choice in recorder.close().choices] == ['"0""0"', '"1""1"']


def test_nothing_is_appended_for_empty_null_or_missing_arguments_and_a_missing_function() -> None:
    calls = calls_of(header(), entry(""), entry(None), {"index": 0, "function": {}}, {"index": 0}, entry('{"a":1}'))
    assert joined(calls) == [("0", "call_a", "get_weather", '{"a":1}')]
    assert (calls[0].entries, len(calls[0].pieces)) == (6, 1)


def test_empty_arguments_stay_empty() -> None:
    (call,) = calls_of(header())
    assert (call.arguments, call.json.state) == ("", Json.EMPTY)


def test_the_chunk_of_every_fragment_is_kept() -> None:
    (call,) = calls_of(header(), entry('{"ci'), entry(""), entry('ty":1}'))
    assert (call.pieces, call.seams) == (['{"ci', 'ty":1}'], [1, 3])
    assert (call.first.chunk, call.last.chunk, call.last.pointer) == (0, 3, "/choices/0/delta/tool_calls/0")


def test_an_equal_id_and_name_are_counted_as_repeats() -> None:
    (call,) = calls_of(header(), header(arguments="{}"), entry(id="call_a"))
    assert call.id_repeats is not None
    assert call.name_repeats is not None
    assert (call.id_repeats.count, call.name_repeats.count) == (2, 1)


@pytest.mark.parametrize("nothing", ["", None])
def test_an_empty_or_null_id_counts_as_not_sent(nothing: Any) -> None:
    (call,) = calls_of(header(), {"index": 0, "id": nothing, "function": {"arguments": "{}"}})
    assert (call.id, call.id_changes) == ("call_a", [])


def test_a_new_id_behind_complete_arguments_opens_a_second_call() -> None:
    calls = calls_of(header("call_a", "f", '{"a":1}'), header("call_b", "f", '{"b":2}'), entry(" "), header("call_c", "f", "{}"))
    assert joined(calls) == [("0", "call_a", "f", '{"a":1}'), ("0b", "call_b", "f", '{"b":2} '), ("0c", "call_c", "f", "{}")]
    assert calls[0].id_changes[0].outcome is IdOutcome.SECOND_CALL


def test_a_new_id_with_another_name_opens_a_second_call_though_the_first_has_no_arguments() -> None:
    assert joined(calls_of(header("call_a", "f"), header("call_b", "g"), entry("{}"))) == [
        ("0", "call_a", "f", ""),
        ("0b", "call_b", "g", "{}"),
    ]


def test_a_new_id_without_a_name_in_the_middle_of_arguments_keeps_the_first() -> None:
    (call,) = calls_of(header("call_a", "f", '{"a":'), entry("1", id="call_x"), entry("}", id="call_y"))
    assert (call.id, call.arguments) == ("call_a", '{"a":1}')
    assert [(change.id, change.outcome) for change in call.id_changes] == [("call_x", IdOutcome.NEW_ID), ("call_y", IdOutcome.NEW_ID)]


@pytest.mark.parametrize(("second", "outcome"), [("1}", IdOutcome.NEW_ID), ('{"b":2}', IdOutcome.SECOND_CALL)])
def test_a_new_id_with_the_same_name_is_decided_by_the_joined_text(second: str, outcome: IdOutcome) -> None:
    (call,) = calls_of(header("call_a", "f", '{"a":'), header("call_b", "f", second))
    assert [change.outcome for change in call.id_changes] == [outcome]


def test_an_id_of_another_slot_is_told_and_moves_nothing() -> None:
    calls = calls_of(header("call_a", "f"), header("call_b", "g", index=1), entry("{}", id="call_b"))
    assert joined(calls) == [("0", "call_a", "f", "{}"), ("1", "call_b", "g", "")]
    assert calls[0].id_changes[0].outcome is IdOutcome.OTHER_SLOT


@pytest.mark.parametrize("word", ["null", "undefined", "None"])
def test_a_placeholder_is_no_id(word: str) -> None:
    (call,) = calls_of(header(), entry("{}", id=word))
    assert (call.id, call.id_changes[0].outcome) == ("call_a", IdOutcome.PLACEHOLDER)


def test_fragments_without_an_id_go_to_the_newest_call_of_their_index() -> None:
    calls = calls_of(header("call_a", "f", "{}"), header("call_b", "f"), entry('{"b"'), entry(":1}"))
    assert [call.arguments for call in calls] == ["{}", '{"b":1}']


def test_an_id_of_an_earlier_call_under_the_index_leads_back_to_it() -> None:
    calls = calls_of(header("call_a", "f", "{}"), header("call_b", "f"), entry(" ", id="call_a"))
    assert [call.arguments for call in calls] == ["{} ", ""]


def test_name_pieces_before_any_argument_text_are_joined() -> None:
    (call,) = calls_of(entry(id="call_a", name="get_"), entry(name="weather"), entry("{}"))
    assert (call.name, call.name_changes) == ("get_weather", [])


def test_another_name_behind_argument_text_leaves_the_first() -> None:
    (call,) = calls_of(header(arguments="{}"), entry(name="other"))
    assert (call.name, [name for name, _ in call.name_changes]) == ("get_weather", ["other"])


def test_without_an_index_a_new_id_opens_a_call_and_no_id_continues_the_last() -> None:
    calls = calls_of(
        header("call_a", "f", index=...),
        entry('{"a":1}', index=...),
        header("call_b", "g", index=...),
        entry("{}", index=...),
        entry(" ", index=..., id="call_a"),
    )
    assert joined(calls) == [("?", "call_a", "f", '{"a":1} '), ("?b", "call_b", "g", "{}")]
    assert calls[0].index_forms.get("missing") is not None


def test_whole_calls_without_index_and_id_are_told_apart_by_their_names() -> None:
    calls = calls_of(entry('{"a":1}', index=..., name="f"), entry("{}", index=..., name="g"))
    assert joined(calls) == [("?", None, "f", '{"a":1}'), ("?b", None, "g", "{}")]


@pytest.mark.parametrize(
    ("index", "slot", "form"),
    [("0", "0", "string"), (None, "?", "null"), (-1, "-1", "negative"), (1.0, "1.0", "float"), (True, "true", "boolean"),
     ([0], "[…]", "array"), ({}, "{…}", "object"), ("x", '"x"', "string"), ("", '""', "string")],
)  # fmt: skip
def test_an_index_that_is_no_number_is_told_by_its_form(index: Any, slot: str, form: str) -> None:
    (call,) = calls_of({"index": index, "id": "call_a", "function": {"name": "f", "arguments": "{}"}})
    assert (call.slot, list(call.index_forms)) == (slot, [form])


def test_an_index_beyond_all_reason_is_a_limit_and_not_a_list_of_that_length() -> None:
    choice = choice_of(chunk(tools(header(index=10**12))), chunk(tools(header("call_b", index=10**500))))
    assert [call.slot for call in choice.calls] == ["1000000000000", "a huge number"]
    assert choice.stream.limits.total == 2


def test_no_more_than_1024_calls_are_kept() -> None:
    choice = choice_of(*(chunk(tools(header(f"call_{n}", index=n))) for n in range(1_100)))
    assert len(choice.calls) == 1_024
    assert choice.stream.limits.total == 76


@pytest.mark.parametrize(("last", "whole"), [("x", True), ("xx", False)])
def test_exactly_16_mib_of_arguments_are_kept_whether_they_came_in_fragments_or_at_once(last: str, whole: bool) -> None:
    small, large = ["0123456789"] * 3_000, "y" * ((16 << 20) // 2 - 15_001)
    odd = [{**entry(large), "type": "function"}, {**entry(large), "type": "function"}]
    choice = choice_of(*(chunk(tools(one)) for one in (header(), *map(entry, small), *odd, entry("x"), entry(last))))
    (call,) = choice.calls
    assert call.whole is whole
    assert len(call.arguments) == (16 << 20) - (0 if whole else 1)
    assert list(choice.stream.limits) == ([] if whole else ["more than 16 MiB of arguments"])


def test_arguments_that_are_no_text_are_shown_as_compact_json() -> None:
    (call,) = calls_of(header(arguments={"city": "Oslo"}))
    assert (call.arguments, list(call.odd_arguments)) == ('{"city":"Oslo"}', ["object"])


def test_a_custom_call_is_read_from_its_input_and_is_not_json() -> None:
    (call,) = calls_of(
        {"index": 0, "id": "call_a", "type": "custom", "custom": {"name": "run", "input": "ls -"}}, {"index": 0, "custom": {"input": "l"}}
    )
    assert (call.name, call.arguments, call.custom, call.json.state) == ("run", "ls -l", True, Json.EMPTY)


def test_one_object_instead_of_an_array_is_read_as_an_array_of_one() -> None:
    choice = choice_of(chunk({"tool_calls": header(arguments="{}")}))
    assert joined(choice.calls) == [("0", "call_a", "get_weather", "{}")]
    assert choice.tool_calls_not_array is not None
    assert choice.calls[0].last.pointer == "/choices/0/delta/tool_calls"


@pytest.mark.parametrize("odd", [[None], ["x"], [[]], [5], "text", 5, True])
def test_what_is_no_entry_is_counted_and_never_raises(odd: Any) -> None:
    assert choice_of(chunk({"tool_calls": odd})).calls == []


def test_interleaving_is_a_return_to_a_call_that_was_left() -> None:
    one_after_the_other = choice_of(
        *(chunk(tools(one)) for one in (header(), entry("{}"), header("call_b", index=1), entry("{}", index=1)))
    )
    assert one_after_the_other.switch is None
    back = choice_of(*(chunk(tools(one)) for one in (header(), header("call_b", index=1), entry("{}"), entry("{}", index=1))))
    assert back.switch is not None
    assert back.switch.count == 2
