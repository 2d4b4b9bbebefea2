"""The order of messages, and roles, as one target wants them."""

from typing import Any

import pytest

from tests.validation.rules.checking import report_of
from tests.validation.rules.history.judging import found_in, found_in_record, letters_of, places
from validation.examples import assistant, history, result, user

S: dict[str, Any] = {"role": "system", "content": "Be brief."}
D: dict[str, Any] = {"role": "developer", "content": "Be brief."}
BYE = assistant(content="It is 4 degrees.")


@pytest.mark.parametrize(
    ("messages", "variant", "at"),
    [
        ((S, user(), BYE, user()), None, []),
        ((D, user()), None, []),
        ((), None, []),
        ((S, S, user()), "several", [1]),
        ((S, D, S, user()), "several", [1, 2]),
        ((S, user(), S), "behind-user", [2]),
        ((user(), S, S, BYE), "behind-user", [1, 2]),
        ((S, user(), BYE, S, user()), "", [3]),
        ((user(), S, assistant("a"), result("a"), D, user()), "", [4, 1]),
    ],
)
def test_instructions_belong_to_the_start(messages: Any, variant: str | None, at: list[int]) -> None:
    found = found_in("system-not-first", *messages)
    assert [(one.variant, places(one)) for one in found] == ([] if variant is None else [(variant, at)])


def test_many_system_messages_are_one_finding_in_linear_time() -> None:
    (found,) = found_in("system-not-first", user(), *[S] * 20_000)
    assert (found.times, len(found.places)) == (20_000, 17)


def test_every_developer_message_is_in_one_finding() -> None:
    (found,) = found_in("developer-role", D, user(), D)
    assert (places(found), found.params) == ([0, 2], {"message": 0, "number": 2})
    assert not found_in("developer-role", S, user())


@pytest.mark.parametrize(
    ("messages", "found"),
    [
        ((user(), BYE, user(), BYE), []),
        ((user(), assistant("a"), result("a"), BYE), []),
        ((user(), S, user()), []),
        ((S, S), []),
        ((user(), user(), user()), [("", [1, 0]), ("", [2, 1])]),
        ((user(), BYE, BYE), [("", [2, 1])]),
        ((user(), assistant("a"), result("a"), user()), [("user-behind-result", [3, 2])]),
        ((user(), assistant("a", "b"), result("a"), result("b"), BYE), []),
    ],
)
def test_neighbours_have_two_roles(messages: Any, found: list[Any]) -> None:
    assert [(one.variant, places(one)) for one in found_in("roles-not-alternating", *messages)] == found


def causes(*messages: Any) -> dict[str, list[str | None]]:
    every: dict[str, list[str | None]] = {}
    for finding in report_of(history(*messages)).findings:
        every.setdefault(finding.rule, []).append(finding.cause)
    return every


def test_neighbours_that_are_pieces_of_one_reply_follow_from_its_split() -> None:
    found = causes(user(), assistant(content="Let me look."), assistant("a"), assistant("b"), result("a"), result("b"), BYE)
    assert found["parallel-turn-split"] == [None]
    assert found["reply-split"] == ["parallel-turn-split"]
    assert found["roles-not-alternating"] == ["parallel-turn-split"] * 2


def test_neighbours_elsewhere_stay_a_finding_of_their_own() -> None:
    found = causes(user(), assistant("a"), assistant("b"), result("a"), result("b"), BYE, user(), user())
    assert found["roles-not-alternating"] == ["parallel-turn-split", None]


def test_neighbours_follow_from_a_text_apart_from_its_calls() -> None:
    found = causes(user(), assistant(content="Let me look."), assistant("a"), result("a"), BYE)
    assert found["roles-not-alternating"] == ["reply-split"]


