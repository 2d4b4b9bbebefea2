"""Roles, contents and fields of messages: each case, its variant and its place."""

from typing import Any

import pytest

from tests.validation.rules.history.judging import found_in, judge, letters_of, read, variants_in
from validation.examples import assistant, call, result, user

PICTURE = {"type": "image_url", "image_url": {"url": "data:,"}}
TEXT = {"type": "text", "text": "x"}
LEGACY = {"name": "f", "arguments": "{}"}


# Roles


@pytest.mark.parametrize("role", ["system", "developer", "user", "assistant", "tool", "function"])
def test_six_roles_are_known(role: str) -> None:
    assert not found_in("role-unknown", {"role": role, "content": "x"})


@pytest.mark.parametrize(
    ("message", "variant", "shown"),
    [
        ({"role": "model", "content": "x"}, "", "model"),
        ({"role": "Assistant", "content": "x"}, "", "Assistant"),
        ({"role": "x" * 99, "content": "x"}, "", "x" * 64),
        ({"role": "latest_reminder", "content": "x"}, "own-role", "latest_reminder"),
        ({"role": "_input", "content": "x"}, "own-role", "_input"),
        ({"content": "x"}, "no-role", "the role is absent"),
        ({"role": None}, "no-role", "the role is empty or no string"),
        ({"role": ["user"]}, "no-role", "the role is empty or no string"),
        ("user", "no-role", "it is no object but of type string"),
    ],
)
def test_another_role_is_named(message: Any, variant: str, shown: str) -> None:
    (found,) = found_in("role-unknown", user(), message)
    assert (found.variant, found.params) == (variant, {"message": 1, "role": shown})


# Contents


@pytest.mark.parametrize(
    ("message", "variant", "state"),
    [
        ({"role": "assistant", "content": None}, "", "null"),
        ({"role": "assistant"}, "", "absent"),
        ({"role": "assistant", "tool_calls": []}, "", "absent"),
        ({"role": "assistant", "content": "", "tool_calls": []}, "empty-string", "empty"),
    ],
)
def test_an_assistant_message_without_content_and_calls_is_empty(message: Any, variant: str, state: str) -> None:
    (found,) = found_in("assistant-empty", user(), message)
    assert (found.variant, found.params["state"]) == (variant, state)


@pytest.mark.parametrize("more", [{"function_call": LEGACY}, {"refusal": "No."}, {"audio": {"id": "audio_1"}}])
def test_what_says_or_calls_something_is_not_empty(more: Any) -> None:
    assert not found_in("assistant-empty", user(), assistant(content=None, **more))
    assert not found_in("assistant-empty", user(), assistant("a"), result("a"))


def test_null_beside_calls_is_noted_and_absence_is_not() -> None:
    (found,) = found_in("content-null-with-calls", user(), assistant("a"), result("a"))
    assert found.places[0].pointer == "/1/content"
    assert not found_in("content-null-with-calls", user(), {"role": "assistant", "tool_calls": [call("a")]}, result("a"))
    assert not found_in("content-null-with-calls", user(), assistant())


@pytest.mark.parametrize(
    ("message", "variant", "kind", "number"),
    [
        (user(7), "", "a number", 0),
        (user(True), "", "true or false", 0),
        (user({"text": "x"}), "", "an object", 0),
        (user([]), "", "an empty array", 0),
        (user(["Hello"]), "part", "string", 1),
        (user([{"text": "x"}]), "part", "none", 1),
        (user([TEXT, {"type": "tool_result"}, {"type": "input_text"}]), "part", "tool_result", 2),
        ({"role": "system", "content": [PICTURE]}, "part", "image_url", 1),
        (assistant(content=[PICTURE]), "part", "image_url", 1),
        (assistant(content=[{"type": "thinking"}, TEXT]), "mistral-part", "thinking", 1),
        ({"role": "user"}, "", "missing", 0),
        (user(None), "", "null", 0),
        (user([{"type": "video_url"}]), "local-part", "video_url", 1),
        (user([{"type": "video_url"}, {"type": "thinking"}]), "part", "video_url", 2),
        (user([TEXT, PICTURE]), "array", "text", 0),
        (assistant(content=[TEXT, {"type": "refusal", "refusal": "No."}]), "array", "text", 0),
        (result("a", [TEXT]), "array", "text", 0),
    ],
)
def test_a_content_says_what_it_is_and_which_parts_do_not_belong(message: Any, variant: str, kind: str, number: int) -> None:
    (found,) = found_in("content-part-type", user(), assistant("a"), message)
    assert (found.variant, found.params["type"], found.params["number"]) == (variant, kind, number)


