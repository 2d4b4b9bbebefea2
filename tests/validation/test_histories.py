"""A history is read into turns, calls and results, and every result answers exactly one thing."""

from typing import Any

import pytest
from hypothesis import given, settings, strategies as some

from validation.examples import assistant, call, result, user
from validation.facts.carriage import Body
from validation.facts.histories import ARCHIVE, SEND, TRAIN, Binding, History, IdState, ids_of
from validation.facts.json_text import Json
from validation.facts.requests import Request
from validation.reassembly.histories import MAX_CALLS, MAX_MESSAGES, read_history

AT = (4, 5, 100, 900)
BYE = assistant(content="It is 4 degrees.")


def read(*messages: Any, **given: Any) -> History:
    return read_history(list(messages), AT, 0, Body(), **given)


def bindings(history: History) -> list[str]:
    return [str(result.binding) for result in history.results]


def missing(history: History) -> dict[int, list[str | None]]:
    return {turn.message.index: [call.id for call in turn.missing] for turn in history.turns if turn.missing}


def pending(history: History) -> dict[int, list[str | None]]:
    return {turn.message.index: [call.id for call in turn.pending] for turn in history.turns if turn.pending}


class TestWhatAResultAnswers:
    """The table of 2.3, line by line."""

    @pytest.mark.parametrize(
        ("id", "state"),
        [
            (..., IdState.ABSENT), (None, IdState.NULL), ("", IdState.EMPTY), ("null", IdState.PLACEHOLDER),
            ("None", IdState.PLACEHOLDER), (7, IdState.NO_TEXT), ({"id": "call_a"}, IdState.NO_TEXT),
        ],
    )  # fmt: skip
    def test_a_result_without_an_id_answers_nothing(self, id: Any, state: IdState) -> None:
        history = read(user(), assistant("call_a"), result(id))
        assert bindings(history) == ["no-id"]
        assert history.results[0].id_state is state
        assert history.results[0].block is history.turns[0]

    def test_a_result_in_the_block_binds_to_the_call_with_its_id(self) -> None:
        history = read(user(), assistant("call_a", "call_b"), result("call_b"), result("call_a"))
        first, second = history.turns[0].calls
        assert bindings(history) == ["bound", "bound"]
        assert (first.answer, second.answer) == (history.results[1], history.results[0])

    def test_an_id_that_two_calls_share_takes_two_results(self) -> None:
        history = read(user(), assistant("call_a", "call_a"), result("call_a"), result("call_a"), result("call_a"))
        first, second = history.turns[0].calls
        assert bindings(history) == ["bound", "bound", "surplus"]
        assert first.twins == [second]
        assert (first.answer, second.answer) == (history.results[0], history.results[1])

    def test_one_result_for_an_id_that_two_calls_share_leaves_no_further_missing_call(self) -> None:
        history = read(user(), assistant("call_a", "call_a", "call_b"), result("call_a"), user())
        assert missing(history) == {1: ["call_b"]}

    def test_an_early_result_for_an_id_that_two_calls_share_leaves_no_further_missing_call(self) -> None:
        assert not missing(read(user(), result("a"), assistant("a", "a"), BYE))

    def test_a_second_result_in_the_block_is_surplus(self) -> None:
        history = read(user(), assistant("call_a"), result("call_a"), result("call_a"))
        assert bindings(history) == ["bound", "surplus"]
        assert history.results[1].first is history.results[0]

    def test_a_result_behind_another_message_is_late(self) -> None:
        history = read(user(), assistant("call_a"), user(), result("call_a"))
        assert bindings(history) == ["late"]
        assert history.turns[0].late == history.results
        assert history.turns[0].closed_by is history.messages[2]
        assert not missing(history)

    def test_a_late_result_belongs_to_the_newest_turn_that_waits_for_it(self) -> None:
        history = read(user(), assistant("call_a"), user(), assistant("call_a"), user(), result("call_a"))
        assert history.results[0].call is history.turns[1].calls[0]

    def test_a_late_result_may_stand_in_the_block_of_another_turn(self) -> None:
        history = read(user(), assistant("call_a"), user(), assistant("call_b"), result("call_b"), result("call_a"))
        assert bindings(history) == ["bound", "late"]
        assert not history.results[1].split
        assert history.results[1].block is history.turns[1]

    def test_a_result_for_a_call_that_was_answered_before_is_surplus(self) -> None:
        closed = read(user(), assistant("call_a"), result("call_a"), user(), result("call_a"))
        other = read(user(), assistant("call_a"), result("call_a"), assistant("call_b"), result("call_a"))
        assert bindings(closed) == bindings(other) == ["bound", "surplus"]
        assert closed.results[1].block is None
        assert other.results[1].block is other.turns[1]

    def test_a_second_late_result_is_surplus(self) -> None:
        history = read(user(), assistant("call_a"), user(), result("call_a"), result("call_a"))
        assert bindings(history) == ["late", "surplus"]

    def test_a_result_whose_call_only_comes_later_is_early(self) -> None:
        history = read(user(), result("call_a"), assistant("call_a"), BYE)
        assert bindings(history) == ["early"]
        assert history.results[0].call is history.turns[0].calls[0]
        assert not missing(history)

    def test_a_result_is_not_early_where_the_later_call_has_its_own(self) -> None:
        assert bindings(read(user(), result("call_a"), assistant("call_a"), result("call_a"))) == ["orphan", "bound"]
        assert bindings(read(user(), assistant("call_b"), result("call_a"), assistant("call_a"), result("call_a"))) == ["unknown", "bound"]

    def test_an_unknown_id_in_a_block_is_unknown(self) -> None:
        assert bindings(read(user(), assistant("call_a"), result("call_zzz"))) == ["unknown"]

    def test_a_result_without_any_block_is_an_orphan(self) -> None:
        assert bindings(read(user(), result("call_a"))) == ["orphan"]
        assert bindings(read(user(), assistant("call_a"), result("call_a"), BYE, result("call_b"))) == ["bound", "orphan"]

    def test_a_repeated_id_binds_to_the_later_turn(self) -> None:
        history = read(user(), assistant("x:0"), result("x:0"), assistant("x:0"), result("x:0"))
        assert bindings(history) == ["bound", "bound"]
        assert [result.call.turn.number for result in history.results if result.call] == [0, 1]
        assert history.turns[1].calls[0].earlier is history.turns[0].calls[0]

    def test_a_repeated_id_in_an_open_block_is_surplus_although_an_earlier_call_waits(self) -> None:
        history = read(user(), assistant("call_a"), assistant("call_a"), result("call_a"), result("call_a"))
        assert bindings(history) == ["bound", "surplus"]


