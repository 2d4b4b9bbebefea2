"""Content, reasoning and what stands beside them: their form, their place, and texts that come twice."""

from typing import Any

import pytest

from tests.validation.rules.checking import found_by, is_clean, loud_roots, report_of
from validation.examples import Wire, chunk, document, entry, header, jsonl, stream, tools

OSLO = '{"city":"Oslo"}'
TEXT = "It is four degrees in Oslo today, with a light wind from the north."


def pieces(text: str, size: int) -> list[str]:
    return [text[start : start + size] for start in range(0, len(text), size)]


def said(*parts: str, key: str = "content", finish: str = "stop") -> Any:
    return stream(*({key: part} for part in parts), finish=finish)


def test_reasoning_without_text_is_not_mentioned() -> None:
    assert found_by("reasoning-dialect", stream({"content": "4", "reasoning_content": None, "reasoning": ""}, finish="stop")) == []


def test_reasoning_names_its_key_and_its_length() -> None:
    (finding,) = found_by("reasoning-dialect", said("So", " cold", key="reasoning_content"))
    assert (finding.variant, finding.params["keys"], finding.params["characters"]) == ("", "reasoning_content", 7)


def test_details_beside_a_reasoning_are_the_same_dialect() -> None:
    details = [{"type": "reasoning.text", "text": "So"}]
    trace = stream({"reasoning": "So", "reasoning_details": details}, {"content": "4"}, finish="stop")
    (finding,) = found_by("reasoning-dialect", trace)
    assert (finding.variant, finding.params["keys"]) == ("", "reasoning, reasoning_details")
    assert is_clean(trace)


def test_two_keys_with_one_text_are_doubled_and_read_once() -> None:
    trace = stream(*({"reasoning": part, "reasoning_content": part} for part in ("So", " cold")), {"content": "4"}, finish="stop")
    report = report_of(trace)
    (finding,) = [finding for finding in report.findings if finding.rule == "reasoning-dialect"]
    assert (finding.variant, finding.count, finding.params["characters"]) == ("doubled", 2, 7)
    assert loud_roots(report) == {"reasoning-dialect"}


def test_two_keys_with_different_texts_are_not_doubled() -> None:
    trace = stream({"reasoning": "So"}, {"reasoning_content": " cold"}, {"content": "4"}, finish="stop")
    (finding,) = found_by("reasoning-dialect", trace)
    assert (finding.variant, finding.params["characters"]) == ("", 7)


def test_reasoning_behind_a_call_is_late() -> None:
    (finding,) = found_by("reasoning-dialect", stream(tools(header()), {"reasoning": "And?"}, tools(entry(OSLO))))
    assert (finding.variant, finding.places[0].chunk) == ("after-calls", 2)


@pytest.mark.parametrize("blank", ["\n", "  "])
def test_blanks_behind_a_call_are_no_text(blank: str) -> None:
    trace = stream({"reasoning": "So"}, tools(header(arguments=OSLO)), {"reasoning": blank, "content": blank})
    assert {finding.variant for finding in found_by("reasoning-dialect", trace)} == {""}
    assert found_by("content-after-tool-calls", trace) == []


def test_text_in_the_chunk_of_the_first_call_is_not_behind_it() -> None:
    assert found_by("content-after-tool-calls", stream({**tools(header(arguments=OSLO)), "content": "Let me look."})) == []


def test_text_behind_a_call_is_legal() -> None:
    trace = stream(tools(header(arguments=OSLO)), {"content": "One"}, {"content": " moment."})
    (finding,) = found_by("content-after-tool-calls", trace)
    assert finding.count == 2
    assert is_clean(trace)


# The form of content


@pytest.mark.parametrize(
    ("content", "form"), [({"text": "4"}, "an object"), ([{"type": "text", "text": "4"}], "an array"), (4, "a number"), ([], "an array"),
                          (False, "a boolean"), (0, "a number"), ({}, "an object")]
)  # fmt: skip
def test_content_that_is_no_text_is_named(content: object, form: str) -> None:
    (finding,) = found_by("content-type-invalid", stream({"content": content}, {"content": "."}, finish="stop"))
    assert finding.params["form"] == form


def test_parts_of_thinking_are_reasoning_and_a_habit_of_mistral() -> None:
    thought = [{"type": "thinking", "thinking": [{"type": "text", "text": "So cold."}]}]
    report = report_of(stream(chunk({"content": thought}, p="abc"), {"content": "4"}, finish="stop"))
    letters = {finding.rule: report.weight(finding)[0] for finding in report.findings}
    assert letters["content-type-invalid"] == "info"
    assert letters["reasoning-dialect"] == "info"
    assert report.documents("streams")[0]["choices"][0]["reasoning_chars"] == 8


def test_null_and_empty_content_are_legal() -> None:
    assert is_clean(stream({"content": None}, {"content": ""}, {"content": "4"}, finish="stop"))