@pytest.mark.parametrize("message", [user("x"), assistant(), result("a", [PICTURE]), result("a", {}), result("a", [])])
def test_texts_and_what_another_rule_tells_are_left_alone(message: Any) -> None:
    assert not found_in("content-part-type", user(), assistant("a"), message)


@pytest.mark.parametrize(
    ("content", "rule", "variant"),
    [
        ([PICTURE], "tool-content-not-text", ""),
        ([TEXT, "x"], "tool-content-not-text", ""),
        ({"celsius": 4}, "tool-content-not-text", "no-array"),
        (4, "tool-content-not-text", "no-array"),
        (False, "tool-content-not-text", "no-array"),
        ([], "tool-content-not-text", "no-parts"),
        ("", "tool-content-empty", ""),
        (" \n", "tool-content-empty", ""),
        ([{"type": "text", "text": ""}], "tool-content-empty", ""),
        (None, "tool-content-missing", ""),
        (..., "tool-content-missing", ""),
    ],
)
def test_a_result_is_judged_by_one_rule_alone(content: Any, rule: str, variant: str) -> None:
    every = judge(read(user(), assistant("a"), result("a", content)))
    found = {name: [one.variant for one in found] for name, found in every.items() if name.startswith("tool-content")}
    assert found == {rule: [variant]}


@pytest.mark.parametrize("content", ["4 degrees", [TEXT], [TEXT, {"type": "text", "text": ""}]])
def test_a_text_is_a_result(content: Any) -> None:
    assert not any(name.startswith("tool-content") for name in judge(read(user(), assistant("a"), result("a", content))))


# Legacy forms


def test_a_legacy_call_beside_calls_is_worse_than_one_alone() -> None:
    assert variants_in("legacy-function-call", user(), assistant(content=None, function_call=LEGACY)) == [""]
    assert variants_in("legacy-function-call", user(), assistant("a", function_call=LEGACY)) == ["beside-tool-calls"]
    assert variants_in("legacy-function-call", user(), assistant("a", function_call=None)) == []


@pytest.mark.parametrize(("name", "state"), [(..., "absent"), ("", "empty"), (None, "no string"), (7, "no string")])
def test_a_legacy_result_needs_a_name(name: Any, state: str) -> None:
    message = {"role": "function", "content": "x"} | ({} if name is ... else {"name": name})
    (found,) = found_in("legacy-function-unnamed", user(), message)
    assert found.params["state"] == state
    assert not found_in("legacy-function-unnamed", user(), {**message, "name": "f"})


# Calls


@pytest.mark.parametrize(("kind", "variant"), [(..., ""), (None, ""), ("", ""), ("tool", ""), (7, ""), ("custom", "custom")])
def test_a_call_that_is_no_function_says_what_it_is(kind: Any, variant: str) -> None:
    assert variants_in("call-type-missing", user(), assistant(call("a", type=kind)), result("a")) == [variant]


def test_a_format_without_types_is_not_asked_for_them() -> None:
    history = read(user(), assistant(call("a", type=...)), result("a"))
    history.lost = frozenset({"type"})
    assert "call-type-missing" not in judge(history)


@pytest.mark.parametrize(("name", "state"), [("", "empty"), ("  ", "empty"), (None, "null"), (7, "no string")])
def test_a_call_without_a_name_says_what_stands_there(name: Any, state: str) -> None:
    (found,) = found_in("call-name-missing", user(), assistant(call("a", function={"name": name, "arguments": "{}"})), result("a"))
    assert (found.params["state"], found.places[0].pointer) == (state, "/1/tool_calls/0/function/name")


# Fields and names


