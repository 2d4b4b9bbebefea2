"""What every chunk carries: object, id, choices."""

from collections.abc import Callable

import pytest

from tests.validation.rules.checking import found_by, is_clean, loud_roots, report_of
from validation.examples import Example, chunk, header, jsonl, sse, stream, tools

USAGE = {"prompt_tokens": 9, "completion_tokens": 5, "total_tokens": 14}
AZURE_FIRST = {"id": "", "object": "", "created": 0, "model": "", "choices": [], "prompt_filter_results": [{"prompt_index": 0}]}
AZURE_FILTER = {
    "id": "", "object": "", "created": 0, "model": "",
    "choices": [{"index": 0, "finish_reason": None, "content_filter_offsets": {"check_offset": 4}, "content_filter_results": {}}],
}  # fmt: skip
OPENING = chunk({"role": "assistant", "content": "Four."})
END = chunk({}, finish="stop")


def test_every_chunk_with_another_object_is_counted_once() -> None:
    trace = jsonl(OPENING, *(chunk({"content": "."}, object="text") for _ in range(3)), END)
    (finding,) = found_by("object-wrong", trace)
    assert (finding.params["value"], finding.params["times"], finding.count) == ('"text"', 3, 3)
    assert (finding.places[0].chunk, finding.places[0].pointer) == (1, "/object")


def test_a_usage_under_the_name_of_a_whole_response_belongs_to_the_stream_with_its_id() -> None:
    usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
    wires = [chunk({"role": "assistant", "content": "4"}), chunk({}, finish="stop"), chunk(choices=[], usage=usage)]
    report = report_of(jsonl(*({**wire, "object": "chat.completion"} for wire in wires)))
    assert (report.streams, report.chunks, loud_roots(report)) == (1, 3, {"object-wrong"})


def test_different_wrong_objects_are_one_finding() -> None:
    trace = jsonl(OPENING, chunk({"content": "."}, object="text"), chunk({"content": "."}, object=None), END)
    (finding,) = found_by("object-wrong", trace)
    assert finding.count == 2


def test_an_error_frame_needs_no_object() -> None:
    trace = sse(OPENING, {"error": {"message": "overloaded", "code": 503}})
    assert found_by("object-wrong", trace) == []


@pytest.mark.parametrize("envelope", [{}, {"id": "gen-other", "created": 0, "model": "another", "object": "error"}])
def test_an_error_frame_with_choices_is_not_judged_as_a_chunk(envelope: dict[str, object]) -> None:
    choices = [{"index": 0, "delta": {"content": ""}, "finish_reason": "error"}]
    trace = sse(OPENING, {**envelope, "error": {"message": "overloaded", "code": 502}, "choices": choices})
    report = report_of(trace)
    assert loud_roots(report, "openai-strict") == {"stream-error-object"}


def test_the_id_of_a_stream_that_is_only_an_error_frame_is_shown() -> None:
    frame = chunk({"content": ""}, finish="error", error={"message": "overloaded"})
    (stream,) = report_of(sse(frame)).documents("streams")
    assert stream["id"] == frame["id"]


@pytest.mark.parametrize("write", [jsonl, sse])
@pytest.mark.parametrize("more", [{}, {"id": OPENING["id"]}, {"choices": None}])
def test_a_chunk_with_nothing_but_its_usage_lacks_its_choices(write: Callable[..., Example], more: dict[str, object]) -> None:
    report = report_of(write(OPENING, END, {**more, "usage": USAGE}))
    assert loud_roots(report) == {"choices-missing-or-null"}


def test_a_usage_among_other_things_is_no_chunk() -> None:
    assert report_of(jsonl(OPENING, END, {"event": "summary", "usage": USAGE})).chunks == 2


def test_annotations_of_azure_are_no_fault() -> None:
    assert is_clean(jsonl(AZURE_FIRST, OPENING, AZURE_FILTER, END, AZURE_FILTER))


def test_an_annotation_of_azure_may_have_an_older_name() -> None:
    older = {"prompt_annotations" if key == "prompt_filter_results" else key: value for key, value in AZURE_FIRST.items()}
    assert is_clean(jsonl(older, OPENING, END))


def test_a_chunk_in_which_all_is_empty_is_one_fault() -> None:
    blank = {"id": "", "object": "", "created": 0, "model": "", "choices": []}
    assert loud_roots(report_of(jsonl(blank, OPENING, END))) == {"choices-empty-unexplained"}


def test_an_empty_object_beside_a_text_or_a_usage_is_a_fault() -> None:
    assert loud_roots(report_of(jsonl(OPENING, chunk({"content": "."}, object=""), END))) == {"object-wrong"}
    assert loud_roots(report_of(jsonl(OPENING, END, chunk(choices=[], usage=USAGE, object="")))) == {"object-wrong"}


def test_the_chunk_id_may_be_missing_where_there_is_no_choice() -> None:
    assert found_by("chunk-id-missing", jsonl(OPENING, END, chunk(choices=[], usage=USAGE, id=""))) == []