@pytest.mark.parametrize(("value", "found"), [(None, False), ({}, True), ({"name": "", "arguments": ""}, True)])
def test_an_empty_stub_of_an_old_call_counts_and_null_does_not(value: object, found: bool) -> None:
    assert bool(found_by("legacy-function-call-delta", stream({"content": "4", "function_call": value}, finish="stop"))) is found


def test_an_old_function_call_is_no_call() -> None:
    report = report_of(stream({"content": "So."}, {"function_call": {"name": "f", "arguments": "{}"}}, finish="stop"))
    assert loud_roots(report) == {"legacy-function-call-delta"}
    assert report.documents("streams")[0]["choices"][0]["calls"] == []


# Logprobs


def with_logprobs(value: object, delta: Wire | None = None) -> Wire:
    return chunk(choices=[{"index": 0, "delta": {"content": "4"} if delta is None else delta, "logprobs": value, "finish_reason": None}])


@pytest.mark.parametrize("value", [{}, "none", 0, [], {"content": None, "refusal": None}, {"content": "4"}])
def test_logprobs_without_an_array_are_odd(value: object) -> None:
    (finding,) = found_by("logprobs-shape", stream(with_logprobs(None), with_logprobs(value), with_logprobs(None), finish="stop"))
    assert (finding.variant, finding.params["chunk"]) == ("", 2)


@pytest.mark.parametrize("value", [None, {"content": [{"token": "4"}], "refusal": None}, {"refusal": [{"token": "4"}]}])
def test_null_and_whole_logprobs_are_legal(value: object) -> None:
    assert found_by("logprobs-shape", stream(*(with_logprobs(value) for _ in range(3)), finish="stop")) == []


def test_logprobs_without_tokens_are_odd_only_beside_text() -> None:
    assert found_by("logprobs-shape", stream(with_logprobs({"content": []}, {}), finish="stop")) == []
    assert [f.variant for f in found_by("logprobs-shape", stream(with_logprobs({"content": []}), finish="stop"))] == ["unmatched"]


# Texts that come twice


@pytest.mark.parametrize("key", ["content", "reasoning"])
def test_deltas_that_hold_all_text_before_them_are_cumulative(key: str) -> None:
    (finding,) = found_by("content-cumulative", said(*(TEXT[:end] for end in (3, 12, 25, 40, 67)), key=key))
    assert (finding.variant, finding.params["what"], finding.places[0].chunk) == ("", key, 4)


@pytest.mark.parametrize("key", ["content", "reasoning"])
def test_a_late_delta_that_is_the_whole_text_is_a_replay(key: str) -> None:
    (finding,) = found_by("content-cumulative", said(*pieces(TEXT, 9), TEXT, key=key))
    assert (finding.variant, finding.params["what"]) == ("replay", key)


def test_two_deltas_that_begin_alike_prove_nothing() -> None:
    assert found_by("content-cumulative", said(*(TEXT[:end] for end in (20, 40, 67)))) == []


def test_a_short_text_that_grows_proves_nothing() -> None:
    assert found_by("content-cumulative", said("a", "ab", "abc", "abcd", "abcde")) == []


def test_growth_must_begin_with_the_first_delta() -> None:
    assert found_by("content-cumulative", said("So: ", *(TEXT[:end] for end in (12, 25, 40, 67)))) == []


def test_a_line_that_the_model_draws_again_and_again_is_legal() -> None:
    assert found_by("content-cumulative", said(*("-" * 40 for _ in range(6)))) == []
    assert found_by("content-cumulative", said("| a | b |\n", "|---|---|\n", "|---|---|\n", "|---|---|\n")) == []


def test_a_short_text_said_twice_is_legal() -> None:
    assert found_by("content-cumulative", said("No", ", no", "No, no")) == []


def test_a_single_delta_said_twice_is_legal() -> None:
    assert found_by("content-cumulative", said(TEXT, TEXT)) == []


def test_a_merged_response_repeats_nothing() -> None:
    message = {"role": "assistant", "content": TEXT}
    response = {"id": "r", "object": "chat.completion", "created": 1, "model": "m"}
    trace = document({**response, "choices": [{"index": 0, "message": message, "finish_reason": "stop"}]})
    assert is_clean(trace)
    assert found_by("message-frame-in-stream", trace) == []


# Unknown keys


def test_unknown_keys_are_named_and_never_a_fault() -> None:
    trace = jsonl(
        chunk({"role": "assistant", "content": "4", "thoughts": 1}, provider="Demo", p="xx"), chunk({}, finish="stop", obfuscation="a")
    )
    report = report_of(trace)
    (finding,) = [finding for finding in report.findings if finding.rule == "unknown-fields"]
    assert finding.params["keys"] == "chunk.p, chunk.provider, delta.thoughts"
    assert {report.weight(finding, profile)[0] for profile in ("default", "openai-strict", "permissive")} == {"off"}
    assert "unknown-fields" not in {finding.rule for finding in report.roots()}
