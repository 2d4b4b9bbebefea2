"""Ids and names that one target refuses: the forms, the places, who minds."""

from typing import Any

import pytest

from tests.validation.rules.checking import found_by
from tests.validation.rules.history.judging import found_in, found_in_record, letters_of, places, variants_in
from validation.examples import assistant, call, document, header, result, stream, tools, user
from validation.profiles import PROFILES
from validation.rules import RULES

# The length of ids


@pytest.mark.parametrize(("length", "variants"), [(40, []), (41, [""]), (64, [""]), (65, ["over-64"]), (5_000, ["over-64"])])
def test_an_id_is_too_long_from_41_characters_on(length: int, variants: list[str]) -> None:
    assert variants_in("call-id-too-long", user(), assistant("x" * length), result("x" * length)) == variants


def test_a_long_id_stands_at_its_call_beside_its_results() -> None:
    id = "x" * 41
    (found,) = found_in("call-id-too-long", user(), assistant("a", id), result("a"), result(id), user())
    assert places(found) == [1, 3]
    assert (found.places[0].pointer, found.places[0].call_id, found.params["characters"]) == ("/1/tool_calls/1/id", id, 41)


def test_a_long_id_of_a_stream_stands_at_the_entry_that_brought_it() -> None:
    (found,) = found_by("call-id-too-long", stream(tools(header("x" * 41)), '{"city":"Oslo"}'))
    assert (found.places[0].chunk, found.places[0].pointer) == (1, "/choices/0/delta/tool_calls/0/id")


def test_a_long_id_follows_from_one_that_is_repeated() -> None:
    again = {"index": 0, "id": "x" * 41, "function": {"arguments": "}"}}
    (found,) = found_by("call-id-too-long", stream(tools(header("x" * 41)), "{", tools(again)))
    assert found.cause == "tool-id-repeated"


# The form of ids


@pytest.mark.parametrize(
    ("id", "refused_by"),
    [
        ("aB3dE5gH7", {"call-id-format-kimi"}),
        ("aB3dE5gH", {"call-id-format-kimi", "call-id-format-mistral"}),
        ("aB3dE5gH77", {"call-id-format-kimi", "call-id-format-mistral"}),
        ("aB3dE5gH\n", {"call-id-format-kimi", "call-id-format-mistral", "call-id-format-anthropic"}),
        ("call_a", {"call-id-format-kimi", "call-id-format-mistral"}),
        ("functions.Read:0", {"call-id-format-mistral", "call-id-format-anthropic"}),
        ("functions_Read_0", {"call-id-format-kimi", "call-id-format-mistral"}),
        ("Read:0", {"call-id-format-kimi", "call-id-format-mistral", "call-id-format-anthropic"}),
        ("functions.Read:", {"call-id-format-kimi", "call-id-format-mistral", "call-id-format-anthropic"}),
    ],
)
def test_each_target_has_a_form_of_its_own(id: str, refused_by: set[str]) -> None:
    names = ("call-id-format-kimi", "call-id-format-mistral", "call-id-format-anthropic")
    assert {name for name in names if found_in(name, user(), assistant(id), result(id))} == refused_by


def test_all_ids_of_a_history_are_one_finding_at_the_first_call() -> None:
    (found,) = found_in("call-id-format-mistral", user(), assistant("aB3dE5gH7", "b", "c"), *map(result, ("aB3dE5gH7", "b", "c")))
    assert [place.pointer for place in found.places] == ["/1/tool_calls/1/id", "/1/tool_calls/2/id"]
    assert (found.times, found.params) == (2, {"number": 2, "id": "b"})


def test_the_id_of_a_result_without_a_call_counts_too() -> None:
    (found,) = found_in("call-id-format-mistral", user(), result("call_a"))
    assert [place.pointer for place in found.places] == ["/1/tool_call_id"]


@pytest.mark.parametrize("id", [..., None, "", "null", 7])
def test_a_missing_id_has_no_form(id: Any) -> None:
    assert not found_in("call-id-format-mistral", user(), assistant(call(id)), result(id))


@pytest.mark.parametrize(
    ("model", "id", "variants"),
    [
        ("demo-model", "call_a", [""]),
        ("moonshotai/Kimi-K2.6", "call_a", ["kimi-model"]),
        ("moonshotai/Kimi-K2.6", "Read:0", ["kimi-model"]),
        ("moonshotai/Kimi-K2.6", "functions.Read:0", []),
        ("kimi-k3", "Read:0", []),
        ("kimi-k3", "call_a", ["kimi-model"]),
    ],
)
def test_a_model_that_is_named_decides(model: str, id: str, variants: list[str]) -> None:
    wire = {"model": model, "messages": [user(), assistant(id), result(id)]}
    assert [found.variant for found in found_in_record("call-id-format-kimi", wire)] == variants


