"""One finish_reason for each choice, last, and one that fits what came."""

import pytest

from tests.validation.rules.checking import found_by, is_clean, loud_roots, report_of
from validation.examples import Wire, assistant, call, chunk, document, entry, header, jsonl, sse, stream, tools

OSLO = '{"city":"Oslo"}'
CALL = tools(header(arguments=OSLO))
USAGE = {"prompt_tokens": 9, "completion_tokens": 16, "total_tokens": 25}
OPENROUTER = chunk({"role": "assistant", "content": ""}, provider="DeepSeek", native_finish_reason=None)


def ends_with(*last: Wire, before: tuple[Wire, ...] = ()) -> set[str]:
    """The loud roots of a stream with one call that ends with these chunks."""
    return loud_roots(report_of(stream(*before, CALL, *last, finish=None)))


def test_a_choice_without_finish_is_told_at_its_last_chunk() -> None:
    (finding,) = found_by("finish-missing", stream(CALL, tools(entry("")), finish=None))
    assert finding.places[0].chunk == 2


def test_a_missing_finish_explains_cut_arguments_and_a_missing_end() -> None:
    trace = sse(chunk({"role": "assistant"}), chunk(tools(header(arguments='{"ci'))), done=False)
    assert loud_roots(report_of(trace)) == {"finish-missing"}


def test_each_choice_finishes_on_its_own() -> None:
    trace = jsonl(*(chunk({"role": "assistant", "content": "4"}, index=number) for number in (0, 1)), chunk({}, index=1, finish="stop"))
    assert [finding.places[0].choice for finding in found_by("finish-missing", trace)] == ["0"]


def test_only_empty_finishes_are_no_finish() -> None:
    trace = stream(chunk({"content": "4"}, finish=""), finish=None)
    assert loud_roots(report_of(trace)) == {"finish-missing", "finish-empty-string"}


def test_empty_finishes_are_counted_in_one_finding() -> None:
    (finding,) = found_by("finish-empty-string", stream(*(chunk({"content": "4"}, finish="") for _ in range(5)), finish="stop"))
    assert finding.count == 5


def test_the_finish_on_the_chunk_of_the_last_fragment_is_legal() -> None:
    assert is_clean(stream(tools(header()), chunk(tools(entry(OSLO)), finish="tool_calls"), finish=None))


def test_the_same_finish_again_is_told_with_both_places() -> None:
    (finding,) = found_by("finish-repeated", stream(CALL, *(chunk({}, finish="tool_calls") for _ in range(3)), finish=None))
    assert (finding.params["times"], finding.count, [place.chunk for place in finding.places]) == (3, 2, [3, 2])


def test_the_same_finish_again_is_the_only_thing_told() -> None:
    report = report_of(stream(CALL, chunk({}, finish="tool_calls"), chunk({}, finish="tool_calls", usage=USAGE), finish=None))
    assert [finding.kind for finding in report.findings if finding.rule in ("finish-repeated", "delta-after-finish")] == ["finish-repeated"]


def test_the_same_finish_again_is_a_habit_of_openrouter() -> None:
    role = {"role": "assistant", "content": ""}
    report = report_of(
        stream(OPENROUTER, {**role, **CALL}, chunk(role, finish="tool_calls"), chunk(role, finish="tool_calls", usage=USAGE), finish=None)
    )
    (finding,) = [finding for finding in report.findings if finding.rule == "finish-repeated"]
    assert report.weight(finding) == ("info", True)
    assert [finding for finding in report.findings if finding.rule == "delta-after-finish"] == []
    assert loud_roots(report) == set()


@pytest.mark.parametrize("id", ["chatcmpl-tool-0c5e", "D681PevKs", "functions.get_weather:0", "call_a"])
def test_the_habit_of_openrouter_is_known_whoever_made_the_ids(id: str) -> None:
    called, last = tools(header(id, arguments=OSLO)), chunk({"role": "assistant", "content": ""}, finish="tool_calls")
    report = report_of(stream(OPENROUTER, called, last, {**last, "usage": USAGE}, finish=None))
    assert (report.looks_like, loud_roots(report)) == ("openrouter", set())


