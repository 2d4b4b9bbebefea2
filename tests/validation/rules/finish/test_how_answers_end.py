"""How an answer ends: failed, filtered, empty, in another's words, or not as the request demanded."""

import pytest

from tests.validation.rules.checking import found_by, is_clean, loud_roots, report_of
from validation.examples import Example, Wire, assistant, call, chunk, document, entry, header, jsonl, sse, stream, tools

OSLO = '{"city":"Oslo"}'
CALL = tools(header(arguments=OSLO))
TIME = tools(header(name="get_time", arguments="{}"))
NAMED = {"type": "function", "function": {"name": "get_weather"}}
COLUMNS = ("default", "openai-strict", "permissive")


def letters_of(example: Example, rule: str) -> dict[str, str]:
    report = report_of(example)
    (finding,) = [finding for finding in report.findings if finding.rule == rule]
    return {column: report.weight(finding, column)[0] for column in COLUMNS}


def variants(rule: str, example: Example) -> list[str]:
    return [finding.variant for finding in found_by(rule, example)]


def bare(delta: Wire) -> Wire:
    return chunk(choices=[{"index": 0, "delta": delta}])


def native(native_finish: object, finish: str) -> Example:
    last = {"index": 0, "delta": {}, "finish_reason": finish, "native_finish_reason": native_finish}
    return stream({"content": "4"}, chunk(choices=[last], provider="Demo"), finish=None)


# The key


def test_absent_keys_are_counted_and_told_where_the_first_is() -> None:
    trace = jsonl(chunk({"role": "assistant", "content": ""}), bare({"content": "4"}), bare({"content": "5"}), chunk({}, finish="stop"))
    (finding,) = found_by("finish-key-missing", trace)
    assert (finding.count, finding.places[0].chunk, finding.places[0].pointer) == (2, 1, "/choices/0")
    assert letters_of(trace, "finish-key-missing") == {"default": "info", "openai-strict": "warning", "permissive": "info"}


def test_a_merged_response_without_finish_is_not_about_the_key() -> None:
    merged = document({"object": "chat.completion", "choices": [{"index": 0, "message": assistant(content="4")}]})
    assert found_by("finish-key-missing", merged) == []


def test_data_beside_the_finish_weighs_nothing() -> None:
    trace = stream(tools(header()), chunk(tools(entry(OSLO)), finish="tool_calls"), finish=None)
    assert letters_of(trace, "finish-on-data-chunk") == dict.fromkeys(COLUMNS, "off")
    assert found_by("finish-on-data-chunk", stream(CALL)) == []


# Failures


@pytest.mark.parametrize("value", ["error", "abort"])
def test_a_failed_answer_is_an_error_and_the_odd_word_hangs_beneath(value: str) -> None:
    trace = stream({"content": "It is"}, finish=value)
    assert letters_of(trace, "finish-error") == dict.fromkeys(COLUMNS, "error")
    assert loud_roots(report_of(trace)) == {"finish-error"}
    assert found_by("finish-unknown-value", trace)[0].cause == "finish-error"


def test_a_failure_explains_cut_arguments() -> None:
    trace = stream(tools(header(arguments='{"ci')), finish="error")
    assert loud_roots(report_of(trace)) == {"finish-error"}


def test_an_error_frame_beside_it_is_the_headline() -> None:
    framed = {**chunk({}, finish="error"), "error": {"code": 502, "message": "upstream failed"}}
    assert loud_roots(report_of(sse(chunk({"role": "assistant", "content": "It"}), framed))) == {"stream-error-object"}


# The old word


def test_the_old_word_fits_the_old_form_alone() -> None:
    legacy = {"function_call": {"name": "get_weather", "arguments": OSLO}}
    assert variants("finish-function-call", stream(legacy, finish="function_call")) == ["legacy"]
    assert variants("finish-function-call", stream(CALL, finish="function_call")) == ["tool-calls"]
    assert variants("finish-function-call", stream({"content": "4"}, finish="function_call")) == [""]
    assert letters_of(stream(legacy, finish="function_call"), "finish-function-call") == dict.fromkeys(COLUMNS, "info")


# The provider's own word


@pytest.mark.parametrize(("own", "finish"), [("MAX_TOKENS", "stop"), ("max_tokens", "tool_calls"), ("error", "stop"), ("length", "stop")])
def test_a_limit_or_failure_behind_a_whole_answer_is_a_warning_even_for_openrouter(own: str, finish: str) -> None:
    report = report_of(native(own, finish))
    (finding,) = [finding for finding in report.findings if finding.rule == "native-finish-mismatch"]
    assert (finding.variant, finding.dialect, report.weight(finding, "default")) == ("hidden", "openrouter", ("warning", True))


@pytest.mark.parametrize(("own", "finish"), [("SAFETY", "stop"), ("tool_use", "length"), ("end_turn", "content_filter")])
def test_another_meaning_is_worth_knowing(own: str, finish: str) -> None:
    assert variants("native-finish-mismatch", native(own, finish)) == [""]


@pytest.mark.parametrize(
    ("own", "finish"),
    [
        ("STOP", "stop"), ("STOP", "tool_calls"), ("end_turn", "stop"), ("tool_use", "tool_calls"), ("tool_use", "stop"),
        ("MAX_TOKENS", "length"), ("SAFETY", "content_filter"), ("something_new", "stop"), ("stop", "something_new"), (None, "stop"),
        (7, "stop"), ("", "stop"),
    ],
)  # fmt: skip
def test_the_same_meaning_and_words_that_nobody_knows_are_quiet(own: object, finish: str) -> None:
    assert found_by("native-finish-mismatch", native(own, finish)) == []