# Names


@pytest.mark.parametrize(
    ("name", "variant"),
    [
        ("get_weather", None), ("get-2", None), ("A", None), ("", None), (" ", None),
        ("get weather", ""), ("get_/whoami", ""), ("météo", ""), ("2.0", ""), ("a\n", ""),
        ("weather.get", "dotted"), ("a:b", "dotted"), ("2nd", "gemini-start"), ("-a", "gemini-start"),
    ],
)  # fmt: skip
def test_the_characters_of_a_name_decide_who_minds(name: str, variant: str | None) -> None:
    assert variants_in("tool-name-charset", user(), assistant(call("a", name)), result("a")) == ([] if variant is None else [variant])


def test_a_name_of_a_stream_is_noted_whatever_the_characters() -> None:
    for name, kinds in (("get weather", ["in-stream"]), ("weather.get", ["in-stream"]), ("2nd", []), ("ok", [])):
        found = found_by("tool-name-charset", stream(tools(header(name=name)), '{"city":"Oslo"}'))
        assert [one.variant for one in found] == kinds


def test_the_calls_of_a_response_are_judged_like_those_of_a_stream() -> None:
    message = assistant(call("a", "get weather"))
    choice = {"index": 0, "message": message, "finish_reason": "tool_calls"}
    (found,) = found_by("tool-name-charset", document({"id": "r", "object": "chat.completion", "model": "m", "choices": [choice]}))
    assert (found.variant, found.places[0].pointer) == ("in-stream", "/choices/0/message/tool_calls/0/function/name")


@pytest.mark.parametrize(("length", "number"), [(64, 0), (65, 1)])
def test_a_name_is_too_long_from_65_characters_on(length: int, number: int) -> None:
    assert len(found_in("tool-name-too-long", user(), assistant(call("a", "x" * length)), result("a"))) == number


@pytest.mark.parametrize(("rule", "name"), [("tool-name-charset", "a b"), ("tool-name-too-long", "x" * 65)])
def test_a_declared_name_stands_in_the_tools(rule: str, name: str) -> None:
    declared = [{"type": "function", "function": {"name": "ok"}}, {"type": "custom", "custom": {"name": name}}, {"name": name}]
    (found,) = found_in_record(rule, {"messages": [user()], "tools": declared}, pointer="/body")
    assert (found.places[0].message, found.places[0].pointer) == (None, "/body/tools/1/custom/name")


# Letters, the columns of the catalogue and then the profiles that differ from the nearest of them

LETTERS = {
    "call-id-too-long": "IWI-I----",
    "call-id-too-long:over-64": "IWI-I-W--",
    "call-id-format-mistral": "---E-----",
    "call-id-format-anthropic": "I-----E--",
    "call-id-format-kimi": "---------",
    "call-id-format-kimi:kimi-model": "WWWWWWWWI",
    "tool-name-charset": "WEWEWWEWI",
    "tool-name-charset:dotted": "WEWEWWE-I",
    "tool-name-charset:gemini-start": "-------W-",
    "tool-name-charset:in-stream": "IWIIIIII-",
    "tool-name-too-long": "WEEEWWWEI",
}


@pytest.mark.parametrize("kind", LETTERS)
def test_letters_are_those_of_the_catalogue_in_every_column(kind: str) -> None:
    assert letters_of(kind) == LETTERS[kind]


OVERLAYS = {
    ("call-id-format-kimi", "", "moonshot"): "warning",
    ("reasoning-not-returned", "", "moonshot"): "warning",
    ("content-part-type", "array", "moonshot"): "off",
    ("arguments-invalid-json", "in-history", "llama-cpp"): "error",
    ("arguments-truncated", "in-history", "llama-cpp"): "error",
    ("content-part-type", "local-part", "llama-cpp"): "warning",
    ("system-not-first", "", "qwen-template"): "error",
    ("system-not-first", "behind-user", "qwen-template"): "error",
    ("system-not-first", "several", "qwen-template"): "error",
}


def test_profiles_with_a_base_differ_from_it_in_these_letters_alone() -> None:
    differs = {
        (rule.name, variant, profile): row.letter(profile)
        for rule in RULES.values()
        for variant, row in rule.letters.items()
        for profile, base in ((name, known.base) for name, known in PROFILES.items())
        if base not in (None, "default") and row.letter(profile) != row.letter(base)
    }
    assert differs == OVERLAYS