class TestWhatBecomesOfTheCalls:
    def test_a_block_is_closed_by_a_message_of_any_other_role(self) -> None:
        for other in (user(), BYE, {"role": "system", "content": "x"}, {"role": "function", "name": "f", "content": "x"}, "no object"):
            assert missing(read(user(), assistant("call_a"), other)) == {1: ["call_a"]}

    def test_a_block_at_the_end_leaves_its_calls_pending(self) -> None:
        history = read(user(), assistant("call_a", "call_b"), result("call_a"))
        assert pending(history) == {1: ["call_b"]}
        assert not missing(history)
        assert history.turns[0].closed_by is None

    def test_an_assistant_with_an_empty_list_of_calls_is_no_turn(self) -> None:
        history = read(user(), assistant(content="x", tool_calls=[]), result("call_a"))
        assert history.turns == []
        assert bindings(history) == ["orphan"]

    def test_an_unknown_id_takes_one_missing_call_and_leaves_the_others(self) -> None:
        history = read(user(), assistant("call_a", "call_b", "call_c"), result("call_zzz"), user())
        assert history.results[0].missing is history.turns[0].calls[0]
        assert missing(history) == {1: ["call_b", "call_c"]}

    def test_an_unknown_id_takes_no_call_that_is_answered_later_in_the_block(self) -> None:
        history = read(user(), assistant("call_a"), result("call_zzz"), result("call_a"), user())
        assert history.results[0].missing is None
        assert not missing(history)

    @pytest.mark.parametrize(
        ("id", "near", "meant"),
        [
            (" call_b ", "trimmed", "call_b"), ("call.b", "similar", "call_b"), ("call_b!", "cleaned", "call_b"),
            ("call_second_1", "similar", "call_second_2"), ("zzz", "order", "first"),
        ],
    )  # fmt: skip
    def test_the_nearest_call_is_the_one_that_was_probably_meant(self, id: str, near: str, meant: str) -> None:
        history = read(user(), assistant("first", "call_b", "call_second_2"), result(id), user())
        found = history.results[0]
        assert found.missing is not None
        assert (found.near, found.missing.id) == (near, meant)

    def test_the_only_call_left_is_the_one_that_was_probably_meant(self) -> None:
        history = read(user(), assistant("call_a", "other"), result("call_a"), result("zzz"), user())
        assert (history.results[1].near, history.results[1].missing) == ("only", history.turns[0].calls[1])

    def test_an_id_that_a_later_turn_uses_again_is_not_missing_as_well(self) -> None:
        history = read(user(), assistant("call_a"), assistant("call_a"), result("call_a"))
        assert not missing(history)
        assert history.turns[1].calls[0].earlier is history.turns[0].calls[0]

    def test_results_in_another_order_are_noted_once_a_turn(self) -> None:
        history = read(user(), assistant("a", "b", "c"), result("c"), result("a"), result("b"), BYE)
        assert ids_of(history.turns[0].out_of_order) == "c, a, b"
        assert not read(user(), assistant("a", "b"), result("a"), result("b")).turns[0].out_of_order

    def test_a_late_result_does_not_make_the_order_wrong(self) -> None:
        assert not read(user(), assistant("a", "b"), result("b"), user(), result("a")).turns[0].out_of_order