def test_another_server_behind_marks_of_two_is_not_guessed() -> None:
    again = chunk({}, finish="tool_calls")
    report = report_of(stream(OPENROUTER, CALL, again, {**again, "matched_stop": None}, finish=None))
    assert (report.looks_like, loud_roots(report)) == (None, {"finish-repeated"})


def test_two_different_finishes_conflict_and_are_not_repeated() -> None:
    last = chunk({}, finish="tool_calls"), chunk({}, finish="tool_calls"), chunk({}, finish="stop")
    assert ends_with(*last) == {"finish-conflicting"}


def test_a_conflict_explains_the_stop() -> None:
    report = report_of(stream(CALL, chunk({}, finish="tool_calls"), chunk({}, finish="stop"), finish=None))
    (stop,) = [finding for finding in report.findings if finding.rule == "tool-calls-finish-stop"]
    assert stop.cause == "finish-conflicting"


@pytest.mark.parametrize(
    ("value", "variant"),
    [
        ("tool_call", ""), ("eos", ""), ("insufficient_system_resource", "deepseek"), ("model_length", "mistral"),
        ("end_turn", "anthropic"), ("MAX_TOKENS", "gemini"), ("sensitive", "provider"), ("eos_token", "provider"),
        ("tool_callstool_calls", "run-together"), ("tool_callsstop", "run-together"),
    ],
)  # fmt: skip
def test_an_unknown_value_is_sorted_by_whose_word_it_is(value: str, variant: str) -> None:
    trace = stream({"content": "4"}, finish=value)
    (finding,) = found_by("finish-unknown-value", trace)
    assert (finding.variant, finding.params["value"]) == (variant, value)
    assert loud_roots(report_of(trace)) == {"finish-unknown-value"}


def test_a_providers_word_is_accepted_under_its_own_column_only() -> None:
    report = report_of(stream({"content": "4"}, finish="insufficient_system_resource"))
    (finding,) = [finding for finding in report.findings if finding.rule == "finish-unknown-value"]
    letters = {column: report.weight(finding, column)[0] for column in ("default", "deepseek", "mistral", "openai-strict", "permissive")}
    assert letters == {"default": "warning", "deepseek": "info", "mistral": "warning", "openai-strict": "error", "permissive": "info"}


@pytest.mark.parametrize("value", ["stop", "length", "content_filter"])
def test_the_known_values_are_known(value: str) -> None:
    assert is_clean(stream({"content": "4"}, finish=value))


def test_a_finish_that_is_no_text_is_unknown_and_not_missing() -> None:
    assert loud_roots(report_of(stream({"content": "4"}, finish=0))) == {"finish-unknown-value"}


def test_tool_calls_without_a_call_is_an_error() -> None:
    assert loud_roots(report_of(stream({"content": "4"}))) == {"finish-tool-calls-without-calls"}


def test_a_call_without_a_name_is_still_a_call() -> None:
    nameless = {"index": 0, "id": "call_a", "type": "function", "function": {"arguments": OSLO}}
    assert found_by("finish-tool-calls-without-calls", stream(tools(nameless))) == []


def test_a_call_that_is_no_array_is_still_a_call() -> None:
    assert found_by("finish-tool-calls-without-calls", stream({"tool_calls": header(arguments=OSLO)})) == []


def test_calls_in_another_choice_are_pointed_at() -> None:
    message = assistant(call())
    choices = [
        {"index": 0, "finish_reason": "tool_calls", "message": {"role": "assistant", "content": "Let me look."}},
        {"index": 1, "finish_reason": "tool_calls", "message": message},
    ]
    response = document({"id": "r", "object": "chat.completion", "created": 1, "model": "m", "choices": choices})
    (finding,) = found_by("finish-tool-calls-without-calls", response)
    assert (finding.variant, finding.params["other"]) == ("other-choice", "1")


