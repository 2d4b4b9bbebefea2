"""Where a finding on linkage stands, what stands beside it, and what it names."""

from validation.examples import assistant, call, result, user

from .judging import found_in, places

BYE = assistant(content="It is 4 degrees.")


def test_a_missing_result_stands_at_its_turn_beside_the_message_that_closed_it() -> None:
    (found,) = found_in("tool-result-missing", user(), assistant("a", "b", "c"), result("b"), user())
    assert places(found) == [1, 3]
    assert found.params == {"message": 1, "closing": 3, "ids": "a, c"}
    assert found.scope.turn == 0


def test_many_missing_ids_are_one_finding_that_names_three() -> None:
    (found,) = found_in("tool-result-missing", user(), assistant(*(f"id{n}" for n in range(9))), user())
    assert found.params["ids"] == "id0, id1, id2 … +6"


def test_an_orphan_stands_alone() -> None:
    (found,) = found_in("tool-result-orphan", user(), result("a"))
    assert places(found) == [1]
    assert found.places[0].call_id == "a"


def test_an_unknown_id_stands_at_the_result_beside_the_call_it_left_open() -> None:
    (found,) = found_in("tool-result-unknown-id", user(), assistant("a", "b"), result("a"), result("zzz"), user())
    assert places(found) == [3, 1]
    assert found.places[0].pointer == "/3/tool_call_id"
    assert found.places[1].pointer == "/1/tool_calls/1"
    assert (found.params["id"], found.params["missing"]) == ("zzz", "b")


def test_an_unknown_id_without_a_call_left_stands_alone() -> None:
    (found,) = found_in("tool-result-unknown-id", user(), assistant("a"), result("zzz"), result("a"), user())
    assert (places(found), found.variant) == ([2], "no-call-left")


def test_a_duplicate_stands_at_the_surplus_result_beside_the_first() -> None:
    (found,) = found_in("tool-result-duplicate", user(), assistant("a", "b"), result("a"), result("b"), user(), result("a"))
    assert (places(found), found.variant) == ([5, 2], "block-closed")


def test_a_shared_id_stands_at_the_turn_beside_all_results_of_it() -> None:
    (found,) = found_in("call-id-duplicate-in-turn", user(), assistant("a", "b", "a"), *map(result, "abaa"))
    assert places(found) == [1, 2, 4, 5]
    assert found.places[0].pointer == "/1/tool_calls/2/id"
    assert (found.params["number"], found.params["results"]) == (2, 3)


def test_a_reused_id_stands_at_the_later_turn_beside_the_earlier() -> None:
    first, second = found_in("call-id-reused-across-turns", user(), *(each for _ in range(3) for each in (assistant("a"), result("a"))))
    assert (places(first), places(second)) == ([3, 1], [5, 3])


def test_late_results_are_one_finding_at_the_first_of_them() -> None:
    (found,) = found_in("tool-results-not-adjacent", user(), assistant("a", "b"), user(), result("b"), BYE, result("a"))
    assert places(found) == [3, 1, 2]
    assert found.params == {"message": 3, "turn": 1, "between": 2, "ids": "b, a"}
    assert found.times == 2


def test_a_wrong_order_stands_at_the_turn_beside_its_results() -> None:
    (found,) = found_in("tool-result-order", user(), assistant("a", "b", "c"), result("c"), result("a"), result("b"), BYE)
    assert places(found) == [1, 2, 3, 4]
    assert found.params["ids"] == "c, a, b"


def test_an_early_result_stands_beside_its_call() -> None:
    (found,) = found_in("tool-result-before-call", user(), result("a"), assistant("b", "a"), result("b"), BYE)
    assert places(found) == [1, 2]
    assert found.places[1].pointer == "/2/tool_calls/1"


def test_a_pending_call_stands_at_its_turn() -> None:
    (found,) = found_in("tool-call-pending", user(), assistant("a", "b"), result("a"))
    assert places(found) == [1]
    assert (found.params["ids"], found.certainty) == ("b", "inferred")