class TestAReplyStoredAsSeveralMessages:
    def test_neighbouring_turns_with_their_results_behind_the_last_are_one_split(self) -> None:
        history = read(user(), assistant("a"), assistant("b"), assistant("c"), result("a"), result("b"), result("c"), BYE)
        (split,) = history.splits
        assert [turn.number for turn in split.turns] == [0, 1, 2]
        assert [result.id for result in split.results] == ["a", "b"]
        assert bindings(history) == ["late", "late", "bound"]
        assert not missing(history)
        assert not any(turn.late for turn in history.turns)

    def test_a_neighbour_whose_result_never_came_is_missing_and_not_part_of_the_split(self) -> None:
        history = read(user(), assistant("x"), assistant("a"), assistant("b"), result("a"), result("b"), BYE)
        assert missing(history) == {1: ["x"]}
        assert [turn.number for turn in history.splits[0].turns] == [1, 2]

    @pytest.mark.parametrize(
        "messages",
        [
            (user(), assistant("a"), user(), assistant("b"), result("b"), result("a")),
            (user(), assistant("a"), BYE, assistant("b"), result("b"), result("a")),
            (user(), assistant("a", "b"), result("a"), assistant("c"), result("c"), result("b")),
        ],
    )
    def test_anything_but_calls_between_turn_and_results_makes_it_late_instead(self, messages: tuple[Any, ...]) -> None:
        history = read(*messages)
        assert not history.splits
        assert len(history.turns[0].late) == 1