def test_length_with_calls_explains_the_cut_arguments() -> None:
    report = report_of(stream(tools(header(arguments='{"city":')), finish="length"))
    assert loud_roots(report) == {"finish-length-with-calls"}
    (cut,) = [finding for finding in report.findings if finding.rule == "arguments-truncated"]
    assert report.weight(cut) == ("warning", False)


def test_length_without_calls_is_no_fault() -> None:
    assert is_clean(stream({"content": "Four deg"}, finish="length"))


def test_a_hidden_cut_explains_the_cut_arguments() -> None:
    assert loud_roots(report_of(stream(tools(header(arguments='{"city":'))))) == {"truncation-reported-complete"}


def test_a_cut_that_any_finish_admits_is_not_hidden() -> None:
    trace = stream(tools(header(arguments='{"city":')), chunk({}, finish="length"), chunk({}, finish="tool_calls"), finish=None)
    assert found_by("truncation-reported-complete", trace) == []


def test_the_token_limit_is_named_only_where_exactly_that_many_were_used() -> None:
    for limit, variant in (
        ({"max_completion_tokens": 16}, "token-limit"),
        ({"max_completion_tokens": None, "max_tokens": 16}, "token-limit"),
        ({"max_completion_tokens": 17, "max_tokens": 16}, ""),
    ):
        cut = stream(
            tools(header(arguments='{"ci')), chunk({}, finish="tool_calls", usage=USAGE), finish=None,
            request={**limit, "tool_choice": "auto"},
        )  # fmt: skip
        (finding,) = found_by("truncation-reported-complete", cut)
        assert finding.variant == variant


def test_empty_arguments_are_no_cut() -> None:
    assert found_by("truncation-reported-complete", stream(tools(header()))) == []


def test_a_custom_input_is_never_cut() -> None:
    custom = tools({"index": 0, "id": "call_a", "type": "custom", "custom": {"name": "run", "input": '{"ci'}})
    assert found_by("truncation-reported-complete", stream(custom)) == []


def test_arguments_after_the_finish_are_an_error() -> None:
    trace = stream(tools(header()), chunk({}, finish="tool_calls"), tools(entry(OSLO)), finish=None)
    (finding,) = found_by("delta-after-finish", trace)
    assert (finding.variant, [place.chunk for place in finding.places]) == ("", [3, 2])


@pytest.mark.parametrize(
    ("late", "variant"),
    [
        ({"refusal": "I can not say more."}, ""),
        ({"function_call": {"name": "f", "arguments": "{}"}}, ""),
        ({"reasoning": "Was it four?"}, ""),
        ({"audio": {"data": "UklGRg=="}}, ""),
        ({"images": []}, "empty"),
        ({"refusal": ""}, "empty"),
        ({"refusal": None, "function_call": None}, "empty"),
    ],
)
def test_whatever_an_answer_consists_of_is_late_after_the_finish(late: Wire, variant: str) -> None:
    trace = stream({"content": "4"}, chunk({}, finish="stop"), late, chunk({}), finish=None)
    (finding,) = found_by("delta-after-finish", trace)
    assert finding.variant == variant


def test_empty_deltas_after_the_finish_are_worth_knowing_and_no_more() -> None:
    report = report_of(stream({"content": "4"}, chunk({}, finish="stop"), chunk({"content": ""}), chunk({}), finish=None))
    (finding,) = [finding for finding in report.findings if finding.rule == "delta-after-finish"]
    assert (finding.variant, finding.count, report.weight(finding)) == ("empty", 2, ("info", True))


def test_usage_after_the_finish_is_no_delta() -> None:
    trace = stream(CALL, chunk({}, finish="tool_calls"), chunk(choices=[], usage=USAGE), finish=None)
    assert found_by("delta-after-finish", trace) == []