# Filters


def test_a_filter_is_worth_knowing_and_a_warning_with_calls() -> None:
    assert letters_of(stream({"content": "I"}, finish="content_filter"), "finish-content-filter") == dict.fromkeys(COLUMNS, "info")
    with_calls = stream(CALL, tools(header("call_b", "get_time", index=1)), finish="content_filter")
    (finding,) = found_by("finish-content-filter", with_calls)
    assert (finding.variant, finding.params["calls"], finding.params["name"]) == ("with-calls", 2, "get_time")
    assert letters_of(with_calls, "finish-content-filter") == {"default": "warning", "openai-strict": "warning", "permissive": "info"}


# Nothing


@pytest.mark.parametrize("nothing", [{}, {"content": ""}, {"content": None}, {"role": "assistant"}])
def test_an_answer_without_anything_is_a_warning(nothing: Wire) -> None:
    trace = stream(nothing, finish="stop")
    assert loud_roots(report_of(trace)) == {"completion-empty"}
    assert letters_of(trace, "completion-empty")["permissive"] == "info"


def test_thoughts_alone_are_named() -> None:
    (finding,) = found_by("completion-empty", stream({"reasoning_content": "The user"}, finish="stop"))
    assert (finding.variant, finding.params["chars"]) == ("reasoning-only", 8)


@pytest.mark.parametrize(
    "something",
    [
        {"content": "4"}, {"refusal": "No."}, {"audio": {"id": "audio_1"}}, {"images": [{}]}, {"content": [{"type": "image_url"}]},
        {"function_call": {"name": "f", "arguments": "{}"}}, CALL,
    ],
)  # fmt: skip
def test_an_answer_in_any_form_is_an_answer(something: Wire) -> None:
    assert found_by("completion-empty", stream(something, finish="stop")) == []


@pytest.mark.parametrize("finish", ["length", "content_filter", "error", "tool_calls"])
def test_an_empty_answer_with_another_reason_is_told_by_that(finish: str) -> None:
    assert found_by("completion-empty", stream(finish=finish)) == []


def test_text_in_a_choice_without_index_is_not_taken_for_nothing() -> None:
    trace = stream(chunk(choices=[{"delta": {"content": "4"}, "finish_reason": None}]), finish="stop")
    assert loud_roots(report_of(trace)) == {"choice-index-missing"}


# What the request demanded


@pytest.mark.parametrize(
    "demand", ["required", "any", NAMED, {"type": "allowed_tools", "allowed_tools": {"mode": "required", "tools": [NAMED]}}]
)
def test_a_text_where_a_call_was_demanded(demand: object) -> None:
    trace = stream({"content": "4"}, finish="stop", request={"tool_choice": demand})
    assert variants("tool-choice-not-honoured", trace) == [""]
    assert letters_of(trace, "tool-choice-not-honoured") == {"default": "warning", "openai-strict": "warning", "permissive": "info"}


@pytest.mark.parametrize(
    "trace",
    [
        stream({"content": "4"}, finish="length", request={"tool_choice": "required"}),
        stream({"content": "4"}, finish="content_filter", request={"tool_choice": "required"}),
        stream({"content": "4"}, finish=None, request={"tool_choice": "required"}),
        stream({"content": "I", "refusal": "No."}, finish="stop", request={"tool_choice": "required"}),
        stream(finish="stop", request={"tool_choice": "required"}),
        stream({"content": "4"}, finish="stop", request={"tool_choice": "auto"}),
        stream({"content": "4"}, finish="stop", request={"tools": []}),
        stream({"content": "4"}, finish="stop", request={"tool_choice": ["required"]}),
        stream(CALL, request={"tool_choice": "required"}),
        stream(CALL, finish="stop", request={"tool_choice": NAMED}),
        stream(CALL, request={"tool_choice": {"type": "allowed_tools", "mode": "auto", "tools": [NAMED]}}),
        stream(TIME, request={"tool_choice": {"type": "allowed_tools", "mode": "auto", "tools": [NAMED, {"type": "web_search"}]}}),
    ],
    ids=str,
)
def test_an_answer_that_owed_no_call_or_gave_it_is_quiet(trace: Example) -> None:
    assert found_by("tool-choice-not-honoured", trace) == []


def test_a_call_that_was_forbidden_and_another_tool_than_the_forced_one() -> None:
    assert variants("tool-choice-not-honoured", stream(CALL, request={"tool_choice": "none"})) == ["none"]
    (finding,) = found_by(
        "tool-choice-not-honoured", stream(CALL, tools(header("b", "get_time", "{}", index=1)), request={"tool_choice": NAMED})
    )
    assert (finding.variant, finding.params["name"], finding.params["wanted"]) == ("other-tool", "get_time", "get_weather")


def test_a_merged_response_is_held_to_the_demand_as_well() -> None:
    message = assistant(call())
    merged = {
        "object": "chat.completion",
        "id": "r",
        "model": "m",
        "choices": [{"index": 0, "message": message, "finish_reason": "tool_calls"}],
    }
    (finding,) = found_by("tool-choice-not-honoured", document(merged), request={"tool_choice": "none"})
    assert finding.variant == "none"


def test_without_a_request_nothing_is_demanded() -> None:
    assert is_clean(stream({"content": "4"}, finish="stop"))