class TestPurpose:
    @pytest.mark.parametrize(
        ("wire", "lines", "shape", "purpose"),
        [
            ([user()], False, "array", ARCHIVE),
            ([user()], True, "array", ARCHIVE),
            ({"messages": [user()]}, False, "messages", ARCHIVE),
            ({"messages": [user()], "tools": []}, False, "messages", ARCHIVE),
            ({"messages": [user()]}, True, "training-line", TRAIN),
            ({"messages": [user(), {**BYE, "weight": 0}]}, False, "training-line", TRAIN),
            ({"messages": [user()], "parallel_tool_calls": False}, False, "training-line", TRAIN),
            ({"messages": [user()], "model": "demo-model"}, False, "request", SEND),
            ({"messages": [user()], "model": "demo-model", "parallel_tool_calls": False}, True, "request", SEND),
            ({"messages": [user()], "model": None}, False, "messages", ARCHIVE),
        ],
    )
    def test_it_is_taken_from_the_shape(self, wire: Any, lines: bool, shape: str, purpose: str) -> None:
        history = read_history(wire, AT, 0, Body(), lines_of_histories=lines)
        assert (history.shape, history.purpose, history.purpose_inferred) == (shape, purpose, True)
        assert history.is_request_body == (shape == "request")

    def test_a_stated_purpose_wins(self) -> None:
        history = read_history({"messages": [user()], "model": "demo-model"}, AT, 0, Body(), purpose=TRAIN)
        assert (history.purpose, history.purpose_inferred) == (TRAIN, False)

    def test_a_request_body_is_its_own_request(self) -> None:
        history = read_history({"messages": [], "model": "demo-model", "tools": [{}], "tool_choice": "auto"}, AT, 0, Body())
        assert history.request is not None
        assert history.request.tool_choice == "auto"
        assert history.tools == [{}]

    def test_a_request_that_was_given_beside_wins(self) -> None:
        given = Request({"tools": [{"type": "function"}]})
        history = read(user(), request=given)
        assert history.request is given
        assert history.tools == [{"type": "function"}]

    def test_nothing_is_guessed_of_a_bare_history(self) -> None:
        history = read(user())
        assert (history.request, history.tools) == (None, None)


class TestPlaces:
    def test_a_message_of_an_array_is_found_by_its_number(self) -> None:
        assert read(user(), BYE).messages[1].spot == (1, AT, "/1", None)

    def test_a_call_of_a_request_is_found_inside_messages(self) -> None:
        history = read_history({"messages": [user(), assistant("call_a", "call_b")]}, AT, 0, Body(), pointer="/body")
        assert history.turns[0].calls[1].spot == (1, AT, "/body/messages/1/tool_calls/1", "call_b")

    def test_a_result_knows_the_id_it_names(self) -> None:
        assert read(user(), result("call_a")).results[0].spot.call_id == "call_a"

    def test_scopes_name_the_turn_and_the_call(self) -> None:
        history = read(user(), assistant("call_a"), result("call_a"), assistant("call_b", "call_c"), result("call_c"))
        late = history.results[1]
        assert (late.scope.turn, late.scope.call, late.scope.call_id) == (1, 1, "call_c")
        assert late.scope == history.turns[1].calls[1].scope


class TestCalls:
    def test_arguments_are_described_as_text(self) -> None:
        history = read(user(), assistant(call("a", arguments='{"x":1}'), call("b", arguments=""), call("c", arguments='{"x":')))
        assert [each.json.state for each in history.calls] == [Json.VALID, Json.EMPTY, Json.TRUNCATED]

    @pytest.mark.parametrize(("arguments", "kind"), [({"x": 1}, "object"), (None, "null"), ([], "array"), (7, "number"), (True, "boolean")])
    def test_arguments_that_are_no_text_are_not_judged_as_text(self, arguments: Any, kind: str) -> None:
        (only,) = read(user(), assistant(call("a", function={"name": "f", "arguments": arguments}))).calls
        assert only.arguments_type == kind
        assert (only.json.state, only.json.kind) == (Json.VALID, "object")

    def test_a_custom_call_is_read_from_its_input(self) -> None:
        custom = {"id": "a", "type": "custom", "custom": {"name": "shell", "input": "ls -l {"}}
        (only,) = read(user(), assistant(custom)).calls
        assert (only.custom, only.name, only.arguments) == (True, "shell", "ls -l {")
        assert only.json.state is Json.VALID

    def test_one_object_instead_of_an_array_is_read_as_one_call(self) -> None:
        history = read(user(), {"role": "assistant", "tool_calls": call("call_a")}, result("call_a"))
        assert bindings(history) == ["bound"]
        assert history.calls[0].spot.pointer == "/1/tool_calls"

    def test_text_parts_are_joined_on_demand(self) -> None:
        parts = [{"type": "text", "text": "It is "}, {"type": "image_url"}, 7, {"type": "text", "text": "4 degrees."}]
        history = read(user(parts), user("plain"), user(None), {})
        assert [message.text for message in history.messages] == ["It is 4 degrees.", "plain", "", ""]