@pytest.mark.parametrize(
    ("message", "variant", "fields"),
    [
        (assistant(content="x", refusal=None), "", "refusal"),
        (assistant(content="x", audio=None, finish_reason="stop"), "", "audio, finish_reason"),
        (assistant(call("a", index=0), call("b", index=1)), "", "tool_calls[].index"),
        (assistant("a", reasoning_content="y"), "reasoning", "reasoning_content"),
        (assistant(content="x", reasoning_content="y"), "other-reasoning", "reasoning_content"),
        (assistant("a", reasoning="y"), "other-reasoning", "reasoning"),
        (assistant("a", reasoning_content="y", reasoning_details=[]), "other-reasoning", "reasoning_details, reasoning_content"),
        (assistant(content="x", reasoning="y", annotations=[]), "", "annotations, reasoning"),
        (assistant(call("a", extra_content={})), "extra-key", "tool_calls[].extra_content"),
        ({**user(), "name": "Kim"}, "extra-key", "name"),
        (assistant(content="x", weight=0), "extra-key", "weight"),
        (assistant(content="x", audio={"id": "audio_1"}), "extra-key", "audio"),
        ({"role": "system", "content": "x", "cache": 1}, "extra-key", "cache"),
        (assistant(content="x", function_call=None), "extra-key", "function_call"),
    ],
)
def test_a_field_that_no_request_has_is_named(message: Any, variant: str, fields: str) -> None:
    (found,) = found_in("response-only-field", user(), message)
    assert (found.variant, found.params["fields"]) == (variant, fields)


@pytest.mark.parametrize(
    "message",
    [
        user(), assistant("a"), assistant(content="It is", prefix=True), result("a", name="f"), assistant(function_call=LEGACY),
        {"role": "developer", "content": "x", "name": "y"}, {"role": "model", "refusal": None},
    ],
)  # fmt: skip
def test_fields_of_a_request_are_right(message: Any) -> None:
    assert not found_in("response-only-field", user(), message)


def test_a_weight_belongs_into_a_training_line() -> None:
    assert not found_in("response-only-field", user(), assistant(content="x", weight=0), purpose="train")


def test_the_fresh_answer_of_an_exchange_may_have_every_field() -> None:
    history = read(user(), assistant(content="x", refusal=None), user(), assistant(content="x", refusal=None))
    history.exchange = "answered"
    assert [found.params["message"] for found in judge(history)["response-only-field"]] == [1]


@pytest.mark.parametrize(
    ("name", "character"), [("Kitchen Panel", "a blank"), ("météo", "U+00E9"), ("a.b", "U+002E"), ("a\n", "U+000A"), ("\ud800", "U+D800")]
)
def test_a_name_with_another_character_names_it(name: str, character: str) -> None:
    for message in ({**user(), "name": name}, assistant(content="x", name=name), result("a", name=name)):
        (found,) = found_in("message-name-charset", user(), assistant("a"), message)
        assert found.params["character"] == character


@pytest.mark.parametrize("name", ["Kitchen_Panel", "a-1", "", None, 7])
def test_other_names_are_right(name: Any) -> None:
    assert not found_in("message-name-charset", {**user(), "name": name})
    assert not found_in("message-name-charset", {"role": "function", "name": "a b", "content": "x"})


# Letters

LETTERS = {
    "role-unknown": "EEEEEEEEE",
    "role-unknown:own-role": "EEIEEEEEE",
    "role-unknown:no-role": "EEEEEEEEE",
    "assistant-empty": "WEWWWWEWI",
    "assistant-empty:empty-string": "WWWWWWEWI",
    "content-null-with-calls": "-------II",
    "content-part-type": "WEEEWWWWI",
    "content-part-type:part": "WEEEWWWWI",
    "content-part-type:mistral-part": "WEE-WWWWI",
    "content-part-type:local-part": "WEEE-WWWI",
    "content-part-type:array": "--E------",
    "tool-content-not-text": "WEEWWIIWI",
    "tool-content-not-text:no-array": "WEEEWIIWI",
    "tool-content-not-text:no-parts": "WEEIWIIWI",
    "tool-content-empty": "IIIIIIWII",
    "call-type-missing": "WEWIEWWWI",
    "call-type-missing:custom": "I-WEEIWWI",
    "legacy-function-role": "WIEEWWEEI",
    "legacy-function-call": "WIEEWWEEI",
    "legacy-function-call:beside-tool-calls": "EEEEEEEEE",
    "response-only-field": "IIIEIIIII",
    "response-only-field:reasoning": "II-EIIIII",
    "response-only-field:other-reasoning": "IIIEIIIII",
    "response-only-field:extra-key": "---E-----",
    "call-name-missing": "EEEEEEEEE",
    "message-name-charset": "WEIIIIIII",
    "legacy-function-unnamed": "EEEEEEEEW",
    "tool-content-missing": "EEWEWWWWI",
    "tools-not-array": "EEEEEEEEW",
    "tools-not-array:json-text": "WEWWWWWWI",
}


@pytest.mark.parametrize("kind", LETTERS)
def test_letters_are_those_of_the_catalogue_in_every_column(kind: str) -> None:
    assert letters_of(kind) == LETTERS[kind]
