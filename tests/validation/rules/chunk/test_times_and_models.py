"""`created` and `model`: the same on every chunk, and what they should be."""

import pytest

from tests.validation.rules.checking import found_by, is_clean, loud_roots, report_of
from validation.examples import chunk, jsonl, stream

AZURE_FIRST = {"id": "", "object": "", "created": 0, "model": "", "choices": [], "prompt_filter_results": [{"prompt_index": 0}]}
AZURE_FILTER = {
    "id": "", "object": "", "created": 0, "model": "",
    "choices": [{"index": 0, "finish_reason": None, "content_filter_offsets": {"check_offset": 4}, "content_filter_results": {}}],
}  # fmt: skip
OPENING = chunk({"role": "assistant", "content": "Four."})
END = chunk({}, finish="stop")


@pytest.mark.parametrize("rule", ["created-changes", "created-missing-or-unit", "model-changes"])
def test_annotations_of_azure_have_no_time_and_no_model(rule: str) -> None:
    assert found_by(rule, jsonl(AZURE_FIRST, OPENING, AZURE_FILTER, END, AZURE_FILTER)) == []


def test_a_time_of_zero_among_annotations_of_azure_is_found() -> None:
    trace = jsonl(AZURE_FIRST, OPENING, chunk({"content": "."}, created=0), END)
    assert loud_roots(report_of(trace)) == {"created-missing-or-unit"}


@pytest.mark.parametrize(
    ("created", "variant", "value"),
    [
        (None, "", "missing"), (0, "", "0"), (-5, "", "-5"), (1790000000123, "unit", "1790000000123"), ("now", "form", '"now"'),
        (1.5, "form", "1.5"), ([1], "form", "an array"),
    ],
)  # fmt: skip
def test_every_wrong_time_says_what_it_is(created: object, variant: str, value: str) -> None:
    (finding,) = found_by("created-missing-or-unit", stream(chunk({"content": "."}, created=created), finish="stop"))
    assert (finding.variant, finding.params["value"]) == (variant, value)


def test_a_time_that_is_missing_is_an_error_for_openai_alone() -> None:
    report = report_of(stream(chunk({"content": "."}, created=...), finish="stop"))
    (finding,) = [finding for finding in report.findings if finding.rule == "created-missing-or-unit"]
    assert [report.weight(finding, profile)[0] for profile in ("default", "openai-strict", "permissive")] == ["warning", "error", "info"]


def test_a_usage_chunk_needs_no_time() -> None:
    usage = {"id": "", "object": "chat.completion.chunk", "model": "m", "choices": [], "usage": {"total_tokens": 3}}
    assert found_by("created-missing-or-unit", jsonl(OPENING, END, usage)) == []


def test_a_new_time_on_every_chunk_is_counted_and_harms_nobody() -> None:
    trace = jsonl(*(chunk({"role": "assistant", "content": "4"}, created=1790000000 + second) for second in range(40)), END)
    (finding,) = found_by("created-changes", trace)
    assert (finding.count, finding.params["created"], finding.params["other"]) == (39, 1790000000, 1790000001)
    assert is_clean(trace)


def test_a_model_that_changes_names_both() -> None:
    (finding,) = found_by("model-changes", jsonl(OPENING, chunk({"content": "."}, model="demo-small"), END))
    assert (finding.params["model"], finding.params["other"], finding.count) == ("demo-model", "demo-small", 1)


def test_a_missing_model_is_no_other_model() -> None:
    assert found_by("model-changes", jsonl(OPENING, chunk({"content": "."}, model=None), chunk({}, model="", finish="stop"))) == []
