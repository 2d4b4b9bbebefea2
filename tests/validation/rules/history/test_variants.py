"""When a finding on linkage is louder, quieter or says something else."""

from typing import Any

import pytest

from validation.examples import assistant, call, result, user

from .judging import found_in, judge, letters_of, read, variants_in

OPEN = (user(), assistant("call_a"))


LINKED = frozenset({"history"})


@pytest.mark.parametrize(
    ("purpose", "rules"),
    [("send", {"tool-result-missing", "history-calls-without-tools"}), ("archive", {"tool-call-pending"}), ("train", set())],
)
def test_what_an_open_call_at_the_end_means_depends_on_the_purpose(purpose: str, rules: set[str]) -> None:
    assert judge(read(*OPEN, purpose=purpose), LINKED).keys() == rules


def test_a_call_that_another_message_closes_is_missing_whatever_the_purpose() -> None:
    for purpose in ("send", "archive", "train"):
        assert variants_in("tool-result-missing", *OPEN, user(), purpose=purpose) == [""]


def test_a_purpose_that_was_only_inferred_makes_an_open_end_inferred() -> None:
    request = read(*OPEN)
    request.purpose = "send"
    stated = found_in("tool-result-missing", *OPEN, purpose="send")
    assert [found.certainty for found in judge(request)["tool-result-missing"]] == ["inferred"]
    assert [found.certainty for found in stated] == ["certain"]


def test_a_log_without_an_answer_makes_a_pending_call_the_likely_reason() -> None:
    history = read(*OPEN)
    history.exchange = "unanswered"
    assert [found.variant for found in judge(history)["tool-call-pending"]] == ["unanswered-request"]


def test_the_fresh_answer_of_an_exchange_is_not_pending() -> None:
    history = read(*OPEN)
    history.exchange = "answered"
    assert judge(history, LINKED) == {}


def test_an_open_call_before_the_fresh_answer_is_still_missing() -> None:
    history = read(*OPEN, assistant("call_b"))
    history.exchange = "answered"
    assert list(judge(history, LINKED)) == ["tool-result-missing"]


@pytest.mark.parametrize(
    ("id", "variant"),
    [
        ("list_dir:0", "kimi"), ("functions.list_dir:12", "kimi"), ("call_0", ""), ("list_dir:", ""), ("a b:0", ""),
        ("chatcmpl-tool-9f2c", ""),
    ],
)  # fmt: skip
def test_ids_of_a_kimi_shape_may_repeat(id: str, variant: str) -> None:
    assert variants_in("call-id-reused-across-turns", user(), assistant(id), result(id), user(), assistant(id), result(id)) == [variant]


def test_a_reused_id_is_as_bad_as_a_missing_result_where_the_first_has_none() -> None:
    for id in ("call_a", "list_dir:0"):
        history = read(user(), assistant(id), assistant(id), result(id))
        assert [found.variant for found in judge(history)["call-id-reused-across-turns"]] == ["unanswered"]
        assert "tool-result-missing" not in judge(history)


def test_a_late_answer_counts_as_an_answer_of_a_reused_id() -> None:
    messages = (user(), assistant("a"), user(), result("a"), assistant("a"), result("a"))
    assert variants_in("call-id-reused-across-turns", *messages) == [""]


def test_a_duplicate_says_where_the_first_one_was() -> None:
    pair = (user(), assistant("a"), result("a"))
    assert variants_in("tool-result-duplicate", *pair, result("a")) == [""]
    assert variants_in("tool-result-duplicate", *pair, user(), result("a")) == ["block-closed"]
    assert variants_in("tool-result-duplicate", *pair, assistant("b"), result("b"), result("a")) == ["other-turn"]


def test_a_wrong_order_says_when_one_tool_was_called_twice() -> None:
    swapped = (result("b"), result("a"))
    assert variants_in("tool-result-order", user(), assistant("a", "b"), *swapped) == ["same-tool"]
    assert variants_in("tool-result-order", user(), assistant(call("a", "f"), call("b", "g")), *swapped) == [""]


@pytest.mark.parametrize(
    ("id", "variant", "state"),
    [
        (..., "", "absent"),
        (None, "", "null"),
        ("", "", "empty"),
        ("undefined", "placeholder", "placeholder"),
        ([], "not-a-string", "not a string"),
    ],
)
def test_a_missing_id_says_what_stands_there(id: Any, variant: str, state: str) -> None:
    (found,) = found_in("tool-call-id-missing", *OPEN, result(id))
    assert (found.variant, found.params["state"]) == (variant, state)


LETTERS = {
    "tool-result-missing": "EEEEWEEEW",
    "tool-result-missing:at-end": "EEEEWEEEW",
    "tool-result-orphan": "EEEEWEEEW",
    "tool-result-unknown-id": "EEWEIEEEW",
    "tool-result-unknown-id:no-call-left": "EEEEIEEEW",
    "tool-result-duplicate": "EEEEWEEEW",
    "call-id-duplicate-in-turn": "EEEEWEEWW",
    "call-id-reused-across-turns": "WWWIIWEIW",
    "call-id-reused-across-turns:kimi": "IIWIIWEII",
    "call-id-reused-across-turns:unanswered": "EEEEWEEEW",
    "tool-results-not-adjacent": "EEEEWEEEW",
    "tool-result-order": "IIWIWIIWI",
    "tool-result-before-call": "EEEEEEEEE",
    "tool-call-pending": "IIIWIIIII",
    "tool-call-id-missing": "EEEEWEEEW",
    "messages-empty": "EEEEEEEEE",
    "tool-calls-empty": "EEEIIEEEI",
    "call-function-missing": "EEEEEEEEE",
    "call-id-missing": "EEEEWEEEW",
    "call-arguments-not-string": "EEEWIEEEI",
    "parallel-turn-split": "EEEEWEWEW",
    "tool-name-mismatch": "WIIIIIIEI",
    "history-calls-without-tools": "IIIIIIWII",
    "history-calls-without-tools:messages-alone": "IIIIIIIII",
    "identical-call-repeated": "IIIIIIIII",
    "reply-split": "IIWIWIIII",
}


@pytest.mark.parametrize("kind", LETTERS)
def test_letters_are_those_of_the_catalogue_in_every_column(kind: str) -> None:
    assert letters_of(kind) == LETTERS[kind]