def test_a_result_without_an_id_stands_beside_the_turn_of_its_block() -> None:
    (inside,) = found_in("tool-call-id-missing", user(), assistant("a"), result(None))
    (outside,) = found_in("tool-call-id-missing", user(), result(...))
    assert (places(inside), places(outside)) == ([2, 1], [1])
    assert (inside.places[0].pointer, outside.places[0].pointer) == ("/2/tool_call_id", "/1")


def test_a_hostile_id_is_cut() -> None:
    (found,) = found_in("tool-result-orphan", user(), result("x" * 5_000))
    assert len(str(found.params["id"])) == 64


def test_one_result_of_each_kind_is_one_finding_each() -> None:
    messages = (
        user(),
        result("z"),
        assistant("a", "b"),
        result("a"),
        result("a"),
        result("y"),
        user(),
        assistant(call("c")),
        result("c"),
        BYE,
    )
    for name in ("tool-result-orphan", "tool-result-duplicate", "tool-result-unknown-id"):
        assert len(found_in(name, *messages)) == 1
    assert not found_in("tool-result-missing", *messages)


def test_a_split_reply_stands_at_its_first_message_beside_the_others_and_the_results_that_do_not_follow() -> None:
    (found,) = found_in(
        "parallel-turn-split", user(), assistant("a"), assistant("b"), assistant("c"), result("a"), result("c"), result("b"), BYE
    )
    assert places(found) == [1, 2, 3, 4, 6]
    assert found.params == {"message": 1, "last": 3, "number": 3, "ids": "a, b"}
    assert found.scope.turn == 0


def test_two_split_replies_are_two_findings() -> None:
    one = (user(), assistant("a"), assistant("b"), result("a"), result("b"), BYE)
    other = (user(), assistant("c"), assistant("d"), result("c"), result("d"), BYE)
    assert [places(found)[0] for found in found_in("parallel-turn-split", *one, *other)] == [1, 7]


def test_a_name_that_differs_stands_at_the_result_beside_its_call() -> None:
    (found,) = found_in(
        "tool-name-mismatch", user(), assistant(call("a", "f"), call("b", "g")), result("a", name="f"), result("b", name="f")
    )
    assert places(found) == [3, 1]
    assert (found.places[0].pointer, found.places[1].pointer) == ("/3/name", "/1/tool_calls/1")
    assert (found.params["name"], found.params["called"]) == ("f", "g")


def test_a_name_of_a_result_that_answers_nothing_is_not_judged() -> None:
    assert not found_in("tool-name-mismatch", user(), result("a", name="f"), assistant("b"), result("zzz", name="g"))


def test_a_repeated_call_stands_at_its_first_time_beside_the_others() -> None:
    rounds = [
        message for n in range(4) for message in (assistant(call(f"c{n}", arguments=' {"a":1}' if n else '{"a":1} ')), result(f"c{n}"))
    ]
    (found,) = found_in("identical-call-repeated", user(), *rounds)
    assert places(found) == [1, 3, 5, 7]
    assert (found.times, found.params["number"], found.params["last"]) == (4, 4, 7)


def test_a_call_that_is_repeated_in_one_message_counts_once() -> None:
    twice = (assistant("a", "b"), result("a"), result("b"))
    assert not found_in("identical-call-repeated", user(), *twice, *twice)
    assert len(found_in("identical-call-repeated", user(), *twice, *twice, *twice)) == 1


def test_a_text_apart_from_its_calls_stands_at_the_text_beside_the_calls() -> None:
    (found,) = found_in("reply-split", user(), assistant(content="Let me look."), assistant("a"), result("a"), BYE)
    assert places(found) == [1, 2]
    assert found.scope.turn == 0


def test_an_empty_message_before_a_call_is_no_text_of_its_reply() -> None:
    assert not found_in("reply-split", user(), assistant(content=" "), assistant("a"), result("a"), BYE)
    assert not found_in("reply-split", user(), assistant("a"), assistant("b"), result("b"), BYE)