@pytest.mark.parametrize(
    ("messages", "at"),
    [
        ((user(), assistant("a"), result("a"), assistant("b"), result("b")), []),
        ((user(), S, assistant("a"), result("a")), []),
        ((user(), assistant("a"), {"role": "function", "name": "f", "content": "x"}, assistant("b")), []),
        ((assistant("a"), result("a")), [[0]]),
        ((S, assistant("a"), result("a")), [[1]]),
        ((user(), BYE, assistant("a"), result("a")), [[2, 1]]),
        ((user(), BYE, S, assistant("a"), result("a")), [[3, 1]]),
        ((user(), assistant("a"), assistant("b"), result("a"), result("b")), [[2, 1]]),
    ],
)
def test_a_call_follows_a_user_or_a_result(messages: Any, at: list[list[int]]) -> None:
    assert [places(found) for found in found_in("gemini-turn-order", *messages)] == at


def test_text_beside_calls_is_noted() -> None:
    assert len(found_in("content-and-calls", user(), assistant("a", content="Let me look."), result("a"))) == 1
    assert not found_in("content-and-calls", user(), assistant("a", content=""), result("a"), BYE)


@pytest.mark.parametrize(("number", "found"), [(128, 0), (129, 1)])
def test_a_message_has_at_most_128_calls(number: int, found: int) -> None:
    ids = [f"call_{nth}" for nth in range(number)]
    assert len(found_in("too-many-calls", user(), assistant(*ids), *map(result, ids))) == found


# What the purpose decides

ENDS: dict[str, tuple[Any, ...]] = {
    "user": (user(),),
    "answer": (user(), BYE),
    "beginning": (user(), assistant(content="It is", prefix=True)),
    "partial": (user(), assistant(content="It is", partial=True)),
    "call": (user(), assistant("a")),
    "legacy call": (user(), assistant(content=None, function_call={"name": "f", "arguments": "{}"})),
    "result": (user(), assistant("a"), result("a")),
    "nothing": (),
}


@pytest.mark.parametrize(
    ("purpose", "rule", "ends"),
    [
        ("send", "final-role-invalid", {"answer"}),
        ("archive", "final-role-invalid", set()),
        ("train", "final-role-invalid", set()),
        ("train", "training-example-unfinished", {"user", "result"}),
        ("archive", "training-example-unfinished", set()),
        ("send", "training-example-unfinished", set()),
    ],
)
def test_what_may_stand_last_depends_on_the_purpose(purpose: str, rule: str, ends: set[str]) -> None:
    assert {name for name, messages in ENDS.items() if found_in(rule, *messages, purpose=purpose)} == ends


def test_a_purpose_that_only_the_lines_tell_makes_an_unfinished_example_a_warning() -> None:
    line = {"messages": [user()]}
    rule = "training-example-unfinished"
    assert [found.variant for found in found_in_record(rule, line, lines_of_histories=True)] == ["inferred"]
    assert [found.variant for found in found_in_record(rule, {**line, "weight": 1}, lines_of_histories=True)] == [""]
    assert [found.variant for found in found_in_record(rule, {**line, "parallel_tool_calls": False})] == [""]
    assert [found.variant for found in found_in_record(rule, line, lines_of_histories=True, purpose="train")] == [""]


# Letters

LETTERS = {
    "system-not-first": "I-IEWI-I-",
    "system-not-first:behind-user": "I-IIWI-I-",
    "system-not-first:several": "I-IIWI-I-",
    "developer-role": "I-WEWIII-",
    "roles-not-alternating": "---IW----",
    "roles-not-alternating:user-behind-result": "---I-----",
    "content-and-calls": "---I-----",
    "final-role-invalid": "I--EI----",
    "gemini-turn-order": "-------E-",
    "too-many-calls": "WE---W---",
    "training-example-unfinished": "EEEEEEEEW",
    "training-example-unfinished:inferred": "WWWWWWWWI",
}


@pytest.mark.parametrize("kind", LETTERS)
def test_letters_are_those_of_the_catalogue_in_every_column(kind: str) -> None:
    assert letters_of(kind) == LETTERS[kind]