class TestHistoriesOfOtherFormats:
    def test_calls_and_results_as_parts_are_recognised(self) -> None:
        history = read(
            user(),
            {"role": "assistant", "content": [{"type": "tool_use", "id": "toolu_1", "name": "f", "input": {}}]},
            user([{"type": "tool_result", "tool_use_id": "toolu_1", "content": "x"}]),
        )
        assert history.foreign == "anthropic"
        assert not history.turns

    @pytest.mark.parametrize(
        "part",
        [
            {"type": "thinking", "thinking": "Hm.", "signature": "c2ln"},
            {"type": "redacted_thinking", "data": "b3BhcXVl"},
            {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {}},
            {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": []},
            {"type": "image", "source": {"type": "url", "url": "https://example.org/a.png"}},
        ],
    )
    def test_other_parts_that_only_anthropic_has_are_recognised(self, part: dict[str, Any]) -> None:
        role = "user" if part["type"] == "image" else "assistant"
        assert read(user(), {"role": role, "content": [part, {"type": "text", "text": "So."}]}).foreign == "anthropic"

    @pytest.mark.parametrize(
        "other",
        [
            {"role": "system", "content": "Be short."},
            {"role": "function", "name": "f", "content": "4"},
            {"role": "assistant", "content": None, "function_call": {"name": "f", "arguments": "{}"}},
        ],
    )
    def test_a_picture_among_messages_of_chat_completions_does_not_change_the_format(self, other: dict[str, Any]) -> None:
        picture = {"type": "image", "source": {"type": "url", "url": "https://example.org/a.png"}}
        assert read(other, user([picture])).foreign is None
        thought = {"type": "thinking", "thinking": "Hm.", "signature": ""}
        assert read(user(), {"role": "assistant", "content": [thought]}).foreign is None

    def test_thoughts_of_mistral_are_parts_of_a_chat_history(self) -> None:
        thought = {"type": "thinking", "thinking": [{"type": "text", "text": "Hm."}]}
        assert read(user(), {"role": "assistant", "content": [thought]}).foreign is None

    def test_a_part_beside_real_calls_does_not_change_the_format(self) -> None:
        mixed = assistant("call_a", content=[{"type": "tool_use", "id": "toolu_1"}])  # type: ignore[arg-type]
        assert read(user(), mixed, result("call_a")).foreign is None


class TestBounds:
    def test_a_hundred_thousand_messages_are_read(self) -> None:
        pair = (assistant("call_a"), result("call_a"))
        history = read_history([*pair] * (MAX_MESSAGES // 2), AT, 0, Body())
        assert len(history.results) == MAX_MESSAGES // 2
        assert {each.binding for each in history.results} == {Binding.BOUND}
        assert not history.limits

    def test_what_is_beyond_is_counted_and_nothing_is_called_pending(self) -> None:
        history = read_history([user()] * (MAX_MESSAGES - 1) + [assistant("call_a"), result("call_a")], AT, 0, Body())
        assert len(history.messages) == MAX_MESSAGES
        assert list(history.limits) == ["more than 100,000 messages"]
        assert not pending(history)

    def test_calls_beyond_the_bound_are_counted(self) -> None:
        history = read(user(), {"role": "assistant", "tool_calls": [0] * (MAX_CALLS + 1)})
        assert len(history.calls) == MAX_CALLS
        assert list(history.limits) == ["more than 100,000 calls"]

    def test_many_similar_ids_cost_a_bounded_number_of_comparisons(self) -> None:
        turns = [each for n in range(2_000) for each in (assistant(f"call_{n:058}"), result(f"cull_{n:058}"))]
        history = read(*turns)
        nears = [each.near for each in history.results]
        assert nears.count("similar") == 256
        assert nears.count("only") == 2_000 - 256


# Anything at all

JSON = some.recursive(
    some.none()
    | some.booleans()
    | some.integers()
    | some.floats()
    | some.text(some.characters())
    | some.sampled_from(["call_a", "null", ""]),
    lambda inner: some.lists(inner, max_size=4) | some.dictionaries(some.text(max_size=6), inner, max_size=4),
    max_leaves=12,
)
IDS = some.sampled_from(["a", "b", "c", " a", "f:0"]) | JSON
CALLS = (
    some.lists(some.fixed_dictionaries({"id": IDS}, optional={"function": JSON, "type": JSON, "custom": JSON}) | JSON, max_size=4) | JSON
)
ROLES = some.sampled_from(["user", "assistant", "tool", "tool", "system", "function"]) | JSON
MESSAGES = some.fixed_dictionaries({"role": ROLES}, optional={"tool_calls": CALLS, "tool_call_id": IDS, "content": JSON}) | JSON
HISTORIES = some.lists(MESSAGES, max_size=14)


@given(HISTORIES | JSON | some.fixed_dictionaries({"messages": HISTORIES | JSON}, optional={"model": JSON, "tools": JSON, "weight": JSON}))
@settings(max_examples=300)
def test_no_value_raises(wire: Any) -> None:
    history = read_history(wire, AT, 0, Body())
    assert all(message.spot.message == message.index and isinstance(message.text, str) for message in history.messages)


@given(some.lists(some.sampled_from([user(), BYE, *(assistant(*ids) for ids in ("a", "b", "ab", "aa", "abc")), *map(result, "abcd")])))
@settings(max_examples=300)
def test_every_result_has_one_binding_and_every_call_one_fate(messages: list[Any]) -> None:
    history = read(*messages)
    assert [each.message.index for each in history.results] == [n for n, each in enumerate(messages) if each["role"] == "tool"]
    for each in history.results:
        assert (each.call is not None) == (each.binding in (Binding.BOUND, Binding.LATE, Binding.EARLY))
        assert (each.first is not None) == (each.binding is Binding.SURPLUS)
        assert each.binding is not Binding.LATE or each.split != (each in each.call.turn.late)  # type: ignore[union-attr]
    answered = [each.call for each in history.results if each.binding in (Binding.BOUND, Binding.LATE)]
    assert len(answered) == len({id(each) for each in answered})
    for turn in history.turns:
        for each_call in turn.calls:
            open_ = each_call in turn.missing or each_call in turn.pending
            assert not (open_ and (each_call.answer or each_call.early or each_call.unknown))


class TestWhatTheWholeHistoryTells:
    def test_every_message_of_a_split_reply_knows_it(self) -> None:
        history = read(user(), assistant("a"), assistant("b"), result("a"), result("b"), assistant("c"), result("c"))
        assert [turn.split for turn in history.turns] == [history.splits[0], history.splits[0], None]

    def test_a_repeated_call_knows_the_first_of_every_later_turn(self) -> None:
        same = [call(id, arguments="{}") for id in "abcd"]
        history = read(user(), assistant(*same[:2]), result("a"), result("b"), assistant(same[2]), result("c"), assistant(same[3], "e"))
        first, twin, second, third, other = history.calls
        assert first.repeats == [second, third]
        assert not any(each.repeats for each in (twin, second, third, other))

    def test_arguments_that_are_no_text_are_not_compared(self) -> None:
        decoded = [call(id, function={"name": "f", "arguments": {}}) for id in "ab"]
        assert not any(each.repeats for each in read(user(), *map(assistant, decoded)).calls)

    def test_lines_alone_make_a_bare_training_line(self) -> None:
        line = {"messages": [user()]}
        assert read_history(line, AT, 0, Body(), lines_of_histories=True).bare_lines
        assert not read_history({**line, "weight": 1}, AT, 0, Body(), lines_of_histories=True).bare_lines
        assert not read_history(line, AT, 0, Body()).bare_lines

    def test_ids_come_calls_first_and_results_only_without_their_call(self) -> None:
        history = read(user(), assistant("a", "", "b"), result("a"), result("zzz"), result("a"), user(), result("y"))
        assert [(one.id_spot.pointer, id) for one, id in history.ids()] == [
            ("/1/tool_calls/0/id", "a"),
            ("/1/tool_calls/2/id", "b"),
            ("/3/tool_call_id", "zzz"),
            ("/6/tool_call_id", "y"),
        ]

    def test_parts_of_a_content_say_what_they_are(self) -> None:
        parts = [{"type": "text"}, {"type": 7}, {}, "x", None]
        assert read(user(parts)).messages[0].part_types == ["text", "none", "none", "string", "null"]
        assert read(user("x")).messages[0].part_types == []