@pytest.mark.parametrize(("key", "rule"), [("id", "chunk-id-missing"), ("object", "object-wrong")])
def test_a_chunk_that_may_lack_a_word_excuses_none_behind_it(key: str, rule: str) -> None:
    wires = [chunk(choices=[]), chunk({"role": "assistant"}), chunk({"content": "4"}), chunk({"content": "."}), chunk({}, finish="stop")]
    (finding,) = found_by(rule, jsonl(*({**wire, key: ""} for wire in wires)))
    assert (finding.places[0].chunk, finding.count) == (1, 4)


def test_null_and_empty_ids_are_the_same_fault() -> None:
    trace = jsonl(chunk({"role": "assistant"}, id=None), chunk({"content": "Four."}, id=""), chunk({}, finish="stop", id=""))
    (finding,) = found_by("chunk-id-missing", trace)
    assert (finding.places[0].chunk, finding.count) == (0, 3)


def test_a_stream_without_ids_is_whole_all_the_same() -> None:
    trace = jsonl(*(chunk(delta, id="") for delta in ({"role": "assistant"}, {"content": "Four."})), chunk({}, finish="stop", id=""))
    assert loud_roots(report_of(trace)) == {"chunk-id-missing"}


def test_a_new_id_with_every_chunk_is_one_finding_that_names_the_first_two() -> None:
    opening = chunk({"role": "assistant"}, id="c0")
    trace = jsonl(opening, *(chunk({"content": "."}, id=f"c{number}") for number in range(1, 30)), chunk({}, finish="stop", id="c30"))
    report = report_of(trace)
    (finding,) = [finding for finding in report.findings if finding.rule == "chunk-id-changes"]
    assert (finding.params["id"], finding.params["other"], finding.params["times"]) == ("c0", "c1", 30)
    assert [place.chunk for place in finding.places] == [1, 0]
    assert loud_roots(report) == {"chunk-id-changes"}


def test_choices_null_and_choices_left_out_are_the_same_fault() -> None:
    for choices in (None, ...):
        trace = jsonl(OPENING, END, chunk(choices=choices, usage=USAGE))
        (finding,) = found_by("choices-missing-or-null", trace)
        assert finding.places[0].chunk == 2


def test_choices_that_are_no_array_are_a_fault() -> None:
    assert found_by("choices-missing-or-null", jsonl(OPENING, chunk(choices={"index": 0}), END))


def test_an_error_frame_needs_no_choices() -> None:
    assert found_by("choices-missing-or-null", sse(OPENING, {"error": {"message": "overloaded"}})) == []


def test_a_vllm_trace_keeps_the_error_although_the_vllm_column_is_lower() -> None:
    call = tools(header("chatcmpl-tool-1", arguments='{"city":"Oslo"}'))
    report = report_of(stream(call, chunk({}, finish="tool_calls"), chunk(choices=None, usage=USAGE), finish=None))
    (finding,) = [finding for finding in report.findings if finding.rule == "choices-missing-or-null"]
    assert finding.dialect == "vllm"
    assert report.weight(finding, "default")[0] == "error"
    assert report.weight(finding, "permissive")[0] == "info"


def test_usage_explains_empty_choices() -> None:
    assert is_clean(jsonl(OPENING, END, chunk(choices=[], usage=USAGE)))


def test_usage_null_explains_nothing() -> None:
    assert found_by("choices-empty-unexplained", jsonl(OPENING, chunk(choices=[], usage=None), END))


@pytest.mark.parametrize("usage", ["14", 14, True, [14], {}])
def test_what_is_no_usage_explains_no_empty_choices(usage: object) -> None:
    assert found_by("choices-empty-unexplained", jsonl(OPENING, END, chunk(choices=[], usage=usage)))
    assert found_by("choices-empty-unexplained", jsonl(OPENING, END, *[chunk(choices=[], usage=usage)] * 3))[0].count == 3


def test_usage_null_on_every_other_chunk_is_legal() -> None:
    trace = jsonl(
        chunk({"role": "assistant", "content": "4"}, usage=None), chunk({}, finish="stop", usage=None), chunk(choices=[], usage=USAGE)
    )
    assert is_clean(trace)


def test_usage_on_every_chunk_is_legal() -> None:
    assert is_clean(jsonl(chunk({"role": "assistant", "content": "4"}, usage=USAGE), chunk({}, finish="stop", usage=USAGE)))


def test_an_extra_key_explains_empty_choices() -> None:
    assert found_by("choices-empty-unexplained", jsonl(OPENING, chunk(choices=[], x_groq={"id": "r"}), END)) == []


def test_extra_keys_are_no_fault_anywhere() -> None:
    extra = {"provider": "DeepSeek", "stop_reason": None, "token_ids": [1], "obfuscation": "x"}
    assert is_clean(jsonl({**OPENING, **extra}, {**END, **extra}))
